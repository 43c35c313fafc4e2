use super::*;
use crate::{Learner, PerfectOpponent, RandomOpponent, Solved, move_classes, tally};
use plybook_games::hexapawn::Hexapawn;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Game, HasInfo, ListedGame, Notation, Outcome, Player, Random, Turn, Wdl};
use std::collections::HashSet;
use std::sync::Arc;

/// Learners per distribution, as many as the published ones.
const SEEDS: u64 = 2_000;

fn hexapawn() -> Arc<Hexapawn> {
    Arc::new(Hexapawn::default().variant("").unwrap())
}

/// Every position in which a side may have to move, whatever both play, up to symmetry.
fn met<G: ListedGame>(game: &G, side: Player) -> Vec<G::Position> {
    let (mut seen, mut positions, mut open) = (HashSet::new(), Vec::new(), vec![game.start()]);
    while let Some(at) = open.pop() {
        let images = (0..game.symmetries()).map(|symmetry| game.key(&game.image(&at, symmetry)));
        if !seen.insert(images.min()) || game.verdict(&at).is_some() {
            continue;
        }
        open.extend(game.legal(&at).into_iter().map(|mv| game.after(&at, mv)));
        if game.turn(&at) == Turn::Player(side) {
            positions.push(at);
        }
    }
    positions
}

/// MENACE: 338 positions, 304 with a choice, 287 without those that are lost by a double threat (Michie 1963).
#[test]
fn menace_has_the_boxes_that_michie_counted() {
    let positions = met(&TicTacToe, Player::FIRST);
    let choices: Vec<_> = positions.iter().filter(|at| TicTacToe.legal(at).len() > 1).collect();
    assert_eq!((positions.len(), choices.len()), (338, 304));
    // The second player threatens to win in two ways, and the first cannot win at once.
    let wins = |at: &_, player| {
        let won = |mv: &u8| TicTacToe.outcome(&TicTacToe.after(at, *mv)) == Some(Outcome::Win(player));
        TicTacToe.legal(at).iter().filter(|mv| won(mv)).count()
    };
    let lost = choices.iter().filter(|at| wins(at, Player::FIRST) == 0 && double_threat(at)).count();
    assert_eq!(choices.len() - lost, 287);
}

/// Whether the second player could win on two squares if it were to move.
fn double_threat(at: &plybook_games::tictactoe::Position) -> bool {
    let free = TicTacToe.legal(at);
    let could_win = |square: u8| {
        // The first player moves somewhere else, then the second here.
        let other =
            free.iter().find(|&&mv| mv != square && TicTacToe.verdict(&TicTacToe.after(at, mv)).is_none());
        other.is_some_and(|&mv| {
            TicTacToe.outcome(&TicTacToe.after(&TicTacToe.after(at, mv), square))
                == Some(Outcome::Win(Player::SECOND))
        })
    };
    free.iter().filter(|&&square| could_win(square)).count() >= 2
}

/// HER: 19 boxes up to mirror images, 2 + 10 + 7 for its three moves, 17 of them with a choice.
#[test]
fn her_has_nineteen_boxes() {
    let game = hexapawn();
    let positions = met(&*game, Player::SECOND);
    let choices = positions.iter().filter(|at| move_classes(&*game, at).len() > 1).count();
    assert_eq!((positions.len(), choices), (19, 17));
}

/// The boxes that are made while learning are the same ones: none is made that cannot be met, and none is missing.
#[test]
fn boxes_are_made_when_they_are_first_met() {
    let rival = Rival::Other(Box::new(RandomOpponent));
    let mut learner = MatchboxLearner::new(hexapawn(), MatchboxConfig::her(), rival, 1).unwrap();
    assert_eq!(learner.machine().boxes().len(), 0);
    learner.step().unwrap();
    assert!((1..=3).contains(&learner.machine().boxes().len()));
    while learner.games().len() < 500 {
        learner.step().unwrap();
    }
    let stages =
        [0, 1, 2].map(|stage| learner.machine().boxes().iter().filter(|one| one.stage == stage).count());
    assert!(stages[0] == 2 && stages[1] <= 10 && stages[2] <= 7, "{stages:?}");
    let mut generous = MatchboxConfig::her();
    generous.rewards = [0, 0, 0];
    let mut learner =
        MatchboxLearner::new(hexapawn(), generous, Rival::Other(Box::new(RandomOpponent)), 1).unwrap();
    (0..500).for_each(|_| drop(learner.step().unwrap()));
    let stages =
        [0, 1, 2].map(|stage| learner.machine().boxes().iter().filter(|one| one.stage == stage).count());
    assert_eq!(stages, [2, 10, 7]);
}

/// Games until HER is perfect, at 5, 50 and 95 in a hundred, and the losses on the way.
fn her(seeker: bool) -> ([usize; 3], f64) {
    let game = hexapawn();
    let judge = Seeker::new(&*game, "hexapawn").unwrap();
    let (mut lengths, mut losses) = (Vec::new(), 0);
    for seed in 0..SEEDS {
        let rival =
            if seeker { Rival::Seeker(judge.clone()) } else { Rival::Other(Box::new(RandomOpponent)) };
        let mut learner =
            MatchboxLearner::new(Arc::clone(&game), MatchboxConfig::her(), rival, seed).unwrap();
        let mut perfect = false;
        while !perfect {
            // Nothing changes in the boxes but after a loss.
            let lost = learner.step().unwrap().result == Wdl::Loss;
            let start = game.start();
            perfect = lost && !judge.finds_weakness(&*game, learner.machine(), Player::SECOND, &start);
        }
        lengths.push(learner.games().len());
        losses += tally(learner.games())[2];
    }
    lengths.sort_unstable();
    let part = |hundredths: usize| lengths[lengths.len() * hundredths / 100];
    ([part(5), part(50), part(95)], losses as f64 / SEEDS as f64)
}

/// Simulated elsewhere: 21 games in the median, 13 to 38 in nine cases of ten, 9 losses.
#[test]
fn her_learns_from_the_seeker_as_fast_as_published() {
    let ([early, median, late], losses) = her(true);
    assert!(
        early.abs_diff(13) <= 1 && median.abs_diff(21) <= 1 && late.abs_diff(38) <= 4,
        "{early} {median} {late}"
    );
    assert_eq!(losses, 9.0);
}

/// Simulated elsewhere: 117 games in the median, 49 to 255 in nine cases of ten, 11.2 losses on average. A median of so
/// many has a standard error of 2, a quantile at the upper end one of 7.
#[test]
fn her_learns_from_chance_as_fast_as_published() {
    let ([early, median, late], losses) = her(false);
    assert!(
        early.abs_diff(49) <= 5 && median.abs_diff(117) <= 8 && late.abs_diff(255) <= 25,
        "{early} {median} {late}"
    );
    assert!((losses - 11.2).abs() < 0.25, "{losses}");
}

/// MENACE's correction, bead by bead: all boxes used, by stage, after a win, a draw and a loss.
#[test]
fn beads_follow_the_result() {
    for (result, change) in [(Wdl::Win, 3), (Wdl::Draw, 1), (Wdl::Loss, -1)] {
        let mut machine = Machine::new(MatchboxConfig::menace());
        let mut random = Random::new(1);
        let mut at = TicTacToe.start();
        for stage in 0..2 {
            let mv = machine.draw(&TicTacToe, &at, Player::FIRST, &mut random).unwrap().unwrap();
            let beads: Vec<u32> = machine.boxes()[stage].classes.iter().map(|class| class.value).collect();
            assert!(beads.iter().all(|&beads| beads == [4, 3][stage]), "{beads:?}");
            TicTacToe.play(&mut at, mv);
            let reply = TicTacToe.legal(&at)[0];
            TicTacToe.play(&mut at, reply);
        }
        let before = machine.beads();
        let full = |machine: &Machine<TicTacToe>, stage: usize| -> i64 {
            machine.boxes()[stage].classes.iter().map(|class| i64::from(class.value)).sum()
        };
        let start = [full(&machine, 0), full(&machine, 1)];
        machine.correct(|_| result);
        assert_eq!([full(&machine, 0) - start[0], full(&machine, 1) - start[1]], [change, change]);
        assert_eq!(machine.beads() as i64 - before as i64, 2 * change);
        // The next game begins anew: nothing is corrected twice.
        machine.correct(|_| result);
        assert_eq!(full(&machine, 0) - start[0], change);
    }
}

/// The centre, the corners and the sides of the empty board: three colours, not nine.
#[test]
fn moves_that_are_images_share_a_colour() {
    let sizes = |at: &_| move_classes(&TicTacToe, at).iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(&TicTacToe.start()), [4, 4, 1]);
    let after = TicTacToe.after(&TicTacToe.start(), 0);
    assert_eq!(sizes(&after).iter().sum::<usize>(), 8);
    assert_eq!(sizes(&after).len(), 5);
}

/// HER takes only the bead of its last move away, and an empty box resigns.
#[test]
fn only_the_last_box_is_corrected_and_an_empty_one_resigns() {
    let game = hexapawn();
    let mut machine = Machine::new(MatchboxConfig::her());
    let mut random = Random::new(1);
    let mut at = game.after(&game.start(), game.legal(&game.start())[0]);
    let first = at;
    let mv = machine.draw(&*game, &at, Player::SECOND, &mut random).unwrap().unwrap();
    at = game.after(&at, mv);
    let reply = game.legal(&at).into_iter().find(|&mv| game.verdict(&game.after(&at, mv)).is_none()).unwrap();
    at = game.after(&at, reply);
    while machine.draw(&*game, &at, Player::SECOND, &mut random).unwrap().is_some() {
        let before = machine.boxes()[0].classes.clone();
        machine.correct(|_| Wdl::Loss);
        let same = before.iter().zip(&machine.boxes()[0].classes).all(|(old, new)| old.value == new.value);
        assert!(same, "the bead of an earlier move was taken");
        // The earlier move is drawn again, whichever it is, so that the box of the second move is the last one.
        machine.draw(&*game, &first, Player::SECOND, &mut random).unwrap();
    }
    // The second box is empty, so the last bead drawn is that of the first move.
    let beads = |machine: &Machine<Hexapawn>| -> u32 {
        machine.boxes()[0].classes.iter().map(|class| class.value).sum()
    };
    let before = beads(&machine);
    machine.correct(|_| Wdl::Loss);
    assert_eq!(beads(&machine), before - 1);
    assert!(machine.possible(&*game, &at).is_empty());
    assert!(machine.look(&*game, &at, &mut random).is_none());
}

/// A box that is filled anew when it runs empty never resigns.
#[test]
fn an_empty_box_can_be_refilled() {
    let config = MatchboxConfig { empty: EmptyBox::Refill, ..MatchboxConfig::her() };
    let mut machine: Machine<Hexapawn> = Machine::new(config);
    let game = hexapawn();
    let at = game.after(&game.start(), game.legal(&game.start())[0]);
    let mut random = Random::new(1);
    for _ in 0..50 {
        assert!(machine.draw(&*game, &at, Player::SECOND, &mut random).unwrap().is_some());
        machine.correct(|_| Wdl::Loss);
    }
}

/// Against a perfect opponent MENACE comes to draw, or its first box runs empty and it resigns every game.
#[test]
fn menace_learns_to_draw_or_gives_up() {
    let solved = Solved::new(&TicTacToe, "tictactoe").unwrap();
    let add = |sum: [usize; 3], more: [usize; 3]| std::array::from_fn(|number| sum[number] + more[number]);
    let (mut early, mut late, mut alive) = ([0; 3], [0; 3], 0);
    for seed in 0..40 {
        let rival = Rival::Other(Box::new(PerfectOpponent { solved: solved.clone() }));
        let mut learner =
            MatchboxLearner::new(Arc::new(TicTacToe), MatchboxConfig::menace(), rival, seed).unwrap();
        (0..220).for_each(|_| drop(learner.step().unwrap()));
        early = add(early, tally(&learner.games()[..20]));
        if learner.games()[219].plies > 0 {
            alive += 1;
            late = add(late, tally(&learner.games()[200..]));
        }
    }
    assert_eq!(early[0] + late[0], 0, "nobody beats a perfect opponent");
    assert!((8..=32).contains(&alive), "{alive}");
    assert!(early[1] * 10 < 20 * 40 * 4 && late[1] * 10 > 20 * alive * 9, "{early:?} {late:?} {alive}");
}

/// The same seed gives the same games; put away in between and taken up again, too.
#[test]
fn a_machine_goes_on_where_it_stopped() {
    let make = |seed| {
        let rival = Rival::Other(Box::new(RandomOpponent));
        MatchboxLearner::new(Arc::new(TicTacToe), MatchboxConfig::menace(), rival, seed).unwrap()
    };
    let (mut whole, mut begun, mut other) = (make(7), make(7), make(8));
    (0..60).for_each(|_| drop(whole.step().unwrap()));
    (0..25).for_each(|_| drop(begun.step().unwrap()));
    // What it is made with does not matter: the file has the seed and the settings.
    let mut resumed = make(1);
    resumed.resume(&begun.save()).unwrap();
    assert_eq!((resumed.state(), resumed.games()), (begun.state(), begun.games()));
    (0..35).for_each(|_| drop(resumed.step().unwrap()));
    assert_eq!((resumed.state(), resumed.games()), (whole.state(), whole.games()));
    assert_eq!(resumed.save(), whole.save());
    (0..60).for_each(|_| drop(other.step().unwrap()));
    assert_ne!(other.save(), whole.save());
}

#[test]
fn files_that_are_not_of_this_game_are_refused() {
    let rival = || Rival::Other(Box::new(RandomOpponent));
    let mut menace = MatchboxLearner::new(Arc::new(TicTacToe), MatchboxConfig::menace(), rival(), 1).unwrap();
    menace.step().unwrap();
    let file = menace.save();
    let mut her =
        MatchboxLearner::new(hexapawn(), MatchboxConfig::her(), Rival::Other(Box::new(RandomOpponent)), 1)
            .unwrap();
    let error = her.resume(&file).unwrap_err().to_string();
    assert!(error.contains("tictactoe"), "{error}");
    let mut damaged = file.clone();
    damaged[30] ^= 1;
    let error = menace.resume(&damaged).unwrap_err().to_string();
    assert!(error.contains("damaged"), "{error}");
    // Properly sealed, but not boxes of this game.
    let text = crate::file::open(&TicTacToe, b"plybkBOX", &file).unwrap();
    let first = text.lines().find(|line| line.ends_with(" X")).unwrap().to_owned();
    for (old, new) in [
        ("resign first", "resign third"),
        ("boxes ", "boxes 1"),
        (first.as_str(), "0 4 4 : 3/3/3 X"),
        (first.as_str(), "0 4 4 4 : XXX/3/3 O"),
        (first.as_str(), "0 4 4 x : 3/3/3 X"),
        ("games 1", "games 2"),
        ("seed 1", "seed one"),
    ] {
        let lines: Vec<String> = text.replace(old, new).lines().map(str::to_owned).collect();
        let forged = crate::file::seal(&TicTacToe, b"plybkBOX", &lines);
        let error = menace.resume(&forged).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("not those of the game"), "{old} as {new}: {error}");
    }
    assert!(menace.resume(&file).is_ok());
}

/// A machine that is put together again from its boxes goes on as the one that kept them; in any number of parts.
#[test]
fn boxes_as_plain_data_are_the_machine() {
    let make = || {
        let rival = Rival::Other(Box::new(RandomOpponent));
        MatchboxLearner::new(Arc::new(TicTacToe), MatchboxConfig::menace(), rival, 7).unwrap()
    };
    let (mut whole, mut parts) = (make(), make());
    (0..40).for_each(|_| drop(whole.step().unwrap()));
    for part in 0..4 {
        let boxes = parts.contents();
        parts = make();
        parts.set_up(&boxes, 10 * part).unwrap();
        (0..10).for_each(|_| drop(parts.step().unwrap()));
    }
    assert_eq!(parts.contents(), whole.contents());
    assert_eq!(parts.last_moves(), whole.last_moves());
    let boxes = whole.contents();
    let error = |boxes: &[BoxContent]| make().set_up(boxes, 0).unwrap_err().to_string();
    assert!(error(&[&boxes[..], &boxes[..1]].concat()).contains("twice"));
    assert!(error(&[BoxContent { beads: vec![1], ..boxes[0].clone() }]).contains("colours"));
    assert!(
        error(&[BoxContent { position: "nonsense".to_owned(), ..boxes[0].clone() }]).contains("nonsense")
    );
}

/// A person beats HER, asks the empty boxes, and every loss takes the bead of HER's last move.
#[test]
fn a_game_with_a_person_teaches_like_any_other() {
    let game = hexapawn();
    let rival = || Rival::Other(Box::new(RandomOpponent));
    let mut learner = MatchboxLearner::new(Arc::clone(&game), MatchboxConfig::her(), rival(), 3).unwrap();
    assert_eq!(learner.side(), Player::SECOND);
    let solved = Solved::new(&*game, "hexapawn").unwrap();
    let (mut won, mut resigned) = (0, 0);
    for _ in 0..60 {
        let (mut at, mut moves) = (game.start(), Vec::new());
        let gave_up = loop {
            // The person plays to win soonest, or any move while all lose.
            let mv = solved.quickest_moves(&*game, &at, Player::FIRST)[0];
            moves.push(game.move_text(&at, mv));
            at = game.after(&at, mv);
            if game.verdict(&at).is_some() {
                break false;
            }
            let before = learner.contents();
            let answer = learner.answer(&moves).unwrap();
            let boxes = learner.contents();
            assert!(
                boxes.len() - before.len() <= 1 && boxes[..before.len()] == before,
                "asking changes no beads"
            );
            let Some((mv, colour)) = answer.drawn else { break true };
            assert!(boxes[answer.number].beads[colour] > 0);
            moves.push(game.move_text(&at, mv));
            at = game.after(&at, mv);
            if game.verdict(&at).is_some() {
                break false;
            }
        };
        let before = learner.machine().beads();
        let result = learner.teach(&moves, gave_up).unwrap().result;
        let lost = u64::from(result == Wdl::Loss);
        assert_eq!(learner.machine().beads() + lost, before, "a loss costs one bead");
        won += lost;
        resigned += u64::from(gave_up);
    }
    assert!(won > 0 && won < 12, "{won}");
    assert_eq!(learner.games().len(), 60);
    assert_eq!(
        tally(&learner.games()[50..]),
        [10, 0, 0],
        "at last HER always wins; it resigned {resigned} times"
    );
    let refused = |moves: &[&str], resigned: bool| {
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let mut learner = MatchboxLearner::new(Arc::clone(&game), MatchboxConfig::her(), rival(), 3).unwrap();
        learner.teach(&moves, resigned).unwrap_err().to_string()
    };
    assert!(refused(&["a1a2"], false).contains("not over"));
    assert!(refused(&["a1a2"], true).contains("does not resign"));
    assert!(refused(&["a1a3"], false).contains("a1a3"));
    let asked = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let mut learner = MatchboxLearner::new(Arc::clone(&game), MatchboxConfig::her(), rival(), 3).unwrap();
        learner.answer(&moves).unwrap_err().to_string()
    };
    assert!(asked(&[]).contains("not to move"));
}
