//! Kalah with any small number of houses and seeds. `lanes` says how the seeds are kept.

mod evaluator;
mod harvest;
mod hints;
mod index;
mod lanes;
mod moves;
mod notation;
mod planes;
mod symmetry;
mod view;

pub use evaluator::KalahEvaluator;
pub use hints::KalahHints;
pub use moves::Position;
use moves::Sowing;
use plybook_kernel::{
    Game, GameInfo, HasInfo, OptionInfo, OptionValue, OptionValues, Outcome, Player, ReadError, Turn, texts,
    zobrist,
};

/// Houses of each player unless the options say otherwise.
const DEFAULT_HOUSES: usize = 6;
/// Seeds in each house at the start unless the options say otherwise.
const DEFAULT_SEEDS: u32 = 4;
/// Houses and a store fit the eight lanes of a word.
const MOST_HOUSES: usize = 7;
/// Even if all seeds lie in one place they fit its lane.
const MOST_SEEDS: u32 = 10;
/// The flag of the capture without a prey.
const EMPTY_CAPTURE: &str = "empty-capture";
/// What the second player to move adds to the word that is scrambled into a key.
const SECOND_TO_MOVE: u64 = 0x9d5c_3b1f_70a6_e284;

/// The rules for a size of the board.
#[derive(Clone, Debug)]
pub struct Kalah {
    seeds: u32,
    sowing: Sowing,
    /// Most seeds in the houses of a position that has a number.
    numbered: u32,
}

impl Kalah {
    /// The game with at most `MOST_HOUSES` and `MOST_SEEDS`.
    fn new(houses: usize, seeds: u32, empty_capture: bool) -> Kalah {
        let numbered = index::most_seeds(houses, 2 * houses as u32 * seeds);
        Kalah { seeds, sowing: Sowing::new(houses, empty_capture), numbered }
    }

    fn houses(&self) -> usize {
        self.sowing.houses()
    }

    /// Seeds of the whole game.
    fn total(&self) -> u32 {
        2 * self.houses() as u32 * self.seeds
    }
}

impl Default for Kalah {
    fn default() -> Kalah {
        Kalah::new(DEFAULT_HOUSES, DEFAULT_SEEDS, false)
    }
}

impl Game for Kalah {
    type Position = Position;
    type Move = u8;

    fn start(&self) -> Position {
        let row = lanes::first(self.houses()) * u64::from(self.seeds);
        Position { rows: [row; 2], mover: 0 }
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(Player(at.mover))
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<u8>) {
        self.sowing.list(at, out);
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        self.sowing.count(at)
    }

    #[inline]
    fn play(&self, at: &mut Position, house: u8) {
        self.sowing.play(at, house);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.sowing.is_over(at).then(|| Outcome::Margin(self.sowing.lead(at)))
    }

    /// Cannot happen: a game goes on only while both sides have seeds in their houses.
    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::Margin(self.sowing.lead(at))
    }

    fn key(&self, at: &Position) -> u64 {
        let side = SECOND_TO_MOVE * u64::from(at.mover);
        zobrist::scramble(zobrist::scramble(at.rows[0] ^ side).wrapping_add(at.rows[1]))
    }

    /// Call the way of a seed the number of places from its house to its owner's store, one to `houses`. A sowing
    /// that brings no seed into a store shortens the ways, so that with `n` seeds in the houses there are at most
    /// `n * (houses - 1)` such sowings before another seed is stored for good.
    fn max_plies(&self) -> Option<u32> {
        let total = self.total();
        Some((self.houses() as u32 - 1) * total * (total + 1) / 2 + total)
    }

    /// Seeds move onward until they are stored: no position ever comes back.
    fn resets(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn history_slot(&self, house: u8) -> u16 {
        u16::from(house)
    }
}

impl HasInfo for Kalah {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "kalah".into(),
            title: "Kalah".into(),
            summary: "Sow seeds around the board, and bring more of them into your store than the opponent."
                .into(),
            options: vec![
                OptionInfo::numbers(
                    "size",
                    "H,S",
                    [("houses", 1..=MOST_HOUSES as u32), ("seeds", 1..=MOST_SEEDS)],
                )
                .default(OptionValue::Numbers(vec![DEFAULT_HOUSES as u32, DEFAULT_SEEDS]))
                .help("Houses of each player, 1 to 7, and seeds in each house at the start, 1 to 10.")
                .said(["{house}, {seed} in each"]),
                OptionInfo::flag(EMPTY_CAPTURE)
                    .help(
                        "The last seed is taken from an own empty house even if the opposite house is empty.",
                    )
                    .said(["taking also opposite an empty house"]),
            ],
            examples: texts([
                "kalah",
                "kalah:4,2",
                "kalah:6,4,empty-capture",
                "kalah:1,10",
                "kalah:7,10,empty-capture",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Kalah, ReadError> {
        let &[houses, seeds] = options.numbers("size") else { return Ok(Kalah::default()) };
        Ok(Kalah::new(houses as usize, seeds, options.flag(EMPTY_CAPTURE)))
    }

    fn options(&self) -> OptionValues {
        let size = vec![self.houses() as u32, self.seeds];
        let values = OptionValues::new().with("size", OptionValue::Numbers(size));
        values.with_flag(EMPTY_CAPTURE, self.sowing.empty_capture())
    }
}
