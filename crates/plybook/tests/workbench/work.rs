//! `plybook work`, and what `--ray` says where there is no cluster to be had.

use crate::support::{json, output, run_with, scratch};
use serde_json::{Value, json};

fn unit() -> String {
    json!({ "version": 1, "kind": "perft", "game": "chess", "lines": [["e2e4"], ["g1f3"]], "depth": 3 })
        .to_string()
}

#[test]
fn a_unit_is_done_from_a_file_or_from_standard_input() {
    let (file, result, measured) = (scratch("unit.json"), scratch("result.json"), scratch("measured.json"));
    std::fs::write(&file, unit()).unwrap();
    let path = |path: &std::path::PathBuf| path.to_str().unwrap().to_owned();
    let (file, kept, measured) = (path(&file), path(&result), path(&measured));
    let told = output(&["work", &file]);
    let (status, same, errors) = run_with(&["work"], &unit());
    assert_eq!((status, &same), (0, &told), "{errors}");
    output(&["work", &file, "--output", &kept, "--measured", &measured]);
    assert_eq!(std::fs::read_to_string(&result).unwrap(), told);
    let measured: Value = serde_json::from_str(&std::fs::read_to_string(measured).unwrap()).unwrap();
    assert!(measured["seconds"].as_f64() > Some(0.0));
    // The share of `perft` for the same moves.
    let divided = json(&["perft", "chess", "3", "--divide", "--json"]);
    let of = |text: &str| {
        let moves = divided["moves"].as_array().unwrap();
        moves.iter().find(|share| share["move"] == text).map(|share| share["leaves"].clone()).unwrap()
    };
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["lines"][0]["leaves"], of("e2e4"));
    assert_eq!(told["lines"][1]["leaves"], of("g1f3"));
}

#[test]
fn a_bad_unit_is_bad_input() {
    for (unit, words) in [
        ("", "cannot be read"),
        ("{}", "its version is none, and this program understands version 1"),
        (r#"{"version":1,"kind":"tea"}"#, "unknown variant `tea`"),
        (r#"{"version":1,"kind":"perft","game":"ches","lines":[],"depth":1}"#, "game \"ches\""),
        (
            r#"{"version":1,"kind":"endgame","game":"othello","slice":"1","files":[]}"#,
            "positions have no numbers",
        ),
    ] {
        let (status, _, errors) = run_with(&["work"], unit);
        assert!(status == 2 && errors.contains(words), "{unit}: {errors}");
    }
    let (status, _, errors) = run_with(&["work", "no-such-file.json"], "");
    assert!(status == 2 && errors.contains("no-such-file.json"), "{errors}");
}

/// Without Python, the package or Ray it is said what is missing and how it comes.
#[test]
fn ray_says_what_is_missing() {
    let database = scratch("ray.db");
    let database = database.to_str().unwrap();
    let folder = scratch("ray-endgame");
    let folder = folder.to_str().unwrap();
    for arguments in [
        &["perft", "chess", "3", "--ray", "auto"][..],
        &[
            "match",
            "random",
            "random:name=b",
            "--game",
            "nim",
            "--games",
            "2",
            "--nodes",
            "9",
            "--db",
            database,
            "--ray",
            "auto",
        ],
        &["endgame", "build", "tictactoe", "--folder", folder, "--ray", "auto"],
    ] {
        for (python, words) in [
            ("no-such-python", "cannot be started"),
            ("true", "Python side"),
            ("false", "pip install plybook[ray]"),
        ] {
            let mut command = assert_cmd::Command::cargo_bin("plybook").unwrap();
            let ran = command.env("PLYBOOK_PYTHON", python).args(arguments).output().unwrap();
            let errors = String::from_utf8(ran.stderr).unwrap();
            assert!(!ran.status.success() && errors.contains(words), "{python} {arguments:?}: {errors}");
        }
    }
    let (status, _, errors) =
        run_with(&["learn", "othello", "--minutes", "1", "--ray", "auto", "--folder", folder], "");
    assert!(status == 2 && errors.contains("say how many with --games"), "{errors}");
}
