//! Split-Nim, also called Grundy's game: split a pile into two unequal ones; who cannot, loses.

mod evaluator;
mod notation;
mod position;

pub use evaluator::NimEvaluator;
use plybook_kernel::{
    Game, GameInfo, HasInfo, Indexed, OptionInfo, OptionValue, OptionValues, Outcome, Planes, Player,
    ReadError, Symmetric, Turn, texts,
};
pub use position::{Move, Position};
use std::ops::RangeInclusive;

/// Counters in a pile.
const PILE: RangeInclusive<u32> = 1..=1000;
/// Piles at the start.
const MOST_PILES: usize = 16;
/// The lectures' start.
const DEFAULT_PILES: [u16; 1] = [7];
/// The smallest pile with two unequal parts.
const SMALLEST_SPLIT: u16 = 3;

/// The rules and the piles of the start.
#[derive(Clone, Debug)]
pub struct SplitNim {
    start: Position,
    /// Counters in all piles together.
    counters: u32,
    /// The Grundy value of every pile that play can make.
    grundy: Vec<u16>,
}

impl SplitNim {
    fn new(piles: Vec<u16>) -> SplitNim {
        let counters: u32 = piles.iter().map(|&size| u32::from(size)).sum();
        let largest = u16::try_from(counters.min(*PILE.end())).unwrap_or(u16::MAX);
        let grundy = evaluator::grundy_values(largest);
        SplitNim { start: Position::new(piles, Player::FIRST), counters, grundy }
    }
}

/// How many ways there are to split a pile.
const fn splits(size: u16) -> u16 {
    size.saturating_sub(1) / 2
}

impl Game for SplitNim {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        for (pile, _) in at.sizes() {
            out.extend((1..=splits(pile)).map(|smaller| Move { pile, larger: pile - smaller }));
        }
    }

    fn count(&self, at: &Position) -> usize {
        at.sizes().map(|(size, _)| usize::from(splits(size))).sum()
    }

    fn play(&self, at: &mut Position, mv: Move) {
        at.split(mv);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.largest() < SMALLEST_SPLIT).then(|| self.no_moves(at))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover)
    }

    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Each split makes one pile more, and the last pile of two stays whole.
    fn max_plies(&self) -> Option<u32> {
        Some(self.counters.saturating_sub(2))
    }

    fn resets(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn history_slot(&self, mv: Move) -> u16 {
        mv.history_slot()
    }
}

impl Symmetric for SplitNim {
    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(at.handed_over())
    }
}

impl Default for SplitNim {
    fn default() -> SplitNim {
        SplitNim::new(DEFAULT_PILES.to_vec())
    }
}

impl HasInfo for SplitNim {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "nim".into(),
            title: "Split-Nim".into(),
            summary: "Split a pile into two unequal piles; who cannot split any more loses.".into(),
            options: vec![
                OptionInfo::list("piles", "piles", PILE, MOST_PILES)
                    .default(OptionValue::Numbers(DEFAULT_PILES.map(u32::from).to_vec()))
                    .help("The piles of the start, at most 16 of 1 to 1000 counters.")
                    .said(["piles of {}"]),
            ],
            examples: texts(["nim", "nim:7,3", "nim:20", "nim:12,12,9,5,1", "nim:300"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<SplitNim, ReadError> {
        let piles = options.numbers("piles").iter().filter_map(|&size| u16::try_from(size).ok());
        Ok(SplitNim::new(piles.collect()))
    }

    fn options(&self) -> OptionValues {
        let piles = self.start.piles().map(u32::from).collect();
        OptionValues::new().with("piles", OptionValue::Numbers(piles))
    }

    fn options_in_words(&self) -> String {
        let words = self.options().in_words(&self.info().options);
        if self.start.piles().count() == 1 { words.replacen("piles", "a pile", 1) } else { words }
    }
}

impl plybook_kernel::HasHints for SplitNim {
    type SearchHints = plybook_kernel::NoHints;

    fn hints(&self) -> plybook_kernel::NoHints {
        plybook_kernel::NoHints
    }
}

/// Positions have no numbers.
impl Indexed for SplitNim {}

/// Piles are no board.
impl Planes for SplitNim {}
