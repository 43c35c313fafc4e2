//! Kalah with any small number of houses and seeds. `lanes` says how the seeds are kept.

mod evaluator;
mod harvest;
mod hints;
mod index;
mod lanes;
mod moves;
mod notation;
mod symmetry;
mod view;

pub use evaluator::Valuation;
pub use hints::Advice;
pub use moves::Position;
use moves::Sowing;
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Game, Info, OptionInfo, Outcome, Player, ReadError, Turn, zobrist};
use std::ops::RangeInclusive;

/// Houses of each player unless the options say otherwise.
const DEFAULT_HOUSES: usize = 6;
/// Seeds in each house at the start unless the options say otherwise.
const DEFAULT_SEEDS: u32 = 4;
/// Houses and a store fit the eight lanes of a word.
const MOST_HOUSES: usize = 7;
/// Even if all seeds lie in one place they fit its lane.
const MOST_SEEDS: u32 = 10;
/// Numbers that can be written in the options; houses have a limit of their own.
const NUMBERS: RangeInclusive<u32> = 1..=MOST_SEEDS;
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
    fn stuck(&self, at: &Position) -> Outcome {
        Outcome::Margin(self.sowing.lead(at))
    }

    fn key(&self, at: &Position) -> u64 {
        let side = SECOND_TO_MOVE * u64::from(at.mover);
        zobrist::scramble(zobrist::scramble(at.rows[0] ^ side).wrapping_add(at.rows[1]))
    }

    /// Call the way of a seed the number of places from its house to its owner's store, one to `houses`. A sowing
    /// that brings no seed into a store shortens the ways, so that with `n` seeds in the houses there are at most
    /// `n * (houses - 1)` such sowings before another seed is stored for good.
    fn longest(&self) -> Option<u32> {
        let total = self.total();
        Some((self.houses() as u32 - 1) * total * (total + 1) / 2 + total)
    }

    /// Seeds move onward until they are stored: no position ever comes back.
    fn resets(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn slot(&self, house: u8) -> u16 {
        u16::from(house)
    }
}

impl Described for Kalah {
    const INFO: Info = Info {
        name: "kalah",
        title: "Kalah",
        summary: "Sow seeds around the board, and bring more of them into your store than the opponent.",
        options: &[
            OptionInfo {
                form: "H,S",
                default: "6,4",
                help: "Houses of each player, 1 to 7, and seeds in each house at the start, 1 to 10.",
            },
            OptionInfo {
                form: "empty-capture",
                default: "off",
                help: "The last seed is taken from an own empty house even if the opposite house is empty.",
            },
        ],
        examples: &[
            "kalah",
            "kalah:4,2",
            "kalah:6,4,empty-capture",
            "kalah:1,10",
            "kalah:7,10,empty-capture",
        ],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<Kalah, ReadError> {
        let empty_capture = options.flag(EMPTY_CAPTURE);
        let numbers = options.numbers("houses or seeds", NUMBERS)?;
        options.clone().finish("H,S, empty-capture")?;
        let remedy = format!("write houses (1 to {MOST_HOUSES}), then seeds (1 to {MOST_SEEDS}), as in 6,4");
        let (houses, seeds) = match numbers[..] {
            [] => (DEFAULT_HOUSES, DEFAULT_SEEDS),
            [houses, seeds] if houses as usize <= MOST_HOUSES => (houses as usize, seeds),
            [houses, _] => return Err(options.refuse(format!("`{houses}` houses are too many"), remedy)),
            [_] => return Err(options.refuse("a single number is not enough", remedy)),
            _ => return Err(options.refuse(format!("{} numbers are too many", numbers.len()), remedy)),
        };
        Ok(Kalah::new(houses, seeds, empty_capture))
    }

    fn options_text(&self) -> String {
        let size = (self.houses(), self.seeds) != (DEFAULT_HOUSES, DEFAULT_SEEDS);
        let size = size.then(|| format!("{},{}", self.houses(), self.seeds));
        let flag = self.sowing.empty_capture().then(|| EMPTY_CAPTURE.to_owned());
        size.into_iter().chain(flag).collect::<Vec<_>>().join(",")
    }

    fn options_in_words(&self) -> String {
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (houses, seeds) = (self.houses(), self.seeds as usize);
        let size = (self.houses(), self.seeds) != (DEFAULT_HOUSES, DEFAULT_SEEDS);
        let size = size.then(|| format!("{}, {} in each", counted(houses, "house"), counted(seeds, "seed")));
        let flag = self.sowing.empty_capture().then(|| "taking also opposite an empty house".to_owned());
        size.into_iter().chain(flag).collect::<Vec<_>>().join(", ")
    }
}
