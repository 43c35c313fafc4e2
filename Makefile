.PHONY: run test
run:
	cargo run --release -p plybook
test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo test --workspace
