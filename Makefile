# `make help` lists the targets. The environment is .venv in this folder.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?=

CORE := $(shell find core cmake -type f 2>/dev/null) CMakeLists.txt pyproject.toml
# The editable install lists each Python file, so it runs again when a file is added or removed.
PYTHON_FILES := $(sort $(shell find src -type f -not -name '*.pyc'))

help: ## Show this help
	@echo "Tesuji: agents for two-player board games. Commands:"
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: $(VENV)/.installed ## Create .venv, install the locked packages, build the core
	@if [ "$(MAKECMDGOALS)" = setup ]; then echo "Ready. Next: make run, make play, or" \
	"$(BIN)/tesuji --help; after 'source $(BIN)/activate' plain 'tesuji' works too."; fi

run: setup ## Play a short live tournament, with a table and a report
	@$(BIN)/tesuji demo
	@echo "      make play: play, analyse and review in your browser"

play: setup ## Play, analyse and review in the browser (GAME=avalam for one game)
	@$(BIN)/tesuji play $(GAME)

test: setup ## Run the tests
	@$(BIN)/python -m pytest -q -n auto

check: setup ## Lint, types, layers, stub, C++ tests with sanitizers, wheel
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check

docs: setup $(VENV)/.docs ## Build the documentation into docs/_build/html
	@$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

bench: setup ## Measure random games against OpenSpiel and plain Python
	@$(BIN)/python benchmarks/playouts.py

strength: setup ## Play the champion against a frozen pool for minutes (LONG=1: 400 games per match)
	@$(BIN)/python -m benchmarks.strength $(if $(LONG),--long) $(if $(JOBS),--jobs $(JOBS))

torture: setup ## Attack stores, matches, parsers and the page for minutes (KILLS=1000 for more)
	@$(BIN)/python -m benchmarks.torture --write $(if $(FLIPS),--flips $(FLIPS)) \
	$(if $(KILLS),--kills $(KILLS)) $(if $(INPUTS),--inputs $(INPUTS)) \
	$(if $(POSITIONS),--positions $(POSITIONS)) $(if $(DISKS),--disks $(DISKS)) \
	$(if $(SECONDS),--seconds $(SECONDS)) $(if $(JOBS),--jobs $(JOBS))

wheel: setup ## Build a wheel into dist/
	@rm -rf dist && $(BIN)/python -m build --wheel --no-isolation --outdir dist .

lock: setup ## Regenerate requirements*.lock from pyproject.toml
	@PATH="$(CURDIR)/$(BIN):$$PATH" scripts/lock

clean: ## Remove all build products
	rm -rf $(VENV) build dist docs/_build artefacts

.PHONY: help setup run play test check docs bench strength torture wheel lock clean

$(VENV)/bin/python:
	@scripts/prerequisites $(PYTHON)
	@$(PYTHON) -m venv $(VENV)

# Packages and core are separate steps: a change to the core rebuilds only the core.
$(VENV)/.packages: requirements.lock | $(VENV)/bin/python
	@echo "Installing packages into $(VENV). This takes about a minute ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.files: force | $(VENV)/bin/python
	@echo '$(PYTHON_FILES)' | cmp -s - $@ || echo '$(PYTHON_FILES)' > $@
.PHONY: force

$(VENV)/.installed: $(VENV)/.packages $(VENV)/.files $(CORE)
	@scripts/prerequisites $(PYTHON)
	@if ls build/*/build.ninja >/dev/null 2>&1; \
	then echo "Updating the core: seconds, or minutes after a large change ..."; \
	else echo "Compiling the C++ core. This takes a few minutes, once ..."; fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.docs: requirements-docs.lock | $(VENV)/.packages
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@
