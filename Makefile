# Everything a fresh machine with Python 3.11+, pip and make needs. `make demo` and `make test` set up what they use.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: demo test check bench docs lock clean

$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q src
	@touch $@

demo: $(STAMP) ## transcript → memory → context, on sample sessions, in a folder that is thrown away
	@$(BIN)/lamina demo

test: $(STAMP) ## every test, with a real PostgreSQL
	$(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder

check: $(STAMP) ## style, types, architecture, generated documents
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

bench: $(STAMP) ## every claim, measured; LAMINA_DATA names the folder with the public data sets
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	$(BIN)/python -m bench.run

docs: $(STAMP) ## writes docs/requirements.md and docs/reference.md anew
	$(BIN)/python docs/generate.py

lock: $(STAMP) ## pins every requirement, with hashes and without naming a registry
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-annotate \
		--all-extras --group dev --group build pyproject.toml -o requirements.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
