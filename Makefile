# Needs make and Python 3.11 or later with venv and pip; everything else goes into .venv.
PYTHON ?= python3
# Neighbours run in one process, so that what a file or folder shares is made once; whoever is done
# takes over from the others.
PYTEST_FLAGS ?= -n auto --dist worksteal

VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
RUNTIME := $(VENV)/.runtime
TEST := $(VENV)/.test

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
# Bytecode is kept whatever the environment says: hundreds of processes of the tests start from it.
export PYTHONDONTWRITEBYTECODE :=

# $(call install,what pip installs): quiet, and a failure says what to do.
install = $(BIN)/python -m pip install --quiet --editable "$(1)" || { \
	echo "==> pip install --editable \"$(1)\" failed; its message stands above. Is the package index in reach?" >&2; \
	echo "    Try again; if it keeps failing, start afresh with: make clean && make $(MAKECMDGOALS)" >&2; \
	exit 1; }

# A failed gate does not hide the next. mypy runs while the tests run, which do not keep all cores
# busy; its report is printed after theirs.
style_gates = run ruff check .; run ruff format --check .
in_background = report=$$(mktemp); $(BIN)/$(1) >"$$report" 2>&1 & $(2); \
	echo "==> $(1)"; wait $$! || failed="$$failed, $(1)"; cat "$$report"; rm -f "$$report"
gates = failed=; \
	run() { echo "==> $$*"; $(BIN)/"$$@" || failed="$$failed, $$*"; }; \
	$(1); \
	if [ -n "$$failed" ]; then echo "==> FAILED: $${failed\#, }" >&2; exit 1; fi

.DEFAULT_GOAL := help
.PHONY: help serve test cluster bench bench-peers soak pictures lint format clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

serve: $(RUNTIME) ## serve the API and the page on PORT (8000); LAN=1: also for phones in this network
	@exec $(BIN)/combatlog serve --port $(or $(PORT),8000) $(if $(LAN),--lan)

test: $(TEST) ## lint, types and tests on all cores (PYTEST_FLAGS=: one by one; "--cov": with coverage)
	@$(call gates,$(style_gates); $(call in_background,mypy,run pytest $(PYTEST_FLAGS)))

cluster: $(TEST) ## a PostgreSQL that fails over under three hosts: what that took (needs Patroni)
	@$(BIN)/pytest --sweeps tests/cluster

bench: $(TEST) ## measure
	@$(BIN)/python -m tests.benchmarks

bench-peers: $(TEST) ## measure beside boardgame.io, python-chess, Pokemon Showdown and eventsourcing
	@$(BIN)/python -m tests.benchmarks.peers

soak: $(TEST) ## the big random counts in full, and one table
	@$(BIN)/python -m tests.soak

pictures: $(TEST) ## pictures of every page at every width, light and dark, into pictures/
	@$(BIN)/python -m tests.support.pictures

lint: $(TEST) ## lint and types alone
	@$(call gates,$(style_gates); run mypy)

format: $(TEST) ## put the sources in order
	@$(BIN)/ruff check --fix-only . && $(BIN)/ruff format .

clean: ## remove what the tools made; logs of combats stay
	rm -rf $(VENV) build dist pictures .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is set last, so an interrupted step is done again from its start.
$(MADE):
	@echo "==> making a virtual environment in $(VENV) with $(PYTHON)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' && $(PYTHON) -m venv --clear $(VENV) || { \
		echo "==> combatlog needs Python 3.11 or later with venv and pip." >&2; \
		echo "    Debian and Ubuntu: apt install python3-venv. Another Python: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@touch $@

$(RUNTIME): pyproject.toml $(MADE)
	@echo "==> installing combatlog and what it needs to run (a minute at first)"
	@$(call install,.)
	@touch $@

$(TEST): pyproject.toml tests/api/typescript/package-lock.json $(MADE)
	@echo "==> installing combatlog and what its tests need (a minute or two at first)"
	@$(call install,.[test])
	@$(BIN)/python -m tests.support.chromium
	@$(BIN)/python -m tests.support.typescript
	@touch $(RUNTIME) $@
