# From a machine with python3 and make: `make run` or `make test` set everything up by themselves.

PYTHON ?= python3
BIN := .venv/bin

# What Python compiles it keeps, also where the environment says otherwise: tests start the same programs hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run setup test checks lint check-types check-layers browser pytest docs released pictures bench soak lock kernels clean

# The first time, kernels are compiled beside the card room, at the lowest priority and after its first page.
run: .venv/.run
	@test -e .venv/.kernels || (sleep 5; nice -n 19 $(MAKE) --silent .venv/.kernels) >/dev/null 2>&1 &
	@$(BIN)/houseway serve --card-room

setup: .venv/.run .venv/.kernels

# The tools with what reads the sources, the kernels and the browser go side by side; the tests need them all.
test:
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target .venv/.kernels checks browser .venv/.read
	@$(MAKE) --no-print-directory pytest

checks: lint check-types check-layers

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: .venv/.dev
	$(BIN)/mypy

check-layers: .venv/.dev
	$(BIN)/lint-imports

# More workers than cores: a third of the time a test waits for a clock, a server or a page.
pytest: .venv/.dev .venv/.kernels
	$(BIN)/pytest -m "not soak" -n $(WORKERS) --dist worksteal --durations=10

WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 3)

# The screens are tested in Chromium, best in its shell without windows, which takes two thirds of the time. It comes from
# the system's packages where they may be installed; without any browser those tests are skipped, the last line says so,
# and under CI=true they fail.
browser:
	@command -v chromium-headless-shell >/dev/null \
	  || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && { apt-get update --quiet; DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends chromium-headless-shell fonts-liberation; }; } \
	  || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || echo "no browser could be installed"

# Figures, command help and JSON shapes in docs/ are generated; tests/test_docs.py checks that they are current.
docs: .venv/.dev
	$(BIN)/python docs/generate.py

# What of the games a table may have been opened with; a changed game file is added, and nothing is taken off.
released: .venv/.run
	$(BIN)/python -c "from houseway.games.released import write; write()"

# The pictures in docs/screens, as the browser tests see the screens.
pictures: .venv/.dev browser
	PICTURES=1 HOUSEWAY_SOAK=1 $(BIN)/pytest -n auto --dist loadfile tests/browser/test_screens.py tests/browser/test_staff_screens.py tests/browser/test_pages.py

bench: .venv/.dev
	$(BIN)/python bench/run.py

# The long runs: `make soak`, or some of them: `make soak STEPS="tests kill"`.
soak: .venv/.dev .venv/.kernels browser
	$(BIN)/python bench/soak.py $(STEPS)

# uv installs five times as fast as pip; where it cannot be had, or does not reach the packages, pip does it.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python

.venv/.run: requirements.txt requirements-uv.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r requirements-uv.txt 2>/dev/null || true
	@$(UV) --require-hashes -r requirements.txt 2>/dev/null || $(PIP) --require-hashes -r requirements.txt
	@$(UV) --no-build-isolation --no-deps --editable . 2>/dev/null || $(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

.venv/.kernels: .venv/.run $(wildcard src/houseway/analysis/*/*.py)
	@$(BIN)/python -m houseway.kernels
	@touch $@

.venv/.dev: .venv/.run requirements-dev.txt
	@$(UV) --require-hashes -r requirements-dev.txt 2>/dev/null || $(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

# The tests are read once, and kept as Python compiles them: four workers would all do it at the same time.
.venv/.read: .venv/.dev
	@$(BIN)/pytest --collect-only -qq >/dev/null
	@touch $@

# The lock files name no package host. Needs uv.
lock:
	echo uv | uv pip compile - $(LOCK) -o requirements-uv.txt
	uv pip compile pyproject.toml --group build $(LOCK) -o requirements.txt
	uv pip compile pyproject.toml --all-extras --group build --group dev -c requirements.txt $(LOCK) -o requirements-dev.txt

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	$(MAKE) kernels

# Compiled kernels are kept beside their sources; those of bench do not notice a change in another file.
kernels:
	rm -f .venv/.kernels
	find src bench -name '*.nb[ic]' -delete
