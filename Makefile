# Every target sets up what it needs: its own .venv, exact pins. On Debian as root, missing system packages are installed too.
VENV := .venv
PY := $(VENV)/bin/python
OUT ?= demo
.DEFAULT_GOAL := help
.PHONY: help demo docs test test-train lint format typecheck benchmark lock clean

help:
	@echo "make demo       draw and score four controls on all 32 tasks; build a small dataset, have the classical reader"
	@echo "                answer it; stress the scorers; write $(OUT)/report/index.html"
	@echo "make test       lint, types, import rules, tests"
	@echo "make test-train the tests of training: installs torch, transformers and trl first"
	@echo "make docs       the documentation as a site, in site/"
	@echo "make benchmark  what scoring costs, side by side"
	@echo "make format | lint | typecheck | lock | clean"

demo: $(VENV)/.base
	$(VENV)/bin/graphicacy draw run --model control/reference --model control/scrambled --model control/label-dump \
		--model control/blank -k 1 --out $(OUT)/run
	$(VENV)/bin/graphicacy read build --preset mini --out $(OUT)/data
	$(VENV)/bin/graphicacy read run --model reader/classical --data $(OUT)/data --out $(OUT)/read
	$(VENV)/bin/graphicacy trust stress --count 8 --defects 1 --walks 1 --raster 1 --out $(OUT)/stress
	$(VENV)/bin/graphicacy trust stress --data $(OUT)/data --out $(OUT)/grading
	$(VENV)/bin/graphicacy report $(OUT)/run $(OUT)/read $(OUT)/stress $(OUT)/grading --out $(OUT)/report

test: $(VENV)/.dev lint typecheck
	sh tools/system-packages.sh chromium fonts-liberation postgresql || true
	$(PY) -m pytest -n 2 --dist loadfile --max-worker-restart 0

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build -q

test-train: $(VENV)/.train
	$(PY) -m pytest -n 2 --dist loadfile --max-worker-restart 0 tests/train

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports

typecheck: $(VENV)/.dev
	$(VENV)/bin/mypy

format: $(VENV)/.dev
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

benchmark: $(VENV)/.dev
	for one in benchmarks/*.py; do $(PY) $$one || exit 1; done

# A universal lock (Linux and macOS, Python 3.11 and later) without any registry address in it.
lock: $(VENV)/.dev
	$(VENV)/bin/uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -q \
		pyproject.toml -o requirements.lock
	$(VENV)/bin/uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -q \
		pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock

$(VENV)/.venv:
	sh tools/make-venv.sh $(VENV)
	@touch $@

$(VENV)/.base: $(VENV)/.venv requirements.lock pyproject.toml
	$(PY) -m pip install -q --disable-pip-version-check -r requirements.lock
	$(PY) -m pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.base requirements-dev.lock
	$(PY) -m pip install -q --disable-pip-version-check -r requirements-dev.lock
	@touch $@

$(VENV)/.train: $(VENV)/.dev requirements-train.lock
	$(PY) -m pip install -q --disable-pip-version-check -r requirements-train.lock
	@touch $@

$(VENV)/.docs: $(VENV)/.base requirements-docs.lock
	$(PY) -m pip install -q --disable-pip-version-check -r requirements-docs.lock
	@touch $@

clean:
	rm -rf site $(VENV) $(OUT) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
