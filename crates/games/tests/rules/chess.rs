//! Chess: counts of the collected positions, the path rules, both notations, Chess960 and the evaluators.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like the tests themselves")]

mod evaluators;
mod polyglot;

use crate::support::testdata;
use plybook_games::chess::{Chess, ChessEvaluator, Position};
use plybook_kernel::{
    Evaluated, Evaluator, Game, HasInfo, History, Mark, Notation, Outcome, Player, Random, Step, Symmetric,
    View, perft::perft, sum,
};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Depth to which the collected positions are counted in the ordinary test run.
const DEPTH: u32 = 4;
/// Moves after which a random game is given up.
const LONGEST_GAME: usize = 200;

fn game(options: &str) -> Chess {
    Chess::default().variant(options).unwrap()
}

fn at(text: &str) -> Position {
    Chess::new().read(text).unwrap()
}

fn collected() -> String {
    std::fs::read_to_string(testdata().join("positions/chess/perft.epd")).unwrap()
}

/// A game's position and path after moves in either notation.
fn played(game: &Chess, start: &str, moves: &str) -> (Position, History) {
    let mut position = game.read(start).unwrap();
    let mut past = game.counts(start);
    for text in moves.split_whitespace() {
        let mv = game.read_move(&position, text).unwrap();
        past.push(game.key(&position), game.resets(&position, mv));
        game.play(&mut position, mv);
    }
    (position, past)
}

/// Visits positions of random games from the given starts, in turn.
fn random_positions(game: &Chess, starts: &[Position], positions: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(0xc4e55);
    let mut met = 0;
    for start in starts.iter().cycle() {
        let mut position = start.clone();
        for _ in 0..LONGEST_GAME {
            visit(&position);
            met += 1;
            if met == positions {
                return;
            }
            match random.pick(&game.legal(&position)) {
                Some(&mv) => game.play(&mut position, mv),
                None => break,
            }
        }
    }
}

/// The start position and the collected ones, so that random games meet castling, promotion and en passant.
fn starts(game: &Chess) -> Vec<Position> {
    let collected = collected();
    let fens = collected.lines().map(|line| line.split(';').next().unwrap().trim());
    std::iter::once(game.start()).chain(fens.map(|fen| game.read(fen).unwrap())).collect()
}

/// `testdata/positions/chess/perft.epd`, from the tests of sunfish. `PLYBOOK_LONG=1` counts to all its depths.
#[test]
fn collected_positions_have_their_counts() {
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    let (game, shuffled) = (game(""), game("960"));
    let mut positions = 0;
    for line in collected().lines() {
        let mut parts = line.split(';').map(str::trim);
        let text = parts.next().unwrap();
        let position = game.read(text).unwrap();
        assert_eq!(shuffled.read(text).unwrap(), position);
        for part in parts {
            let (depth, leaves) = part.strip_prefix('D').unwrap().split_once(' ').unwrap();
            let depth: u32 = depth.parse().unwrap();
            if depth <= DEPTH || long {
                assert_eq!(
                    perft(&game, &position, depth).leaves.to_string(),
                    leaves,
                    "{line} at depth {depth}"
                );
            }
        }
        positions += 1;
    }
    assert_eq!(positions, 127);
}

/// Start 518 is the usual one; the others have bishops of both colours and the king between the rooks.
#[test]
fn chess960_starts() {
    assert_eq!(game("960").start(), game("").start());
    let mut texts = std::collections::HashSet::new();
    for number in 0..960 {
        let game = Chess::chess960(number);
        let text = game.text(&game.start());
        assert_eq!(game.read(&text).unwrap(), game.start(), "{text}");
        assert_eq!(
            game.full_name(),
            if number == 518 { "chess:960".to_owned() } else { format!("chess:960={number}") }
        );
        let row: Vec<char> = text.chars().take(8).collect();
        let places = |letter| (0..8).filter(|&file| row[file] == letter).collect::<Vec<usize>>();
        assert_eq!(places('b').iter().map(|file| file % 2).sum::<usize>(), 1, "{text}");
        assert!(places('r')[0] < places('k')[0] && places('k')[0] < places('r')[1], "{text}");
        texts.insert(text);
    }
    assert_eq!(texts.len(), 960);
    // The first and the last of the published table.
    assert!(game("960=0").text(&game("960=0").start()).starts_with("bbqnnrkr/"));
    assert!(game("960=959").text(&game("960=959").start()).starts_with("rkrnnqbb/"));
}

/// Position, castling move as written in Chess960, and the first row after it; an empty row means not legal.
#[test]
fn chess960_castling() {
    let game = game("960");
    for (text, mv, row) in [
        // King and rook change places, the king stays, or the rook stays.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "5RK1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "5RK1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "5RK1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "2KR4"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "2KR4"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "2KR4"),
        // The king passes over his own rook only.
        ("4k3/8/8/8/8/8/8/1KN3R1 w G - 0 1", "b1g1", ""),
        ("4k3/8/8/8/8/8/8/1K4RN w G - 0 1", "b1g1", "5RKN"),
        // A rook shields the king and may not leave him to the queen.
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1", ""),
        // Through an attacked square, out of check, onto an attacked square.
        ("3rk3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", ""),
        ("1r2k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", ""),
        ("4k1r1/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1f1", ""),
        // Only the rook passes an attacked square.
        ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", "2KR4"),
        // The inner of two rooks.
        ("4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", "b1f1", "5RKR"),
        ("4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", "b1h1", ""),
    ] {
        let position = game.read(text).unwrap();
        match game.read_move(&position, mv) {
            Ok(castling) => {
                assert_eq!(game.move_text(&position, castling), mv);
                let after = game.text(&game.after(&position, castling));
                assert_eq!(after.split(['/', ' ']).nth(7), Some(row), "{text}");
                let san = game.san(&position, castling);
                let side = if row.starts_with("2K") { "O-O-O" } else { "O-O" };
                assert_eq!(san.trim_end_matches('+'), side, "{text}");
                assert_eq!(game.read_move(&position, &san), Ok(castling));
            }
            Err(error) => assert_eq!(row, "", "{text}: {error}"),
        }
    }
    // `KQkq` means the outermost rooks, and letters name the rook; both say the same here.
    let by_side = game.read("1r2k1r1/8/8/8/8/8/8/R1R1K1RR w KQkq - 0 1").unwrap();
    let by_file = game.read("1r2k1r1/8/8/8/8/8/8/R1R1K1RR w HAgb - 0 1").unwrap();
    assert_eq!(by_side, by_file);
    assert_eq!(game.text(&by_side), "1r2k1r1/8/8/8/8/8/8/R1R1K1RR w HAgb - 0 1");
    assert_eq!(
        game.diagram(&by_side).note,
        "Castling: White short with h1 and long with a1, Black short with g8 and long with b8."
    );
}

/// Positions with a move that castles or not.
#[test]
fn usual_castling() {
    let game = game("");
    for (text, legal) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1 O-O O-O-O 0-0 0-0-0 e1h1 e1a1"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1"),
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1"),
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K1NR b KQkq - 0 1", "e8g8 e8c8"),
        ("r3k2r/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1", ""),
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", ""),
    ] {
        let position = game.read(text).unwrap();
        for mv in ["e1g1", "e1c1", "e8g8", "e8c8"] {
            let wanted = legal.split(' ').any(|legal| legal == mv);
            assert_eq!(game.read_move(&position, mv).is_ok(), wanted, "{mv} in {text}");
        }
        for mv in legal.split_whitespace() {
            game.read_move(&position, mv).unwrap();
        }
    }
    // Rights are lost by the king's move, the rook's move and the rook's capture.
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (moves, rights) in
        [("Ke2", "kq"), ("Rb1", "Kkq"), ("Rxa8", "Kk"), ("Rxh8", "Qq"), ("O-O", "kq"), ("O-O-O Ke7", "-")]
    {
        let (position, _) = played(&game, start, moves);
        assert_eq!(game.text(&position).split(' ').nth(2), Some(rights), "{moves}");
    }
}

/// An en passant square counts only if a pawn can really be taken there.
#[test]
fn en_passant_counts_where_it_is_possible() {
    let game = game("");
    for (text, written) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e3"),
        // A bishop can go there, but takes nothing.
        ("4k3/8/8/6Bp/8/8/8/4K3 w - h6 0 1", "-"),
        // Pinned on the file, on the diagonal, and the row that both pawns would leave.
        ("3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", "-"),
        ("7k/1b6/8/3Pp3/4K3/8/8/8 w - e6 0 1", "-"),
        ("4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", "-"),
        ("4k3/8/8/K2PpP1r/8/8/8/8 w - e6 0 1", "e6"),
        // The pawn that stepped gives check, and may be taken.
        ("4k3/8/8/3Pp3/3K4/8/8/8 w - e6 0 1", "e6"),
        // A discovered check that the capture does not answer.
        ("4k3/K6r/8/3Pp3/8/8/8/8 w - e6 0 1", "-"),
    ] {
        let position = at(text);
        assert_eq!(game.text(&position).split(' ').nth(3), Some(written), "{text}");
        let same = at(&game.text(&position));
        assert_eq!((&same, game.key(&same)), (&position, game.key(&position)), "{text}");
        let without = at(&text.replace(text.split(' ').nth(3).unwrap(), "-"));
        assert_eq!(without == position, written == "-", "{text}");
        assert_eq!(game.key(&without) == game.key(&position), written == "-", "{text}");
        assert_eq!(game.diagram(&position).note.contains("En passant"), written != "-", "{text}");
    }
    // The same position by another order of moves, in which the double step came earlier.
    let start = game.text(&game.start());
    let (late, _) = played(&game, &start, "Nf3 Nf6 e4");
    let (early, _) = played(&game, &start, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3");
    assert_eq!((&late, game.key(&late)), (&early, game.key(&early)));
}

/// The third occurrence draws; a right to take en passant makes a position another one.
#[test]
fn threefold_repetition() {
    let (game, start) = (game(""), game("").text(&game("").start()));
    let dance = "Nf3 Nf6 Ng1 Ng8 ";
    for (moves, drawn) in [
        (dance.to_owned(), false),
        (dance.repeat(2), true),
        (format!("{dance}Nf3 Nf6 Ng1"), false),
        // After 1. e4 nobody can take en passant: the position itself counts.
        (format!("e4 {}", "Nf6 Nf3 Ng8 Ng1 ".repeat(2)), true),
        // After 2... f5 White can: the first occurrence is another position.
        (format!("e4 a6 e5 f5 {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(2)), false),
        (format!("e4 a6 e5 f5 {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(3)), true),
        // The first two occurrences had the right to castle.
        ("e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8".to_owned(), false),
        ("e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7".to_owned(), true),
        // A pawn move in between.
        (format!("{dance}e4 e5 {dance}"), false),
    ] {
        let (position, past) = played(&game, &start, &moves);
        assert_eq!(game.outcome_with(&position, &past), drawn.then_some(Outcome::Draw), "{moves}");
        let free = Chess::default().variant("repetition=off").unwrap();
        assert_eq!(free.outcome_with(&position, &past), None, "{moves}");
    }
}

/// A hundred quiet plies draw, unless the last of them gives mate.
#[test]
fn fifty_moves() {
    for (start, moves, outcome) in [
        ("7k/8/8/8/8/8/R7/K7 w - - 98 80", "Ra3", None),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "Ra3", Some(Outcome::Draw)),
        ("7k/8/8/8/8/8/R7/K7 w - - 98 80", "Ra3 Kg8", Some(Outcome::Draw)),
        ("7k/8/8/8/8/8/P7/K7 w - - 99 80", "a3", None),
        ("7k/8/8/8/8/n7/R7/K7 w - - 99 80", "Rxa3", None),
        ("6k1/5ppp/8/8/8/8/8/K6R w - - 99 80", "Rh2", Some(Outcome::Draw)),
        ("7k/R7/8/8/8/8/8/KR6 w - - 99 80", "Rb8", Some(Outcome::Win(Player::FIRST))),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 99 80", "Re8", Some(Outcome::Win(Player::FIRST))),
        // A right to castle goes, but the count goes on.
        ("7k/8/8/8/8/8/8/R3K3 w Q - 99 80", "Ra2", Some(Outcome::Draw)),
        ("7k/8/8/8/8/8/8/R3K3 w Q - 99 80", "O-O-O", Some(Outcome::Draw)),
    ] {
        let game = game("");
        let (position, past) = played(&game, start, moves);
        assert_eq!(game.outcome_with(&position, &past), outcome, "{start} {moves}");
        let without = Chess::default().variant("fifty=off").unwrap();
        assert_eq!(without.outcome_with(&position, &past), None, "{start} {moves}");
    }
    assert_eq!(game("").max_plies(), Some(12_700));
    assert_eq!(game("fifty=off").max_plies(), None);
}

/// Material with which nobody can mate; only `outcome_with` knows it.
#[test]
fn insufficient_material() {
    for (text, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3BK3 b - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", false),
        ("3bk3/8/8/8/8/8/8/3NK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false),
        ("1b1bk3/b1b5/8/8/8/8/8/B3K3 w - - 0 1", true),
    ] {
        let position = at(text);
        let game = game("");
        assert_eq!(game.outcome_with(&position, &History::new()), dead.then_some(Outcome::Draw), "{text}");
        assert_eq!(game.outcome(&position), None);
    }
}

/// Mate and stalemate.
#[test]
fn stuck_is_mate_or_stalemate() {
    let game = game("");
    let (mated, past) = played(&game, &game.text(&game.start()), "f3 e5 g4 Qh4");
    assert_eq!(game.outcome_with(&mated, &past), None);
    for (position, outcome) in [
        (mated, Outcome::Win(Player::SECOND)),
        (at("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), Outcome::Win(Player::FIRST)),
        (at("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Outcome::Draw),
        (at("7k/8/8/8/8/6q1/8/7K w - - 0 1"), Outcome::Draw),
    ] {
        assert_eq!(game.verdict(&position), Some(outcome));
    }
}

/// The counters of a text go to the history and come back.
#[test]
fn counters_are_the_path_s() {
    let game = game("");
    let text = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let past = game.counts(text);
    assert_eq!((past.quiet(), past.plies()), (1, 3));
    assert_eq!(game.text_with(&at(text), &past), text);
    assert_eq!(game.text(&at(text)), text.replace("1 2", "0 1"));
    let (position, past) = played(&game, text, "Nc6 Bb5 d6");
    assert_eq!(
        game.text_with(&position, &past),
        "r1bqkbnr/pp2pppp/2np4/1Bp5/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    );
    let short = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
    assert_eq!((at(short), game.counts(short)), (at(text), History::set_up(0, 1)));
}

/// Position, move in UCI, and in SAN.
#[test]
fn san_of_special_moves() {
    let game = game("");
    for (text, uci, san) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"),
        ("4k3/8/8/8/6N1/8/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/8/8/6N1/8/4K1N1 w - - 0 1", "g1e2", "N1e2"),
        // A pinned rival is none.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        // Three queens: file and rank are both needed.
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N"),
        ("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ("2rkr3/2ppp3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"),
    ] {
        let position = at(text);
        let mv = game.read_move(&position, uci).unwrap();
        assert_eq!(
            (game.san(&position, mv), game.move_text(&position, mv)),
            (san.to_owned(), uci.to_owned()),
            "{text}"
        );
        assert_eq!(game.read_san(&position, san), Ok(mv), "{text}");
        let bare = san.trim_end_matches(['+', '#']).replace(['x', '='], "");
        assert_eq!(game.read_move(&position, &bare), Ok(mv), "{bare} in {text}");
    }
    for (text, san, culprit) in [
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "Nge2 or Nce2"),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "e8=N or e8=B or e8=R+ or e8=Q+"),
        ("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "4 moves"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "no such pawn move to d5"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", "no such king move to h1"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Kb8", "the game is over"),
    ] {
        let error = game.read_move(&at(text), san).unwrap_err().to_string();
        assert!(error.contains(culprit), "{text}: {error}");
    }
}

/// Every legal move of random positions reads back from SAN, and SAN texts are unique.
#[test]
fn san_reads_back() {
    for (options, positions) in [("", 90_000), ("960", 10_000)] {
        let game = game(options);
        let mut texts = Vec::new();
        random_positions(&game, &starts(&game), positions, |position| {
            texts.clear();
            for mv in game.legal(position) {
                let san = game.san(position, mv);
                assert_eq!(game.read_san(position, &san), Ok(mv), "{san} in {}", game.text(position));
                texts.push(san);
            }
            let moves = texts.len();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), moves, "{}", game.text(position));
        });
    }
}

/// What must hold in every position: equality, keys, counts, texts, clicks and the exchange of colours.
#[test]
fn random_positions_are_consistent() {
    for options in ["", "960", "960=17"] {
        let game = game(options);
        let mut all = starts(&game);
        all.extend(
            (0..960).step_by(97).filter(|_| game.is_chess960()).map(|number| Chess::chess960(number).start()),
        );
        random_positions(&game, &all, 10_000, |position| {
            let text = game.text(position);
            let again = game.read(&text).unwrap();
            assert_eq!(
                (&again, game.key(&again), game.text(&again)),
                (position, game.key(position), text.clone())
            );
            let moves = game.legal(position);
            assert_eq!((&moves, moves.len()), (&game.legal(&again), game.count(position)), "{text}");
            let mut slots: Vec<u16> = moves.iter().map(|&mv| game.history_slot(mv)).collect();
            slots.sort_unstable();
            slots.dedup();
            assert_eq!(slots.len(), moves.len(), "{text}");
            let mut paths: Vec<Vec<Step>> = moves.iter().map(|&mv| game.path(position, mv)).collect();
            paths.sort();
            assert!(paths.windows(2).all(|pair| !pair[1].starts_with(&pair[0])), "{text}");
            for &mv in &moves {
                assert_eq!(game.read_move(position, &game.move_text(position, mv)), Ok(mv), "{text}");
            }
            let swapped = game.swapped(position).unwrap();
            assert_eq!(game.count(&swapped), moves.len(), "{text}");
            assert_eq!(game.swapped(&swapped).as_ref(), Some(position), "{text}");
            for (name, evaluator) in
                [("positional", ChessEvaluator::Positional), ("basic", ChessEvaluator::Basic)]
            {
                assert_eq!(game.evaluator(name), Some(evaluator));
                let value = evaluator.evaluate(&game, position, &());
                assert_eq!(value, sum(&evaluator.terms(&game, position)), "{name} of {text}");
                assert_eq!(value, evaluator.evaluate(&game, &swapped, &()), "{name} of {text}");
            }
        });
    }
}

/// A free move for the opponent: not in check, not with pawns alone.
#[test]
fn null_moves() {
    let game = game("");
    assert_eq!(game.null(&at("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1")), None);
    assert_eq!(game.null(&at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")), None);
    assert_eq!(game.null(&at("4k3/8/8/8/8/8/P6r/4K3 b - - 0 1")).map(|_| ()), Some(()));
    let passed = at("4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1");
    assert_eq!(game.null(&passed), Some(at("4k3/8/8/3pP3/8/8/8/R3K3 b - - 0 1")));
    random_positions(&game, &starts(&game), 2_000, |position| {
        if let Some(null) = game.null(position) {
            let read = game.read(&game.text(&null)).unwrap();
            assert_eq!(
                (&read, game.key(&read), game.legal(&read)),
                (&null, game.key(&null), game.legal(&null))
            );
        }
    });
}

/// Clicks, marks and the words beside the board.
#[test]
fn the_view_shows_special_moves() {
    let game = game("");
    let cell = |name: &str| {
        let diagram = game.diagram(&game.start());
        diagram.cells.iter().position(|cell| cell.name == name).unwrap()
    };
    let cells = |names: &str| names.split(' ').map(|name| Step::Cell(cell(name))).collect::<Vec<Step>>();
    let position = at(KIWIPETE);
    assert_eq!(game.diagram(&position).note, "Castling: White short and long, Black short and long.");
    assert_eq!(game.path(&position, game.read_move(&position, "O-O").unwrap()), cells("e1 g1"));
    assert_eq!(game.path(&position, game.read_move(&position, "O-O-O").unwrap()), cells("e1 c1"));
    let shuffled = self::game("960");
    assert_eq!(shuffled.path(&position, shuffled.read_move(&position, "O-O").unwrap()), cells("e1 h1"));

    let promotes = at("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let mv = game.read_move(&promotes, "exd8=N").unwrap();
    let mut path = cells("e7 d8");
    path.push(Step::Choice("knight".to_owned()));
    assert_eq!(game.path(&promotes, mv), path);
    assert_eq!(game.marks(&promotes, mv), [(cell("d8"), Mark::To), (cell("e7"), Mark::From)]);

    let passing = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(game.diagram(&passing).note, "En passant: d6.");
    let mv = game.read_move(&passing, "exd6").unwrap();
    let marks = [(cell("d6"), Mark::To), (cell("d5"), Mark::Captured), (cell("e5"), Mark::From)];
    assert_eq!(game.marks(&passing, mv), marks);
}

/// Options read back from their text.
#[test]
fn options_read_back() {
    for (options, text) in [
        ("", ""),
        ("960", "960"),
        ("960=518", "960"),
        ("960=0", "960=0"),
        ("repetition=on,fifty=on", ""),
        ("fifty=off,repetition=off", "repetition=off,fifty=off"),
        ("fifty=off,960=7", "960=7,fifty=off"),
    ] {
        assert_eq!(game(options).options_text(), text, "{options}");
        assert_eq!(game(text).options_text(), text);
    }
}
