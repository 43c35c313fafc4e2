//! Files that the command line names: written whole or not at all, read up to a limit, shown without commands to the
//! terminal.

use crate::support::Scratch;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

const OLD: &str = "the old content\n";

/// Mounts a small disk over a folder, with the old file on it and so many pages free, does the work there and tells what
/// the disk holds then. Only the work sees this disk.
const ON_A_SMALL_DISK: &str = r#"
folder=$1 file=$2 free=$3
shift 3
mount -t tmpfs -o size=$((8192 + 4096 * free)) small "$folder" || exit 99
printf 'the old content\n' > "$folder/$file" && head -c 4096 /dev/zero > "$folder/filler" || exit 99
"$@" >&2
echo $?
ls -A "$folder" | grep -v filler
cat "$folder/$file"
"#;

/// As near to a full disk as a system comes that lets nobody mount one: files may not grow beyond a block.
const WITH_SMALL_FILES: &str = r#"
folder=$1 file=$2
shift 3
printf 'the old content\n' > "$folder/$file"
(trap '' XFSZ; ulimit -f 1; "$@" >&2)
echo $?
ls -A "$folder"
cat "$folder/$file"
"#;

/// Whether this system lets us mount a disk that nobody else sees.
fn can_mount() -> bool {
    let probe = ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "small", "/mnt"];
    Command::new("unshare").args(probe).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Runs the program where its file finds no room, and checks that the old one is there as it was; or, where the new one
/// fits, that it is whole.
fn check(place: &Scratch, arguments: &[&str], file: &str, free: u32, mounts: bool) {
    let folder = place.file("small");
    std::fs::create_dir_all(&folder).unwrap();
    let program = place.command(arguments);
    let script = if mounts { ON_A_SMALL_DISK } else { WITH_SMALL_FILES };
    let mut command = Command::new(if mounts { "unshare" } else { "sh" });
    if mounts {
        command.args(["--user", "--map-root-user", "--mount", "sh"]);
    }
    command.args(["-c", script, "sh"]).arg(&folder).args([file, &free.to_string()]);
    command.arg(program.get_program()).args(program.get_args());
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let done = command.stdin(Stdio::null()).output().unwrap();
    let (told, errors) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let (status, rest) = told.split_once('\n').unwrap();
    let (listed, found) = rest.split_once('\n').unwrap();
    assert_eq!(listed, file, "{arguments:?} with {free} pages left something: {told} {errors}");
    match status {
        "0" => assert!(free > 0 && found != OLD, "{arguments:?} with {free} pages: {errors}"),
        _ => {
            assert_eq!(found, OLD, "{arguments:?} with {free} pages: {errors}");
            assert!(errors.contains("small") && status == "2", "{arguments:?}: {status} {errors}");
        }
    }
}

#[test]
fn a_full_disk_costs_no_old_file() {
    let place = Scratch::new();
    place.output(&["match", "random", "one-ply", "--game", "tictactoe", "--games", "60"]);
    place.output(&["book", "build", "chess", "--positions", "4", "--nodes", "1000"]);
    let file = place.file("small/out").display().to_string();
    let folder = place.file("small").display().to_string();
    let transcript = "00001-random-one-ply.txt";
    let small = ["--techniques", "table", "--depth", "2"];
    let lab = |option: &'static str| [&["lab", "tictactoe", option, &file], &small[..]].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (
            vec![
                "learn",
                "othello",
                "--method",
                "play-book",
                "--games",
                "12",
                "--nodes",
                "10",
                "--out",
                &file,
            ],
            "out",
        ),
        (vec!["tree", "tictactoe", "--depth", "3", "--json", "--output", &file], "out"),
        (lab("--csv"), "out"),
        (lab("--svg"), "out"),
        (vec!["history", "--games", "--output", &file], "out"),
        (vec!["history", "--games", "--json", "--output", &file], "out"),
        (vec!["history", "1", "--transcripts", "--output", &file], "out"),
        (vec!["history", "1", "--records", "--output", &file], "out"),
        (vec!["book", "export", "chess", &file], "out"),
        (
            vec![
                "match",
                "random",
                "one-ply",
                "--game",
                "tictactoe",
                "--games",
                "60",
                "--transcripts",
                &folder,
            ],
            transcript,
        ),
    ];
    let mounts = can_mount();
    for (arguments, file) in &cases {
        // Without a disk of its own the database's files could not grow either.
        if mounts || ["learn", "tree"].contains(&arguments[0]) {
            check(&place, arguments, file, 0, mounts);
        }
    }
    // A page more: part of a file fits.
    for (arguments, file) in cases.iter().filter(|(_, file)| mounts && *file == "out") {
        check(&place, arguments, file, 1, mounts);
    }
    let database = plybook_store::database::Database::open(&place.file("games.db")).unwrap();
    database.check().unwrap();
}

#[test]
fn what_never_ends_is_not_read_for_ever() {
    let place = Scratch::new();
    for arguments in [
        &["show", "chess", "--record", "/dev/zero"][..],
        &["book", "import", "chess", "/dev/zero"],
        &["match", "random", "one-ply", "--game", "tictactoe", "--openings", "/dev/zero"],
        &["tournament", "/dev/zero"],
        &["show", "tts:board=@/dev/zero,k=3"],
    ] {
        let (status, _, errors) = place.run(arguments);
        assert!(status == 2 && errors.contains("too many"), "{arguments:?}: {errors}");
    }
}

#[test]
fn nothing_in_a_file_commands_the_terminal() {
    let place = Scratch::new();
    let pgn = "[Event \"\u{1b}]0;owned\u{7}\"]\n[White \"\u{1b}[2JAnna\"]\n[Black \"\u{9b}31mBob\"]\n\n\
        1. e4 {\u{1b}[8mhidden\u{1b}[5n} e5 *\n";
    let pgn = place.write("escape.pgn", pgn);
    place.output(&["match", "random", "one-ply", "--game", "tictactoe", "--games", "2"]);
    let stranger = rusqlite::Connection::open(place.file("games.db")).unwrap();
    let evil = "UPDATE games SET sentence = char(155) || '31m'; UPDATE tournaments SET name = char(27) || '[2J'; \
        UPDATE players SET name = char(27) || ']0;owned' || char(7), nickname = char(27) || '[8m', \
        introduction = char(155) || '5n'";
    stranger.execute_batch(evil).unwrap();
    drop(stranger);
    for arguments in [
        &["show", &pgn][..],
        &["show", &pgn, "--json"],
        &["show", &pgn, "--text"],
        &["history"],
        &["history", "--json"],
        &["history", "1"],
        &["history", "--games"],
        &["history", "--games", "--json"],
        &["history", "1", "--transcripts"],
        &["history", "1", "--records"],
    ] {
        for colour in ["always", "never"] {
            let (_, output, errors) = place.run(&[arguments, &["--color", colour]].concat());
            for text in [output, errors] {
                let own = without_own_styles(&text);
                let raw = own.chars().find(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'));
                assert_eq!(raw, None, "{arguments:?} {colour}: {own:?}");
            }
        }
    }
}

/// A text without the sequences that set weight and the colours of the palette.
fn without_own_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('m') {
            Some((numbers, after))
                if numbers.split(';').all(|number| ["0", "1", "2"].contains(&number))
                    || numbers.starts_with("38;5;")
                    || numbers.starts_with("48;5;") =>
            {
                rest += after;
            }
            _ => rest += &format!("\u{1b}[{part}"),
        }
    }
    rest
}

/// As somebody whom the permissions of files bind; root is not.
fn bound(command: Command) -> Command {
    if rustix::process::geteuid().is_root() {
        let mut bound = Command::new("setpriv");
        bound.arg("--bounding-set=-dac_override,-dac_read_search");
        bound.arg(command.get_program()).args(command.get_args());
        bound.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        return bound;
    }
    command
}

#[test]
fn a_database_that_may_not_be_written_can_be_looked_at() {
    let place = Scratch::new();
    place.output(&["match", "random", "one-ply", "--game", "tictactoe", "--games", "4"]);
    let folder = place.file("");
    let set = |mode| std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).unwrap();
    std::fs::set_permissions(place.file("games.db"), std::fs::Permissions::from_mode(0o444)).unwrap();
    set(0o555);
    let look = |arguments: &[&str]| bound(place.command(arguments)).output().unwrap();
    let (history, played) = (
        look(&["history", "1", "--json"]),
        look(&["match", "random", "one-ply", "--game", "tictactoe", "--games", "4", "--again"]),
    );
    set(0o755);
    let errors = String::from_utf8_lossy(&history.stderr);
    assert!(history.status.success(), "{errors}");
    let report: serde_json::Value = serde_json::from_slice(&history.stdout).unwrap();
    assert_eq!(report["report"]["summary"]["games"], 4);
    let errors = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.code() == Some(2) && errors.contains("may not be written"), "{errors}");
}

#[test]
fn a_trigger_that_deletes_what_is_stored_does_nothing() {
    let place = Scratch::new();
    let games = |count: &'static str| ["match", "random", "one-ply", "--game", "tictactoe", "--games", count];
    place.output(&games("2"));
    let stranger = rusqlite::Connection::open(place.file("games.db")).unwrap();
    let trigger = "CREATE TRIGGER thief AFTER INSERT ON games BEGIN DELETE FROM games WHERE id = NEW.id; END";
    stranger.execute_batch(trigger).unwrap();
    drop(stranger);
    place.output(&games("6"));
    assert_eq!(place.json(&["history", "2", "--games", "--json"]).as_array().unwrap().len(), 6);
}
