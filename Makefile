# From a machine with python3 and make: `make run` or `make test` set everything up by themselves.

PYTHON ?= python3
BIN := .venv/bin

# What Python compiles it keeps, also where the environment says otherwise: tests start the same programs hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run setup test checks lint check-types check-layers browser pytest docs released pictures bench soak bill advisories lock kernels clean

# The card room opens on what it needs alone. The rest is installed and compiled beside it, at the lowest priority, once
# its tables are open; what is not there yet is said by the page that needs it.
run: .venv/.room
	@echo "houseway: opening the card room"
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -m houseway serve --card-room --finish-setup "$(MAKE) --silent .venv/.kernels"

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

WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 2)

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

# The pictures in docs/screens, as the browser tests see the screens: by those tests that take one of them.
pictures: .venv/.dev browser
	PICTURES=1 HOUSEWAY_SOAK=1 $(BIN)/pytest -n 2 tests/browser/test_screens.py tests/browser/test_staff_screens.py tests/browser/test_pages.py \
	  tests/browser/test_floor.py tests/browser/test_night.py -k "$(PICTURED)"

PICTURED := (scrolls and (san-lo or match-em) and (desktop or phone)) or full_table or jackpot_round or night or charts \
  or axe_finds_no_violation and (san-lo-light or supreme-99-dark or light-desktop or dark-desktop)

bench: .venv/.dev
	$(BIN)/python bench/run.py

# The long runs: `make soak`, or some of them: `make soak STEPS="tests kill"`.
soak: .venv/.dev .venv/.kernels browser
	$(BIN)/python bench/soak.py $(STEPS)

# What an installation consists of, as CycloneDX, and whether anybody warns of a part of it. Where no source of advisories
# can be reached, that is said, and is no pass. It has an environment of its own, for it is no part of what it looks at.
bill: .venv/.run
	@$(BIN)/python deploy/bill.py $(LOCKED)

advisories: .venv/.dev requirements-audit.txt
	@test -x .venv/audit/bin/python || $(PYTHON) -m venv .venv/audit
	@.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-audit.txt
	@PIP_AUDIT=.venv/audit/bin/python $(BIN)/python deploy/bill.py --advisories $(LOCKED)

# uv installs five times as fast as pip; where it cannot be had, or does not reach the packages, pip does it. uv itself
# comes by the pip of this machine, or by the one that every Python brings along to be unpacked, which takes longer.
PIP = $(BIN)/python -m pip install $(QUIETLY)
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python
QUIETLY := --quiet --disable-pip-version-check --no-compile --require-virtualenv
BUNDLED = $(PYTHON) $$($(PYTHON) -c "import ensurepip, pathlib; print(next(pathlib.Path(ensurepip.__file__).parent.rglob('pip-*.whl')))")/pip
install = { $(UV) $(1) 2>/dev/null || { $(BIN)/python -m ensurepip >/dev/null && $(PIP) $(1); }; }

.venv/.uv: requirements-uv.txt
	@test -x $(BIN)/python || { echo "houseway: making .venv, where all of it goes"; $(PYTHON) -m venv --without-pip .venv; }
	@echo "houseway: fetching uv, which installs the rest"
	@for pip in "$(PYTHON) -m pip" "$(BUNDLED)"; do \
	  $$pip --python $(BIN)/python install $(QUIETLY) --require-hashes -r requirements-uv.txt 2>/dev/null && break; \
	done || true
	@touch $@

# What the card room is served by, and no more.
.venv/.room: .venv/.uv requirements-room.txt
	@echo "houseway: installing what the card room needs"
	@$(call install,--require-hashes -r requirements-room.txt)
	@touch $@

.venv/.run: .venv/.room requirements.txt pyproject.toml
	@echo "houseway: installing the mathematics and the typesetter"
	@$(call install,--require-hashes -r requirements.txt)
	@$(call install,--no-build-isolation --no-deps --editable .)
	@touch $@

.venv/.kernels: .venv/.run $(wildcard src/houseway/analysis/*/*.py)
	@$(BIN)/python -m houseway.kernels
	@touch $@

.venv/.dev: .venv/.run requirements-dev.txt
	@echo "houseway: installing what the checks need"
	@$(call install,--require-hashes -r requirements-dev.txt)
	@touch $@

# The tests are read once, and kept as Python compiles them: four workers would all do it at the same time.
.venv/.read: .venv/.dev
	@$(BIN)/pytest --collect-only -qq >/dev/null
	@touch $@

# The lock files name no package host. The card room's is that of everything without what counts, prints and builds.
lock: .venv/.uv
	echo uv | $(BIN)/uv pip compile - $(LOCK) -o requirements-uv.txt
	$(BIN)/uv pip compile pyproject.toml --group build $(LOCK) -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml -c requirements.txt $(LOCK) $(NOT_IN_THE_ROOM:%=--no-emit-package=%) -o requirements-room.txt
	$(BIN)/uv pip compile pyproject.toml --all-extras --group build --group dev -c requirements.txt $(LOCK) -o requirements-dev.txt
	echo pip-audit | $(BIN)/uv pip compile - -c requirements-dev.txt $(LOCK) -o requirements-audit.txt

NOT_IN_THE_ROOM := numba llvmlite typst
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	$(MAKE) kernels

# Compiled kernels are kept beside their sources; those of bench do not notice a change in another file.
kernels:
	rm -f .venv/.kernels
	find src bench -name '*.nb[ic]' -delete
