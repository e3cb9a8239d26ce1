# Cardan: `make run` shows it at work, `make test` checks it. Both install the packages they need.

# The log that `make run` works on, and where its results go.
LOG ?= $(firstword $(wildcard datasets/*hand*.csv) $(wildcard datasets/*.csv))
RESULTS ?= results
# Where `make install` puts things; DESTDIR goes in front, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
# More flags for the compiler, for example -Xcc -march=native.
FLAGS ?=
# What the benchmarks are compiled for: portable or native (this machine's processor). And options of the count of
# instructions: --update takes what is counted as the new thresholds.
MACHINE ?= portable
COUNTS ?=

BUILD = swift build -c release $(FLAGS)
# Numeric code is 10 to 50 times slower in debug, so the tests run in release; their build has its own folder, because
# other flags in the same folder would build everything anew.
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path .build/testing $(FLAGS)
FORMATTED = Package.swift Sources Tests Examples $(wildcard Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Offline/Package.swift Benchmarks/Offline/Sources)

.PHONY: web serve-web test-web test-python bench-python library install uninstall run build test bench bench-peers bench-counts bench-files bench-offline bench-report format lint strict clean firmware test-firmware packages help soak check-leaks check-threads test-python-versions bench-calls

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

library: packages ## Build libcardan and libcardan-offline for C and C++ into .build/library.
	$(BUILD) --target CardanABI
	$(BUILD) --target CardanOfflineABI
	Scripts/build-library "$$($(BUILD) --show-bin-path)" .build/library

install: build library ## Install command, libraries, headers, manual, completions: PREFIX=/usr/local DESTDIR=.
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install-files install "$$($(BUILD) --show-bin-path)" .build/library

uninstall: ## Take away what `make install` put there, with the same PREFIX and DESTDIR.
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install-files uninstall

test: packages ## Run every test, optimised.
	@Scripts/install-python-peers
	@Scripts/install-packages browser
	swift test $(TEST_FLAGS)
	Scripts/test-python "$$(swift build $(TEST_FLAGS) --show-bin-path)"

test-python: packages ## Run the tests of the Python package alone.
	swift build $(TEST_FLAGS) --target CardanOfflineABI
	swift build $(TEST_FLAGS) --product cardan
	Scripts/test-python "$$(swift build $(TEST_FLAGS) --show-bin-path)"

test-python-versions: packages ## Run them with every Python it is for, and show what the wheel needs.
	swift build $(TEST_FLAGS) --target CardanOfflineABI
	swift build $(TEST_FLAGS) --product cardan
	Scripts/test-python-versions "$$(swift build $(TEST_FLAGS) --show-bin-path)"

bench-calls: packages ## Measure what an update costs through cardan.h, beside the same in Swift.
	$(BUILD) --target CardanABI
	OBJECTS="$$($(BUILD) --show-bin-path)" Benchmarks/CallCost/run.sh

bench-python: packages library ## Measure cardan from Python beside vqf, fetched from PyPI.
	Benchmarks/Python/run.sh

firmware: packages ## Build the firmware for a Cortex-M4, and show the size of its images.
	$(MAKE) --no-print-directory -C Examples/cortex-m4 OUT=$(CURDIR)/.build/firmware all sizes

test-firmware: packages ## Run the firmware in QEMU and compare it with this machine (part of `make test`).
	swift test $(TEST_FLAGS) --filter FirmwareTests

web: packages ## Build the module for browsers, and a page that shows it, into .build/web.
	$(MAKE) --no-print-directory -C Examples/web OUT=$(CURDIR)/.build/web all sizes

serve-web: web ## Show the page on http://localhost:8000.
	python3 -m http.server --directory .build/web 8000

test-web: packages ## Use the page in Chromium and compare the module with this machine (part of `make test`).
	@Scripts/install-packages browser
	swift test $(TEST_FLAGS) --filter WebTests

bench: packages ## Measure every filter: time, latency, scaling, lanes, instructions.
	Benchmarks/measure $(MACHINE) times
	Benchmarks/measure $(MACHINE) latency
	Benchmarks/measure $(MACHINE) scaling
	Benchmarks/measure $(MACHINE) lanes
	Benchmarks/measure portable counts $(COUNTS)

bench-peers: packages ## Time every filter beside VQF's C++ and Fusion's C, fetched from PyPI, in one run.
	Benchmarks/measure $(MACHINE) --peers times

bench-counts: packages ## Count instructions and allocations, and compare with the committed thresholds.
	Benchmarks/measure portable counts $(COUNTS)

bench-files: packages ## Measure from file to file, beside pandas and polars with VQF.
	Benchmarks/FileToFile/run.sh

bench-offline: packages ## Measure the offline procedures, beside allantools, imucal and offline VQF.
	Benchmarks/Offline/run.sh $(FLAGS)

bench-report: packages ## Write all of it as Markdown into Benchmarks/results/report.md.
	Benchmarks/report

soak: packages ## Replay 10 million samples past a slow handler: memory must stay flat, drops must be counted.
	Scripts/check-sessions soak

check-leaks: packages ## Let motion sessions come and go under AddressSanitizer, and look for leaks.
	Scripts/check-sessions leaks

check-threads: packages ## Run the tests of sessions and live sources under ThreadSanitizer.
	Scripts/check-sessions threads

format: ## Format every source file.
	swift format format --in-place --recursive $(FORMATTED)

lint: ## Check the format of every source file.
	swift format lint --strict --recursive $(FORMATTED)

strict: packages ## Build everything, tests too, with warnings as errors.
	swift build --build-tests -Xswiftc -warnings-as-errors --scratch-path .build/strict

clean: ## Remove what was built and the results.
	rm -rf .build Benchmarks/.build Benchmarks/Offline/.build Benchmarks/peers Benchmarks/results/*.json Benchmarks/results/report.md $(RESULTS)

packages:
	@Scripts/install-packages
