//! Players that are not there, or fail before the first game.

use crate::support::{Scratch, row, testdata};
use std::os::unix::fs::PermissionsExt;

/// A tournament file that says nothing but that agents may take long to start: the machine that tests may be busy.
fn patient(place: &Scratch) -> String {
    place.write("patient.toml", "agents = []\n[time]\nready = '120s'\n")
}

/// A file with these permissions, and its path.
fn file(place: &Scratch, name: &str, text: &str, mode: u32) -> String {
    let path = place.write(name, text);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[test]
fn programs_that_cannot_be_started_are_refused_before_anything_is_stored() {
    let place = Scratch::new();
    let patient = patient(&place);
    let plain = file(&place, "plain.py", "print('hello')\n", 0o644);
    let orphan = file(&place, "orphan", "#!/nowhere/python\n", 0o755);
    let folder = place.file("").display().to_string();
    let steady = testdata("agents/tts/Steady_TTS_agent.py").display().to_string();
    for (agent, game, culprit, remedy) in [
        ("ugi:/nowhere/at-all".to_owned(), "othello", "/nowhere/at-all", "name a file that is there"),
        ("uci:no-such-program".to_owned(), "chess", "no-such-program", "search path"),
        ("gtp:no-such-program".to_owned(), "othello", "no-such-program", "search path"),
        ("nboard:/nowhere/at-all -x".to_owned(), "othello", "/nowhere/at-all", "name a file that is there"),
        (format!("ugi:{folder}"), "othello", &*folder, "that is a folder"),
        (format!("ugi:{plain}"), "othello", &*plain, "chmod +x"),
        (format!("ugi:{orphan}"), "othello", &*orphan, "interpreter"),
        ("ugi[folder=/nowhere/dir]:python3".to_owned(), "othello", "/nowhere/dir", "name another"),
        ("ugi:python3 nowhere.py".to_owned(), "othello", "nowhere.py", "name one that is there"),
        ("baroque-python:nowhere.py".to_owned(), "baroque", "nowhere.py", "name the agent's file"),
        (format!("baroque-python:{folder}"), "baroque", &*folder, "name the agent's file"),
        (format!("tts-python[python=no-python]:{steady}"), "tts", "no-python", "search path"),
    ] {
        for format in ["match", "round-robin"] {
            let more: &[&str] = if format == "match" { &[] } else { &["--agent", "one-ply"] };
            let flags = ["tournament", &patient, "--game", game, "--format", format, "--agent", &agent];
            let arguments = [&flags[..], &["--agent", "random"], more].concat();
            let (status, output, errors) = place.run(&arguments);
            assert_eq!((status, output.as_str()), (2, ""), "{arguments:?}: {errors}");
            for part in ["agent ", culprit, remedy] {
                assert!(errors.contains(part), "{arguments:?} says nothing of {part}: {errors}");
            }
        }
    }
    assert_eq!(place.json(&["history", "--json"]), serde_json::json!([]));
}

#[test]
fn a_program_that_fails_at_once_is_refused_where_it_has_one_opponent() {
    let place = Scratch::new();
    let patient = patient(&place);
    let start = [
        "tournament",
        &patient,
        "--game",
        "nim",
        "--json",
        "--agent",
        "ugi[name=Mute]:true",
        "--agent",
        "random",
    ];
    let (status, _, errors) = place.run(&start);
    assert!(status == 2 && errors.contains("Mute") && errors.contains("by hand"), "{errors}");
    assert_eq!(place.json(&["history", "--json"]), serde_json::json!([]));
    // Where others want to play, it loses with its reason.
    let (status, output, errors) = place.run(&[&start[..], &["--agent", "one-ply"]].concat());
    assert_eq!(status, 0, "{errors}");
    assert!(errors.lines().next().unwrap().contains("Mute"), "the roll call comes first: {errors}");
    let report = serde_json::from_str(&output).unwrap();
    let mute = row(&report, "Mute");
    assert_eq!((mute["losses"].as_u64(), mute["losses_by_reason"]["crash"].as_u64()), (Some(4), Some(3)));
}

#[test]
fn one_students_broken_file_does_not_stop_the_class() {
    let place = Scratch::new();
    let broken = place.write("Broken_TTS_agent.py", "import a_module_that_nobody_has\n");
    let broken = format!("tts-python[name=Broken]:{broken}");
    let patient = patient(&place);
    // Nor the student's own match against somebody else.
    for more in [&[][..], &["--agent", "one-ply"]] {
        let flags = [
            "tournament",
            &patient,
            "--game",
            "tts",
            "--depth",
            "1",
            "--agent",
            &broken,
            "--agent",
            "random",
        ];
        let report = place.json(&[&flags[..], more, &["--json"]].concat());
        let row = row(&report, "Broken");
        assert_eq!(row["losses"], row["games"], "{report}");
        let games = place.json(&["history", &report["tournament"].to_string(), "--games", "--json"]);
        let sentences: Vec<&str> =
            games.as_array().unwrap().iter().map(|game| game["sentence"].as_str().unwrap()).collect();
        let told = sentences.iter().filter(|sentence| sentence.contains("a_module_that_nobody_has")).count();
        assert!(told >= 2, "{sentences:?}");
    }
}

#[test]
fn a_tournament_does_not_go_on_without_a_program() {
    let place = Scratch::new();
    let script = place.write("mine.py", "");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/ugi_template.py"), &script).unwrap();
    let agent = format!("ugi[name=Mine]:python3 {script}");
    let patient = patient(&place);
    let start = ["tournament", &patient, "--game", "tictactoe", "--games", "2", "--json"];
    let arguments = [&start[..], &["--agent", &agent, "--agent", "random"]].concat();
    let report = place.json(&arguments);
    // A finished one is only shown, whatever became of its players.
    std::fs::remove_file(&script).unwrap();
    assert_eq!(place.json(&arguments)["tournament"], report["tournament"]);
    let (status, _, errors) = place.run(&[&arguments[..], &["--again"]].concat());
    assert!(status == 2 && errors.contains("mine.py"), "{errors}");
    let kept = place.json(&["history", "--json"]);
    assert_eq!(kept.as_array().unwrap().len(), 1, "{kept}");
}
