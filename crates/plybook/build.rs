//! Puts the built page where the program embeds it; without a built page the program explains how to make one.

use std::path::Path;
use std::{env, fs, io};

/// Where the page's own build leaves it, seen from this crate.
const BUILT: &str = "../../web/dist";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={BUILT}");
    let Some(out) = env::var_os("OUT_DIR") else {
        return Err(io::Error::other("OUT_DIR is not set; run this through cargo"));
    };
    let page = Path::new(&out).join("page");
    if page.exists() {
        fs::remove_dir_all(&page)?;
    }
    fs::create_dir_all(&page)?;
    copy(&Path::new(BUILT).join("page"), &page)
}

/// Copies a folder's files; a folder that is not there has none.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
