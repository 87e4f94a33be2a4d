# make reproduce   set up .venv and make every table and figure (CORES=n sets the cores, default all)
# make test        set up .venv and run the tests
# make verify      rebuild in a scratch folder and compare with the tracked results/ (CORES=n as above)
# make docs        the documentation, in build/docs/
# make bench       measure speed against peers; writes benchmarks/results.md and its figure, results.svg
# make soak        the tests of faults, hostile input and Slurm at length; writes docs/reliability.md
# make lint        formatting, types, workflow checks
# make audit       known weaknesses of the locked packages, where the package index publishes them
# make lock        resolve requirements.lock, environment.yml and docs/licences.md anew from pyproject.toml

CORES ?= all
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: reproduce test verify docs bench soak lint format lock audit clean

reproduce: $(STAMP)
	$(BIN)/python -m rocrepro run --cores $(CORES)

# A file's tests stay in one process: they share a project, a page or a cluster, and its ports. tests/conftest.py orders them.
test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

verify: $(STAMP)
	$(BIN)/python -m rocrepro verify --cores $(CORES)

docs: $(STAMP)
	$(BIN)/python -m sphinx -W --keep-going -n -q -b html docs build/docs

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

soak: $(STAMP)
	$(BIN)/python -m pip install --quiet atheris || echo "no atheris for this machine: its tests will skip" >&2
	mkdir -p build && rm -f build/reliability.jsonl
	ROCREPRO_SOAK=1 ROCREPRO_RECORD=$(CURDIR)/build/reliability.jsonl \
	  $(BIN)/python -m pytest -n auto --dist loadfile tests/faults tests/hostile tests/cluster tests/workflow
	$(BIN)/python -m tests.reliability build/reliability.jsonl

lint: $(STAMP)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m snakefmt --check Snakefile workflow
	$(BIN)/python -m mypy
	$(BIN)/python -m snakemake --lint

format: $(STAMP)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .
	$(BIN)/python -m snakefmt Snakefile workflow

# --compile: without bytecode every job of a run would compile its imports again.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(f"found Python {sys.version.split()[0]}; rocrepro needs 3.11 or newer (set PYTHON=...)" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --compile --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

lock: $(STAMP)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --fork-strategy fewest --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --quiet --upgrade -o requirements.lock
	$(BIN)/python -m tests.environment
	$(BIN)/python -m tests.licences

audit:
	$(PYTHON) -m venv --clear build/audit
	build/audit/bin/python -m pip install --quiet pip-audit
	build/audit/bin/python -m pip_audit --requirement requirements.lock --disable-pip

clean:
	rm -rf build .snakemake
