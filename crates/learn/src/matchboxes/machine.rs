//! The boxes themselves: drawing beads and correcting them.

use super::config::{Correction, EmptyBox, MatchboxConfig};
use crate::course::no_move;
use crate::symmetric_table::{Entry, Place, SymmetricTable};
use plybook_kernel::{Game, Notation, Player, Random, ReadError, Symmetric, Wdl};

/// A machine of matchboxes and the beads that it has drawn in the current game.
#[derive(Clone, Debug)]
pub struct Machine<G: Game> {
    config: MatchboxConfig,
    pub(super) boxes: SymmetricTable<G, u32>,
    drawn: Vec<Drawn>,
}

/// A bead on the table: who drew it, from which box, of which colour.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    player: Player,
    entry: usize,
    class: usize,
}

impl<G: Symmetric> Machine<G> {
    /// A machine without a box.
    #[must_use]
    pub fn new(config: MatchboxConfig) -> Machine<G> {
        Machine { config, boxes: SymmetricTable::default(), drawn: Vec::new() }
    }

    /// How it is filled and corrected.
    #[must_use]
    pub fn config(&self) -> &MatchboxConfig {
        &self.config
    }

    /// The boxes in the order in which they were made; a value is a number of beads.
    #[must_use]
    pub fn boxes(&self) -> &[Entry<G, u32>] {
        self.boxes.entries()
    }

    /// All beads in all boxes.
    #[must_use]
    pub fn beads(&self) -> u64 {
        self.boxes().iter().flat_map(|one| &one.classes).map(|class| u64::from(class.value)).sum()
    }

    /// Draws a bead from the box of a position, which is made if it is met for the first time. `None`: the box is
    /// empty, and the machine resigns.
    ///
    /// # Errors
    /// There are too many boxes.
    pub fn draw(
        &mut self,
        game: &G,
        at: &G::Position,
        player: Player,
        random: &mut Random,
    ) -> Result<Option<G::Move>, ReadError> {
        let stage = self.drawn.iter().filter(|drawn| drawn.player == player).count();
        let place = self.boxes.place(game, at, stage, self.config.beads_at(stage))?;
        let class = self.pick(place, random);
        if let Some(class) = class {
            self.drawn.push(Drawn { player, entry: place.entry, class });
        }
        Ok(class.and_then(|class| self.boxes.move_of(game, at, place, class)))
    }

    /// Adds a box as it was once: the stage for which it was made, its beads in the order of the position's colours, and
    /// the position's text. `None` if the game has no such box, or it is there already.
    pub(super) fn add_box(&mut self, game: &G, stage: usize, beads: &[u32], position: &str) -> Option<()>
    where
        G: Notation,
    {
        let beads: Vec<String> = beads.iter().map(u32::to_string).collect();
        self.boxes
            .add_line(game, &format!("{stage} {} : {position}", beads.join(" ")), |beads| beads.parse().ok())
    }

    /// Takes note of a move of the current game as if its bead had been drawn. The box is made if it is met for the first
    /// time.
    ///
    /// # Errors
    /// There are too many boxes, or the move is not legal.
    pub(super) fn note(
        &mut self,
        game: &G,
        at: &G::Position,
        player: Player,
        mv: G::Move,
    ) -> Result<(), ReadError> {
        let stage = self.drawn.iter().filter(|drawn| drawn.player == player).count();
        let place = self.boxes.place(game, at, stage, self.config.beads_at(stage))?;
        let class = self.boxes.class_of(game, at, place, mv).ok_or_else(no_move)?;
        self.drawn.push(Drawn { player, entry: place.entry, class });
        Ok(())
    }

    /// The box and the colour of the bead that was drawn last in the current game.
    pub(super) fn last_drawn(&self) -> Option<(usize, usize)> {
        self.drawn.last().map(|drawn| (drawn.entry, drawn.class))
    }

    /// The number of the box of a position, in the order in which boxes were made.
    pub(super) fn number_of(&self, game: &G, at: &G::Position) -> Option<usize> {
        self.boxes.find(game, at).map(|place| place.entry)
    }

    /// Puts the beads that were drawn in the current game back: it teaches nothing.
    pub(super) fn put_back(&mut self) {
        self.drawn.clear();
    }

    /// Whether the position or an image of it has a box.
    pub fn has_box(&self, game: &G, at: &G::Position) -> bool {
        self.boxes.find(game, at).is_some()
    }

    /// The move of a bead drawn from a box as it is: no box is made, and the bead goes back. `None` where the box is
    /// empty or missing.
    pub fn look(&self, game: &G, at: &G::Position, random: &mut Random) -> Option<G::Move> {
        let place = self.boxes.find(game, at)?;
        let class = self.pick(place, random)?;
        self.boxes.move_of(game, at, place, class)
    }

    fn pick(&self, place: Place, random: &mut Random) -> Option<usize> {
        let classes = &self.boxes()[place.entry].classes;
        let beads: u64 = classes.iter().map(|class| u64::from(class.value)).sum();
        let mut left = if beads == 0 { return None } else { random.below(beads as usize) as u64 };
        classes.iter().position(|class| {
            let here = u64::from(class.value);
            let drawn = left < here;
            left = left.saturating_sub(here);
            drawn
        })
    }

    /// The moves that can be drawn in a position: all legal ones where there is no box yet.
    pub fn possible(&self, game: &G, at: &G::Position) -> Vec<G::Move> {
        let mut moves = game.legal(at);
        if let Some(place) = self.boxes.find(game, at) {
            let classes = &self.boxes()[place.entry].classes;
            let class = |mv: G::Move| self.boxes.class_of(game, at, place, mv);
            moves.retain(|&mv| class(mv).is_some_and(|class| classes[class].value > 0));
        }
        moves
    }

    /// Corrects the boxes after a game, for each side that the machine played.
    pub fn correct(&mut self, result: impl Fn(Player) -> Wdl) {
        let drawn = std::mem::take(&mut self.drawn);
        for (number, &Drawn { player, entry, class }) in drawn.iter().enumerate() {
            let last = drawn[number + 1..].iter().all(|later| later.player != player);
            if self.config.corrected == Correction::Last && !last {
                continue;
            }
            let reward = self.config.reward(result(player));
            let one = self.boxes.entry_mut(entry);
            let stage = one.stage;
            let beads = &mut one.classes[class].value;
            *beads = beads.saturating_add_signed(reward);
            if self.config.empty == EmptyBox::Refill && one.classes.iter().all(|class| class.value == 0) {
                let full = self.config.beads_at(stage);
                one.classes.iter_mut().for_each(|class| class.value = full);
            }
        }
    }
}
