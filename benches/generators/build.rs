//! Hands the program what it was built with, so that it can say so above its table.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    println!("cargo::rustc-env=BUILT_BY={}", version.unwrap_or_else(|_| "an unknown compiler".to_owned()));
    println!("cargo::rustc-env=BUILT_FOR={}", env::var("TARGET").unwrap_or_default());
    println!("cargo::rustc-env=BUILT_WITH={flags}");
    println!("cargo::rerun-if-changed=build.rs");
}
