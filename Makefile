# Needs Python 3.10 to 3.13, make and git; whatever else is needed is installed into .venv, once.
#
#   make demo    check the bundled models, edit a copy, run both versions, compare
#   make test    everything a change has to pass
#
# Another interpreter: `PYTHON=python3.12 make test`.  Number of test processes: `JOBS=4 make test`.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
READY := $(VENV)/ready-$(VERSION)
EXTENSION := vscode-extension
MODULES := $(EXTENSION)/node_modules/.package-lock.json
VSIX := build/hybridize.vsix

export TF_CPP_MIN_LOG_LEVEL ?= 3

.DEFAULT_GOAL := help
.PHONY: help setup demo batched test lint types pytest test-slow vsix test-editor format cases docs site coverage-names bench-analysis bench-lsp bench-runtime bench-portable bench-gpu proofs recovery clean
.NOTPARALLEL:

help:
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

setup: $(READY) ## install everything into .venv (the other targets do it themselves)

$(READY): pyproject.toml tools/set_up.py
	@command -v $(PYTHON) >/dev/null || \
	  { echo "make: there is no \`$(PYTHON)\` here; name a Python 3.10 to 3.13, as in \`PYTHON=python3.12 make test\`" >&2; exit 1; }
	@$(PYTHON) tools/set_up.py $(VENV)
	@touch $@

demo: $(READY) ## check the bundled models, edit a copy, run and time both versions
	@$(BIN)/python -m corpus.demo

batched: $(READY) ## batch the calls of the dynamic models, time both versions, write docs/measured/batched.md (minutes)
	@$(BIN)/python -m corpus.batched --write

test: lint types pytest ## all that a change has to pass

lint: $(READY) ## ruff: rules and formatting
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: $(READY) ## mypy --strict
	@$(BIN)/mypy

# Tests start hundreds of processes, each of which would compile our modules itself where PYTHONDONTWRITEBYTECODE is set.
pytest: $(READY) ## the tests, without the slow ones
	@$(BIN)/python -m compileall -q -x '^corpus/models' analyzer cli corpus lsp_server refactorings runtime
	@$(BIN)/python -m pytest -m "not slow" -n $(JOBS) --dist worksteal

test-slow: $(READY) ## the slow tests: pre-commit, public projects (they download), seeded ones at nightly sizes, all claims
	@HYBRIDIZE_NIGHTLY=1 $(BIN)/python -m pytest -m "slow or sized or executed"

$(MODULES): $(EXTENSION)/package-lock.json
	@command -v npm >/dev/null || { echo "make: the extension needs Node.js 20 and npm" >&2; exit 1; }
	@cd $(EXTENSION) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

vsix: $(MODULES) ## build the VS Code extension for this platform, server included, into build (downloads)
	@$(PYTHON) $(EXTENSION)/scripts/package.py --out $(VSIX)

test-editor: vsix ## test the extension, and it in a real VS Code; screenshots in build/editor (downloads, once)
	@cd $(EXTENSION) && npm run --silent lint && npm test --silent
	@cd $(EXTENSION) && VSIX=$(abspath $(VSIX)) npm run --silent test:package
	@cd $(EXTENSION) && npm run --silent test:editor $(abspath $(VSIX))

format: $(READY) ## ruff: format, and fix what can be fixed
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

cases: $(READY) ## write the expected outputs of all cases anew; review the diff
	@UPDATE_CASES=1 $(BIN)/python -m pytest -q -m "not slow" $(wildcard tests/corpus/test_recovery.py tests/model tests/refactorings tests/reporters tests/rules tests/semantics)
	@git --no-pager diff --stat -- tests docs

docs: $(READY) ## write the page of every rule to docs/rules, and docs/assumptions.md
	@$(BIN)/python tools/generate_rule_docs.py
	@$(BIN)/python tools/generate_assumption_docs.py

site: $(READY) ## write the documentation site to build/site; it works from disk
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "open build/site/index.html"

coverage-names: $(READY) ## write how much of the API that public projects use is known (downloads)
	@$(BIN)/python -m corpus.coverage --write

bench-runtime: $(READY) ## time the runtime against its rivals and the GEMM limit; writes docs/measured/runtime-benchmark.*
	@$(BIN)/python -m corpus.bench_runtime --all --output docs/measured

bench-portable: $(READY) ## time exported models beside other runtimes, over shapes that change; writes docs/measured/portable-benchmark.*
	@$(BIN)/python -m corpus.bench_runtime.portable --output docs/measured

bench-gpu: $(READY) ## the same on a GPU, where PJRT sees one
	@$(BIN)/python -m corpus.bench_runtime.portable --device cuda --output docs/measured

bench-analysis: $(READY) ## write what checking public projects costs, beside other checkers (downloads)
	@$(BIN)/python -m corpus.bench_analysis --rivals --hostile --write
	@if [ -n "$(MIRROR)" ]; then $(BIN)/python -m corpus.bench_analysis --mirror "$(MIRROR)" --rivals --edits 5 --write; fi

proofs: $(READY) ## verify and time the edits of the models and of public projects (downloads; an hour)
	@$(BIN)/python -m corpus.proofs --write

recovery: $(READY) ## measure how many of the authors' graphs are wanted back: `make recovery MIRROR=DIR` (downloads; an hour)
	@test -n "$(MIRROR)" || { echo "make: name the folder of bare clones, as in \`make recovery MIRROR=DIR\`" >&2; exit 1; }
	@$(BIN)/python -m corpus.recovery --mirror "$(MIRROR)" --jobs $(JOBS) --write

bench-lsp: $(READY) ## write how fast the language server answers while one types (downloads)
	@$(BIN)/python -m corpus.bench_lsp --lag --write

clean: ## remove .venv and whatever was built
	@rm -rf $(VENV) build dist $(addprefix $(EXTENSION)/,node_modules dist dist-tests bundled/libs) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
