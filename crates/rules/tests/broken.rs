//! Files with faults: each is refused, at the right line, with a remedy; and nothing that anybody types makes a panic.

#[path = "broken/hostile.rs"]
mod hostile;

use plybook_kernel::{ListedGame, Random, ReadError};
use plybook_rules::{RulesFile, RulesVisitor, gallery, trial};

/// A sound file. Each case of the table replaces one of its lines.
const SOUND: [&str; 7] = [
    "game Test",
    "players White up, Black down",
    "board 4x4",
    "piece pawn on first row",
    "  step forward to empty | enemy",
    "win: reach last row",
    "stuck: loses",
];

/// The line that is replaced, what it becomes, the line of the fault, and what the message must contain.
const CASES: &[(usize, &str, usize, &str)] = &[
    // Titles, summaries, players.
    (1, "gane Test", 1, "write `game`"),
    (1, "", 7, "begin the file with `game NAME`"),
    (1, "game", 1, "write a name"),
    (1, "game ?", 1, "`?` means nothing"),
    (1, "game Test; game Other", 1, "write `game` once"),
    (1, "game abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 1, "at most 40"),
    (1, "game \"Test", 1, "write `\"` behind it"),
    (1, "game Test: bord 4x4", 1, "write `board`"),
    (1, "game Test; about", 1, "write a sentence"),
    (2, "players White up", 2, "write two players"),
    (2, "players White up, White down", 2, "different names"),
    (2, "players White upp, Black down", 2, "write `up`"),
    (2, "players White up, Black down, Red left", 2, "two players"),
    (2, "players", 2, "the name of a player"),
    (2, "players 1, 2", 2, "the name of a player"),
    (2, "player White, Black", 2, "write `players`"),
    // The board.
    (3, "", 4, "write `board 8x8`"),
    (3, "board", 3, "write columns and rows"),
    (3, "board 0x4", 3, "sides of 1 to 26"),
    (3, "board 27x2", 3, "sides of 1 to 26"),
    (3, "board 20x20", 3, "256 cells"),
    (3, "board 99999x99999", 3, "sides of 1 to 26"),
    (3, "board 999999x4", 3, "no number and no word"),
    (3, "board 4", 3, "write the size like `8x8`"),
    (3, "board four by four by four", 3, "write columns and rows"),
    (3, "board 4x4 tours", 3, "write `torus`"),
    (3, "board 4x4 torus hex", 3, "leave out"),
    (3, "board 2x4 torus", 3, "at least 3"),
    (3, "board hexagon 1", 3, "from 2 to 8"),
    (3, "board hexagon 99", 3, "from 2 to 8"),
    (3, "board 4x4; board 5x5", 3, "write `board` once"),
    (3, "board 4x4; players A, B", 3, "write `players` above"),
    (3, "board 4x4; holes e5", 3, "there is no cell `e5`"),
    (3, "board 4x4; holes all", 3, "leave some cells"),
    (3, "board 4x4; holes", 3, "a set of cells"),
    (3, "board 4x4; diagonals dark", 3, "write `from`"),
    (3, "board 4x4; zone", 3, "the name of a zone"),
    (3, "board 4x4; zone home", 3, "a set of cells"),
    (3, "board 4x4; zone home a1; zone home a2", 3, "give it another name"),
    (3, "board 4x4; zone home a1; diagonals from hoem", 3, "a set of cells"),
    (3, "board hexagon 3", 5, "no `forward` on a hexagonal board"),
    // Pieces.
    (4, "peice pawn on first row", 4, "write `piece`"),
    (4, "piece", 4, "the name of a piece"),
    (4, "piece pawn on frist row", 4, "write `first`"),
    (4, "piece pawn on first five rows", 4, "write 1 to 4"),
    (4, "piece pawn on first zero rows", 4, "write one of row, rows"),
    (4, "piece pawn on first", 4, "row"),
    (4, "piece pawn on row 5", 4, "from 1 to 4"),
    (4, "piece pawn on rows 3 to 2", 4, "from 3 to 4"),
    (4, "piece pawn on column z", 4, "write a to d"),
    (4, "piece pawn on column", 4, "letter of a column"),
    (4, "piece pawn on a1-e9", 4, "there is no cell `e9`"),
    (4, "piece pawn on a1", 4, "two pieces start on a1"),
    (4, "piece pawn on first row letter p", 4, "write one of A to Z"),
    (4, "piece pawn on first row letter PP", 4, "write one of A to Z"),
    (4, "piece pawn on first row drawn as disk", 4, "write `disc`"),
    (4, "piece pawn at first row", 4, "letter"),
    (4, "piece pawn on first row; piece pawn", 4, "give it another name"),
    (4, "piece a; piece aa; piece pawn", 4, "letter X"),
    (4, "piece a; piece b; piece c; piece d; piece e; piece f; piece g", 4, "at most 6"),
    (4, "piece pawn; start Whit pawn on a1", 4, "write `White`"),
    (4, "piece pawn; start White porn on a1", 4, "write `pawn`"),
    (4, "piece pawn; start White pawn a1", 4, "write `on`"),
    (4, "piece pawn; start block on a1; start White pawn on a1", 4, "two pieces start on a1"),
    (4, "piece pawn on first row; start block on a1", 4, "blocked"),
    // Moves.
    (5, "  stp forward to empty", 5, "write `step`"),
    (5, "  step forwrad to empty", 5, "write `forward`"),
    (5, "  step to empty", 5, "not a way"),
    (5, "  step forward", 5, "write `to empty`"),
    (5, "  step forward to own", 5, "ends on an own piece"),
    (5, "  step forward to emtpy", 5, "write `empty`"),
    (5, "  step forward to empty | ", 5, "what may stand there"),
    (5, "  step forward to empty at most 2", 5, "use `slide`"),
    (5, "  step forward over enemy to empty", 5, "is no jump"),
    (5, "  step forward to empty must go on", 5, "is no jump"),
    (5, "  step forward to empty from 3", 5, "a set of cells"),
    (5, "  step forward to empty onto a1", 5, "write `into`"),
    (5, "  slide forward to empty at most 0", 5, "from 1 to 26"),
    (5, "  slide forward to empty at mots 2", 5, "write `most`"),
    (5, "  leap forward to empty", 5, "a number is missing"),
    (5, "  leap 1 to empty", 5, "write it like `leap 1,2`"),
    (5, "  leap 0,0 to empty", 5, "write it like `leap 1,2`"),
    (5, "  leap 99,1 to empty", 5, "from 0 to 26"),
    (5, "  leap 1,2 | 1,3 | 1,4 | 2,3 | 2,4 to empty", 5, "at most four"),
    (5, "  jump forward", 5, "over what"),
    (5, "  jump forward over enemy to enemy", 5, "jumps end on empty cells"),
    (5, "  jump forward over enemy must go", 5, "write `on`"),
    (5, "  jump forward over enemy must jump on", 5, "write `go`"),
    (5, "  jump any over own, may go on", 7, "for ever"),
    (5, "  step forward to empty then shot any", 5, "write `shoot`"),
    (5, "  promote to queen on last row", 5, "`queen` is not a piece"),
    (5, "  promote to pawn on last row", 5, "`pawn` twice"),
    (5, "  promote queen on last row", 5, "write `to`"),
    (5, "step forward to empty", 5, "write one of game"),
    (5, "  hop forward to empty", 5, "write one of to"),
    (5, "  hop", 5, "write `to empty`"),
    (5, "  step forward to empty, while many", 5, "write one of fewer, at"),
    (5, "  step forward to empty, while at most 3", 5, "write `least`"),
    (4, "piece pawn on first row in hand 0", 4, "from 1 to 60"),
    (4, "piece pawn on first row in pocket 3", 4, "write `hand`"),
    (4, "piece pawn on first row taken as king", 4, "no piece is known yet"),
    (4, "piece pawn on first row roial", 4, "write `royal`"),
    (3, "board 4x4; gaps a9", 3, "there is no cell `a9`"),
    (5, "", 7, "White has no moves"),
    (5, "  White: step forward to empty", 7, "Black has no moves"),
    (5, "  step any to empty", 7, "could go on for ever"),
    (5, "  step forward to empty # here\n  swim", 6, "something that a piece does"),
    // Placements and effects.
    (6, "place pwan on empty", 6, "write `pawn`"),
    (6, "place pawn on enemy", 6, "write `empty`"),
    (6, "place pawn empty", 6, "write `on`"),
    (6, "place pawn on empty next own", 6, "write `to`"),
    (6, "place pawn on empty not next own", 6, "write `to`"),
    (6, "place pawn from hnad on empty", 6, "write `hand`"),
    (6, "place pawn on empty before moving", 6, "from hand"),
    (6, "place pawn on empty next to own, not next to enemy", 6, "leave one of them out"),
    (6, "capture one enemy after lines of 3", 6, "write `line`"),
    (6, "capture one enemy after line of 1", 6, "from 2 to 26"),
    (6, "capture one enemy after line of 3, sparing line", 6, "write `lines`"),
    (6, "capture to pocket", 6, "write `hand`"),
    (6, "capture surounded enemies", 6, "write `enemy`"),
    (6, "capture surrounded stones", 6, "write `enemies`"),
    (6, "capture surrounded enemies, forward", 6, "opposites"),
    (6, "capture surrounded enemies; capture surrounded enemies", 6, "write it once"),
    (6, "must keep a liberty", 6, "write `capture surrounded enemies, orthogonal` above"),
    (6, "capture surrounded enemies; must keep liberty", 6, "write `a`"),
    (6, "capture surrounded enemies; must keep a liberties", 6, "write `liberty`"),
    (6, "capture surrounded enemies; must capture", 7, "leave out `capture surrounded enemies` or `must"),
    (6, "capture surrounded enemies; capture enemies between own", 7, "or `flip`"),
    (6, "piece king royal; capture surrounded enemies", 7, "or `royal`"),
    (6, "win: own at least 1 pawn in hand", 7, "add `capture to hand`"),
    (6, "capture to hand; win: own at least 1 pawn in pocket", 6, "write `hand`"),
    (6, "capture to hand; win: own at least 1 in", 6, "write `hand`"),
    (6, "win: connect left with right with", 6, "a set of cells"),
    (6, "place pawn on empty while fewer than 0", 6, "from 1 to 256"),
    (6, "place pawn on empty covering", 6, "a way"),
    (6, "place pawn on empty covering north next to own", 6, "leave one of them out"),
    (6, "drop pawn any", 6, "falls in one way"),
    (6, "drop", 6, "a piece"),
    (6, "flip enemies up own", 6, "write `to`"),
    (6, "flip friends up to own", 6, "write `enemy`"),
    (6, "flip enemies over own", 6, "write one of up, next"),
    (6, "flip enemies up to own forward", 6, "opposites"),
    (6, "capture enemies beside own", 6, "write `between`"),
    (6, "must fly", 6, "write `flip`"),
    (6, "must capture most", 6, "finished statement"),
    (6, "must capture the least", 6, "write `most`"),
    (6, "count same captures twice", 6, "write `once`"),
    // Ends.
    (6, "win", 6, "an end of the game"),
    (6, "win: raech last row", 6, "write `reach`"),
    (6, "win: line 3", 6, "write `of`"),
    (6, "win: line of 1", 6, "from 2 to 26"),
    (6, "win: line of many", 6, "a number is missing"),
    (6, "win: line of 3 forward", 6, "opposites"),
    (6, "win: reach last row with king", 6, "write one of pawn"),
    (6, "win: connect left right", 6, "write `with`"),
    (6, "win: connect left with", 6, "a set of cells"),
    (6, "win: own apart", 6, "write `at`"),
    (6, "win: own at least 0 pieces", 6, "from 1 to 256"),
    (6, "win: enemy has many pieces", 6, "write one of no, fewer"),
    (6, "win: enemy has no king", 6, "write one of pawn"),
    (6, "win: position 3 times", 6, "write `draw:`"),
    (6, "draw: position 1 times", 6, "from 2 to 9"),
    (6, "draw: after 0 plies", 6, "from 1 to 10000"),
    (6, "draw: after 99999 plies", 6, "from 1 to 10000"),
    (6, "draw: after 10 plies without progres", 6, "write `progress`"),
    (6, "Black: win: reach last row; White: stuck: loses", 6, "not for one player"),
    (7, "", 6, "add `stuck: loses`"),
    (7, "stuck: looses", 7, "write `loses`"),
    (7, "stuck: passes", 7, "both stuck"),
    (7, "stuck: passes; both stuck: passes", 7, "is not what happens"),
    (7, "stuck: loses; both stuck: draws", 7, "leave `both stuck` out"),
    (7, "stuck: more discs wins", 7, "write `pieces`"),
    (7, "both: draws", 7, "write `stuck`"),
    (7, "stuck: loses loses", 7, "finished statement"),
    // Options and conditions.
    (6, "if large: win: reach last row", 6, "option large no | yes"),
    (6, "win: line of $k", 6, "declare it above"),
    (6, "option k 3", 6, "a single value"),
    (6, "option k 3 from 4 to 9", 6, "not in the range"),
    (6, "option k 3 from 9 to 4", 6, "from 9 to 999"),
    (6, "option K 3 from 1 to 9", 6, "small letters"),
    (6, "option k no | no", 6, "twice"),
    (6, "option k no | yes\noption k a | b", 7, "another name"),
    (6, "option k no | ye$s", 6, "no option `s`"),
    (6, "option k no | yes\nif j: win: reach last row", 7, "write `k`"),
    (6, "option k no | yes\nif k win: reach last row", 7, "without `:`"),
    (6, "option k no | yes\nif k:", 7, "write one behind"),
    (6, "option k 2 from 1 to 3\nwin: line of $k", 7, "(with k=1)"),
    (6, "option k 2 from 2 to 3\nwin: line of $j", 7, "write `k`"),
    (6, "win: reach last row; option k no | yes", 6, "an option"),
    // Marks.
    (6, "win: reach last row!", 6, "`!` means nothing"),
    (6, "win: reach (last row)", 6, "`(` means nothing"),
    (6, "win: reach last row | ", 6, "finished statement"),
    (6, "12 win", 6, "the beginning of a statement"),
    (6, "win: line of 3x3", 6, "a number is missing"),
    (6, "win: line of 3rd", 6, "no number and no word"),
];

/// A sound game of sowing. Each case of the second table replaces one of its lines.
const SOUND_PITS: [&str; 8] = [
    "game Test",
    "players South, North",
    "pits 6 a side",
    "seeds 4 in each pit",
    "sow into own store",
    "last seed in empty own pit: capture it and opposite",
    "end: either side empty",
    "stuck: more seeds wins",
];

/// The same for games of sowing.
const PITS_CASES: &[(usize, &str, usize, &str)] = &[
    // Pits and seeds.
    (3, "", 4, "write `pits 6 a side` above"),
    (3, "pits", 3, "from 1 to 12"),
    (3, "pits 0 a side", 3, "from 1 to 12"),
    (3, "pits 13 a side", 3, "from 1 to 12"),
    (3, "pits 6x2", 3, "from 1 to 12"),
    (3, "pits 6", 3, "write `a`"),
    (3, "pits 6 a row", 3, "write `side`"),
    (3, "pits 6 a side each", 3, "finished statement"),
    (3, "pits 6 a side; pits 6 a side", 3, "write it once"),
    (3, "pist 6 a side", 3, "write `pits`"),
    (3, "board 6x2", 4, "pits are known"),
    (3, "board 6x2; pits 6 a side", 3, "leave out `board` or `pits`"),
    (3, "pits 6 a side; board 6x2", 3, "in a game of pits"),
    (3, "pits 6 a side; players A, B", 3, "write `players` above"),
    (3, "South: pits 6 a side", 3, "not for one player alone"),
    (4, "", 8, "add a line such as `seeds 4 in each pit`"),
    (4, "seeds", 4, "from 1 to 50"),
    (4, "seeds 0 in each pit", 4, "from 1 to 50"),
    (4, "seeds 51 in each pit", 4, "from 1 to 50"),
    (4, "seeds 40 in each pit", 4, "at most 250"),
    (4, "seeds 4 in every pit", 4, "write `each`"),
    (4, "seeds 4 each pit", 4, "write `in`"),
    (4, "seeds 4 in each pit; seeds 5 in each pit", 4, "write it once"),
    (4, "seeds many in each pit", 4, "a number is missing"),
    // Sowing.
    (5, "", 6, "write `sow into own store`"),
    (5, "sow", 5, "write `into`"),
    (5, "sow into", 5, "no, own, both"),
    (5, "sow into onw store", 5, "write `own`"),
    (5, "sow into own stores", 5, "write `store`"),
    (5, "sow into both store", 5, "write `stores`"),
    (5, "sow into own store, skiping the origin", 5, "write `skipping`"),
    (5, "sow into own store, skipping origin", 5, "write `the`"),
    (5, "sow into own store, skipping the start", 5, "write `origin`"),
    (5, "sow into own store, from pits of 2", 5, "write `at`"),
    (5, "sow into own store, from pits of at least 0", 5, "from 1 to 50"),
    (5, "sow into own store; sow into own store", 5, "write it once"),
    (5, "  sow into own store", 5, "begin the line"),
    (5, "sow into no store\nend: either side emty", 6, "write `empty`"),
    (5, "sow into no store", 8, "could go on for ever"),
    // The last seed.
    (6, "last", 6, "write `seed`"),
    (6, "last seed", 6, "write `in`"),
    (6, "last seed in empty pit: capture it", 6, "own, enemy, any"),
    (6, "last seed in own pot: capture it", 6, "write `pit`"),
    (6, "last seed in enemy store: move again", 6, "write `pit`"),
    (6, "last seed in empty own store: move again", 6, "name a pit"),
    (6, "last seed in own store: capture it", 6, "write one of move"),
    (6, "last seed in own store: move", 6, "write `again`"),
    (6, "last seed in own pit capture it", 6, "`:` is missing"),
    (6, "last seed in own pit: take it", 6, "write one of move, capture"),
    (6, "last seed in own pit: capture", 6, "it, opposite"),
    (6, "last seed in own pit: capture it and back", 6, "opposite, backwards"),
    (6, "last seed in own pit: capture it and opposit", 6, "write `opposite`"),
    (6, "last seed in own pit: capture opposite and own", 6, "write `it`"),
    (6, "last seed in own pit: capture it, even if opposite is empty", 6, "finished statement"),
    (6, "last seed in own pit: capture it and opposite, even opposite is empty", 6, "write `if`"),
    (6, "last seed in own pit making: capture it", 6, "a number is missing"),
    (6, "last seed in own pit making 0: capture it", 6, "from 1 to 250"),
    (6, "last seed in own pit making 2 | : capture it", 6, "a number is missing"),
    (6, "last seed in own pit making 1|1|1|1|1|1|1|1|1|1|1|1|1: capture it", 6, "at most 12"),
    (6, "last seed in empty own pit making 2: capture it", 6, "`:` is missing"),
    (5, "sow into no store; last seed in own store: move again", 5, "write `sow into own store`"),
    // Grand slams, feeding, what is left.
    (6, "grand", 6, "write `slam`"),
    (6, "grand slam", 6, "captures, is"),
    (6, "grand slam captures some", 6, "all, nothing"),
    (6, "grand slam is forbiden", 6, "write `forbidden`"),
    (6, "grand slam is forbidden; grand slam captures all", 6, "write it once"),
    (6, "must", 6, "write `feed`"),
    (6, "must capture", 6, "write `feed`"),
    (6, "collect", 6, "write `own`"),
    (6, "collect own", 6, "write `seeds`"),
    (6, "collect all seeds", 6, "write `own`"),
    // Ends.
    (7, "end", 7, "either, position, after"),
    (7, "end: either side", 7, "write `empty`"),
    (7, "end: own side empty", 7, "either, position, after"),
    (7, "end: position 1 times", 7, "from 2 to 9"),
    (7, "end: position 3", 7, "write `times`"),
    (7, "end: position 3 times; draw: position 3 times", 7, "write it once"),
    (7, "end: after 0 plies", 7, "from 1 to 10000"),
    (7, "end: after 9 plies without progress", 7, "write `capture`"),
    (7, "end: after 9 plies; end: after 8 plies", 7, "write it once"),
    (7, "draw: either side empty", 7, "write `after`"),
    (7, "win: line of 3", 7, "write `own`"),
    (7, "win: own 25 seeds", 7, "at, more"),
    (7, "win: own at least 49 seeds", 7, "from 1 to 48"),
    (7, "win: own at least 25 pieces", 7, "write `seeds`"),
    (7, "win: own more than half", 7, "write `the`"),
    (7, "win: own at least 25 seeds; win: own at least 30 seeds", 7, "write it once"),
    (7, "lose: own at least 25 seeds", 7, "in a game of pits"),
    (7, "piece seed", 7, "in a game of pits"),
    (7, "capture enemies between own", 7, "in a game of pits"),
    (7, "zone home a1", 7, "in a game of pits"),
    (8, "", 7, "add `stuck: more seeds wins`"),
    (8, "stuck: more pieces wins", 8, "write `seeds`"),
    (8, "stuck: most seeds wins", 8, "write `more`"),
    (8, "stuck: passes", 8, "write `loses`"),
    (8, "stuck: loses", 8, "stuck: more seeds wins"),
    (8, "both stuck: draws", 8, "in a game of pits"),
    (8, "stuck: more seeds wins; stuck: loses", 8, "write it once"),
    (7, "option pits no | yes\nif pits: board 4x4", 8, "in a game of pits"),
];

#[test]
fn every_fault_is_named_with_line_and_remedy() {
    let all = CASES.len() + PITS_CASES.len() + hostile::files().len();
    assert!(all >= 300, "{all} cases");
    let mut wrong = Vec::new();
    for (sound, cases) in [(&SOUND[..], CASES), (&SOUND_PITS, PITS_CASES)] {
        assert!(RulesFile::read(&sound.join("\n")).is_ok());
        for &(replaced, text, line, wanted) in cases {
            let mut lines = sound.to_vec();
            lines[replaced - 1] = text;
            match RulesFile::read(&lines.join("\n")) {
                Ok(_) => wrong.push(format!("{text:?} is read")),
                Err(error) => {
                    let named = error.to_string().contains(wanted) && error.line == line && error.column >= 1;
                    if !named || error.remedy.is_empty() {
                        let where_ = format!("line {line} and {wanted:?} are wanted");
                        wrong.push(format!("{text:?}, where {where_}: {error}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether moves leave royal pieces safe is asked for each of them, which must not take long.
#[test]
fn royal_pieces_have_small_boards_and_plain_jumps() {
    let file = |board: &str, jump: &str| {
        format!(
            "game T\nboard {board}\npiece king royal on first row\n  step forward to empty\n  jump forward over enemy{jump}\nstuck: loses"
        )
    };
    assert!(RulesFile::read(&file("8x8", "")).is_ok(), "{:?}", RulesFile::read(&file("8x8", "")));
    for (text, wanted) in
        [(file("9x8", ""), "at most 64 cells"), (file("8x8", ", must go on"), "chains of jumps")]
    {
        let error = RulesFile::read(&text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

/// Reads a text and tries its game.
fn tried(text: &str) -> Result<(), ReadError> {
    struct Try;
    impl RulesVisitor for Try {
        type Output = Result<(), ReadError>;
        fn visit<G: ListedGame>(self, game: G) -> Result<(), ReadError> {
            trial(&game)
        }
    }
    RulesFile::read(text)?.visit(Try)
}

#[test]
fn games_without_sense_are_refused_by_their_trial() {
    let file = |moves: &str| {
        format!("game T\nboard 4x4\npiece man on first row\n{moves}\nstuck: loses\ndraw: position 3 times")
    };
    for (text, wanted) in [
        (file("  step forward to empty\n  slide forward to empty"), "a text of its own"),
        (file("  step backward to empty"), "nobody can move at the start"),
        (file("  step forward to empty\nwin: own at least 2 pieces"), "over before it begins"),
        (file("  step forward to empty\n  step forward to empty"), "a text of its own"),
    ] {
        let error = tried(&text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
    // More moves than a position may have.
    let wide = "game T\nboard 16x16\npiece man on first two rows\n  slide any to empty, then shoot any\nstuck: loses";
    assert!(tried(wide).unwrap_err().to_string().contains("more than 4999 moves"), "{:?}", tried(wide));
}

#[test]
fn absurd_files_are_refused() {
    assert!(RulesFile::read("").unwrap_err().remedy.contains("game NAME"));
    let long = "# long\n".repeat(10_000);
    assert!(RulesFile::read(&long).unwrap_err().problem.contains("70000 bytes"));
    let deep = format!("game T; board 4x4; piece a\n{}", "  step any to empty\n".repeat(1000));
    assert!(RulesFile::read(&deep).unwrap_err().remedy.contains("at most 60"));
    let rules = format!(
        "game T; board 4x4; piece a on first row\n  step forward to empty\n{}",
        "win: line of 3\n".repeat(100)
    );
    assert!(RulesFile::read(&rules).unwrap_err().remedy.contains("at most 24"));
}

/// Mutations of the gallery in the ordinary tests, and in the long form.
const MUTATIONS: usize = 4_000;
const MUTATIONS_LONG: usize = 1_000_000;
/// Plies that a mutated game is played, if it is a game.
const PLIES: usize = 12;

struct Play(u64);

impl RulesVisitor for Play {
    type Output = usize;
    fn visit<G: ListedGame>(self, game: G) -> usize {
        let (mut random, mut at) = (Random::new(self.0), game.start());
        for ply in 0..PLIES {
            let moves = game.legal(&at);
            assert_eq!(game.outcome(&at).map_or_else(|| game.count(&at), |_| 0), moves.len());
            let Some(&mv) = random.pick(&moves) else { return ply };
            let text = game.move_text(&at, mv);
            let _ = (game.path(&at, mv), game.diagram(&at), game.resets(&at, mv), text);
            game.play(&mut at, mv);
            assert_eq!(game.read(&game.text(&at)).map_or(at.clone(), |again| again), at);
        }
        PLIES
    }
}

#[test]
fn no_mutation_of_the_gallery_panics() {
    let count = if std::env::var_os("PLYBOOK_LONG").is_some() { MUTATIONS_LONG } else { MUTATIONS };
    let mut words: Vec<&str> = gallery::FILES.iter().flat_map(|(_, text)| text.split_whitespace()).collect();
    words.sort_unstable();
    words.dedup();
    let mut random = Random::new(11);
    let (mut games, mut refused) = (0, 0);
    for number in 0..count {
        let (_, text) = gallery::FILES[random.below(gallery::FILES.len())];
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..=random.below(3) {
            let line = random.below(lines.len());
            let mut parts: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
            let part = random.below(parts.len());
            match random.below(6) {
                0 => drop(parts.remove(part)),
                1 => parts[part] = words[random.below(words.len())].to_owned(),
                2 => parts.insert(part, words[random.below(words.len())].to_owned()),
                3 => parts[part] = random.below(300).to_string(),
                4 => {
                    let mut letters: Vec<char> = parts[part].chars().collect();
                    if !letters.is_empty() {
                        let place = random.below(letters.len());
                        letters[place] = char::from(b' ' + random.below(95) as u8);
                    }
                    parts[part] = letters.into_iter().collect();
                }
                _ => {
                    let other = random.below(lines.len());
                    lines.swap(line, other);
                    continue;
                }
            }
            lines[line] = parts.join(" ");
        }
        match RulesFile::read(&lines.join("\n")) {
            Ok(file) => {
                file.visit(Play(number as u64));
                games += 1;
            }
            Err(error) => {
                assert!(!error.remedy.is_empty(), "{error}");
                refused += 1;
            }
        }
    }
    // Both kinds must be met, or the mutations test nothing.
    assert!(games > count / 20 && refused > count / 20, "{games} games, {refused} refused");
}

/// The page marks every line that is wrong by itself; a fault that others would follow from is the last one told.
#[test]
fn several_faults_are_told_at_once() {
    let lines = |text: &str| -> Vec<(usize, usize)> {
        let faults = RulesFile::check(text).err().unwrap_or_default();
        faults.iter().map(|fault| (fault.line, fault.column)).collect()
    };
    let sound = "game Race\nboard 4x4\npiece pawn on first row\n  step forward to empty\nwin: reach last row\nstuck: loses";
    assert_eq!(lines(sound), []);
    let three = sound.replace("forward", "forwrad").replace("reach", "raech").replace("loses", "looses");
    assert_eq!(lines(&three), [(4, 8), (5, 6), (6, 8)]);
    // Without its board nothing else in the file can be understood.
    assert_eq!(lines(&three.replace("4x4", "4y4")), [(2, 7)]);
    assert_eq!(lines(&three.replace("piece pawn on", "piece pawn at")), [(3, 12)]);
    // What a value of an option brings is told, too; and what the whole file lacks only where no line is wrong.
    let with_option = format!("option size 4x4 | 99x4\n{}", sound.replace("4x4", "$size"));
    assert_eq!(lines(&with_option), [(3, 7)]);
    assert_eq!(lines(&sound.replace("stuck: loses", "")).len(), 1);
    assert_eq!(lines(&sound.replace("stuck: loses", "").replace("reach", "raech")), [(5, 6)]);
}
