//! Running the program with a database of its own.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with a database, which goes away with the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plybook-contest-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The program with these arguments; its database, books and endgame databases lie here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("plybook"));
        command.args(arguments).env("PLYBOOK_DB", self.file("games.db"));
        command.env("PLYBOOK_BOOK", self.file("books.db")).env("PLYBOOK_ENDGAME", self.file("endgame"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Exit status, output and errors.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    /// The output of a run that must succeed.
    pub fn output(&self, arguments: &[&str]) -> String {
        let (status, output, errors) = self.run(arguments);
        assert_eq!(status, 0, "{arguments:?}: {errors}");
        output
    }

    /// The JSON of a run that must succeed.
    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.output(arguments)).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The project's test data.
pub fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// The row of a player in a report.
pub fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["report"]["standings"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
}
