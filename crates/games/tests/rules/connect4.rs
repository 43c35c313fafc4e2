//! Connect Four: known numbers of positions, agreement with a board of letters, drawn positions and evaluators.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like the tests themselves")]

use plybook_games::connect4::Connect4;
use plybook_kernel::{
    Evaluated, Evaluator, Game, HasHints, HasInfo, Notation, Outcome, Player, Random, Score, SearchHints,
    Step, Symmetric, View, perft::perft, sum,
};
use std::collections::{HashMap, HashSet};

fn game(options: &str) -> Connect4 {
    Connect4::default().variant(options).unwrap()
}

/// Plays column numbers from the start.
fn played(game: &Connect4, columns: &str) -> <Connect4 as Game>::Position {
    columns
        .chars()
        .fold(game.start(), |at, column| game.after(&at, game.read_move(&at, &column.to_string()).unwrap()))
}

/// Calls `check` with positions of random games, finished ones included.
fn random_positions(game: &Connect4, count: usize, mut check: impl FnMut(&<Connect4 as Game>::Position)) {
    let mut random = Random::new(4);
    let mut at = game.start();
    for _ in 0..count {
        check(&at);
        match random.pick(&game.legal(&at)) {
            Some(&mv) => game.play(&mut at, mv),
            None => at = game.start(),
        }
    }
}

/// Different positions after 0, 1, 2... plies: OEIS A212693.
#[test]
fn positions_by_ply_are_the_published_ones() {
    let game = game("");
    let mut ply = HashMap::from([(game.key(&game.start()), game.start())]);
    for published in [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275] {
        assert_eq!(ply.len(), published);
        let next = ply.values().flat_map(|at| game.legal(at).into_iter().map(|mv| game.after(at, mv)));
        ply = next.map(|at| (game.key(&at), at)).collect();
    }
}

/// J. Tromp's table: 161,029 positions on 4x4, and a draw.
#[test]
fn four_by_four_is_a_draw_of_161_029_positions() {
    fn value(game: &Connect4, at: &<Connect4 as Game>::Position, known: &mut HashMap<u64, i8>) -> i8 {
        if let Some(&value) = known.get(&game.key(at)) {
            return value;
        }
        let value = match game.verdict(at) {
            Some(Outcome::Draw) => 0,
            Some(_) => -1,
            None => game.legal(at).iter().map(|&mv| -value(game, &game.after(at, mv), known)).max().unwrap(),
        };
        known.insert(game.key(at), value);
        value
    }
    let game = game("4x4");
    let mut known = HashMap::new();
    assert_eq!(value(&game, &game.start(), &mut known), 0);
    assert_eq!(known.len(), 161_029);
}

/// A board of letters, rows from the top, for a second opinion.
struct Letters {
    rows: Vec<Vec<char>>,
    length: usize,
}

impl Letters {
    fn read(text: &str, columns: usize, length: usize) -> Letters {
        let board = text.split(' ').next().unwrap();
        let mut rows = Vec::new();
        for row in board.split('/') {
            let mut letters = Vec::new();
            let mut run = String::new();
            for letter in row.chars().chain(['/']) {
                match letter {
                    '0'..='9' => run.push(letter),
                    _ => {
                        letters.extend(vec!['.'; run.parse().unwrap_or(0)]);
                        run.clear();
                        letters.push(letter);
                    }
                }
            }
            letters.pop();
            assert_eq!(letters.len(), columns);
            rows.push(letters);
        }
        Letters { rows, length }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn has_line(&self, letter: char) -> bool {
        let (rows, columns) = (self.rows.len() as i32, self.rows[0].len() as i32);
        (0..rows).any(|row| {
            (0..columns).any(|column| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                    (0..self.length as i32)
                        .all(|step| self.at(row + step * down, column + step * right) == Some(letter))
                })
            })
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = ['x', 'o'].iter().position(|&letter| self.has_line(letter));
        let full = !self.rows.iter().flatten().any(|&letter| letter == '.');
        winner.map(|winner| Outcome::Win(Player(winner as u8))).or(full.then_some(Outcome::Draw))
    }

    /// Drops a disc; the column must have room.
    fn dropped(&self, column: usize, letter: char) -> Letters {
        let mut rows = self.rows.clone();
        let row = rows.iter().rposition(|row| row[column] == '.').unwrap();
        rows[row][column] = letter;
        Letters { rows, length: self.length }
    }

    /// The ways to go on for `depth` plies; a finished game has none.
    fn count(&self, depth: u32, mover: char) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() {
            return 0;
        }
        let other = if mover == 'x' { 'o' } else { 'x' };
        let open = (0..self.rows[0].len()).filter(|&column| self.rows[0][column] == '.');
        open.map(|column| self.dropped(column, mover).count(depth - 1, other)).sum()
    }

    fn columns(&self) -> Vec<String> {
        let open = |&column: &usize| self.rows[0][column] == '.';
        (0..self.rows[0].len()).filter(open).map(|column| (column + 1).to_string()).collect()
    }
}

#[test]
fn a_board_of_letters_agrees() {
    for (options, columns, length, positions) in [
        ("", 7, 4, 20_000),
        ("4x4", 4, 4, 5_000),
        ("5x4,k=3", 5, 3, 2_000),
        ("5x1,k=2", 5, 2, 500),
        ("9x6", 9, 4, 5_000),
        ("8x7,k=5", 8, 5, 10_000),
        ("7x6,k=2", 7, 2, 2_000),
        ("7x8,k=3", 7, 3, 5_000),
        ("6x9,k=7", 6, 7, 5_000),
        ("12x4,k=6", 12, 6, 5_000),
        ("2x31,k=5", 2, 5, 2_000),
        ("1x63,k=2", 1, 2, 500),
        ("32x1,k=3", 32, 3, 2_000),
        ("3x20,k=20", 3, 20, 500),
        ("3x3,k=64", 3, 64, 500),
        ("1x1", 1, 4, 10),
        ("9x7,k=5", 9, 5, 10_000),
        ("9x7,k=3", 9, 3, 5_000),
        ("8x8", 8, 4, 10_000),
        ("7x9,k=6", 7, 6, 5_000),
        ("64x1,k=3", 64, 3, 1_000),
        ("1x64,k=64", 1, 64, 500),
        ("21x3", 21, 4, 3_000),
    ] {
        let game = game(options);
        random_positions(&game, positions, |at| {
            let text = game.text(at);
            let letters = Letters::read(&text, columns, length);
            assert_eq!(game.outcome(at), letters.outcome(), "{options}: {text}");
            let moves: Vec<String> = game.legal(at).iter().map(|&mv| game.move_text(at, mv)).collect();
            if game.outcome(at).is_none() {
                assert_eq!(game.count(at), moves.len(), "{options}: {text}");
                assert_eq!(moves, letters.columns(), "{options}: {text}");
            }
            assert_eq!(game.read(&text).as_ref(), Ok(at), "{options}: {text}");
        });
    }
}

/// Boards without guards: the counts of `testdata/perft` that no page has published.
#[test]
fn a_board_of_letters_counts_the_same() {
    for (options, length, position, depth) in [
        ("9x7,k=5", 5, "9/9/9/9/9/9/9 x", 4),
        ("9x7,k=5", 5, "9/9/9/9/9/1oooo1o1o/1xxxx1x1x x", 4),
        ("9x7,k=5", 5, "xo1xo1ox1/oxoxoxoxo/oxoxoxoxo/xoxoxoxox/xoxoxoxox/xoxoxoxox/oxoxoxoxo x", 3),
        ("8x8", 4, "8/8/8/8/8/1oo3o1/1oo2xxo/xxx2oxx x", 4),
    ] {
        let game = game(options);
        let columns = options[..1].parse().unwrap();
        let at = game.read(position).unwrap();
        let letters = Letters::read(position, columns, length);
        let mover = if position.ends_with('x') { 'x' } else { 'o' };
        for depth in 1..=depth {
            let count = letters.count(depth, mover);
            assert_eq!(perft(&game, &at, depth).leaves, count, "{options}: {position} at {depth}");
        }
    }
}

#[test]
fn options_read_back() {
    for options in ["", "4x4", "k=5", "9x6,k=3", "1x64", "64x1,k=64", "9x7,k=5", "8x8"] {
        assert_eq!(game(options).options_text(), options);
        assert_eq!(game(&game(options).options_text()), game(options));
    }
    assert_eq!(game("k=4,7x6"), game(""));
    assert_eq!(game("k=5,9x6").full_name(), "connect4:9x6,k=5");
}

#[test]
fn the_example_of_the_rules_is_true() {
    let game = game("");
    let at = played(&game, "4435");
    assert_eq!(game.text(&at), "7/7/7/7/3o3/2xxo2 x");
    assert!(Connect4::default().info().rules.contains(&game.text(&at)));
}

#[test]
fn a_click_goes_to_the_square_where_the_disc_lands() {
    let game = game("");
    let at = played(&game, "4435");
    let mv = game.read_move(&at, "4").unwrap();
    assert_eq!(game.path(&at, mv), [Step::Cell(3 * 7 + 3)]);
    assert_eq!(game.diagram(&at).cells[5 * 7 + 3].name, "4");
    assert!(game.diagram(&game.after(&at, mv)).cells[3 * 7 + 3].piece.is_some());
}

#[test]
fn finished_games_are_read_but_impossible_ends_are_not() {
    let game = game("");
    let at = game.read("7/7/7/7/ooo4/xxxx3 o").unwrap();
    assert_eq!(game.outcome(&at), Some(Outcome::Win(Player::FIRST)));
    let full = "ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo x";
    assert_eq!(game.outcome(&game.read(full).unwrap()), Some(Outcome::Draw));
    let one_disc_made_them_all = "7/7/7/o6/ooo1oo1/xxxxxxx o";
    assert!(game.read(one_disc_made_them_all).is_ok());
    let one_was_there_before = "7/7/x6/xo5/xoo4/xxxxooo o";
    let error = game.read(one_was_there_before).unwrap_err().to_string();
    assert!(error.contains("no last move"), "{error}");
    let error = game.read("7/7/7/7/oooo3/xxxx3 x").unwrap_err().to_string();
    assert!(error.contains("the side to move has a line"), "{error}");
}

#[test]
fn evaluations_are_the_sums_of_their_terms() {
    for options in
        ["", "5x4,k=3", "8x7,k=5", "6x9,k=2", "32x1", "1x63", "3x3,k=64", "9x7,k=5", "8x8", "64x1,k=3"]
    {
        let game = game(options);
        for info in game.evaluators() {
            let evaluator = game.evaluator(&info.name).unwrap();
            random_positions(&game, 2_000, |at| {
                let terms = evaluator.terms(&game, at);
                assert_eq!(evaluator.evaluate(&game, at, &()), sum(&terms), "{}", game.text(at));
                let mirrored = evaluator.evaluate(&game, &game.image(at, game.symmetries() - 1), &());
                assert_eq!(mirrored, sum(&terms), "{}", game.text(at));
            });
        }
        assert!(game.evaluator("no such evaluator").is_none());
    }
}

/// With equally many discs the colours can be exchanged, and then x gets what o had.
#[test]
fn the_basic_evaluation_does_not_know_colours() {
    let game = game("");
    let basic = game.evaluator("basic").unwrap();
    let mut compared = 0;
    random_positions(&game, 5_000, |at| {
        let text = game.text(at);
        let exchanged = text.replace('x', "X").replace('o', "x").replace('X', "o").replace(" o", " x");
        if let (true, Ok(twin)) = (text.ends_with('x'), game.read(&exchanged)) {
            assert_eq!(basic.evaluate(&game, &twin, &()), -basic.evaluate(&game, at, &()));
            compared += 1;
        }
    });
    assert!(compared > 1_000);
}

#[test]
fn basic_counts_open_lines() {
    let game = game("");
    let basic = game.evaluator("basic").unwrap();
    assert_eq!(basic.evaluate(&game, &game.start(), &()), Score::DRAW);
    // Of the 69 lines, 7 run through the middle square at the bottom and 3 through the corner.
    assert_eq!(basic.evaluate(&game, &played(&game, "4"), &()), Score::points(-7));
    assert_eq!(basic.evaluate(&game, &played(&game, "41"), &()), Score::points(7 - 3));
}

#[test]
fn threats_are_counted_by_squares_and_rows() {
    let game = game("");
    let threats = game.evaluator("threats").unwrap();
    let term = |text: &str, name: &str| {
        let terms = threats.terms(&game, &game.read(text).unwrap());
        terms.iter().find(|term| term.name == name).unwrap().value
    };
    // Three in the bottom row with both ends free, against three upright.
    let both = "7/7/7/6o/6o/1xxx2o x";
    assert_eq!(term(both, "threats"), 2 - 1);
    // The first row is timely for x, the fourth for o.
    assert_eq!(term(both, "threats on timely rows"), 2 - 1);
    assert_eq!(term(both, "threats on top of each other"), 0);
    // x threatens the second and the third square of the first column.
    assert_eq!(term("7/7/7/1xxxo2/1xxxo2/1oooxo1 o", "threats on top of each other"), -1);
    assert_eq!(term("7/7/7/7/7/7 x", "lines two short"), 0);
    assert_eq!(term("7/7/7/7/7/3x3 o", "columns from the edge"), -3);
}

#[test]
fn keys_tell_positions_apart() {
    let game = game("5x4");
    let (mut keys, mut texts) = (HashSet::new(), HashSet::new());
    random_positions(&game, 50_000, |at| {
        keys.insert(game.key(at));
        texts.insert(game.text(at));
    });
    assert_eq!(keys.len(), texts.len());
}

/// The value of a position by trying everything, wins and losses counted by their distance.
fn true_value(game: &Connect4, at: &<Connect4 as Game>::Position, known: &mut HashMap<u64, Score>) -> Score {
    if let Some(&value) = known.get(&game.key(at)) {
        return value;
    }
    let value = match game.outcome(at) {
        Some(outcome) => outcome.score(game.turn(at).player().unwrap()),
        None => game.legal(at).iter().map(|&mv| value_of(game, at, mv, known)).max().unwrap(),
    };
    known.insert(game.key(at), value);
    value
}

fn value_of(
    game: &Connect4,
    at: &<Connect4 as Game>::Position,
    mv: u8,
    known: &mut HashMap<u64, Score>,
) -> Score {
    (-true_value(game, &game.after(at, mv), known)).up()
}

/// Bounds hold, and the moves that are not skipped hold the best one, on boards with and without guards.
#[test]
fn the_guide_is_right_about_the_end() {
    for options in
        ["", "4x4", "5x4,k=3", "5x5", "3x3,k=2", "9x7,k=5", "9x7,k=6", "8x8,k=5", "13x4,k=5", "64x1,k=8"]
    {
        let game = game(options);
        let hints = game.hints();
        let (mut decided, mut narrowed, mut checked) = (0, 0, 0);
        random_positions(&game, 20_000, |at| {
            let room = game.diagram(at).cells.iter().filter(|cell| cell.piece.is_none()).count();
            if room > 9 || checked == 400 || game.outcome(at).is_some() {
                return;
            }
            checked += 1;
            let known = &mut HashMap::new();
            let value = true_value(&game, at, known);
            let text = game.text(at);
            let (least, most) = hints.bounds(&game, at);
            assert!(least <= value && value <= most, "{options}: {text}: {least} {value} {most}");
            decided += usize::from(least == most);
            let insight = hints.look(&game, at);
            let legal = game.legal(at);
            let kept: Vec<u8> =
                legal.iter().copied().filter(|&mv| !hints.skip(&game, at, mv, &insight)).collect();
            narrowed += usize::from(kept.len() < legal.len());
            let best = kept.iter().map(|&mv| value_of(&game, at, mv, known)).max();
            assert_eq!(best, Some(value), "{options}: {text}");
        });
        let seen = [checked, decided, narrowed];
        assert!(checked > 50 && decided > 10 && narrowed > 10, "{options}: {seen:?}");
    }
}

#[test]
fn the_guide_prefers_wins_then_blocks_then_threats_then_the_middle() {
    let game = game("");
    let hints = game.hints();
    let favourite = |text: &str| {
        let at = game.read(text).unwrap();
        let insight = hints.look(&game, &at);
        let rank = |&mv: &u8| hints.order(&game, &at, mv, &insight);
        game.move_text(&at, game.legal(&at).into_iter().max_by_key(rank).unwrap())
    };
    assert_eq!(favourite("7/7/7/7/7/7 x"), "4");
    assert_eq!(favourite("7/7/7/o6/o5x/o2x2x x"), "1");
    assert_eq!(favourite("7/7/7/o6/o5x/ox3xx o"), "1");
    assert_eq!(favourite("7/7/7/7/x6/x2oo2 x"), "1");
}

/// Playouts take a win at once, block the opponent's, and try every column otherwise.
#[test]
fn playouts_see_what_the_next_disc_decides() {
    use plybook_kernel::{HasHints, SearchHints};
    let game = Connect4::default();
    let mut random = plybook_kernel::Random::new(5);
    for (text, columns) in [
        ("7/7/7/7/7/xxx1ooo x", &["4"][..]),
        ("7/7/7/7/x6/ooo1xx1 x", &["4"]),
        ("7/7/7/7/7/7 x", &["1", "2", "3", "4", "5", "6", "7"]),
    ] {
        let at = game.read(text).expect("a position");
        let drawn: std::collections::BTreeSet<String> = (0..300)
            .filter_map(|_| game.hints().playout_move(&game, &at, &mut random))
            .map(|mv| game.move_text(&at, mv))
            .collect();
        assert!(drawn.iter().map(String::as_str).eq(columns.iter().copied()), "{text}: {drawn:?}");
    }
}
