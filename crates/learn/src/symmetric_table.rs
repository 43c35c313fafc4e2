//! A table of positions up to symmetry, with a value for every move; moves that are images of each other share one.

use plybook_kernel::{Game, Notation, ReadError, Symmetric};
use std::collections::HashMap;

/// Most positions that a table takes: a larger game is not learnt position by position.
pub const MOST_ENTRIES: usize = 1_000_000;

/// Moves of a position that are images of each other under the position's own symmetries, and their value.
#[derive(Clone, Debug)]
pub struct MoveClass<M, V> {
    /// The moves, in the order of the game's list; never empty.
    pub moves: Vec<M>,
    /// What they share: beads, or a number.
    pub value: V,
}

/// A position that stands for all its images.
#[derive(Clone, Debug)]
pub struct Entry<G: Game, V> {
    /// Of all images the one with the smallest key.
    pub at: G::Position,
    /// Which of the player's own moves of the game it was met for first, counted from 0.
    pub stage: usize,
    /// Its moves.
    pub classes: Vec<MoveClass<G::Move, V>>,
}

/// Where a position is found: its entry, and the symmetry that leads from the position to the entry's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the entry, in the order in which they were made.
    pub entry: usize,
    /// The symmetry.
    pub symmetry: usize,
}

/// The table.
#[derive(Clone, Debug)]
pub struct SymmetricTable<G: Game, V> {
    entries: Vec<Entry<G, V>>,
    numbers: HashMap<u64, usize>,
}

impl<G: Game, V> Default for SymmetricTable<G, V> {
    fn default() -> SymmetricTable<G, V> {
        SymmetricTable { entries: Vec::new(), numbers: HashMap::new() }
    }
}

/// The image of a position that stands for all of them, its key, and the symmetry that leads there.
fn representative<G: Symmetric>(game: &G, at: &G::Position) -> (u64, usize, G::Position) {
    let image = |symmetry| {
        let image = game.image(at, symmetry);
        (game.key(&image), symmetry, image)
    };
    let mut least = image(0);
    for symmetry in 1..game.symmetries() {
        let other = image(symmetry);
        if other.0 < least.0 {
            least = other;
        }
    }
    least
}

/// The legal moves of a position in classes of images under the symmetries that leave the position as it is.
pub fn move_classes<G: Symmetric>(game: &G, at: &G::Position) -> Vec<Vec<G::Move>> {
    let own: Vec<usize> =
        (0..game.symmetries()).filter(|&symmetry| game.image(at, symmetry) == *at).collect();
    let mut classes: Vec<Vec<G::Move>> = Vec::new();
    for mv in game.legal(at) {
        let images: Vec<G::Move> = own.iter().map(|&symmetry| game.image_move(at, mv, symmetry)).collect();
        match classes.iter_mut().find(|class| class.iter().any(|other| images.contains(other))) {
            Some(class) => class.push(mv),
            None => classes.push(vec![mv]),
        }
    }
    classes
}

impl<G: Symmetric, V: Clone> SymmetricTable<G, V> {
    /// The entries in the order in which they were made.
    pub fn entries(&self) -> &[Entry<G, V>] {
        &self.entries
    }

    /// An entry to change.
    pub fn entry_mut(&mut self, number: usize) -> &mut Entry<G, V> {
        &mut self.entries[number]
    }

    /// The place of a position, if it or an image of it has an entry.
    pub fn find(&self, game: &G, at: &G::Position) -> Option<Place> {
        let (key, symmetry, _) = representative(game, at);
        self.numbers.get(&key).map(|&entry| Place { entry, symmetry })
    }

    /// The same, with an entry made where there is none; every move of it gets this value.
    ///
    /// # Errors
    /// The table is full.
    pub fn place(&mut self, game: &G, at: &G::Position, stage: usize, value: V) -> Result<Place, ReadError> {
        let (key, symmetry, image) = representative(game, at);
        if let Some(&entry) = self.numbers.get(&key) {
            return Ok(Place { entry, symmetry });
        }
        if self.entries.len() >= MOST_ENTRIES {
            let problem = format!("it has more than {MOST_ENTRIES} positions");
            return Err(ReadError::new("game", "", problem, "learn a smaller game, or its weights: td"));
        }
        let class = |moves| MoveClass { moves, value: value.clone() };
        let classes = move_classes(game, &image).into_iter().map(class).collect();
        self.numbers.insert(key, self.entries.len());
        self.entries.push(Entry { at: image, stage, classes });
        Ok(Place { entry: self.entries.len() - 1, symmetry })
    }

    /// The first legal move of a position that belongs to a class of its entry.
    pub fn move_of(&self, game: &G, at: &G::Position, place: Place, class: usize) -> Option<G::Move> {
        let wanted = &self.entries[place.entry].classes[class].moves;
        let image = |mv: &G::Move| wanted.contains(&game.image_move(at, *mv, place.symmetry));
        game.legal(at).into_iter().find(image)
    }

    /// The class of a legal move of a position.
    pub fn class_of(&self, game: &G, at: &G::Position, place: Place, mv: G::Move) -> Option<usize> {
        let image = game.image_move(at, mv, place.symmetry);
        self.entries[place.entry].classes.iter().position(|class| class.moves.contains(&image))
    }
}

impl<G: Symmetric + Notation, V: Clone> SymmetricTable<G, V> {
    /// The lines of a file: `box STAGE VALUE... : POSITION`.
    pub fn lines(&self, game: &G, write: impl Fn(&V) -> String) -> Vec<String> {
        let line = |entry: &Entry<G, V>| {
            let values: Vec<String> = entry.classes.iter().map(|class| write(&class.value)).collect();
            format!("{} {} : {}", entry.stage, values.join(" "), game.text(&entry.at))
        };
        self.entries.iter().map(line).collect()
    }

    /// Adds what a line of `lines` says. `None` if it says nothing that the game could have.
    pub fn add_line(&mut self, game: &G, line: &str, read: impl Fn(&str) -> Option<V>) -> Option<()> {
        let (numbers, text) = line.split_once(" : ")?;
        let mut numbers = numbers.split(' ');
        let stage: usize = numbers.next()?.parse().ok()?;
        let values: Vec<V> = numbers.map(read).collect::<Option<_>>()?;
        let at = game.read(text).ok()?;
        if game.verdict(&at).is_some() {
            return None;
        }
        let before = self.entries.len();
        let place = self.place(game, &at, stage, values.first()?.clone()).ok()?;
        let entry = &mut self.entries[place.entry];
        if place.entry != before || entry.at != at || entry.classes.len() != values.len() {
            return None;
        }
        entry.classes.iter_mut().zip(values).for_each(|(class, value)| class.value = value);
        Some(())
    }
}
