# Everything starts here; `make help` lists it. The environment is .venv in this folder.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?=

CORE := $(shell find core cmake -type f 2>/dev/null) CMakeLists.txt pyproject.toml
# The editable install knows each Python file by name: it is made anew when one comes or goes.
PYTHON_FILES := $(sort $(shell find src -type f -not -name '*.pyc'))

help: ## Show this list
	@echo "Tesuji: agents for two-player board games. Commands:"
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: $(VENV)/.installed ## Make .venv, install the locked packages, build the core
	@if [ "$(MAKECMDGOALS)" = setup ]; then echo "Ready. Next: make run, make play, or" \
	"$(BIN)/tesuji --help; after 'source $(BIN)/activate' plain 'tesuji' works too."; fi

run: setup ## A short live tournament, ending in a table and a report
	@$(BIN)/tesuji demo
	@echo "      make play: the page, to play, analyse and review in a browser"

play: setup ## Play, analyse and review in the browser (GAME=avalam for one game)
	@$(BIN)/tesuji play $(GAME)

test: setup ## Run the tests
	@$(BIN)/python -m pytest -q -n auto

check: setup ## Lint, types, layers, stub, C++ tests under sanitizers, wheel
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check

docs: setup $(VENV)/.docs ## Build the documentation into docs/_build/html
	@$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

bench: setup ## Playouts per CPU second beside OpenSpiel and the plain Python rules
	@$(BIN)/python benchmarks/playouts.py

wheel: setup ## Build a wheel into dist/
	@rm -rf dist && $(BIN)/python -m build --wheel --no-isolation --outdir dist .

lock: setup ## Make requirements*.lock anew from pyproject.toml
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/lock

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist docs/_build artefacts

.PHONY: help setup run play test check docs bench wheel lock clean

$(VENV)/bin/python:
	@scripts/prerequisites $(PYTHON)
	@$(PYTHON) -m venv $(VENV)

# Packages first, then the core: a change of the core alone rebuilds only what it touched.
$(VENV)/.packages: requirements.lock | $(VENV)/bin/python
	@echo "Installing the locked packages into $(VENV): about a minute ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.files: force | $(VENV)/bin/python
	@echo '$(PYTHON_FILES)' | cmp -s - $@ || echo '$(PYTHON_FILES)' > $@
.PHONY: force

$(VENV)/.installed: $(VENV)/.packages $(VENV)/.files $(CORE)
	@scripts/prerequisites $(PYTHON)
	@if ls build/*/build.ninja >/dev/null 2>&1; \
	then echo "Bringing the core up to date: seconds, or minutes if much of it changed ..."; \
	else echo "Compiling the C++ core: a few minutes, this once; nothing more is shown meanwhile ..."; fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.docs: requirements-docs.lock | $(VENV)/.packages
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@
