//! Files that were made to take long. Each limit of the language has one that it stops.

use plybook_rules::RulesFile;

/// Files made to take long: each is refused by a limit. The text, the line of the fault, and what the message must contain.
pub fn files() -> Vec<(String, usize, &'static str)> {
    let game = |rest: String| format!("game T\n{rest}\nstuck: loses\ndraw: position 3 times");
    let board = |rest: String| game(format!("board 16x16\npiece a on first row\n{rest}"));
    let options = |values: usize| -> String {
        let words = |option: usize| {
            let words: Vec<String> = (0..values).map(|value| format!("v{option}-{value}")).collect();
            words.join(" | ")
        };
        (0..12).map(|option| format!("option o{option} {}\n", words(option))).collect()
    };
    let leaps: String = (1..9).map(|by| format!("  leap {by},9 | {by},10 to empty\n")).collect();
    let long = "x".repeat(30_000);
    vec![
        // One line of many statements, each of which knew the whole line.
        (board("zone x a1;".repeat(6_000)), 4, "at most 10000"),
        (board("must capture;".repeat(5_001)), 4, "at most 10000"),
        // Names that are compared letter by letter with what was meant.
        (game(long.clone()), 2, "at most 40"),
        (game(format!("option {long} no | yes")), 2, "at most 40"),
        (game(format!("option k {long} | no")), 2, "at most 40"),
        (game(format!("option k no | yes\nzone ${long}")), 3, "at most 40"),
        (game(format!("players {long}, {long}")), 2, "at most 40"),
        // The file is read with each value of each option.
        (game(format!("{}board 4x4", options(20))), 5, "at most 60"),
        (game(format!("{}board 4x4", options(6))), 12, "at most 60"),
        (board(format!("zone z a1{}", "|all".repeat(10_000))), 4, "at most 10000"),
        (board("zone x edge | corners | all | dark\n".repeat(1_000)), 5, "another name"),
        (board((0..200).map(|number| format!("zone z{number} edge\n")).collect()), 54, "at most 50"),
        (game(format!("board 16x16\n{}", "holes edge\n".repeat(5_900))), 5001, "at most 10000"),
        // Rules that every move of a position is asked about.
        (board("flip enemies up to own\n".repeat(3)), 6, "at most 16"),
        (board("capture enemies between own, horizontal\n".repeat(100)), 8, "at most 4"),
        (board("win: line of 9\n".repeat(25)), 28, "at most 24"),
        (board("win: connect left with right\n".repeat(5)), 8, "at most 4"),
        (board("lose: own together\n".repeat(5)), 8, "at most 4"),
        (board(leaps), 7, "at most 48"),
        (board("  step any to empty\n".repeat(61)), 64, "at most 60"),
        // Seeds and what the last of them does.
        (
            game(format!(
                "pits 6 a side\nseeds 4 in each pit\nsow into no store\n{}",
                "must feed\n".repeat(6_000)
            )),
            4997,
            "at most 10000",
        ),
        (
            game(format!(
                "pits 6 a side\nseeds 4 in each pit\nsow into no store\n{}",
                "last seed in any pit: move again\n".repeat(13)
            )),
            17,
            "at most 12",
        ),
        (format!("game T\n{}", "# long\n".repeat(10_000)), 1, "at most 65536"),
    ]
}

#[test]
fn files_made_to_take_long_are_refused() {
    let mut wrong = Vec::new();
    for (text, line, wanted) in files() {
        let shown: String = text.chars().take(100).collect();
        match RulesFile::read(&text) {
            Err(error) if error.to_string().contains(wanted) && error.line == line => {}
            Err(error) => {
                wrong.push(format!("{shown:?}, where line {line} and {wanted:?} are wanted: {error}"))
            }
            Ok(_) => wrong.push(format!("{shown:?} is read")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
