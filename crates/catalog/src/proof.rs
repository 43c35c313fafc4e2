//! Exact values by proof-number search, written down so that they can be checked by the rules alone.
//!
//! A written proof is a text: the game, the position, and for each strategy what it does, then a line with a position
//! and a move for every position where the strategy's player is to move.

use crate::session::GameSession;
use crate::{SearchObserver, Session, Value, open};
use plybook_kernel::{History, ListedGame, Player, ReadError, Score};
use plybook_search::Stop;
use plybook_search::pns::{Flaw, Goal, Pns, Solution, Strategy, check, solve};
use std::fmt::Write as _;
use std::sync::Arc;

/// What the first line of a written proof says.
const HEADING: &str = "plybook proof 1";
/// Most positions that a check goes through.
const MOST_CHECKED: u64 = 1 << 32;
/// Plies of a line that is shown.
const LONGEST_LINE: usize = 400;

/// How hard to try.
#[derive(Clone, Debug)]
pub struct ProofRequest {
    /// Size of the table in mebibytes.
    pub hash: usize,
    /// Positions after which to give up.
    pub nodes: Option<u64>,
}

/// What a search for a proof found.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The value for the side to move; `None` if the search was stopped before it was known. Wins and losses have no
    /// distance: they count as in no plies.
    pub value: Option<Value>,
    /// A line of play by the strategies.
    pub line: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
    /// How many of a thousand entries of the table are in use.
    pub table_fill: u32,
    /// Deepest ply reached.
    pub deepest: u32,
    /// Positions that the check of the strategies by the rules alone went through; `None` if it was not complete: the
    /// table was too small to keep the whole proof, or the check failed.
    pub checked: Option<u64>,
    /// The proof as text; empty where there is none to check.
    pub text: String,
}

/// What the check of a written proof found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    /// The position's text.
    pub position: String,
    /// What was proven, one sentence for each strategy.
    pub statements: Vec<String>,
    /// Positions gone through.
    pub positions: u64,
}

/// Asks the outside whether to go on.
struct Asking<'a>(&'a dyn SearchObserver);

impl<M> Stop<M> for Asking<'_> {
    fn poll(&self, _: u64) -> bool {
        self.0.stop()
    }
}

fn make_sure_of_two<G: ListedGame>(game: &G) -> Result<(), ReadError> {
    if game.players() == 2 && !game.has_chance() {
        return Ok(());
    }
    let problem =
        format!("proof numbers are for games of two players without chance, not for {}", game.full_name());
    Err(ReadError::new("game", &game.full_name(), problem, "choose another game"))
}

/// Finds the exact value of a session's position.
pub(crate) fn prove<G: ListedGame>(
    game: &Arc<G>,
    session: &dyn Session,
    request: &ProofRequest,
    watch: &dyn SearchObserver,
) -> Result<Proof, ReadError> {
    make_sure_of_two(&**game)?;
    let Some(session) = GameSession::<G>::of(session) else {
        let problem = "it is a game of another kind";
        return Err(ReadError::new("session", &session.text(), problem, "open it anew"));
    };
    let (at, past) = (&session.at, &session.history);
    let mut pns = Pns::new(Arc::clone(game), request.hash.max(1).saturating_mul(1 << 20));
    let most = request.nodes.unwrap_or(u64::MAX);
    let found = solve(&mut pns, at, past, game.has_margins(), most, &Asking(watch));
    let mut proof = Proof {
        value: None,
        line: Vec::new(),
        nodes: pns.nodes,
        table_fill: pns.fill(),
        deepest: pns.deepest,
        checked: None,
        text: String::new(),
    };
    let Some(solution) = found else { return Ok(proof) };
    proof.value = Some(solution.score.into());
    if solution.complete {
        let mut positions = 0;
        for strategy in &solution.strategies {
            match check(&**game, at, past, strategy, MOST_CHECKED) {
                Ok(checked) => positions += checked.positions,
                Err(_) => return Ok(proof),
            }
        }
        proof.checked = Some(positions);
        proof.line = line(&**game, at, past, &solution);
        proof.text = write(&**game, at, past, &solution.strategies);
    }
    Ok(proof)
}

/// A game in which everybody plays by a strategy, or the first legal move where there is none.
fn line<G: ListedGame>(
    game: &G,
    at: &G::Position,
    past: &History,
    solution: &Solution<G::Position, G::Move>,
) -> Vec<String> {
    let (mut at, mut past) = (at.clone(), past.clone());
    let mut texts = Vec::new();
    let moves: Vec<(Player, std::collections::HashMap<u64, G::Move>)> = solution
        .strategies
        .iter()
        .map(|strategy| {
            (strategy.player, strategy.moves.iter().map(|(at, mv)| (game.key(at), *mv)).collect())
        })
        .collect();
    while texts.len() < LONGEST_LINE && game.end(&at, &past).is_none() {
        let mover = game.turn(&at).player();
        let legal = game.legal(&at);
        let planned = moves.iter().filter(|(player, _)| Some(*player) == mover);
        let planned = planned.filter_map(|(_, moves)| moves.get(&game.key(&at)).copied()).next();
        let Some(mv) = planned.filter(|mv| legal.contains(mv)).or_else(|| legal.first().copied()) else {
            break;
        };
        texts.push(game.move_text(&at, mv));
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    texts
}

fn write<G: ListedGame>(
    game: &G,
    at: &G::Position,
    past: &History,
    strategies: &[Strategy<G::Position, G::Move>],
) -> String {
    let mut text = format!("{HEADING}\ngame {}\nposition {}\n", game.full_name(), game.text_with(at, past));
    for strategy in strategies {
        let Goal { player, least } = strategy.goal;
        // A text is written into memory: that does not fail.
        let _ = writeln!(
            text,
            "strategy {} goal {} {}",
            strategy.player.ordinal(),
            player.ordinal(),
            least.raw()
        );
        for (at, mv) in &strategy.moves {
            let _ = writeln!(text, "{}\t{}", game.text(at), game.move_text(at, *mv));
        }
    }
    text
}

fn refuse(input: &str, problem: impl Into<String>) -> ReadError {
    ReadError::new("proof", input, problem, "write one with `plybook solve GAME --method pns --proof FILE`")
}

/// Reads a written proof and plays its strategies against everything.
pub(crate) fn check_proof<G: ListedGame>(game: &G, text: &str) -> Result<CheckedProof, ReadError> {
    make_sure_of_two(game)?;
    let mut lines = text.lines();
    let heading = lines.next().unwrap_or_default();
    if heading != HEADING {
        return Err(refuse(heading, format!("the first line is not `{HEADING}`")));
    }
    let name = lines.next().and_then(|line| line.strip_prefix("game "));
    let name = name.ok_or_else(|| refuse("", "the second line names no game"))?;
    let wanted = open(name)?.full_name();
    if wanted != game.full_name() {
        return Err(refuse(name, format!("it is a proof of {wanted}, not of {}", game.full_name())));
    }
    let position = lines.next().and_then(|line| line.strip_prefix("position "));
    let position = position.ok_or_else(|| refuse("", "the third line has no position"))?;
    let (at, past) = (game.read(position)?, game.counts(position));
    let mut strategies: Vec<Strategy<G::Position, G::Move>> = Vec::new();
    for line in lines {
        if let Some(rest) = line.strip_prefix("strategy ") {
            strategies.push(read_strategy(line, rest)?);
            continue;
        }
        let strategy = strategies.last_mut().ok_or_else(|| refuse(line, "a move before any strategy"))?;
        let (before, mv) =
            line.split_once('\t').ok_or_else(|| refuse(line, "no tab between a position and a move"))?;
        let before = game.read(before)?;
        let mv = game.read_move(&before, mv)?;
        strategy.moves.push((before, mv));
    }
    if strategies.is_empty() {
        return Err(refuse("", "it has no strategy"));
    }
    let mut checked = CheckedProof { position: position.to_owned(), statements: Vec::new(), positions: 0 };
    for strategy in &strategies {
        match check(game, &at, &past, strategy, MOST_CHECKED) {
            Ok(found) => checked.positions += found.positions,
            Err(flaw) => return Err(told(game, &flaw)),
        }
        checked.statements.push(statement(game, strategy));
    }
    Ok(checked)
}

fn read_strategy<P, M>(line: &str, rest: &str) -> Result<Strategy<P, M>, ReadError> {
    let wrong = || refuse(line, "not a player, `goal`, a player and a number");
    let words: Vec<&str> = rest.split(' ').collect();
    let [player, "goal", goal, least] = words[..] else { return Err(wrong()) };
    let two = |word| Player::from_ordinal(word).filter(|player| player.0 < 2).ok_or_else(wrong);
    let least = least.parse().ok().and_then(Score::from_raw).ok_or_else(wrong)?;
    Ok(Strategy { goal: Goal { player: two(goal)?, least }, player: two(player)?, moves: Vec::new() })
}

/// What a strategy proves, in a sentence.
fn statement<G: ListedGame>(game: &G, strategy: &Strategy<G::Position, G::Move>) -> String {
    let names = game.player_names();
    let name = names.get(strategy.goal.player.index()).map_or("?", |name| &**name);
    let what = match strategy.goal.least {
        least if least == Score::DRAW.above() => "win".to_owned(),
        least if least == Score::DRAW => "get at least a draw".to_owned(),
        least => format!("get at least {least}"),
    };
    let can = if strategy.reaches() { "can" } else { "cannot" };
    format!("{name} {can} {what}")
}

/// A flaw of a proof, told to people.
fn told<G: ListedGame>(game: &G, flaw: &Flaw<G::Position>) -> ReadError {
    match flaw {
        Flaw::Result(at) => refuse(&game.text(at), "the game ends here with another result"),
        Flaw::NoMove(at) => refuse(&game.text(at), "it has no legal move for this position"),
        Flaw::Repetition(at) => refuse(&game.text(at), "this position can come back for ever"),
        Flaw::TooLarge => refuse("", format!("more than {MOST_CHECKED} positions can come up")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoObserver;

    fn proof(name: &str) -> Proof {
        let game = open(name).unwrap();
        let session = game.session(None).unwrap();
        game.prove(&*session, &ProofRequest { hash: 16, nodes: None }, &NoObserver).unwrap()
    }

    #[test]
    fn proofs_are_written_and_checked_again() {
        for (name, value, statements) in [
            ("hexapawn", Value::Loss(0), 1),
            ("hexapawn:4x4", Value::Win(0), 1),
            ("tictactoe", Value::Points(0.0), 2),
            ("kalah:2,2", Value::Points(-2.0), 2),
        ] {
            let found = proof(name);
            assert_eq!(found.value, Some(value), "{name}");
            let checked = open(name).unwrap().check_proof(&found.text).unwrap();
            assert_eq!(
                (checked.statements.len(), Some(checked.positions)),
                (statements, found.checked),
                "{name}"
            );
            assert!(!found.line.is_empty());
        }
        assert_eq!(
            open("hexapawn").unwrap().check_proof(&proof("hexapawn").text).unwrap().statements,
            ["Black can win"]
        );
    }

    /// Whatever is changed in a written proof, it is refused, and nothing panics.
    #[test]
    fn damaged_proofs_are_refused() {
        let game = open("hexapawn").unwrap();
        let text = proof("hexapawn").text;
        let lines: Vec<&str> = text.lines().collect();
        let refused = |lines: &[&str]| game.check_proof(&lines.join("\n")).unwrap_err().to_string();
        for number in 0..lines.len() {
            let mut less = lines.clone();
            less.remove(number);
            refused(&less);
            let mut garbled = lines.clone();
            garbled[number] = "strategy ppp/3/PPP\tgoal";
            refused(&garbled);
        }
        for (number, wrong, why) in [
            (0, "plybook proof 2", "first line"),
            (1, "game tictactoe", "tictactoe"),
            (1, "game magic", "magic"),
            (2, "position nonsense", "nonsense"),
            (3, "strategy first goal third 1", "player"),
            (3, "strategy first goal first 1", "no legal move"),
            (3, "strategy second goal second 99999999999", "number"),
        ] {
            let mut changed = lines.clone();
            changed[number] = wrong;
            let error = refused(&changed);
            assert!(error.contains(why), "{wrong}: {error}");
        }
        assert!(
            game.check_proof("").is_err()
                && open("tree:tree=(<1 2 3> <1 2 3>)").unwrap().check_proof("").is_err()
        );
    }

    #[test]
    fn other_games_and_short_tries_are_told_apart() {
        let game = open("tree:tree=([1: 2 1: 3] 4)").unwrap();
        let request = ProofRequest { hash: 1, nodes: Some(10) };
        let error = game.prove(&*game.session(None).unwrap(), &request, &NoObserver).unwrap_err();
        assert!(error.to_string().contains("two players"), "{error}");
        let game = open("chess").unwrap();
        let found = game.prove(&*game.session(None).unwrap(), &request, &NoObserver).unwrap();
        assert!(found.value.is_none() && found.checked.is_none() && found.text.is_empty());
    }
}
