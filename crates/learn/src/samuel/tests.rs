//! Every rule of the learner, so that turning one round is noticed.

use super::polynomial::{Active, Polynomial, Weight, divisor};
use super::search::{Backed, Search, WIN, piece_advantage};
use super::series::{Remembered as RememberedBoard, Series, TurnTally, Verdict};
use super::settings::{PlyRules, Ranking, Settings};
use super::{
    BookTest, Contestant, Memory, Played, Turn, contest, from_file, play, statistics, to_file,
    winning_chances,
};
use plybook_format::SealError;
use plybook_games::checkers::{Checkers, Position};
use plybook_kernel::{Game, Notation, Player, Random, Rated};

fn read(text: &str) -> Position {
    Checkers::default().read(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A shallow series: what is tested does not depend on the depth.
fn shallow(settings: Settings) -> Series {
    Series::new(&Checkers::default(), Settings { plies: PlyRules { least: 1, ..settings.plies }, ..settings })
}

/// A polynomial with these correlations for the terms 0, 1, 2 and so on, and the rest of ten in reserve.
fn polynomial(correlations: &[f64]) -> Polynomial {
    let active = |(term, &correlation)| Active { correlation, ..Active::fresh(term) };
    Polynomial {
        active: correlations.iter().enumerate().map(active).collect(),
        reserve: (correlations.len()..10).collect(),
    }
}

#[test]
fn the_divisor_doubles_with_the_uses() {
    let expected = [
        (0, 16),
        (1, 16),
        (31, 16),
        (32, 32),
        (63, 32),
        (64, 64),
        (127, 64),
        (128, 128),
        (256, 256),
        (9000, 256),
    ];
    for (uses, wanted) in expected {
        assert_eq!(divisor(uses), wanted, "{uses}");
    }
}

#[test]
fn correlations_move_towards_the_sign_of_delta() {
    let moved = |value: i32, gain: bool, weight: Weight, from: f64| {
        let mut polynomial = polynomial(&[from]);
        polynomial.active[0].uses = 40;
        assert_eq!(polynomial.adjust(&[value], gain, weight, |_| true), usize::from(value != 0));
        assert_eq!(polynomial.active[0].uses, 40 + u32::from(value != 0));
        polynomial.active[0].correlation
    };
    let single = Weight::Single;
    assert_eq!(moved(3, true, single, 0.0), 1.0 / 32.0);
    assert_eq!(moved(3, false, single, 0.0), -1.0 / 32.0);
    assert_eq!(moved(-1, true, single, 0.0), -1.0 / 32.0);
    assert_eq!(moved(-1, false, single, 0.5), 0.5 + 0.5 / 32.0);
    assert_eq!(moved(1, false, single, 0.5), 0.5 - 1.5 / 32.0);
    assert_eq!(moved(0, true, single, 0.25), 0.25, "what contributes nothing is passed over");
    assert_eq!(moved(1, true, Weight::Double, 0.0), 2.0 / 32.0);
    assert_eq!(moved(1, true, Weight::Fourfold, 0.0), 4.0 / 32.0);
    let mut two = polynomial(&[0.0, 0.0]);
    assert_eq!(two.adjust(&[1, 1], true, single, |term| term == 1), 1);
    assert_eq!((two.active[0].uses, two.active[1].uses), (0, 1));
}

/// The paper's table of the twelve leading terms after 42 games: correlations with two decimals, and the powers used.
#[test]
fn the_printed_table_is_found_again() {
    let printed = [
        (0.45, 18),
        (0.40, 16),
        (0.35, 14),
        (0.33, 13),
        (0.27, 11),
        (0.19, 8),
        (0.19, 8),
        (0.19, 8),
        (0.14, 6),
        (0.13, 5),
        (0.13, 5),
        (0.10, 4),
    ];
    let mut settings = Settings::first_series(1);
    let correlations: Vec<f64> =
        printed.iter().enumerate().map(|(row, &(size, _))| if row % 2 == 0 { size } else { -size }).collect();
    let terms = polynomial(&correlations);
    let coefficients = terms.coefficients(12, &settings);
    for (row, (_, power)) in printed.into_iter().enumerate() {
        assert_eq!(coefficients[row], if row % 2 == 0 { 1 << power } else { -(1 << power) }, "row {row}");
    }
    settings.distinct = true;
    let powers: Vec<u32> = terms.coefficients(12, &settings).iter().map(|size| size.abs().ilog2()).collect();
    assert_eq!(powers, [18, 16, 14, 13, 11, 8, 7, 6, 5, 4, 3, 2]);
}

#[test]
fn the_rule_of_the_text_halves_with_every_whole_ratio() {
    let settings = Settings { ranking: Ranking::Text, ..Settings::first_series(1) };
    // Ratios 1, 1.5, 2, 2.5, -4 and 20; the last is beyond the smallest power.
    let terms = polynomial(&[0.6, 0.4, 0.3, 0.24, -0.15, 0.03, 0.0]);
    let coefficients = terms.coefficients(8, &settings);
    assert_eq!(coefficients, [1 << 18, 1 << 17, 1 << 16, 1 << 16, -(1 << 14), 0, 0, 0]);
}

#[test]
fn all_terms_count_the_same_before_anything_is_known() {
    let settings = Settings::first_series(7);
    let chosen = Polynomial::chosen(38, &settings);
    assert_eq!((chosen.active.len(), chosen.reserve.len()), (16, 22));
    let coefficients = chosen.coefficients(38, &settings);
    assert_eq!(coefficients.iter().filter(|&&size| size == 1 << 18).count(), 16);
    assert_eq!(coefficients.iter().filter(|&&size| size == 0).count(), 22);
    assert_ne!(chosen, Polynomial::chosen(38, &Settings::first_series(8)));
}

#[test]
fn the_lowest_term_is_replaced_after_eight_tallies() {
    let mut terms = polynomial(&[0.5, -0.1, 0.3]);
    for _ in 0..7 {
        assert_eq!(terms.tally(8, true), None);
    }
    assert_eq!(terms.tally(8, true), Some(1));
    assert_eq!(
        terms.active[1],
        Active::fresh(3),
        "the first of the reserve enters, and nothing is known about it"
    );
    assert_eq!(terms.reserve, [4, 5, 6, 7, 8, 9, 1], "the one that leaves goes to the end");
    let mut terms = polynomial(&[0.5, -0.1, 0.3]);
    assert!((0..20).all(|_| terms.tally(8, false).is_none()), "not before the gap is over");
    assert_eq!(terms.tally(8, true), Some(1));
}

/// What a game teaches is judged: the verdicts, and what they lead to.
fn judged(settings: Settings, verdicts: &[Verdict]) -> Series {
    let game = Checkers::default();
    let mut series = shallow(settings);
    series.alpha.active[4].correlation = -0.5;
    series.alpha.active[5].correlation = 0.4;
    verdicts.iter().for_each(|&verdict| series.judge(&game, verdict));
    series
}

#[test]
fn three_black_marks_cost_the_leading_coefficient() {
    use Verdict::{Alpha, Beta, Even};
    let settings = Settings::first_series(1);
    let leading = |verdicts: &[Verdict]| judged(settings, verdicts).alpha.active[4].correlation;
    assert_eq!(leading(&[Beta, Beta]), -0.5);
    assert_eq!(leading(&[Beta, Even, Alpha, Even, Beta]), -0.5, "a win or an even game is no mark");
    let thrice = judged(settings, &[Beta, Alpha, Beta, Even, Beta]);
    assert_eq!((thrice.alpha.active[4].correlation, thrice.alpha.active[5].correlation), (0.0, 0.4));
    assert_eq!(thrice.black_marks, 0, "the marks begin anew");
}

#[test]
fn beta_takes_over_a_better_polynomial() {
    use Verdict::{Alpha, Beta, Even};
    let game = Checkers::default();
    let adopted = |settings: Settings, verdicts: &[Verdict]| {
        let series = judged(settings, verdicts);
        series.beta == series.coefficients(&game)
    };
    let (first, second) = (Settings::first_series(1), Settings::second_series(1));
    assert!(adopted(first, &[Alpha]) && !adopted(first, &[Beta]) && !adopted(first, &[Even]));
    assert!(!adopted(second, &[Alpha]), "the second series wants a majority");
    assert!(adopted(second, &[Alpha, Alpha]) && adopted(second, &[Alpha, Beta, Alpha]));
    assert!(!adopted(second, &[Alpha, Beta, Even]));
    assert!(
        !adopted(second, &[Alpha, Beta, Even, Alpha]),
        "the games of one count are not those of the next"
    );
}

/// A board worth so much to Alpha by its terms, and what comes of it.
fn board(values: &[(usize, i32)], pieces: i64) -> RememberedBoard {
    let mut all = vec![0; 38];
    values.iter().for_each(|&(term, value)| all[term] = value);
    RememberedBoard { values: all, pieces }
}

fn backed(score: i64, pieces: i64) -> Backed<<Checkers as Rated>::Ratings> {
    Backed { score, pieces, plies: 3, values: None }
}

/// A series in which two terms are known: one with 2^18, the other with -2^9. Gives their numbers.
fn known(settings: Settings) -> (Series, [usize; 2]) {
    let mut series = shallow(settings);
    series.alpha = Polynomial { active: (0..16).map(Active::fresh).collect(), reserve: (16..38).collect() };
    series.alpha.active[0].correlation = 0.5;
    series.alpha.active[1].correlation = -0.25;
    (series, [0, 1])
}

#[test]
fn a_delta_below_the_mean_coefficient_teaches_nothing() {
    let game = Checkers::default();
    let (mut series, [first, second]) = known(Settings::first_series(1));
    let at = board(&[(first, 1), (second, 1)], 0);
    // In half coefficients, and so are scores.
    let worth = (2 << 18) - (2 << 9);
    let mean = ((2 << 18) + (2 << 9)) / 16;
    let before = series.alpha.clone();
    for delta in [0, mean - 1, 1 - mean] {
        assert_eq!(series.compare(&game, &at, &backed(worth + delta, 0)), None, "{delta}");
    }
    assert_eq!(series.alpha, before);
    assert_eq!(series.compare(&game, &at, &backed(worth + mean, 0)), Some(2));
    assert_eq!(series.alpha.active[0].correlation, 0.5 + 0.5 / 16.0);
    assert_eq!(series.alpha.active[1].correlation, -0.25 + 1.25 / 16.0);
}

#[test]
fn pieces_and_sure_ends_weigh_more() {
    let game = Checkers::default();
    let moved = |score: i64, pieces: i64| {
        let (mut series, [first, _]) = known(Settings::first_series(1));
        series.compare(&game, &board(&[(first, 1)], 0), &backed(score, pieces));
        (series.alpha.active[0].correlation - 0.5) * 16.0
    };
    assert_eq!(moved(1 << 24, 0), 0.5);
    assert_eq!(moved(1 << 24, 1 << 22), 2.0 * 0.5);
    assert_eq!(moved(WIN - 3, 0), 4.0 * 0.5);
    assert_eq!(moved(3 - WIN, 0), 4.0 * -1.5);
}

#[test]
fn the_second_series_is_careful_with_gains() {
    let game = Checkers::default();
    let adjusted = |settings: Settings, signs: [i32; 2], delta: i64| {
        let (mut series, [first, second]) = known(settings);
        // The score has the sign of the first term, which outweighs the second.
        let at = board(&[(first, signs[0]), (second, signs[1])], 0);
        let score = i64::from(signs[0]) * (2 << 18) - i64::from(signs[1]) * (2 << 9);
        series.compare(&game, &at, &backed(score + delta, 0));
        [0, 1].map(|place| series.alpha.active[place].uses)
    };
    let (first, second) = (Settings::first_series(1), Settings::second_series(1));
    assert_eq!(adjusted(first, [1, 1], 1 << 23), [1, 1]);
    assert_eq!(adjusted(second, [1, 1], 1 << 23), [0, 1], "only what contributed against the score");
    assert_eq!(adjusted(second, [1, -1], 1 << 23), [0, 0]);
    assert_eq!(adjusted(second, [-1, -1], 1 << 23), [0, 1]);
    assert_eq!(adjusted(second, [1, 1], -(1 << 23)), [1, 1], "losses teach all terms");
}

#[test]
fn the_second_series_remembers_until_delta_is_large() {
    let game = Checkers::default();
    let at = read("W:W21,22:B1,2");
    let moves = game.legal(&at);
    let turn = Turn { at: &at, before: None, moves: &moves };
    for (settings, stays) in [(Settings::first_series(1), false), (Settings::second_series(1), true)] {
        let (mut series, [first, _]) = known(settings);
        let mut tally = TurnTally::default();
        let mut remembered = Some(board(&[(first, 77)], 0));
        let score = 77 * (2 << 18);
        series.learn(&game, &turn, &backed(score + 1, 0), &mut remembered, &mut tally);
        assert_eq!(remembered.as_ref().is_some_and(|board| board.values[first] == 77), stays);
        remembered = Some(board(&[(first, 77)], 0));
        series.learn(&game, &turn, &backed(score + (1 << 24), 0), &mut remembered, &mut tally);
        assert_ne!(remembered.map(|board| board.values[first]), Some(77), "it taught what it could");
    }
}

#[test]
fn a_remembered_board_is_seen_by_alpha() {
    let game = Checkers::default();
    // White is to move and has a piece more; Black has just moved and holds its bridge.
    let at = read("W:W30,32,25:B1,3");
    let moves = game.legal(&at);
    let turn = Turn { at: &at, before: None, moves: &moves };
    let direct = shallow(Settings::first_series(1)).remember(&game, &turn);
    assert_eq!(direct.pieces, piece_advantage(&game, &at, Player::SECOND));
    let back = game.rated_terms().iter().position(|term| term.name == "ADV").unwrap();
    let black = game.ratings(&at, Player::FIRST).0[back] - game.ratings(&at, Player::SECOND).0[back];
    assert_eq!(direct.values[back], -black);
    let searched = shallow(Settings::second_series(1)).remember(&game, &turn);
    assert!(searched.pieces > 0, "after White's move it is still ahead");
}

#[test]
fn openings_and_sides_follow_the_plan() {
    let series = shallow(Settings::first_series(1));
    let sides: Vec<u8> = (12..18).map(|number| series.side_of_alpha(number).0).collect();
    assert_eq!(sides, [1, 1, 0, 1, 0, 1]);
    let game = Checkers::default();
    let mut series = shallow(Settings { longest: 3, ..Settings::first_series(1) });
    (0..15).for_each(|_| series.play(&game));
    assert!(series.games.iter().take(14).all(|game| game.alpha == Player::SECOND && game.plies == 6));
    assert_eq!(series.games[14].alpha, Player::FIRST);
}

/// Two kings move to and fro until the game is stopped: it is judged by who is ahead, and no draw by repetition.
#[test]
fn repeated_boards_are_no_draw() {
    let (game, at) = (Checkers::default(), read("W:WK29,K30:BK4"));
    let to_and_fro = |_: &Turn<'_, Checkers>, mover: Player, ply: u32| {
        let moves = if mover == Player::SECOND { ["29-25", "25-29"] } else { ["4-8", "8-4"] };
        Some(moves[(ply / 2 % 2) as usize])
    };
    let played = play(&game, &at, 70, &mut Random::new(1), &mut |turn, mover, ply| {
        let text = to_and_fro(turn, mover, ply)?;
        turn.moves.iter().copied().find(|&mv| game.move_text(turn.at, mv) == text)
    });
    assert_eq!(played, Played { winner: Some(Player::SECOND), plies: 140, judged: true });
}

#[test]
fn a_series_is_repeatable_and_can_be_interrupted() {
    let game = Checkers::default();
    for settings in [Settings::first_series(3), Settings::second_series(3)] {
        let (mut whole, mut again) = (shallow(settings), shallow(settings));
        (0..12).for_each(|_| whole.play(&game));
        (0..5).for_each(|_| again.play(&game));
        let bytes = to_file(&game, "checkers", "checkers:limit=5", &again);
        let (name, mut resumed) = from_file(&game, "checkers", &bytes).expect("a file just written");
        assert_eq!((name.as_str(), &resumed), ("checkers:limit=5", &again));
        (0..7).for_each(|_| resumed.play(&game));
        assert_eq!(resumed, whole);
        let mut other = shallow(Settings { seed: 4, ..settings });
        (0..2).for_each(|_| other.play(&game));
        assert_ne!(other.games[..2], whole.games[..2]);
        let figures = statistics(&whole.games);
        assert_eq!(figures.score.iter().sum::<u32>(), 12);
        assert_eq!(figures.groups.len(), 2);
        assert!(figures.adjustments > 50 && figures.leaders > 1, "{figures:?}");
    }
}

#[test]
fn what_is_no_series_is_refused() {
    let game = Checkers::default();
    let file = to_file(&game, "checkers", "checkers", &shallow(Settings::first_series(3)));
    let error = |bytes: &[u8]| from_file(&game, "checkers", bytes).unwrap_err().to_string();
    assert!(error(b"text").contains("another kind"));
    let mut random = Random::new(4);
    for _ in 0..300 {
        let mut copy = file.clone();
        copy[random.below(file.len())] ^= 1 << random.below(8);
        assert!(from_file(&game, "checkers", &copy).is_err());
    }
    assert!(
        from_file(&game, "chess", &file)
            .is_err_and(|error| matches!(error, super::FileError::Seal(SealError::OtherGame(_))))
    );
}

/// Minimax without anything clever, with the search's own rules for the ends of lines.
fn minimax(
    search: &mut Search<'_, Checkers>,
    before: &Position,
    at: &Position,
    jumped: bool,
    ply: u32,
) -> i64 {
    let game = Checkers::default();
    let moves = game.legal(at);
    let jumps = moves.first().is_some_and(|&mv| game.captures(at, mv));
    if moves.is_empty() || search.stops(at, jumped, jumps, ply) {
        return search.score_at_end(before, at, ply);
    }
    let scores = moves.into_iter().map(|mv| {
        let next = game.after(at, mv);
        -minimax(search, at, &next, jumps, ply + 1)
    });
    scores.max().unwrap_or_default()
}

#[test]
fn the_search_finds_what_minimax_finds() {
    let (game, mut random) = (Checkers::default(), Random::new(5));
    let settings = Settings::first_series(5);
    let coefficients = Polynomial::chosen(38, &settings).coefficients(38, &settings);
    let mut search = Search::new(&game, &coefficients, &settings);
    let mut at = game.start();
    for _ in 0..60 {
        let moves = game.legal(&at);
        let Some(&mv) = random.pick(&moves) else { break };
        let jumps = game.captures(&at, mv);
        let scores: Vec<i64> =
            moves.iter().map(|&mv| -minimax(&mut search, &at, &game.after(&at, mv), jumps, 1)).collect();
        assert_eq!(search.rate(&at, &moves), scores, "{}", game.text(&at));
        let best = scores.iter().max().copied();
        let found = search.best(&at, &moves);
        assert_eq!(found.map(|(_, backed)| backed.score), best, "{}", game.text(&at));
        at = game.after(&at, mv);
    }
}

#[test]
fn lines_end_by_the_rules_of_plies() {
    let game = Checkers::default();
    let settings = Settings::first_series(1);
    let search = Search::new(&game, &[0; 38], &settings);
    let (quiet, exchange) = (read("W:W30,32:B1,3"), read("W:W19,24,28:B10"));
    let (even, lead) = (read("B:W14,32:B9,10"), read("B:W14:B9,K21,K22,K29"));
    for (ply, at, jumped, jumps, stops) in [
        (2, &quiet, false, false, false),
        (3, &quiet, false, false, true),
        (3, &quiet, true, false, false),
        (3, &exchange, false, false, false),
        (3, &even, false, true, false),
        (4, &quiet, true, false, true),
        (4, &exchange, false, false, false),
        (4, &even, false, true, false),
        (5, &exchange, true, false, true),
        (5, &even, false, true, false),
        (10, &lead, false, true, false),
        (11, &lead, false, true, true),
        (11, &even, false, true, false),
        (19, &even, true, true, false),
        (20, &even, true, true, true),
        (20, &quiet, false, false, true),
    ] {
        assert_eq!(search.stops(at, jumped, jumps, ply), stops, "ply {ply} of {}", game.text(at));
    }
}

#[test]
fn wins_are_sought_soon_and_pieces_traded_when_ahead() {
    let game = Checkers::default();
    let settings = Settings::first_series(1);
    let mut search = Search::new(&game, &[0; 38], &settings);
    // 18x9 takes the last man at once.
    let at = read("W:WK18,K32:B14");
    let (mv, backed) = search.best(&at, &game.legal(&at)).expect("a move");
    assert_eq!((game.move_text(&at, mv).as_str(), backed.score), ("18x9", WIN - 1));
    let advantage = |text: &str| piece_advantage(&game, &read(text), Player::SECOND);
    assert!(advantage("W:W21,22:B1") > advantage("W:W21,22,23:B1,2"));
    assert_eq!(advantage("W:WK21,K22:B1,2,3"), 0, "three men are worth two kings");
    assert!(advantage("W:W21:B1,2") < 0);
}

#[test]
fn the_book_test_counts_lower_and_higher() {
    assert_eq!(BookTest { lower: 6, higher: 2 }.correlation(), Some(0.5));
    assert_eq!(BookTest { lower: 0, higher: 2 }.correlation(), Some(-1.0));
    assert_eq!(BookTest::default().correlation(), None);
    let game = Checkers::default();
    let settings = Settings::first_series(1);
    let mut search = Search::new(&game, &[0; 38], &settings);
    // Taking two and keeping the other man is better than taking one.
    let at = read("W:W22,28:B18,K11,24");
    let moves = game.legal(&at);
    let of = |text: &str| moves.iter().copied().find(|&mv| game.move_text(&at, mv) == text).unwrap();
    let (good, poor) = (of("22x15x8"), of("28x19"));
    let mut test = BookTest::default();
    test.meet(&mut search, &at, &moves, good);
    assert_eq!(test, BookTest { lower: 1, higher: 0 });
    test.meet(&mut search, &at, &moves, poor);
    assert_eq!(test, BookTest { lower: 1, higher: 1 });
}

#[test]
fn memory_ages_forgets_and_is_culled() {
    let mut memory = Memory::new(10);
    memory.note(1, 50, 3);
    assert_eq!(memory.recall(1), None, "notes wait for a merge");
    memory.merge();
    assert_eq!(memory.recall(1), Some((50, 3)));
    let age = |memory: &Memory, key: u64| memory.boards().get(&key).map(|board| board.age);
    assert_eq!(age(&memory, 1), Some(2), "use halves the age");
    memory.merge();
    assert_eq!(age(&memory, 1), Some(3), "a merge adds one");
    memory.note(1, 70, 6);
    memory.merge();
    assert_eq!((memory.recall(1), age(&memory, 1)), (Some((70, 6)), Some(1)));
    (0..14).for_each(|_| memory.merge());
    assert_eq!(age(&memory, 1), Some(15));
    memory.merge();
    assert_eq!(age(&memory, 1), None, "the oldest is forgotten");
    for key in 0..20 {
        memory.note(key, 0, key as u32 % 7);
    }
    let plies: Vec<u32> = memory.boards().values().map(|board| board.plies).collect();
    assert_eq!(plies.len(), 9, "the twentieth move merges, and a full record drops the boards of least ply");
    assert!(plies.iter().all(|&plies| plies >= 3), "{plies:?}");
}

#[test]
fn remembered_plies_add_up() {
    let game = Checkers::default();
    let settings = Settings::first_series(1);
    let at = read("W:W29,30,32:B1,3,4");
    let moves = game.legal(&at);
    let plain = Search::new(&game, &[0; 38], &settings).best(&at, &moves).expect("a move").1;
    assert_eq!(plain.plies, 3);
    // Every board at the end of a line is known, as good for the side to move there as a king.
    let mut memory = Memory::new(100_000);
    let mut boards = vec![at];
    for _ in 0..3 {
        boards =
            boards.iter().flat_map(|at| game.legal(at).into_iter().map(|mv| game.after(at, mv))).collect();
    }
    boards.iter().for_each(|at| memory.note(game.standard_key(at), 1 << 24, 5));
    memory.merge();
    let mut search = Search::new(&game, &[0; 38], &settings).with_memory(Some(&mut memory));
    let known = search.best(&at, &moves).expect("a move").1;
    assert_eq!(known.plies, 8);
    assert!(known.score < -(1 << 23));
}

#[test]
fn a_match_is_fair_and_a_better_polynomial_wins_it() {
    let game = Checkers::default();
    let settings = shallow(Settings::first_series(2)).settings;
    let threat = game.rated_terms().iter().position(|term| term.name == "KCENT").unwrap();
    let mut bad = vec![0; 38];
    bad[threat] = -(1 << 25);
    let play = |first: Vec<i64>, second: Vec<i64>| {
        let mut pair = [Contestant::new(first), Contestant::new(second)];
        contest(&game, &settings, &mut pair, 30, 4, &mut |_| ())
    };
    let tally = play(vec![0; 38], bad.clone());
    assert!(tally.score() > 0.5, "kings in the centre are no harm: {tally:?}");
    let turned = play(bad, vec![0; 38]);
    assert!(turned.score() < 0.5, "{turned:?}");
    let won = [read("W:WK18,K32:B14"), read("B:WK7:BK3,K11")];
    let mut contestant = Contestant::new(vec![0; 38]);
    assert!(winning_chances(&game, &settings, &mut contestant, &won) >= 1);
}
