//! Shards: the games of consecutive numbers as the contents of one file, under a seal that names the game and its rules.

use super::GameRecord;
use plybook_format::checksum::Checksum;
use plybook_format::{Seal, SealError};
use plybook_kernel::{Game, Random};
use std::fmt;

/// The kind of file that a shard of games is.
const KIND: &[u8; 8] = b"plybkGAM";
/// Random games whose positions tell one game's rules from another's.
const SAMPLE_GAMES: u64 = 16;
/// The plies after which they are left.
const SAMPLE_PLIES: usize = 120;

/// Why a shard is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardError {
    /// The seal is not in order.
    Seal(SealError),
    /// The contents are no list of games.
    Contents,
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Seal(error) => error.fmt(f),
            ShardError::Contents => f.write_str("its contents are no list of games"),
        }
    }
}

impl std::error::Error for ShardError {}

/// The contents of a file with these games. `None` if one of them has an outcome that games of two players do not have.
#[must_use]
pub fn write_shard(name: &str, fingerprint: u64, games: &[GameRecord]) -> Option<Vec<u8>> {
    let mut contents = Vec::new();
    contents.extend((games.len() as u32).to_le_bytes());
    games.iter().all(|game| game.write(&mut contents)).then_some(())?;
    Some(Seal { kind: KIND, game: name, fingerprint }.write(&contents))
}

/// What `write_shard` wrote.
///
/// # Errors
/// The file is damaged, of another kind, of another game or of other rules.
pub fn read_shard(name: &str, fingerprint: u64, bytes: &[u8]) -> Result<Vec<GameRecord>, ShardError> {
    let contents = Seal { kind: KIND, game: name, fingerprint }.read(bytes).map_err(ShardError::Seal)?;
    let (count, mut rest) = contents.split_first_chunk().ok_or(ShardError::Contents)?;
    let count = u32::from_le_bytes(*count);
    let games: Option<Vec<_>> = (0..count).map(|_| GameRecord::read(&mut rest)).collect();
    games.filter(|_| rest.is_empty()).ok_or(ShardError::Contents)
}

/// The games of a shard whose settings and rules nobody knows: the seal's checksum still tells whether it is whole. Whether
/// the moves can be followed shows when they are.
///
/// # Errors
/// The file is damaged, of another kind or of another game.
pub fn read_any_shard(name: &str, bytes: &[u8]) -> Result<Vec<GameRecord>, ShardError> {
    let fingerprint = plybook_format::sealed_fingerprint(bytes).ok_or(ShardError::Contents)?;
    read_shard(name, fingerprint, bytes)
}

/// A number that stands for the rules as far as recorded games depend on them: the starts, and the moves of some random
/// games' positions in their order.
#[must_use]
pub fn rules_fingerprint<G: Game>(game: &G, starts: &[G::Position]) -> u64 {
    let mut sum = Checksum::new();
    let mut add = |number: u64| sum.add(&number.to_le_bytes());
    starts.iter().for_each(|at| add(game.key(at)));
    for seed in 0..SAMPLE_GAMES {
        let mut random = Random::new(seed);
        let Some(mut at) = random.pick(starts).cloned() else { break };
        for _ in 0..SAMPLE_PLIES {
            let moves = game.legal(&at);
            moves.iter().for_each(|&mv| add(game.key(&game.after(&at, mv))));
            let Some(&mv) = random.pick(&moves) else { break };
            game.play(&mut at, mv);
        }
    }
    sum.sum()
}
