//! What the evaluators of chess count.

use super::{at, game};
use plybook_games::chess::ChessEvaluator;
use plybook_kernel::Evaluator;

/// The value of one term of the positional evaluator.
fn term(text: &str, name: &str) -> i32 {
    let game = game("");
    let terms = ChessEvaluator::Positional.terms(&game, &at(text));
    terms.iter().find(|term| term.name == name).unwrap_or_else(|| panic!("no term {name}")).value
}

/// Each feature is counted where it should be.
#[test]
fn features_are_counted() {
    for (text, name, value) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "rooks on open files", 1),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "rooks on open files", 0),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "rooks on half-open files", 1),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "rooks on half-open files", 0),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "rooks on open files", -1),
        ("4k3/3R4/8/8/8/8/8/4K3 b - - 0 1", "rooks on the seventh rank", -1),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "centre control", 2),
        ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "centre control", 2),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "undeveloped minor pieces", 0),
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1", "undeveloped minor pieces", 1),
        ("4k3/8/8/3p1p2/3P1P2/8/8/2N1K3 w - - 0 1", "knights in closed positions", 2),
        ("4k3/8/8/8/3P1P2/8/8/2N1K3 w - - 0 1", "knights in closed positions", 0),
        // The bishop on c1 is dark; d4 and f4 are dark too, e4 is light.
        ("4k3/8/8/3p1p2/3P1P2/8/8/2B1K3 w - - 0 1", "pawns fixed on the bishop's colour", 2),
        ("4k3/8/8/4p3/4P3/8/8/2B1K3 w - - 0 1", "pawns fixed on the bishop's colour", 0),
        ("4k3/8/8/8/3P1P2/8/8/2B1K3 w - - 0 1", "pawns fixed on the bishop's colour", 0),
        ("4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", "doubled pawns", 1),
        ("4k3/p7/p7/p7/8/8/8/4K3 w - - 0 1", "doubled pawns", -2),
        ("4k3/8/8/8/8/8/P1P3PP/4K3 w - - 0 1", "isolated pawns", 2),
        ("4k3/8/8/8/8/8/PP5P/4K3 w - - 0 1", "isolated pawns", 1),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "passed pawns", 2),
        ("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1", "passed pawns", 0),
        ("4k3/8/8/8/4P3/3p4/8/4K3 w - - 0 1", "passed pawns", 2 - 7),
        ("4k3/8/8/4r3/4P3/8/8/4K3 w - - 0 1", "blockaded passed pawns", 2),
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "pinned pieces", 1),
        ("4k3/8/8/8/1b6/2N5/3P4/4K3 w - - 0 1", "pinned pieces", 0),
        ("4k3/4n3/8/8/4R3/8/8/4K3 w - - 0 1", "pinned pieces", -1),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "pieces attacked by pawns", 1),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop pair", 1),
        ("4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", "bishop pair", 0),
        ("4k3/8/4N3/3P4/8/8/8/4K3 w - - 0 1", "knight outposts", 1),
        ("4k3/5p2/4N3/3P4/8/8/8/4K3 w - - 0 1", "knight outposts", 0),
        ("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "pawns before the king", 6),
        ("6k1/8/8/8/8/8/5P1P/6K1 w - - 0 1", "open files at the king", 1 - 3),
        ("8/8/8/8/8/8/1Q6/K6k w - - 0 1", "driving the bare king", 12 + 7),
    ] {
        assert_eq!(term(text, name), value, "{name} in {text}");
    }
}

/// The material count of the lectures, and that a missing piece costs the positional evaluator about as much.
#[test]
fn material_is_counted() {
    let game = game("");
    for (text, basic) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", -100),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", -300),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1", -325),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1", 500),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1", 900),
    ] {
        assert_eq!(ChessEvaluator::Basic.evaluate(&game, &at(text), &()).raw(), basic, "{text}");
        let positional = ChessEvaluator::Positional.evaluate(&game, &at(text), &()).raw();
        assert!((positional - basic).abs() < 120, "{text} is worth {positional}");
    }
}
