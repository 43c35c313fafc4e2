//! Drop-out expansion: a book grows where its lines are nearest to the best play of both sides.
//!
//! 1. From the start, every line of book moves costs what its moves fall short of the best ones, and a little for
//!    each ply. The cheapest line that ends outside the book is the next one.
//! 2. Where it ends, the engine names the best few moves with their values.
//! 3. Their values are brought up: a move is worth what the best reply leaves of it.

use super::BookJobError;
use plybook_catalog::{AnyGame, EngineConfig, Limits, NoObserver, Score, Session, ThinkRequest, Thinker};
use plybook_store::book::{Book, BookMove, BookPosition};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// What one ply more costs, in hundredths of a point: lines that are as good are made equally long.
const PLY_COST: i64 = 10;
/// Most rounds in which values are brought up before repetitions are left as they are.
const ROUNDS: usize = 100;
/// The most that a move may fall short of the best, in hundredths of a point, as far as lines are compared.
const DEAREST: i64 = 1_000_000;
/// Deepest search that is begun, in plies.
const DEEPEST: u32 = 200;

/// How far a book is to grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Positions to search now.
    pub positions: usize,
    /// Positions that each search may enter.
    pub nodes: u64,
    /// Moves that are kept of each position, at most.
    pub moves: usize,
    /// How far a move may fall short of the best and still be kept, in hundredths of a point.
    pub margin: i32,
    /// Plies from the start that the book may reach.
    pub plies: u32,
    /// Threads of the search.
    pub threads: usize,
}

impl Default for Expansion {
    fn default() -> Expansion {
        Expansion { positions: 100, nodes: 20_000, moves: 4, margin: 60, plies: 30, threads: 1 }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    /// Positions searched.
    pub searched: usize,
    /// Moves added.
    pub moves: usize,
    /// Moves whose value changed because of what was found behind them.
    pub revalued: usize,
}

/// A searched position.
struct Node {
    position: BookPosition,
    moves: Vec<BookMove>,
}

impl Node {
    fn best(&self) -> Option<Score> {
        self.moves.iter().filter_map(|entry| entry.score).max()
    }
}

/// The searched part of a book.
struct Graph {
    nodes: HashMap<u64, Node>,
    /// Positions where the game is over, or where chance is to move.
    closed: HashSet<u64>,
    start: u64,
}

/// The end of the line that is to be continued: after a move of a searched position, or at the start.
type End = Option<(u64, String)>;

impl Graph {
    fn read(book: &Book, start: u64) -> Result<Graph, BookJobError> {
        let mut nodes = HashMap::new();
        for position in book.positions()?.into_iter().filter(|position| position.searched) {
            let moves = book.moves(position.key)?;
            nodes.insert(position.key, Node { position, moves });
        }
        Ok(Graph { nodes, closed: HashSet::new(), start })
    }

    /// Step 1: the cheapest line that ends outside.
    fn cheapest_end(&self, plan: &Expansion) -> Option<End> {
        if !self.nodes.contains_key(&self.start) {
            return (!self.closed.contains(&self.start)).then_some(None);
        }
        let mut open = BinaryHeap::from([Reverse((0i64, 0u32, self.start, End::None))]);
        let mut done = HashSet::new();
        while let Some(Reverse((cost, plies, key, end))) = open.pop() {
            let Some(node) = self.nodes.get(&key) else { return Some(end) };
            if !done.insert(key) || plies >= plan.plies {
                continue;
            }
            let Some(best) = node.best() else { continue };
            for entry in &node.moves {
                let Some(score) = entry.score else { continue };
                let short = (i64::from(best.raw()) - i64::from(score.raw())).clamp(0, DEAREST);
                if short <= i64::from(plan.margin) && !self.closed.contains(&entry.leads) {
                    let end = Some((key, entry.text.clone()));
                    open.push(Reverse((cost + short + PLY_COST, plies + 1, entry.leads, end)));
                }
            }
        }
        None
    }

    /// Step 3: brings values up until nothing changes; gives the moves that have new ones.
    fn bring_up(&mut self) -> Vec<(u64, String, Score)> {
        let mut changed: HashMap<(u64, String), Score> = HashMap::new();
        for _ in 0..ROUNDS {
            let values: HashMap<u64, (u8, Score)> = self
                .nodes
                .iter()
                .filter_map(|(&key, node)| Some((key, (node.position.mover, node.best()?))))
                .collect();
            let before = changed.len();
            let mut quiet = true;
            for (&key, node) in &mut self.nodes {
                let mover = node.position.mover;
                for entry in &mut node.moves {
                    let Some(&(other, value)) = values.get(&entry.leads) else { continue };
                    let value = if other == mover { value.up() } else { (-value).up() };
                    if entry.score != Some(value) {
                        entry.score = Some(value);
                        changed.insert((key, entry.text.clone()), value);
                        quiet = false;
                    }
                }
            }
            if quiet && changed.len() == before {
                break;
            }
        }
        let mut changed: Vec<_> =
            changed.into_iter().map(|((key, text), score)| (key, text, score)).collect();
        changed.sort_unstable();
        changed
    }
}

/// Lets a book grow. `progress` is told how many positions are searched, and ends the work by saying so. Everything
/// found until then stays in the book, and the work can go on later.
///
/// # Errors
/// The book cannot be written, or the game is not for two players without chance.
pub fn expand(
    game: &dyn AnyGame,
    book: &mut Book,
    plan: &Expansion,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Expanded, BookJobError> {
    if !game.suits_alpha_beta() {
        return Err(BookJobError::Players(game.full_name()));
    }
    let mut thinker = game.thinker(&EngineConfig::default())?;
    let mut graph = Graph::read(book, game.session(None)?.key())?;
    let mut told = Expanded::default();
    while told.searched < plan.positions {
        let Some(end) = graph.cheapest_end(plan) else { break };
        let mut plies = 0;
        let session = match &end {
            None => game.session(None)?,
            Some((key, text)) => {
                let from = &graph.nodes[key].position;
                plies = from.plies + 1;
                let mut session = game.session(Some(&from.text))?;
                session.play(text)?;
                session
            }
        };
        let key = session.key();
        let Some(mover) = session.mover().filter(|_| session.ending().is_none()) else {
            graph.closed.insert(key);
            continue;
        };
        let moves = name_moves(game, &mut *thinker, &*session, plan)?;
        let position = BookPosition { key, text: session.text(), mover: mover.0, plies, searched: true };
        book.put(&position, &moves)?;
        told.moves += moves.len();
        graph.nodes.insert(key, Node { position, moves });
        let changed = graph.bring_up();
        book.revalue(&changed)?;
        told.revalued += changed.len();
        told.searched += 1;
        if !progress(told.searched) {
            break;
        }
    }
    Ok(told)
}

/// Step 2: the best moves of a position, with their values and where they lead.
fn name_moves(
    game: &dyn AnyGame,
    thinker: &mut dyn Thinker,
    session: &dyn Session,
    plan: &Expansion,
) -> Result<Vec<BookMove>, BookJobError> {
    let depth = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let limits = Limits {
        nodes: Some(plan.nodes),
        lines: plan.moves.max(1),
        threads: plan.threads.max(1),
        ..Limits::depth(depth)
    };
    let analysis = thinker.think(session, &ThinkRequest::from(limits), &NoObserver)?;
    let best = analysis.lines.first().map(|line| line.score);
    let mut moves = Vec::new();
    for line in &analysis.lines {
        let short = best.map_or(0, |best| i64::from(best.raw()) - i64::from(line.score.raw()));
        let Some(text) = line.moves.first().filter(|_| short <= i64::from(plan.margin)) else { continue };
        let mut after = game.session(Some(&session.text()))?;
        after.play(text)?;
        moves.push(BookMove {
            text: text.clone(),
            leads: after.key(),
            score: Some(line.score),
            ..BookMove::default()
        });
    }
    Ok(moves)
}
