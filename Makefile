# Cardan: `make run` shows it at work, `make test` checks it. Both install the packages they need.

# The log that `make run` works on, and where its results go.
LOG ?= $(firstword $(wildcard datasets/*hand*.csv) $(wildcard datasets/*.csv))
RESULTS ?= results
# More flags for the compiler, for example -Xcc -march=native.
FLAGS ?=

BUILD = swift build -c release $(FLAGS)
# Numeric code is 10 to 50 times slower in debug, so the tests run in release; their build has its own folder, because
# other flags in the same folder would build everything anew.
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path .build/testing $(FLAGS)
FORMATTED = Package.swift Sources Tests $(wildcard Benchmarks/Package.swift Benchmarks/Sources)

.PHONY: run build test bench bench-peers bench-files format lint strict clean packages help

help: ## Show the targets.
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

run: build ## Fuse a recording of datasets/, show its errors, and say where the results are.
	@mkdir -p $(RESULTS)
	@cardan="$$($(BUILD) --show-bin-path)/cardan"; \
	  output="$(RESULTS)/$(basename $(notdir $(LOG))).attitude.csv"; \
	  echo "cardan fuse $(LOG) -o $$output" && "$$cardan" fuse "$(LOG)" -o "$$output" && \
	  echo && echo "cardan evaluate $(LOG) --filter default,vqf,madgwick" && \
	  "$$cardan" evaluate "$(LOG)" --filter default,vqf,madgwick > "$(RESULTS)/errors.txt" && cat "$(RESULTS)/errors.txt" && \
	  echo && echo "Results: $$output (attitude, one row per sample) and $(RESULTS)/errors.txt (the table above)"

build: packages ## Build the library and the command `cardan`, optimised.
	$(BUILD)

test: packages ## Run every test, optimised.
	@Scripts/install-python-peers
	swift test $(TEST_FLAGS)

bench: packages ## Measure nanoseconds and allocations per sample of every filter.
	swift run -c release --package-path Benchmarks $(FLAGS) cardan-benchmarks

bench-peers: packages ## The same beside VQF's C++, fetched from PyPI, in one run.
	Benchmarks/measure-peers

bench-files: packages ## Measure from file to file, beside pandas and polars with VQF.
	Benchmarks/FileToFile/run.sh

format: ## Format every source file.
	swift format format --in-place --recursive $(FORMATTED)

lint: ## Check the format of every source file.
	swift format lint --strict --recursive $(FORMATTED)

strict: packages ## Build everything, tests too, with warnings as errors.
	swift build --build-tests -Xswiftc -warnings-as-errors --scratch-path .build/strict

clean: ## Remove what was built and the results.
	rm -rf .build Benchmarks/.build Benchmarks/peers $(RESULTS)

packages:
	@Scripts/install-packages
