# Two commands do all set-up on a machine with Python 3.11+ and a C compiler: `make demo` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml README.md LICENSE $(shell find front dsl compiler runtime variants -type f -not -path '*/__pycache__/*')
SIX := shogi minishogi annan-shogi sho-shogi cylinder-shogi cannon-shogi
TEST_CACHE := $(CURDIR)/$(VENV)/cache
PYTEST := HENSOKU_CACHE=$(TEST_CACHE) $(BIN)/pytest -n auto

.PHONY: demo install dev lint types test slow sanitize clean

demo: install
	$(BIN)/hensoku check variants
	$(BIN)/hensoku build $(SIX)
	@for slug in $(SIX); do $(BIN)/hensoku perft $$slug 4 || exit 1; done

install: $(VENV)/installed
dev: $(VENV)/installed-dev

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hensoku needs Python 3.11 or newer: make PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)

# A regular install, as a user has it: what the wheel forgets to carry is missing here too. `build` is removed because
# setuptools would pack what an earlier version left there.
$(VENV)/installed: $(BIN)/python $(SOURCES)
	rm -rf build *.egg-info
	$(BIN)/pip install --quiet --disable-pip-version-check .
	rm -rf build *.egg-info
	@touch $@

$(VENV)/dependencies-dev: $(BIN)/python pyproject.toml $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check '.[dev]'
	rm -rf build *.egg-info
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed $(VENV)/dependencies-dev
	@touch $@

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: dev
	$(BIN)/mypy --strict -p hensoku
	$(BIN)/mypy tests

test: lint types
	$(PYTEST)

slow: dev
	$(PYTEST) -m "slow or not slow"

sanitize: dev
	$(BIN)/python tests/sanitize.py

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
