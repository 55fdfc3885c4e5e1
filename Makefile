# All that a newcomer needs: make demo, make test. Both set up what is missing.

PYTHON ?= python3
BIN := .venv/bin
# What a file's tests share is made once: they are run by one process.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
PHP := $(shell cat tests/mediawiki/debian-packages.txt)
POSTGRES := $(shell cat tests/postgres/debian-packages.txt)

.PHONY: help demo test test-fast check php postgres campaign bench docs schemas format clean

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile

demo: .venv/installed ## make a small game and play it
	$(BIN)/wikibot demo

test: check php postgres ## lint, types and all tests, on real MediaWikis and PostgreSQL too
	$(PYTEST)

test-fast: .venv/installed ## all tests but those on real servers: MediaWiki, PostgreSQL
	$(PYTEST) --ignore=tests/mediawiki -m "not server"

check: .venv/installed ## lint and types only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

campaign: .venv/installed php ## kill the bot, break its connection...; see python -m tests.campaign --help
	$(BIN)/python -m tests.campaign $(foreach option,kills rule-changes faults writers minutes attacks heavy fuzz jobs version seed report,\
	  $(call given,$(option),$(shell echo $(option) | tr a-z A-Z)))

given = $(if $($2),--$1 $($2))

bench: .venv/installed-bench php ## measure against other programs, in one table; takes minutes
	$(BIN)/python -m bench

docs: .venv/installed ## the pages as a site in build/docs; a broken link fails
	$(BIN)/sphinx-build -q -W --keep-going docs build/docs

pins: .venv/installed ## make the bundled pins, items, grammar tables and the page of forms anew, after a change of units, readings or the grammar
	$(BIN)/python -m tests.repin
	$(BIN)/python -m tests.items_table
	$(BIN)/python -m tests.grammar_tables
	$(BIN)/python -m tests.forms

schemas: .venv/installed ## write docs/schemas anew, after a change of the models in wikibot/schemas.py
	$(BIN)/python -m tests.schemas

format: .venv/installed ## put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove what was made here; a demo's folder stays
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The virtual environment. Debian ships venv apart from Python. Where packages cannot be installed, one line names all
# that will be needed.
.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || .ci/apt-install python3-venv $(PHP) $(POSTGRES)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.venv/installed-bench: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

# PHP for the real MediaWikis, a browser for the form on them. Without them their tests are skipped, except in continuous integration.
php: .venv/installed
	@$(BIN)/python -m tests.mediawiki.packages || .ci/apt-install $(PHP) || test "$(CI)" != true

# PostgreSQL for the tests of a farm, likewise.
postgres: .venv/installed
	@$(BIN)/python -m tests.postgres.server || .ci/apt-install $(POSTGRES) || test "$(CI)" != true
