# `make run` starts the program, `make test` runs every check and test; each sets itself up.

.PHONY: run test bench page site dist install

CARGO ?= cargo

run:
	@tools/page || [ $$? -eq 3 ]
	$(CARGO) run --profile quick --package plybook

# The program at full speed where cargo keeps its programs, ~/.cargo/bin if nobody says otherwise.
install:
	@tools/page || [ $$? -eq 3 ]
	$(CARGO) install --locked --path crates/plybook

# The page alone, into web/dist; the next build of the program takes it in.
page:
	tools/page

# The page without a server, a folder of files in web/dist/site with the engine inside.
site:
	tools/site

# An archive of the program with its page inside.
dist:
	tools/dist

# What the tests need from outside, the page's own check, formatting, lints with warnings as errors, then all tests,
# among them the rules of the house (xtask tidy), then the Python package in an environment of its own, and last the page
# in a browser. PLYBOOK_WITHOUT=stockfish,python,...
# goes without some of the things from outside.
export PLYBOOK_WITHOUT
test:
	tools/test-setup
	tools/page --check
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	case ",$(PLYBOOK_WITHOUT)," in *,wasm,*) ;; *) \
	    $(CARGO) check -p plybook-site --target wasm32-unknown-unknown ;; esac
	$(CARGO) test --workspace
	tools/python-tests
	tools/browser-tests

# Speed beside other people's crates and the plain generators; see docs/benchmarks.md.
bench:
	cd benches/generators && $(CARGO) run --release
