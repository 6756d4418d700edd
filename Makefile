# Works with GNU make 3.81 (macOS) and later. All set-up is in scripts/setup_venv.sh, which reads PYTHON from
# the environment: make hands a PYTHON=... of its command line on to it.

BIN := .venv/bin
LAB_FLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help lab test bench pictures notebooks format clean setup-lab setup-test setup-browser setup-bench

help:
	@echo 'make lab      open the lessons in JupyterLab (LAB_FLAGS=... for more of its options)'
	@echo 'make test     linters, types, unit, property, packaging and browser tests, and every notebook'
	@echo 'make bench    proofs against CPMpy (about 20 minutes), counting against python-sat'
	@echo 'make pictures take the pictures of the README anew, in a real browser'
	@echo 'make notebooks  run the notebooks and save them with their output'
	@echo 'make format   format the code and fix what the linter can fix'
	@echo 'make clean    remove .venv, caches and build output'
	@echo
	@echo 'The first run sets up .venv; PYTHON=/path/to/python3.12 chooses the Python for a new one.'

lab: setup-lab
	$(BIN)/oldtown lab -- $(LAB_FLAGS)

test: setup-browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict oldtown_lab
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2 --dist worksteal --ignore=tests/test_browser
	$(BIN)/python -m pytest tests/test_browser
	$(BIN)/python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg notebooks/

bench: setup-bench
	$(BIN)/python -m benchmarks.explain
	$(BIN)/python -m benchmarks.count

pictures: setup-browser
	$(BIN)/python scripts/take_pictures.py

notebooks: setup-test
	$(BIN)/python scripts/run_notebooks.py

format: setup-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

# Always asked, answered at once where nothing is to do: .venv/.stamp-lab, -test and -bench say what is there.
setup-lab:
	@sh scripts/setup_venv.sh lab

setup-test:
	@sh scripts/setup_venv.sh test

# Root gets a Chromium by apt-get where there is none.
setup-browser: setup-test
	@sh scripts/setup_browser.sh

setup-bench:
	@sh scripts/setup_venv.sh bench
