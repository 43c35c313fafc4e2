//! Folders that go away, and a plain way to solve a game.

use plybook_kernel::{Indexed, Outcome, Player, Wdl};
use plybook_store::endgame::{BuildOptions, Folder, NoBuildObserver, SliceReport, TablebaseValue, build};
use std::collections::HashMap;
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder that is deleted with its content.
pub struct Scratch(pub Folder);

impl Scratch {
    pub fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("plybook-endgame-{}-{number}", std::process::id());
        let path: PathBuf = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(Folder(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0.0);
    }
}

pub fn options(threads: usize) -> BuildOptions {
    BuildOptions { threads, ..BuildOptions::default() }
}

/// Builds everything in an empty folder.
pub fn built<G: Indexed>(game: &G, name: &str, threads: usize) -> (Scratch, Vec<SliceReport>) {
    let scratch = Scratch::new();
    let reports = build(game, name, &scratch.0, &options(threads), &NoBuildObserver).unwrap();
    (scratch, reports)
}

/// The values of all numbered positions by plain value iteration, round after round, with nothing of the builder's.
pub fn iterate<G: Indexed>(game: &G) -> HashMap<G::Position, TablebaseValue>
where
    G::Position: Hash,
{
    let mut all = Vec::new();
    for slice in game.slices() {
        all.extend((0..game.size(slice)).filter_map(|index| game.unrank(slice, index)));
    }
    let place = |at: &G::Position| game.slice(at).map(|slice| game.unrank(slice, game.rank(at)).unwrap());
    let mut known: HashMap<G::Position, TablebaseValue> = HashMap::new();
    for round in 0.. {
        let mut found = Vec::new();
        for at in all.iter().filter(|at| !known.contains_key(*at)) {
            let mover = game.turn(at).player().unwrap();
            if let Some(outcome) = game.verdict(at) {
                match end(outcome, mover) {
                    TablebaseValue::Draw => {}
                    worth => found.extend((round == 0).then_some((at.clone(), worth))),
                }
                continue;
            }
            let values = game.legal(at).into_iter().map(|mv| {
                let next = game.after(at, mv);
                let same = game.turn(&next) == game.turn(at);
                let value = match place(&next) {
                    Some(twin) => known.get(&twin).copied(),
                    None => Some(end(game.verdict(&next).unwrap(), game.turn(&next).player().unwrap())),
                };
                value.map(|value| value.one_ply_earlier(same))
            });
            let values: Vec<Option<TablebaseValue>> = values.collect();
            let wins = values.iter().filter_map(|value| match value {
                Some(TablebaseValue::Win(plies)) => Some(*plies),
                _ => None,
            });
            let all_lost = values.iter().all(|value| matches!(value, Some(TablebaseValue::Loss(_))));
            let longest = values.iter().filter_map(|value| value.and_then(TablebaseValue::distance)).max();
            if let Some(win) = wins.min().filter(|&win| win == round) {
                found.push((at.clone(), TablebaseValue::Win(win)));
            } else if let Some(loss) = longest.filter(|&loss| all_lost && loss == round) {
                found.push((at.clone(), TablebaseValue::Loss(loss)));
            }
        }
        // A value of some distance needs one that is a ply nearer.
        if found.is_empty() && round > 0 {
            break;
        }
        known.extend(found);
    }
    for at in all {
        known.entry(at).or_insert(TablebaseValue::Draw);
    }
    known
}

fn end(outcome: Outcome, mover: Player) -> TablebaseValue {
    match outcome.wdl(mover) {
        Wdl::Win => TablebaseValue::Win(0),
        Wdl::Draw => TablebaseValue::Draw,
        Wdl::Loss => TablebaseValue::Loss(0),
    }
}
