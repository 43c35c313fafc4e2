//! What a learning book is worth: the engine with a book that learns after every round, against the same engine with
//! the book as it was, and without one.
//!
//! `cargo run --release -p plybook-agent --example book_match -- othello 200 2000`: the game, the games of each
//! match, the positions that the engine may enter for a move.

use plybook_agent::book::{Expansion, OpeningBook, expand, lessons, open_book};
use plybook_agent::{Action, Agent, Budget, EngineAgent, EngineSettings, GameStart, Turn};
use plybook_catalog::{AnyGame, Player, open};
use plybook_store::book::{Book, Choice};
use plybook_store::database::{StoredGame, StoredPlayer};
use serde_json::json;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Games after which the book learns.
const ROUND: usize = 20;
/// Positions that the book is built of before the first match.
const POSITIONS: usize = 60;
/// How long a player may take before the match is given up.
const PATIENCE: Duration = Duration::from_secs(600);

fn engine(game: &dyn AnyGame, nodes: u64, book: Option<&Book>) -> Result<EngineAgent, Box<dyn Error>> {
    let book = match book {
        Some(book) => Some(OpeningBook { moves: Arc::new(book.freeze()?), choice: Choice::Weighted }),
        None => None,
    };
    Ok(EngineAgent::new(game, EngineSettings { nodes: Some(nodes), book, ..EngineSettings::default() })?)
}

/// Plays one game; gives it as it would be stored.
fn play(
    game: &dyn AnyGame,
    players: [&mut EngineAgent; 2],
    number: usize,
) -> Result<StoredGame, Box<dyn Error>> {
    let name = game.full_name();
    let mut session = game.session(None)?;
    let deadline = Instant::now() + PATIENCE;
    let mut players = players;
    for (side, player) in players.iter_mut().enumerate() {
        let seed = number as u64;
        let side = Player(side as u8);
        let meeting =
            GameStart { game: &name, position: None, opening: &[], side, opponent: "", seed, deadline };
        player.begin(&meeting)?;
    }
    let mut plies = Vec::new();
    while let Some(mover) = session.mover().filter(|_| session.ending().is_none()) {
        let turn = Turn { session: &*session, remark: "", budget: Budget::default(), deadline };
        let answer = players[mover.index()].turn(&turn)?;
        let Action::Move(text) = answer.action else { return Err("the engine did not move".into()) };
        plies.push(json!({ "side": mover.0, "score": answer.seen.score.map(|score| score.raw()) }));
        session.play(&text)?;
    }
    let winner = session.ending().and_then(|ending| ending.winner());
    let result = winner.map_or("draw", Player::ordinal);
    Ok(StoredGame {
        id: 0,
        tournament: None,
        number: number as i64,
        round: 0,
        game: name,
        players: vec![StoredPlayer::default(); 2],
        position: None,
        opening: String::new(),
        moves: session.record().join(" "),
        result: result.to_owned(),
        reason: String::new(),
        sentence: String::new(),
        plies: plies.len() as i64,
        began: 0,
        details: json!({ "plies": plies }).to_string(),
    })
}

/// The difference in ratings and the half width of its 95 % interval.
fn rating([wins, draws, losses]: [f64; 3]) -> (f64, f64) {
    let games = wins + draws + losses;
    let mean = (wins + draws / 2.0) / games;
    let spread = (wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2)) / games;
    let error = 1.96 * (spread / games).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, nodes] = arguments.as_slice() else { return Err("give GAME GAMES NODES".into()) };
    let (games, nodes): (usize, u64) = (games.parse()?, nodes.parse()?);
    let game = open(name)?;
    let folder = std::env::temp_dir().join(format!("plybook-book-match-{}", std::process::id()));
    let path = folder.join("books.db");
    let plan = Expansion { positions: POSITIONS, nodes: 5 * nodes, ..Expansion::default() };
    let mut fixed = open_book(&path, &*game, "fixed")?;
    expand(&*game, &mut fixed, &plan, &mut |_| true)?;
    for against in ["the same book, fixed", "no book"] {
        let mut learning = open_book(&path, &*game, against)?;
        expand(&*game, &mut learning, &plan, &mut |_| true)?;
        let mut opponent = engine(&*game, nodes, (against != "no book").then_some(&fixed))?;
        let mut score = [0.0; 3];
        let mut halves = Vec::new();
        for round in 0..games.div_ceil(ROUND) {
            let mut learner = engine(&*game, nodes, Some(&learning))?;
            let mut played = Vec::new();
            for number in round * ROUND..games.min((round + 1) * ROUND) {
                let first = number % 2 == 0;
                let players =
                    if first { [&mut learner, &mut opponent] } else { [&mut opponent, &mut learner] };
                let stored = play(&*game, players, number)?;
                let place = match (stored.result.as_str(), first) {
                    ("draw", _) => 1,
                    ("first", true) | ("second", false) => 0,
                    _ => 2,
                };
                score[place] += 1.0;
                played.push(stored);
            }
            // The book was frozen during the round; now it learns, in the order of the games.
            let new = lessons(&*game, &learning, &played)?;
            learning.learn(&new)?;
            halves.push(score);
        }
        let (elo, error) = rating(score);
        let [wins, draws, losses] = score;
        println!(
            "{name}, {nodes} positions a move, against {against}: +{wins} ={draws} -{losses}, {elo:+.0} +- {error:.0} Elo"
        );
        let half = halves[halves.len() / 2];
        let later = [0, 1, 2].map(|place| score[place] - half[place]);
        println!("  the second half alone: +{} ={} -{}", later[0], later[1], later[2]);
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
