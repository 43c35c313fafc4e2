//! Running the program.

use assert_cmd::Command;
use std::path::PathBuf;

/// Runs the program with these arguments and input; gives exit status, output and errors.
pub fn run_with(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("plybook").unwrap();
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The output of a run that must succeed.
pub fn output(arguments: &[&str]) -> String {
    let (status, output, errors) = run_with(arguments, "");
    assert_eq!(status, 0, "{arguments:?}: {errors}");
    output
}

/// The JSON of a run that must succeed.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).unwrap()
}

/// Checks that each run is refused as bad input, in words that name the culprit.
pub fn refused(cases: &[(&[&str], &str)]) {
    for (arguments, culprit) in cases {
        let (status, _, errors) = run_with(arguments, "");
        assert_eq!(status, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(culprit), "{arguments:?}: {errors}");
    }
}

/// A path in an empty folder of its own.
pub fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plybook-{}-{}", std::process::id(), name));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}
