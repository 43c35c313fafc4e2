//! Every way in which a game can end.

use crate::support::{Scripted, by_chance, does, says};
use plybook_agent::{Action, Agent, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_arena::adjudication::{Adjudication, WinRule};
use plybook_arena::clock::{TimeControl, Tolerance};
use plybook_arena::openings::Opening;
use plybook_arena::referee::{Conditions, GameObserver, NoGameObserver, Played, play};
use plybook_arena::{EndRule, Outcome, Reason};
use plybook_catalog::{AnyGame, Ending, Player, Score, Session, open};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const FIRST: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
const SECOND: Option<Outcome> = Some(Outcome::Win(Player::SECOND));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

fn conditions<'a>(game: &'a dyn AnyGame, opening: &'a Opening) -> Conditions<'a> {
    Conditions {
        game,
        opening,
        control: TimeControl::default(),
        tolerances: &[Tolerance::OWN; 2],
        plies: 0,
        adjudication: Adjudication::default(),
        knowledge: None,
        ponder: false,
        seed: 1,
        names: &["one", "two"],
    }
}

/// Plays tic-tac-toe between these two.
fn meet<'a>(first: &'a mut dyn Agent, second: &'a mut dyn Agent) -> Played {
    let game = open("tictactoe").unwrap();
    let opening = Opening::default();
    play(&conditions(&*game, &opening), [first, second], &NoGameObserver).unwrap().unwrap()
}

/// An agent that plays these moves and says a number with each.
fn line(name: &'static str, moves: &'static str) -> Scripted {
    let mut moves = moves.split(' ').enumerate();
    Scripted::new(name, move |_, _| {
        let (number, text) = moves.next().unwrap();
        Ok(says(text, &format!("move {number}")))
    })
}

#[test]
fn the_rules_end_a_game() {
    let played = meet(&mut line("ann", "b2 b1 b3"), &mut line("bob", "a1 a2"));
    assert_eq!((played.verdict.outcome, played.verdict.reason), (FIRST, Reason::Rule(EndRule::Position)));
    assert_eq!(played.verdict.sentence, "X wins.");
    let texts: Vec<&str> = played.plies.iter().map(|ply| ply.text.as_str()).collect();
    assert_eq!(texts, ["b2", "a1", "b1", "a2", "b3"]);
    assert_eq!(played.plies[2].remark, "move 1");
    assert_eq!(played.plies[3].side, Some(1));
    assert_eq!(played.identities[1].introduction, "I am bob.");
    assert_eq!(played.broken, [false, false]);
    let played = meet(&mut line("ann", "a1 a2 b3 c1 c2"), &mut line("bob", "b2 a3 b1 c3"));
    assert_eq!((played.verdict.outcome, played.verdict.reason), (DRAW, Reason::Rule(EndRule::Position)));
}

#[test]
fn verdicts_tell_namesakes_apart() {
    let mut first = Scripted::new("ann", |_, _| Ok(does(Action::Resign, "")));
    let played = meet(&mut first, &mut line("ann", "a1 a2"));
    assert_eq!(played.verdict.sentence, "two wins: one resigned.");
}

#[test]
fn a_side_without_a_move_ends_the_game() {
    let game = open("hexapawn").unwrap();
    let opening = Opening::default();
    let (mut first, mut second) = (Scripted::random("ann"), Scripted::random("bob"));
    let reasons: Vec<Reason> = (0..40)
        .map(|seed| {
            let conditions = Conditions { seed, ..conditions(&*game, &opening) };
            let agents: [&mut dyn Agent; 2] = [&mut first, &mut second];
            play(&conditions, agents, &NoGameObserver).unwrap().unwrap().verdict.reason
        })
        .collect();
    assert!(
        reasons.contains(&Reason::Rule(EndRule::NoMoves))
            && reasons.contains(&Reason::Rule(EndRule::Position)),
        "{reasons:?}"
    );
}

#[test]
fn repetition_ends_a_game() {
    let game = open("black-and-white").unwrap();
    let opening = Opening::default();
    // Two who only ever go back and forth.
    let shuffle = |name| {
        Scripted::new(name, |turn: &Turn<'_>, _: &mut plybook_catalog::Random| {
            let texts = turn.session.move_texts();
            let record = turn.session.record();
            let back = record.len().checked_sub(2).and_then(|place| {
                let (from, to) = record[place].split_once('-')?;
                texts.iter().find(|text| **text == format!("{to}-{from}"))
            });
            let step = texts.iter().find(|text| text.contains('-'));
            Ok(says(back.or(step).unwrap_or(&texts[0]), ""))
        })
    };
    let (mut first, mut second) = (shuffle("ann"), shuffle("bob"));
    let agents: [&mut dyn Agent; 2] = [&mut first, &mut second];
    let played = play(&conditions(&*game, &opening), agents, &NoGameObserver).unwrap().unwrap();
    assert_eq!((played.verdict.outcome, played.verdict.reason), (DRAW, Reason::Rule(EndRule::Repetition)));
}

/// What the first player does wrong, and what is recorded.
fn misdeed(
    act: impl FnMut(&Turn<'_>, &mut plybook_catalog::Random) -> Result<Answer, Fault> + Send + 'static,
    reason: Reason,
    words: &str,
) {
    let played = meet(&mut Scripted::new("ann", act), &mut Scripted::random("bob"));
    let verdict = &played.verdict;
    assert_eq!((verdict.outcome, verdict.reason), (SECOND, reason), "{}", verdict.sentence);
    assert!(verdict.sentence.contains(words), "{}", verdict.sentence);
    assert_eq!(played.broken, [reason.is_failure(), false]);
}

#[test]
fn every_misdeed_loses_and_is_named() {
    misdeed(|_, _| Ok(says("z9", "")), Reason::Illegal, "bob wins: ann played `z9`");
    misdeed(|_, _| Ok(says(&"b".repeat(100_000), "")), Reason::Illegal, "bbb...`");
    misdeed(|_, _| Ok(does(Action::NoMoves, "")), Reason::FalseClaim, "claimed to have no move");
    misdeed(|_, _| Ok(does(Action::Resign, "")), Reason::Resignation, "ann resigned");
    misdeed(|_, _| panic!("a bug in an agent"), Reason::Crash, "panicked: a bug in an agent");
    misdeed(|_, _| Err(Fault::Crashed("exit status 3".to_owned())), Reason::Crash, "exit status 3");
    misdeed(|_, _| Err(Fault::TimedOut(Duration::from_secs(120))), Reason::Stall, "120000 ms");
    misdeed(|_, _| Err(Fault::Garbage("`?!`".to_owned())), Reason::Garbage, "`?!`");
    misdeed(|_, _| Err(Fault::Flood("10 MiB".to_owned())), Reason::Flood, "10 MiB");
    misdeed(|_, _| Err(Fault::Illegal("a board".to_owned())), Reason::Illegal, "a board");
}

#[test]
fn the_clock_is_the_referees() {
    let game = open("tictactoe").unwrap();
    let opening = Opening::default();
    let control = TimeControl { per_move: Some(Duration::from_millis(30)), ..TimeControl::default() };
    let conditions = Conditions { control, ..conditions(&*game, &opening) };
    let mut slow = Scripted::new("ann", |turn, random| {
        assert_eq!(turn.budget.time, Some(Duration::from_millis(30)));
        std::thread::sleep(Duration::from_millis(150));
        Ok(says(&by_chance(turn, random), ""))
    });
    let mut silent = Scripted::new("eve", |turn, _| {
        std::thread::sleep(turn.deadline.saturating_duration_since(Instant::now()));
        Err(Fault::TimedOut(Duration::from_millis(40)))
    });
    for agent in [&mut slow, &mut silent] {
        let agents: [&mut dyn Agent; 2] = [agent, &mut Scripted::random("bob")];
        let played = play(&conditions, agents, &NoGameObserver).unwrap().unwrap();
        assert_eq!((played.verdict.outcome, played.verdict.reason), (SECOND, Reason::Timeout));
        assert!(played.verdict.sentence.contains(" ms"), "{}", played.verdict.sentence);
    }
}

/// Fails where it is told to.
struct Unready {
    identity: Result<Identity, Fault>,
    begin: Result<(), Fault>,
}

impl Agent for Unready {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        self.identity.clone()
    }

    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        self.begin.clone()
    }

    fn turn(&mut self, _: &Turn<'_>) -> Result<Answer, Fault> {
        panic!("asked for a move although it was not ready")
    }
}

#[test]
fn an_agent_that_is_not_ready_loses() {
    let named = || Ok(Identity { nickname: "ann".to_owned(), introduction: String::new() });
    let cases = [
        (Err(Fault::NotStarted("no such file".to_owned())), Ok(()), Reason::NotStarted, "one could not be"),
        (named(), Err(Fault::Unsuitable("plays chess".to_owned())), Reason::Unsuitable, "ann does not play"),
        (named(), Err(Fault::TimedOut(Duration::from_secs(10))), Reason::Stall, "was not ready"),
    ];
    for (identity, begin, reason, words) in cases {
        let mut unready = Unready { identity, begin };
        let played = meet(&mut unready, &mut Scripted::random("bob"));
        assert_eq!((played.verdict.outcome, played.verdict.reason), (SECOND, reason));
        assert!(played.verdict.sentence.contains(words), "{}", played.verdict.sentence);
    }
    let both = || Unready { identity: Err(Fault::NotStarted("no".to_owned())), begin: Ok(()) };
    let played = meet(&mut both(), &mut both());
    assert_eq!((played.verdict.outcome, played.verdict.reason), (None, Reason::NotStarted));
    assert_eq!(played.broken, [true, true]);
}

#[test]
fn long_games_are_drawn_by_the_limit() {
    let game = open("othello").unwrap();
    let opening = Opening::default();
    let conditions = Conditions { plies: 10, ..conditions(&*game, &opening) };
    let agents: [&mut dyn Agent; 2] = [&mut Scripted::random("ann"), &mut Scripted::random("bob")];
    let played = play(&conditions, agents, &NoGameObserver).unwrap().unwrap();
    assert_eq!((played.verdict.outcome, played.verdict.reason), (DRAW, Reason::PlyLimit));
    assert_eq!(played.plies.len(), 10);
}

#[test]
fn agreed_scores_and_proofs_adjudicate() {
    let game = open("othello").unwrap();
    let opening = Opening::default();
    let sees = |name, score: Score| {
        Scripted::new(name, move |turn, random| {
            let seen = SearchInfo { score: Some(score), ..SearchInfo::default() };
            Ok(Answer { seen, ..says(&by_chance(turn, random), "") })
        })
    };
    let win = Some(WinRule { points: 9.0, moves: 3 });
    let adjudication = Adjudication { win, ..Adjudication::default() };
    let conditions = Conditions { adjudication, ..conditions(&*game, &opening) };
    let agents: [&mut dyn Agent; 2] =
        [&mut sees("ann", Score::points(-12)), &mut sees("bob", Score::points(10))];
    let played = play(&conditions, agents, &NoGameObserver).unwrap().unwrap();
    assert_eq!((played.verdict.outcome, played.verdict.reason), (SECOND, Reason::WonByScore));
    assert_eq!(played.plies.len(), 6);

    let small = open("hexapawn").unwrap();
    let adjudication = Adjudication { proven: Some(10_000), ..Adjudication::default() };
    let conditions = Conditions { game: &*small, adjudication, ..conditions };
    let agents: [&mut dyn Agent; 2] = [&mut Scripted::random("ann"), &mut Scripted::random("bob")];
    let played = play(&conditions, agents, &NoGameObserver).unwrap().unwrap();
    // Hexapawn on three by three is won for the second player: Gardner, 1962.
    assert_eq!((played.verdict.outcome, played.verdict.reason), (SECOND, Reason::Proven));
    assert_eq!(played.plies.len(), 0);
}

#[test]
fn openings_are_played_before_the_agents_are_asked() {
    let game = open("tictactoe").unwrap();
    let opening = Opening { position: None, moves: vec!["b2".to_owned(), "a1".to_owned()] };
    let agents: [&mut dyn Agent; 2] = [&mut line("ann", "b1 b3"), &mut line("bob", "a2")];
    let played = play(&conditions(&*game, &opening), agents, &NoGameObserver).unwrap().unwrap();
    assert_eq!(played.verdict.outcome, FIRST);
    assert_eq!(played.plies.iter().map(|ply| ply.side).collect::<Vec<_>>()[..3], [None, None, Some(0)]);
}

/// Counts what it is told, and panics where it may.
struct Talkative(Arc<AtomicUsize>);

impl Agent for Talkative {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        Ok(Identity { nickname: format!("a\n{}", "n".repeat(500)), introduction: "i".repeat(99_999) })
    }

    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        Ok(says(&turn.session.move_texts()[0], &"blah\u{7} ".repeat(9999)))
    }

    fn ponder(&mut self, session: &dyn Session) {
        assert!(session.ending().is_none());
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn end(&mut self, ending: Option<&Ending>) {
        assert!(ending.is_some());
        panic!("a bug at the very end");
    }
}

#[test]
fn talk_is_cut_and_a_late_panic_harms_nobody() {
    let game = open("tictactoe").unwrap();
    let opening = Opening::default();
    let conditions = Conditions { ponder: true, ..conditions(&*game, &opening) };
    let count = Arc::new(AtomicUsize::new(0));
    let agents: [&mut dyn Agent; 2] =
        [&mut Talkative(Arc::clone(&count)), &mut Talkative(Arc::clone(&count))];
    let played = play(&conditions, agents, &NoGameObserver).unwrap().unwrap();
    assert!(!played.verdict.reason.is_failure());
    assert_eq!(played.broken, [true, true]);
    assert_eq!(count.load(Ordering::Relaxed), played.plies.len() - 1);
    assert!(played.identities[0].nickname.len() <= 60 && !played.identities[0].nickname.contains('\n'));
    assert!(played.plies.iter().all(|ply| ply.remark.len() < 2100 && !ply.remark.contains('\u{7}')));
}

#[test]
fn a_spectator_can_have_a_game_abandoned() {
    struct Bored;
    impl GameObserver for Bored {
        fn moved(&self, session: &dyn Session) -> bool {
            session.record().len() == 3
        }
    }
    let game = open("tictactoe").unwrap();
    let opening = Opening::default();
    let agents: [&mut dyn Agent; 2] = [&mut Scripted::random("ann"), &mut Scripted::random("bob")];
    assert!(play(&conditions(&*game, &opening), agents, &Bored).unwrap().is_none());
}
