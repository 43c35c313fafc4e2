//! Breakthrough: agreement with the plain generator and the known answers of the rules page.

use crate::evaluators;
use crate::solver::Solver;
use crate::support::agree;
use plybook_games::breakthrough::{Breakthrough, Position};
use plybook_kernel::{Game, HasInfo, Notation, Outcome, Player, Random};
use plybook_naive::breakthrough as plain;

fn breakthrough(rows: u32, columns: u32) -> Breakthrough {
    let size = format!("{rows}x{columns}");
    Breakthrough::default().variant(&size).expect("a known size")
}

#[test]
fn both_generators_agree() {
    let positions = if std::env::var_os("PLYBOOK_LONG").is_some() { 1_000_000 } else { 100_000 };
    agree(&breakthrough(8, 8), &plain::Breakthrough { rows: 8, columns: 8 }, positions, 1);
    for (rows, columns) in [(4, 2), (4, 8), (5, 5), (6, 7), (7, 3), (8, 2)] {
        let plain = plain::Breakthrough { rows: rows as usize, columns: columns as usize };
        agree(&breakthrough(rows, columns), &plain, positions / 20, 2);
    }
}

/// What is certain about a position before any search: whether the player to move wins.
fn certain([rows, columns]: [u32; 2], at: &Position, mover: Player) -> Option<bool> {
    const LEFT_EDGE: u64 = 0x0101_0101_0101_0101;
    const RIGHT_EDGE: u64 = LEFT_EDGE << 7;
    let waiting = mover.other();
    let (own, enemy) = (at.pawns(mover), at.pawns(waiting));
    let board = (LEFT_EDGE * (0xff >> (8 - columns))) & (u64::MAX >> (8 * (8 - rows)));
    let forward = |pawns: u64, player| if player == Player::FIRST { pawns << 8 } else { pawns >> 8 } & board;
    let attacked =
        |pawns: u64, player| forward((pawns & !LEFT_EDGE) >> 1 | (pawns & !RIGHT_EDGE) << 1, player);
    let steps = |pawns: u64, player| match player {
        _ if pawns == 0 => u32::MAX,
        Player::FIRST => rows - 1 - pawns.ilog2() / 8,
        _ => pawns.trailing_zeros() / 8,
    };
    let before_goal = |player| if player == Player::FIRST { 0xff << (8 * (rows - 2)) } else { 0xff00 };
    // Every square that pawns may ever come to.
    let reach = |mut pawns: u64, player| {
        let mut all = 0;
        while pawns != 0 {
            pawns = forward(pawns, player) | attacked(pawns, player);
            all |= pawns;
        }
        all
    };

    // 1. One step from the far row: the step is always there.
    if steps(own, mover) == 1 {
        return Some(true);
    }
    // 2. Enemies one step from their far row must be taken at once, which only one of them can be.
    let threats = enemy & before_goal(waiting);
    if threats & !attacked(own, mover) != 0 || threats.count_ones() > 1 {
        return Some(false);
    }
    // 3. Without such a threat, a pawn that comes to the row before the last unattacked wins.
    let arrivals = (forward(own, mover) & !enemy | attacked(own, mover)) & !own & before_goal(mover);
    if threats == 0 && arrivals & !attacked(enemy, waiting) != 0 {
        return Some(true);
    }
    // 4. A pawn that no enemy can ever reach wins if no enemy at all is nearer to its goal.
    let own_runners = own & !reach(enemy, waiting);
    let enemy_runners = enemy & !reach(own, mover);
    if own_runners != 0 && steps(own_runners, mover) <= steps(enemy, waiting) {
        return Some(true);
    }
    if enemy_runners != 0 && steps(enemy_runners, waiting) < steps(own, mover) {
        return Some(false);
    }
    None
}

fn winner(rows: u32, columns: u32) -> Player {
    let game = breakthrough(rows, columns);
    let shortcut = |at: &Position| certain([rows, columns], at, game.turn(at).player()?);
    Solver::new(&game, shortcut).winner()
}

/// The shortcuts agree with a search that does without them.
#[test]
fn what_seems_certain_is() {
    let mut random = Random::new(1);
    for (rows, columns) in [(4, 4), (5, 3)] {
        let game = breakthrough(rows, columns);
        let mut solver = Solver::new(&game, |_| None);
        let mut decided = [0, 0];
        for _ in 0..20_000 {
            let mut at = game.start();
            while let Some(&mv) = random.pick(&game.legal(&at)) {
                let mover = game.turn(&at).player().unwrap();
                if let Some(wins) = certain([rows, columns], &at, mover) {
                    assert_eq!(solver.wins(&at), wins, "{}", game.text(&at));
                    decided[usize::from(wins)] += 1;
                }
                game.play(&mut at, mv);
            }
        }
        assert!(decided.iter().all(|&count| count > 1000), "{decided:?}");
    }
}

/// 5x5 is the rules page's; the others were computed here.
#[test]
fn winners_by_size() {
    assert_eq!(winner(5, 5), Player::SECOND);
    for (rows, columns, expected) in [
        (4, 2, Player::SECOND),
        (4, 3, Player::SECOND),
        (4, 4, Player::SECOND),
        (4, 5, Player::SECOND),
        (5, 3, Player::SECOND),
        (5, 4, Player::SECOND),
        (6, 3, Player::FIRST),
    ] {
        assert_eq!(winner(rows, columns), expected, "{rows}x{columns}");
    }
}

#[test]
fn arrival_and_the_last_pawn_win() {
    let game = breakthrough(5, 4);
    for (text, mv, winner) in [
        ("3b/w3/4/4/4 w", "a4a5", Player::FIRST),
        ("1b2/w3/4/4/4 w", "a4xb5", Player::FIRST),
        ("4/4/3w/2b1/4 b", "c2d1", Player::SECOND),
        ("4/1b2/2w1/4/4 b", "b4xc3", Player::SECOND),
    ] {
        let at = game.read(text).unwrap();
        let after = game.after(&at, game.read_move(&at, mv).unwrap());
        assert_eq!(game.outcome(&after), Some(Outcome::Win(winner)), "{text} {mv}");
        assert_eq!(game.read(&game.text(&after)).unwrap(), after);
    }
}

#[test]
fn nobody_takes_straight_ahead() {
    let game = breakthrough(5, 4);
    let at = game.read("bb2/4/1b2/1w2/4 w").unwrap();
    let texts: Vec<String> = game.legal(&at).into_iter().map(|mv| game.move_text(&at, mv)).collect();
    assert_eq!(texts, ["b2a3", "b2c3"]);
}

#[test]
fn evaluations_are_sums_and_know_no_colours() {
    for (rows, columns) in [(8, 8), (4, 2), (5, 5), (6, 7)] {
        evaluators::check(&breakthrough(rows, columns), 5_000);
    }
}

#[test]
fn structure_sees_protection_threats_and_runners() {
    let game = breakthrough(6, 6);
    for (text, expected) in [
        // White's b3 protects a4 against b5; e3 falls to f4, which e5 protects.
        ("b5/1b2b1/w4b/1w2w1/6/6 w", [-1, 1, 8, 0, -1, 0, 0]),
        // Both have a pawn one step away; Black, to move, arrives.
        ("6/5w/6/6/b5/6 b", [0, 0, 0, 0, 0, 1, 1]),
        // White's cannot be stopped.
        ("5b/w5/6/6/6/6 b", [0, 0, -12, 0, 1, -1, -1]),
        // Both run freely, and White is first.
        ("6/6/5b/w5/6/6 w", [0, 0, 0, 0, 0, 0, 1]),
        // Two pairs against one.
        ("bb4/6/6/6/6/2www1 w", [1, 0, 0, 1, 1, 0, 0]),
    ] {
        let values = evaluators::values(&game, "structure", text);
        assert_eq!(
            values.iter().map(|&(_, value)| value).collect::<Vec<_>>(),
            expected,
            "{text}: {values:?}"
        );
    }
}
