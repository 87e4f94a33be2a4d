# Loaded first: checks of the configuration, wildcards, and helpers that only the rules need.

import json
import os
import sys
from pathlib import Path
from uuid import uuid4

from snakemake.exceptions import WorkflowError

from rocrepro.config import load_yaml, validate
from rocrepro.datasets.hosts import RUN_VARIABLE
from rocrepro.errors import ERROR, InputError
from rocrepro.papers import CATALOG
from rocrepro.papers.catalog import full_name
from rocrepro.pipeline.attempts import any_missing, next_attempt
from rocrepro.pipeline.closing import closing_summary, modified
from rocrepro.pipeline.digest import PACKAGE, Code
from rocrepro.pipeline.jobs import error_lines, start_run
from rocrepro.pipeline.names import released_names, sized_names
from rocrepro.pipeline.publish import publish_token
from rocrepro.pipeline.publish_provenance import provenance_inputs
from rocrepro.pipeline.publish_repro import REPRO
from rocrepro.pipeline.running import record_run
from rocrepro.pipeline.settings import DEFAULT_SEED, SCHEMAS, digest, load_settings
from rocrepro.pipeline.trial import overridden
from rocrepro.processor import fix_arithmetic
from rocrepro.study.trained import WRITTEN
from rocrepro.texts import load_texts

# Snakemake puts the interpreter's path into a shell line without quotes.
if " " in sys.executable:
    sys.executable = os.path.relpath(sys.executable)

# One thread in every job, since parallelism comes from the DAG, and the same digits on every processor. Every job
# imports the very package whose digests are taken here. Without the two limits (in bytes), the C library of Linux
# gives the memory of each array back at once, and getting it again takes up to a sixth of a simulation's time.
os.environ.update(
    PYTHONPATH=os.pathsep.join(
        [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    ),
    MALLOC_MMAP_THRESHOLD_=str(2**25),
    MALLOC_TRIM_THRESHOLD_=str(2**28),
    OMP_NUM_THREADS="1",
    MPLBACKEND="agg",
    PYTHONHASHSEED="0",
)
fix_arithmetic(os.environ)

# Names this run to its jobs, which inherit it: what one of them found out counts for the others.
if workflow.is_main_process:
    os.environ[RUN_VARIABLE] = uuid4().hex

HERE = Path(workflow.current_basedir.get_path_or_uri(secret_free=True)).resolve()


def own(name):
    """A file of the workflow, which may run in another folder: as a module of another workflow.

    `workflow.source_path` gives a new temporary copy each time, and a rule that reads it would run each time.
    With a storage there is no other way: a plain name would be looked for there, and `local` keeps a job here.
    """
    path = HERE.parents[1] / name
    elsewhere = not path.is_file()  # rules that were fetched from another place
    if elsewhere or workflow.storage_settings.default_storage_provider:
        return workflow.source_path(f"../../{name}")
    inside = path.is_relative_to(Path.cwd())
    return path.relative_to(Path.cwd()).as_posix() if inside else path.as_posix()


def main_workflow():
    """The file that Snakemake was started with, below the folder of the run; empty where it lies elsewhere."""
    path = Path(workflow.main_snakefile).resolve()
    inside = path.is_relative_to(Path.cwd())
    return path.relative_to(Path.cwd()).as_posix() if inside else ""


OTHER_SIZE = {"ci": "full", "full": "ci"}
CODE = Code()

# For `snakemake --sdm conda`; without it, jobs run in the environment that runs Snakemake.
ENVIRONMENT = workflow.source_path("../../environment.yml")

# These belong to the workflow and not to the folder that it runs in: another workflow can use this one as a module.
SCHEMA = {name: own(f"config/schemas/{name}.schema.json") for name in SCHEMAS}
LOCK = own("requirements.lock")


def fail(error):
    """End with the one line that says what is wrong."""
    sys.stderr.write(f"{ERROR}{error}\n")
    raise SystemExit(1)


def checked_settings(config):
    """The checked configuration; ends the run at the first thing that is wrong."""
    try:
        return load_settings(config, schemas=SCHEMA)
    except InputError as error:
        fail(error)


def plain(value):
    """A parameter as text with sorted keys: a changed order of keys must not rerun anything."""
    return json.dumps(value, sort_keys=True)


def entry_of(wildcards):
    return plain(settings.datasets[wildcards.dataset])


def all_entries(wildcards):
    """Every data set's entry, in the file's order."""
    return json.dumps(settings.datasets)


def scored_entry(wildcards):
    return plain(settings.scored[wildcards.dataset])


def scored_file(wildcards):
    """The file of scores; none where it is missing, which is a gap and no error."""
    file = settings.scored[wildcards.dataset]["scores"]["file"]
    return local(file) if Path(file).is_file() else []


def fetch_attempt(wildcards):
    return next_attempt(f"build/raw/{wildcards.dataset}/attempt.json")


def engine_attempt(wildcards):
    return next_attempt(f"build/engines/{wildcards.engine}.attempt.json")


def learner_of(wildcards):
    """The learner's block for this engine alone: its title does not matter to training."""
    return plain(
        {wildcards.engine: settings.learners[wildcards.learner][wildcards.engine]}
    )


def shown(wildcards):
    paper = wildcards.paper
    return plain(
        settings.shown(paper, settings.datasets_of(paper), settings.beside(paper))
        | settings.quantities(paper, wildcards.name)
    )


def simulation_shown(wildcards):
    return plain(settings.shown_to(wildcards.paper, wildcards.name))


def raw_file(name):
    """Where a raw file that an entry names lies; None if it is not there.

    Names are below the folder of the run. What comes with the workflow in resources/ is looked for there too:
    another workflow that uses this one as a module has its own folder.
    """
    if Path(name).is_file():
        return local(name)
    if not name.startswith("resources/"):
        return None
    path = HERE.parents[1] / name
    if path.is_file():
        return local(path.as_posix())
    if HERE.is_dir():
        return None
    try:
        return workflow.source_path(f"../../{name}")
    except (OSError, WorkflowError):
        return None


def raw_files(wildcards):
    """Raw files that come with a project, by their names in the entry."""
    files = settings.datasets[wildcards.dataset]["files"].values()
    named = [
        source["file"]
        for file in files
        for source in file["sources"]
        if "file" in source
    ]
    found = {name: raw_file(name) for name in named}
    return {name: path for name, path in found.items() if path is not None}


def local_files(wildcards):
    """Raw files in the project itself: a change in one must be read again."""
    return list(raw_files(wildcards).values())


def local_names(wildcards):
    """The entry's names of `local_files`, in the same order."""
    return list(raw_files(wildcards))


def scores_paths(dataset):
    """The scores of every model of a data set."""
    return [
        f"build/scores/{dataset}.{engine}.{learner}.parquet"
        for engine, learner in settings.models(dataset)
    ]


def scores_of(wildcards):
    return scores_paths(wildcards.dataset)


def models_of(wildcards):
    return settings.models(wildcards.dataset)


def evaluated(wildcards):
    """All that a table or figure of a paper may read of data sets; its job opens no other file of them."""
    paper = wildcards.paper
    datasets = settings.datasets_of(paper) + settings.beside(paper)
    files = expand(
        [
            "build/raw/{dataset}/source.json",
            "build/data/{dataset}.json",
            "build/data/{dataset}.parquet",
        ],
        dataset=datasets,
    )
    return files + expand(
        "build/study/{dataset}.{kind}.parquet", dataset=datasets, kind=WRITTEN
    )


def simulation_inputs(wildcards):
    """What a simulation reads: the engines matter where it trains on data, or reads scores of models."""
    used = settings.simulation_data(wildcards.paper, wildcards.name)
    files = expand(
        [
            "build/raw/{dataset}/source.json",
            "build/data/{dataset}.parquet",
            "build/data/{dataset}.json",
        ],
        dataset=used,
    )
    if CATALOG[wildcards.paper].simulations[wildcards.name].scores:
        files += [path for dataset in used for path in scores_paths(dataset)]
    return files + ENGINES if used else []


def simulated(wildcards):
    """The simulations of a paper."""
    return expand(
        "build/simulations/{paper}_{name}.parquet",
        paper=wildcards.paper,
        name=CATALOG[wildcards.paper].simulations,
    )


def code_of(script, *places, given=""):
    """Digest of all code of a job: its script, what that comes to import, and modules found by name."""
    path = HERE.parent / f"scripts/{script}.py"
    if not path.is_file():  # rules that were fetched from another place
        path = Path(workflow.source_path(f"../scripts/{script}.py"))
    return CODE.digest(path, *places, given=given)


def train_code(wildcards):
    return code_of("train", given=learner_of(wildcards))


def simulation_place(paper, name):
    return full_name(paper, CATALOG[paper].simulations[name].function)


def simulation_code(wildcards):
    place = simulation_place(wildcards.paper, wildcards.name)
    return code_of("simulation", place, given=simulation_shown(wildcards))


def table_code(wildcards):
    place = full_name(wildcards.paper, CATALOG[wildcards.paper].tables[wildcards.name])
    return code_of("table", place, given=shown(wildcards))


def figure_code(wildcards):
    place = full_name(wildcards.paper, CATALOG[wildcards.paper].figures[wildcards.name])
    return code_of("figure", place, given=shown(wildcards))


def sized(size):
    """What a run of this size alone makes, with a digest of what determines it where it is simulated.

    The ledger and the page rest on the small size, which every run can make.
    """
    judged = [*LEDGER, PAGE, f"build/artifacts/{REPRO}"] if size == "ci" else []
    # With a storage, outputs of rules lie in its local folder, and that is part of their names here.
    names = [artifact.rpartition("build/artifacts/")[2] for artifact in judged]
    return dict.fromkeys(names, "judged") | {
        released: digest(
            [
                CODE.digest(simulation_place(paper, name)),
                settings.shown_to(paper, name) | {"size": None},
            ]
        )
        for released, (paper, name) in sized_names(ARTIFACTS, size).items()
    }


def token(wildcards):
    """Another text than last time when results/ is no longer what the last run published."""
    return publish_token(STAMP)


# Snakemake reports a broken config file in its own words, over many lines: ours comes first.
try:
    FILED = load_yaml("config/config.yaml")
    validate(FILED, SCHEMA["config"], "config/config.yaml")
except InputError as error:
    fail(error)


wildcard_constraints:
    dataset=r"[a-z][a-z0-9_]*",
    engine=r"[a-z]+",
    learner=r"[a-z][a-z0-9_]*",
    paper=r"[a-z]+[0-9]{4}",
    name=r"[a-z][a-z0-9_]*",
