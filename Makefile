# Every target builds .venv first if it is missing or out of date; nothing else is needed than
# Python >= 3.11, pip, make and git. Programs are called as `python -m`, never by .venv/bin/NAME:
# the scripts there hold the path of the folder that they were installed in.
SHELL := /bin/sh
PYTHON ?= $(shell for p in python3.11 python3.13 python3.12 python3; do $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := .venv/bin/python
# as many processes as there are cores, two at least
JOBS ?= $(shell $(PY) -c 'import os; print(max(2, os.cpu_count() or 2))')
# What tests compile is kept for the next run, also where the environment forbids it; it is kept in
# its usual place, as in any other the packages that pip has compiled would be compiled once more.
COMPILED := PYTHONDONTWRITEBYTECODE=
.DEFAULT_GOAL := help
.PHONY: help run test shared check bench nightly pictures dist

help: ## this list
	@echo "Outrider: make TARGET [ARGS='...']"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: .venv/.runnable ## open the demo campaign (ARGS='list' for any other verb)
	@$(PY) -m outrider $(or $(ARGS),demo)

test: .venv/.installed ## run the tests (ARGS='tests/core -k march' for some)
	@$(COMPILED) $(PY) -m pytest -q -n $(JOBS) --dist worksteal $(ARGS)

shared: .venv/.shared ## the tests of campaigns on a server, which need PostgreSQL
	@$(PY) -m tests.servers
	@$(COMPILED) $(PY) -m pytest -q -n $(JOBS) --dist worksteal -k 'server or shared or postgres' $(ARGS)

check: .venv/.installed ## ruff and its formatting, mypy --strict, import contracts, dead code
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -c 'import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())'
	@$(PY) -m tests.architecture.dead_code

bench: .venv/.bench ## measurements, as a table (ARGS='B6 B9' for some)
	@$(PY) -m tests.bench $(ARGS)

pictures: .venv/.installed ## take the pictures of the documents anew (docs/pictures)
	@$(PY) -m tests.pictures

nightly: .venv/.installed ## the long tests (500 kills, bigger searches)
	@$(COMPILED) HYPOTHESIS_PROFILE=nightly $(PY) -m pytest -q -n $(JOBS) -m "nightly or not nightly" $(ARGS)

dist: .venv/.dist ## the wheel, the sdist, completion for three shells and a man page, in dist/
	@rm -rf dist
	@$(PY) -m build --outdir dist
	@for shell in bash zsh fish; do \
		$(PY) -m shtab --shell=$$shell --prog=outrider tui.cli.command_line.parser > dist/outrider.$$shell || exit 1; \
	done
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 0)} \
		$(PY) -c 'from argparse_manpage.cli import main; main()' --module tui.cli.command_line --function parser --prog outrider \
		--project-name Outrider --manual-title Outrider --version "$$($(PY) outrider.py --version | cut -d ' ' -f 2)" \
		--description "run journeys and fights of d20 games" --output dist/outrider.1

# What pip does is seen, with its progress bars, where somebody looks on; a pipe and a build server
# hear of errors alone. It goes to the error stream: the output of `make run` is the program's.
QUIET := $(if $(CI),--quiet,$(shell test -t 2 || echo --quiet))
INSTALL := $(PY) -m pip install $(QUIET) --disable-pip-version-check -c constraints.txt

# what it takes to run; the developers' packages come with the first `make test` or `make check`
.venv/.runnable: pyproject.toml constraints.txt outrider.py
	@test -n "$(PYTHON)" || { echo "Outrider needs Python 3.11 or newer with venv (Debian: apt install python3 python3-venv)." >&2; exit 1; }
	@echo "Installing into .venv what Outrider needs to run (once)." >&2
	@$(PYTHON) -m venv --clear .venv
	@$(INSTALL) -e . >&2
	@touch $@

.venv/.installed: .venv/.runnable
	@echo "Installing into .venv what tests and checks need (once)." >&2
	@$(INSTALL) -e '.[dev]' >&2
	@touch $@

.venv/.shared: .venv/.installed
	@$(INSTALL) -e '.[postgres]' >&2
	@touch $@

.venv/.bench: .venv/.installed
	@$(INSTALL) -e '.[bench]' >&2
	@touch $@

.venv/.dist: .venv/.installed
	@$(INSTALL) -e '.[dist]' >&2
	@touch $@
