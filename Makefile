# Nightjar: everything a person or a machine does with this repository.
#
#   make run     install what is missing, build a release, start the gateway with a synthetic wearer
#   make test    install what the tests need and run them all
#   make lab     install what the lab needs, boot the kernel under emulation and run its scenarios
#   make install   put the release build, rules and units under PREFIX (default /usr/local), below DESTDIR when given
#   make load-evaluation   test the load index on the people of Stress-Predict (needs their recordings)
#   make allocations   hold heap allocations of the release build to their ceilings
#   make thread-sanitizer   run the Swift tests under the thread sanitizer
#   make mutation   seed faults in decoders, epochs and analysis and count which the tests find
#   make parity  compare every output with references and peers; one table, a mismatch fails
#   make bench fuzz format lint docs prove clean

SHELL := /bin/bash
SWIFT ?= swift
DATA ?= out/demo
LISTEN ?= 127.0.0.1:8001
FUZZ_RUNS ?= 10000000
# Where a release is built; another folder lets it be built beside a debug build.
SCRATCH ?= .build
MUTEX := $$s15Synchronization12_MutexHandleV
SANITIZED := --scratch-path out/tsan --configuration release --sanitize=thread -Xswiftc -enable-testing \
	-Xlinker "$(CURDIR)/out/mutex.o" -Xlinker '--wrap=$(MUTEX)9_lockSlowyys6UInt32VF' -Xlinker '--wrap=$(MUTEX)11_unlockSlowyyF'
# Nothing looks a name up in the program, and 30 000 of them are megabytes that the start would read; what debuggers want
# would be thrown away by the linker, after a twentieth of the compiler's time.
RELEASE := --scratch-path $(SCRATCH) --configuration release --static-swift-stdlib -debug-info-format none \
	-Xlinker -s -Xlinker --no-export-dynamic

BUILD_PACKAGES := libsqlite3-dev libmicrohttpd-dev libwslay-dev libzstd-dev zlib1g-dev libisal-dev libzip-dev \
	libcurl4-openssl-dev libsodium-dev libssl-dev libbluetooth-dev libusb-1.0-0-dev libudev-dev libjs-dygraphs pkg-config tzdata
TEST_PACKAGES := curl dbus-daemon wrk chromium chromium-driver python3-venv fonts-dejavu-core sqlite3 wordnet-base libxml2 libqrencode4 \
	openssl iproute2 strace

LAB_PACKAGES := qemu-system-x86 busybox-static cpio kmod zstd xz-utils dosfstools mtools bluez dbus udisks2 polkitd usbutils \
	udev systemd util-linux python3-venv sqlite3

PREFIX ?= /usr/local
# polkit and D-Bus look for no policies below /usr/local.
POLICIES = $(if $(filter /usr,$(PREFIX)),/usr/share,/etc)
DESTDIR ?=
BINARY ?= $(SCRATCH)/release/nightjar

.PHONY: run build install lab lab-packages test allocations thread-sanitizer mutation bench parity load-evaluation fuzz format lint docs prove clean packages test-packages all-packages

run: build
	$(SCRATCH)/release/nightjar serve --demo --data "$(DATA)" --listen "$(LISTEN)"

build: packages
	$(SWIFT) build $(RELEASE) --product nightjar

# As root, after `make build`; a package maker gives DESTDIR and PREFIX=/usr.
install:
	@[ -x "$(BINARY)" ] || { echo "There is no $(BINARY); run first: make build"; exit 4; }
	install -D -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/nightjar"
	install -d "$(DESTDIR)$(PREFIX)/share/nightjar/device-profiles" "$(DESTDIR)$(PREFIX)/lib/systemd/system"
	cp -R device-profiles/. "$(DESTDIR)$(PREFIX)/share/nightjar/device-profiles/"
	install -D -m 644 README.md "$(DESTDIR)$(PREFIX)/share/doc/nightjar/README.md"
	install -D -m 644 udev/70-nightjar.rules "$(DESTDIR)$(PREFIX)/lib/udev/rules.d/70-nightjar.rules"
	install -D -m 644 polkit/60-nightjar.rules "$(DESTDIR)$(POLICIES)/polkit-1/rules.d/60-nightjar.rules"
	install -D -m 644 dbus/nightjar.conf "$(DESTDIR)$(POLICIES)/dbus-1/system.d/nightjar.conf"
	install -D -m 644 systemd/nightjar.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/nightjar.conf"
	for unit in nightjar.service nightjar-mount@.service; do \
	  sed 's|@PREFIX@|$(PREFIX)|g' "systemd/$$unit" >"$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit"; done
	@if [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]; then \
	  systemd-sysusers && systemctl daemon-reload && udevadm control --reload && udevadm trigger && \
	  echo "Installed. Start it now and at every boot: systemctl enable --now nightjar" && \
	  echo "Name who opens it here without signing in: systemctl edit nightjar   [Service] Environment=\"NIGHTJAR_USERS=$${SUDO_USER:-NAME}\""; fi

test: test-packages .venv/ready
	.ci/test

# By notification, imported megabyte and event sent; of the release build, as a debug build takes several times as many. They
# are the one figure that neighbours on the machine cannot disturb. `make allocations CEILINGS=--write` sets new ceilings.
allocations: packages
	$(SWIFT) build $(RELEASE) --product allocations
	Tests/Allocations/check.py $(SCRATCH)/release/allocations $(CEILINGS)

# Says which Debian packages are missing and installs them, asking nothing when run as root.
define install
	@missing=$$(for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	if [ -n "$$missing" ]; then \
	  echo "Installing Debian packages:" $$missing; \
	  if [ $$(id -u) -eq 0 ]; then as=env; elif command -v sudo >/dev/null; then as=sudo; else \
	    echo "Not root and no sudo here; run as root: apt-get install" $$missing; exit 4; fi; \
	  $$as apt-get update -qq && \
	  $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

packages:
	$(call install,$(BUILD_PACKAGES))

lab-packages:
	$(call install,$(BUILD_PACKAGES) $(LAB_PACKAGES))

# Everything the lab needs, and its scenarios against the program as it is released: emulated, the debug build is slow.
lab: lab-packages .venv/lab build
	NIGHTJAR_BIN="$(abspath $(SCRATCH))/release/nightjar" Lab/run

all-packages:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES) $(LAB_PACKAGES))

test-packages:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))

.venv/ready: Tests/Acceptance/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

.venv/lab: Lab/requirements.txt
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

format:
	$(SWIFT) format --in-place --recursive Sources Tests Benchmarks Fuzz Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Benchmarks Fuzz Package.swift
	.ci/documented

bench: packages
	$(MAKE) -C Benchmarks

# Against the recordings of NIGHTJAR_TEST_DATA, else of ../shared/data; peers come from PyPI into Benchmarks/Parity/.venv.
parity: build
	Benchmarks/Parity/run.py

# How well the load tells tasks from rests of people it has never seen; results go to docs/validation.
load-evaluation: build
	@[ -x Benchmarks/Load/.venv/bin/python ] || python3 -m venv Benchmarks/Load/.venv
	Benchmarks/Load/.venv/bin/python -m pip install --quiet --disable-pip-version-check numpy==1.26.4 openpyxl==3.1.5
	Benchmarks/Load/.venv/bin/python Benchmarks/Load/evaluate --data "$${NIGHTJAR_TEST_DATA:-../shared/data}" \
	    -o docs/validation/load.json

fuzz: packages
	Fuzz/fuzz all 60

docs: packages
	docs/build

# Optimised, as the sanitizer takes the language's own mutex for a race in a debug build; what of it is in the library is told to
# it by Tests/ThreadSanitizer/mutex.S (x86-64).
thread-sanitizer: packages
	mkdir -p out
	clang -c Tests/ThreadSanitizer/mutex.S -o out/mutex.o
	$(SWIFT) build $(SANITIZED) --build-tests
	SWIFT_BACKTRACE=enable=no TSAN_OPTIONS="exitcode=66 suppressions=$(CURDIR)/Tests/ThreadSanitizer/suppressions" \
	    timeout 7200 $(SWIFT) test $(SANITIZED) --skip-build --no-parallel --skip PluggedInRecorderTests

mutation: packages
	Tests/Mutation/run --write docs/mutation.md

# What takes longer than a test run may; results are recorded in docs/ with date and commit.
prove: build .venv/ready
	$(MAKE) -C Benchmarks prove
	LAB_LONG=1 LAB_SECONDS=3600 $(MAKE) lab
	SCHEMATHESIS_LONG=1 .venv/bin/python -m pytest Tests/Acceptance/test_openapi.py -s
	$(SWIFT) run $(RELEASE) crash-relay run 5000 1 out/crash-relay
	NIGHTJAR_RELAY_SCHEDULES=10000 $(SWIFT) test --filter RelayScheduleTests
	$(MAKE) mutation
	Fuzz/fuzz all 0 -runs=$(FUZZ_RUNS)
	$(MAKE) thread-sanitizer

clean:
	$(SWIFT) package clean
	rm -rf .build .venv out Benchmarks/.build Benchmarks/Parity/.venv Benchmarks/Load/.venv Fuzz/.build
