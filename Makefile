# `make run` starts the program, `make test` runs every check and test; each sets itself up.

.PHONY: run test bench

CARGO ?= cargo

run:
	$(CARGO) run --release --quiet --package plybook

# What the tests need from outside, formatting, lints with warnings as errors, then all tests, among them the rules of
# the house (xtask tidy). PLYBOOK_WITHOUT=stockfish,... goes without some of the things from outside.
export PLYBOOK_WITHOUT
test:
	tools/test-setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) test --workspace

# Speed beside other people's crates and the plain generators; see docs/benchmarks.md.
bench:
	cd benches/generators && $(CARGO) run --release
