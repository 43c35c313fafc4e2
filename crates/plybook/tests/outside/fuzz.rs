//! Random and spoilt lines: no panic, no hang, and the next sensible question is answered.

use crate::conversation::Conversation;
use plybook_catalog::Random;

/// Lines for each protocol.
const LINES: usize = 10_000;
/// Lines between two questions that must be answered.
const BATCH: usize = 200;

const UNIVERSAL: &[&str] = &[
    "isready",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name Level value 3",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 30",
    "setoption name Evaluator value basic",
    "setoption name Clear Hash",
    "position startpos",
    "go infinite",
    "go ponder",
    "ponderhit",
    "stop",
    "go depth 3 nodes 400 movetime 5",
    "go mate 2",
    "go movestogo 3 searchmoves a1 b2",
    "debug on",
];
const UCI: &[&str] = &[
    "uci",
    "ucinewgame",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4",
    "go wtime 100 btime 90 winc 1 binc 2",
    "setoption name UCI_Chess960 value true",
];
const UGI: &[&str] = &[
    "ugi",
    "uginewgame",
    "query legalmoves",
    "query result",
    "query p1turn",
    "query position",
    "setoption name Game value othello:4x4",
    "setoption name Game value hexapawn:4x5",
    "setoption name Game value tree:tree=((3 12 8) (2 4 6))",
    "setoption name Game value nim:5",
    "position fen 3/3/3 X moves a1 b2",
    "go p1time 100 p2time 90 p1inc 1 p2inc 2",
];
const GTP: &[&str] = &[
    "boardsize 6",
    "clear_board",
    "komi 6.5",
    "play b d3",
    "play w c5",
    "7 genmove b",
    "genmove w",
    "reg_genmove b",
    "undo",
    "showboard",
    "time_settings 10 5 3",
    "time_left b 3 0",
    "final_score",
    "known_command play",
    "list_commands",
    "plybook-game othello:4x4",
    "plybook-option Level 2",
    "plybook-position ---------------------------OX------XO--------------------------- X",
    "set_game Othello",
];
const NBOARD: &[&str] = &[
    "nboard 2",
    "set depth 3",
    "set contempt 1.5",
    "set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)",
    "move D3/1.2/3",
    "hint 3",
    "go",
    "learn",
];

/// A line that somebody spoilt.
fn spoilt(lines: &[&str], random: &mut Random) -> Vec<u8> {
    const STRANGE: [&[u8]; 12] = [
        b"-1",
        b"0",
        b"99999999999999999999",
        b"\xff\xfe",
        b" ",
        b"[",
        b"/",
        b"\t",
        b"value",
        b"moves",
        b"\0",
        "\u{e9}".as_bytes(),
    ];
    let mut line = random.pick(lines).unwrap().as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(line.len() + 1);
        match random.below(5) {
            0 if at < line.len() => line[at] = (random.next() >> 32) as u8,
            1 if at < line.len() => drop(line.remove(at)),
            2 => drop(line.splice(at..at, random.pick(&STRANGE).unwrap().iter().copied())),
            3 => line.truncate(at),
            _ => line.extend_from_slice(random.pick(lines).unwrap().as_bytes()),
        }
    }
    line.retain(|&byte| byte != b'\n');
    // The end is tested elsewhere.
    if line.windows(4).any(|word| word == b"quit") { b"nothing".to_vec() } else { line }
}

fn check(arguments: &[&str], lines: &[&str], question: &str, answer: &str) {
    let mut engine = Conversation::start(arguments);
    let mut random = Random::new(arguments[0].len() as u64 * 31 + lines.len() as u64);
    for _ in 0..LINES / BATCH {
        let mut batch = Vec::new();
        for _ in 0..BATCH {
            batch.extend(spoilt(lines, &mut random));
            batch.push(b'\n');
        }
        engine.send_bytes(&batch);
        engine.ask(question, answer);
    }
    engine.hang_up();
    assert_eq!(engine.end(), 0);
}

#[test]
fn uci_survives() {
    check(&["uci", "--hash", "1"], &[UNIVERSAL, UCI].concat(), "isready", "readyok");
}

#[test]
fn ugi_survives() {
    check(&["ugi", "--hash", "1"], &[UNIVERSAL, UGI].concat(), "isready", "readyok");
}

#[test]
fn gtp_survives() {
    check(&["gtp", "--hash", "1", "--level", "1"], GTP, "4711 name", "=4711 Plybook");
}

#[test]
fn nboard_survives() {
    check(&["nboard", "--hash", "1", "--level", "1"], NBOARD, "ping 4711", "pong 4711");
}
