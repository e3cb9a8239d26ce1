# Cardan: `make run` fuses a recording, `make check` runs the quick tests, `make test` all of them.
# Targets that need packages install them; `make check` installs nothing.

# The log that `make run` fuses, by default two real recordings, and the folder of its results.
LOG ?=
RESULTS ?= results
# The prefix of `make install`; packagers set DESTDIR, which goes in front.
PREFIX ?= /usr/local
DESTDIR ?=
# Further flags of `swift build` and `swift test`, for example -Xcc -march=native.
FLAGS ?=
# The processor that benchmarks are compiled for: portable or native (this machine's). Options of `make bench-counts`:
# --update writes the counts as new thresholds.
MACHINE ?= portable
COUNTS ?=
# Options of `make behaviour`: --update writes the results as the new record, --keep FOLDER leaves all outputs there.
BEHAVIOUR ?=
# Option of `make accuracy`: --write puts the tables into the documents.
ACCURACY ?=
# Not empty: `make docs` serves the site that it made.
SERVE ?=
# Seconds of `make fuzz` for each door, and the doors; all by default.
TIME ?= 60
DOORS ?=

# What is installed contains the Swift runtime, as far as it is used, names no folder of this machine and resolves every symbol
# when it is loaded. Functions that nothing calls are left out and equal ones are kept once; the engine of regular
# expressions, which a search in a string would bring, is out of reach. Without debug information and the compiler's hashes of
# modules, which contain the folder, two folders give the same bytes.
SHIPPED = -debug-info-format none --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker --version-script=$(CURDIR)/Scripts/packaging/no-symbols.map -Xlinker -z -Xlinker now -Xlinker --icf=all \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
BUILD = swift build -c release $(SHIPPED) $(FLAGS)
# The command of a release is compiled as a whole when it is linked, which leaves out 2 MB of generic code that nothing calls. Its
# objects are no use for libraries, so it has a folder of its own.
RELEASED = $(BUILD) --product cardan --scratch-path .build/released --experimental-lto-mode full \
  -Xswiftc -Xfrontend -Xswiftc -conditional-runtime-records -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
  -Xlinker -mllvm -Xlinker -inline-threshold=50
# What a release links with: an old C library, so that it runs with that one and later ones.
OLD_SYSTEM = $(CURDIR)/.build/old-system
FOR_OLD_SYSTEM = $$(sed 's/^/-Xswiftc /' $(OLD_SYSTEM)/options)
# Numeric code is 10 to 50 times slower in debug, so the tests run in release. Their build has its own folder: other flags
# in the same folder would build everything again, as `swift test` does, which has flags of its own and never builds here.
TEST_FLAGS = -c release -Xswiftc -enable-testing --scratch-path .build/testing $(FLAGS)
BUILD_TESTS = swift build $(TEST_FLAGS) --build-tests
RUN_TESTS = swift test $(TEST_FLAGS) --skip-build
# The tests of `make check`: core, logs and command.
CHECKED = RotationsTests|MotionSamplesTests|AttitudeFiltersTests|ParallelWorkTests|RecordingFusionTests|DeviceGesturesTests|GeomagnetismTests|LogTablesTests|FileAccessTests|LogFormatsTests|LogDiagnosisTests|AttitudeEvaluationTests|LogProcessingTests|CommandTests
# Those that take longest are left to `make test`.
LONGEST = ArrowPeerTests|FlightLogPeerTests|FuseRecordingsTests|InputDoubtsTests|NeverPoisonedTests|RobotLogTests|ScenarioBudgetTests|StructureTests
# Those that mostly run other programs and wait for them. `make test` runs the others at the same time; Ctrl-C ends both.
WAITING = CardanABITests|LiveSourcesTests|ProjectTests|WebTests
FORMATTED = Package.swift Sources Tests Examples Fuzz/Package.swift Fuzz/Sources $(wildcard Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Offline/Package.swift Benchmarks/Offline/Sources)

# Builds keep absolute paths; after a move the compiler's message names none of this.
MOVED := $(shell for file in .build/*.yaml; do [ ! -f "$$file" ] || grep -qF '$(CURDIR)/' "$$file" || echo "$$file"; done)
ifneq ($(MOVED),)
ifeq ($(filter clean help,$(MAKECMDGOALS)),)
$(error this checkout was moved or copied after it was built ($(firstword $(MOVED)) has another path): run 'make clean' first)
endif
endif

.PHONY: check test-build test-integrations bench-cluster web serve-web test-web test-python bench-python library install uninstall run build test bench bench-peers bench-counts behaviour bench-files bench-offline bench-report accuracy format lint strict clean firmware test-firmware packages help fuzz fuzz-corpus soak check-leaks check-threads test-python-versions bench-calls dist test-dist docs docs-check test-docs

help: ## Show the targets.
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 30

run: build ## Fuse two real recordings of datasets/, or LOG=FILE, and show their errors.
	@mkdir -p $(RESULTS)
	@cardan="$$($(BUILD) --show-bin-path)/cardan"; set -e; \
	  set -- $(if $(LOG),"$(LOG)",datasets/broad-26.csv datasets/tumvi-room2.csv); \
	  echo "cardan fuse $$* -o $(RESULTS)"; "$$cardan" fuse "$$@" -o "$(RESULTS)"; \
	  echo; echo "cardan evaluate $$* --filter default,vqf,madgwick"; \
	  "$$cardan" evaluate "$$@" --filter default,vqf,madgwick > "$(RESULTS)/errors.txt"; cat "$(RESULTS)/errors.txt"; \
	  echo; echo "Results: $(RESULTS)/*.attitude.csv (attitude, one row per sample) and $(RESULTS)/errors.txt (the table above)"

build: ## Build the command `cardan`, optimised; installs nothing.
	@Scripts/install-packages none
	$(BUILD) --product cardan

# What only C targets need is not built with the targets that need those.
library: packages ## Build libcardan and libcardan-offline for C and C++ into .build/library.
	$(BUILD) --target CardanOfflineABI
	$(BUILD) --target COnDemand
	Scripts/build-library "$$($(BUILD) --show-bin-path)" .build/library

install: build library ## Install command, libraries, headers, manual, completions: PREFIX=/usr/local DESTDIR=.
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install-files install "$$($(BUILD) --show-bin-path)" .build/library

dist: library web ## Make what a release has into .build/dist: archives, wheel, Debian and npm packages.
	@Scripts/install-packages release
	Scripts/packaging/old-system $(OLD_SYSTEM)
	$(RELEASED) $(FOR_OLD_SYSTEM)
	CARDAN_OLD_SYSTEM=$(OLD_SYSTEM) Scripts/build-library "$$($(BUILD) --show-bin-path)" .build/dist-library
	Scripts/make-dist "$$($(RELEASED) --show-bin-path)" "$$($(BUILD) --show-bin-path)" .build/dist-library .build/web .build/dist

test-dist: dist build ## Install and run what `make dist` made, in a bare Debian 12 and without the toolchain.
	Scripts/test-dist .build/dist

docs: packages build ## Make one site of the documentation into .build/docs; SERVE=1 serves it on port 8000.
	$(BUILD) --target Cardan
	$(BUILD) --target CardanOfflineABI
	Scripts/make-docs "$$($(BUILD) --show-bin-path)/Modules" "$$($(BUILD) --show-bin-path)/cardan" .build/docs
	@$(if $(SERVE),echo "http://localhost:8000" && python3 -m http.server --bind 127.0.0.1 --directory .build/docs 8000)

docs-check: docs ## Make the documentation, and run the examples of its pages.
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter 'ReadmeTests|ArticleTests|PortGuideTests|LinkageTests'

test-docs: ## Make the documentation from the build of the tests (part of CI).
	bin="$$(swift build $(TEST_FLAGS) --show-bin-path)" && Scripts/make-docs "$$bin/Modules" "$$bin/cardan" .build/docs

uninstall: ## Remove what `make install` installed, with the same PREFIX and DESTDIR.
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/install-files uninstall

check: ## Run the quick tests of core, logs and command; installs nothing (minutes after the first build).
	$(BUILD_TESTS)
	@Scripts/run-tests $(RUN_TESTS) --filter '^($(CHECKED))\.' --skip '\.($(LONGEST))/'

test-build: packages ## Build the tests.
	$(BUILD_TESTS)

test: packages ## Run every test; with CARDAN_NEEDS_ALL=1, a test that cannot run fails.
	@Scripts/install-python-peers
	@Scripts/install-packages browser
	$(BUILD_TESTS)
	@bin="$$(swift build $(TEST_FLAGS) --show-bin-path)"; status=0; \
	  trap 'kill 0' INT; \
	  Scripts/test-python "$$bin" > .build/python-tests.log 2>&1 & python=$$!; \
	  Scripts/run-tests $(RUN_TESTS) --ignore-lock --filter '^($(WAITING))\.' & waiting=$$!; \
	  Scripts/run-tests $(RUN_TESTS) --skip '^($(WAITING))\.' || status=$$?; \
	  wait "$$waiting" || status=$$?; \
	  wait "$$python" || status=$$?; cat .build/python-tests.log; exit "$$status"

test-python: packages ## Run only the tests of the Python package.
	swift build $(TEST_FLAGS) --target CardanOfflineABI
	swift build $(TEST_FLAGS) --product cardan
	Scripts/test-python "$$(swift build $(TEST_FLAGS) --show-bin-path)"

test-python-versions: packages ## Run them with Python 3.10 to 3.13, and show what the wheel needs.
	swift build $(TEST_FLAGS) --target CardanOfflineABI
	swift build $(TEST_FLAGS) --product cardan
	Scripts/test-python-versions "$$(swift build $(TEST_FLAGS) --show-bin-path)"

test-integrations: packages ## Run the tests with Spark, Ray, Dask, ROS 2 and D-Bus; 1.5 GB from PyPI.
	swift build $(TEST_FLAGS) --target CardanOfflineABI
	swift build $(TEST_FLAGS) --product cardan
	Scripts/test-integrations "$$(swift build $(TEST_FLAGS) --show-bin-path)"

bench-calls: packages ## Measure an update through cardan.h, beside the same in Swift.
	Benchmarks/CallCost/run.sh times

bench-python: packages library ## Measure the Python package beside vqf from PyPI.
	Benchmarks/Python/run.sh

bench-cluster: packages library ## Measure fusion in Spark on one and two cores, beside fuse_many.
	@Scripts/install-packages integrations
	Benchmarks/Cluster/run.sh

firmware: packages ## Build the firmware for a Cortex-M4 and show its size.
	$(MAKE) --no-print-directory -C Examples/cortex-m4 OUT=$(CURDIR)/.build/firmware all sizes

test-firmware: packages ## Compare the firmware in QEMU with this machine (part of `make test`).
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter FirmwareTests

web: packages ## Build the module for browsers and its page into .build/web.
	$(MAKE) --no-print-directory -C Examples/web OUT=$(CURDIR)/.build/web all sizes

serve-web: web ## Serve the page on http://localhost:8000.
	python3 -m http.server --bind 127.0.0.1 --directory .build/web 8000

test-web: packages ## Test the page in Chromium and the module in Node (part of `make test`).
	@Scripts/install-packages browser
	$(BUILD_TESTS)
	$(RUN_TESTS) --filter WebTests

bench: packages ## Measure every filter: time, latency, scaling, lanes, instructions.
	Benchmarks/measure $(MACHINE) times
	Benchmarks/measure $(MACHINE) latency
	Benchmarks/measure $(MACHINE) scaling
	Benchmarks/measure $(MACHINE) lanes
	Benchmarks/measure portable counts $(COUNTS)

bench-peers: packages ## Time every filter beside VQF's C++ and Fusion's C from PyPI.
	Benchmarks/measure $(MACHINE) --peers times

bench-counts: packages ## Compare instructions and allocations with the committed thresholds.
	Benchmarks/measure portable counts $(COUNTS)
	Benchmarks/CallCost/run.sh counts

bench-files: packages ## Measure from log to result, beside pandas and polars with VQF.
	Benchmarks/FileToFile/run.sh

bench-offline: packages ## Measure the offline procedures, beside allantools, imucal and offline VQF.
	Benchmarks/Offline/run.sh $(FLAGS)

bench-report: packages ## Run `make bench` and write it to Benchmarks/results/report.md.
	Benchmarks/report

accuracy: packages build ## Measure the accuracy tables of README and Accuracy.md (under 10 minutes after the build).
	Benchmarks/Accuracy/measure.py $(ACCURACY) "$$($(BUILD) --show-bin-path)/cardan"

behaviour: build library ## Compare every output of the command and the libraries with Tests/Behaviour.
	Scripts/record-behaviour "$$($(BUILD) --show-bin-path)/cardan" --library .build/library $(BEHAVIOUR)

fuzz: packages ## Give random bytes to every reader: TIME=60 (seconds each) DOORS="mcap ulog".
	Fuzz/run fuzz $(TIME) $(DOORS)

fuzz-corpus: packages ## Give the inputs of Fuzz/corpus to every reader, under AddressSanitizer.
	Fuzz/run corpus $(DOORS)

soak: packages ## Run the sessions, filters and killed folder jobs for an hour: memory, drops, norms, the same files.
	Scripts/long-checks soak

check-leaks: packages ## Create and destroy motion sessions under AddressSanitizer.
	Scripts/long-checks leaks

check-threads: packages ## Run the tests of sessions, sources, folder jobs and lanes under ThreadSanitizer.
	Scripts/long-checks threads

format: ## Format every source file.
	swift format format --in-place --recursive $(FORMATTED)

lint: ## Check the format of every source file.
	swift format lint --strict --recursive $(FORMATTED)

strict: packages ## Build everything, with the tests, with warnings as errors.
	swift build --build-tests -Xswiftc -warnings-as-errors --scratch-path .build/strict

clean: ## Remove builds and results.
	rm -rf .build Benchmarks/.build Benchmarks/Offline/.build Benchmarks/peers Benchmarks/results/*.json Benchmarks/results/report.md $(RESULTS)

packages:
	@Scripts/install-packages
