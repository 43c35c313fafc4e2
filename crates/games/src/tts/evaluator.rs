//! The course's evaluations of Toro-Tile Straight, and one by all open lines.
//!
//! All of them are differences, White's count minus Black's, that a move changes only near its square. The accumulator
//! is that difference in hundredths of a point.

use super::board::{Squares, each};
use super::{Position, ToroTile};
use plybook_kernel::{Evaluated, EvaluatorInfo, Player, Score, Term};

/// The evaluators of Toro-Tile Straight. A line is open for a player while the opponent has no tile on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToroTileEvaluator {
    /// Open lines, weighted by the tiles they still lack.
    Custom,
    /// The course of winter 2019: open lines with exactly two tiles.
    Winter2019,
    /// The course of autumn 2019: the blank neighbours of all tiles.
    Basic,
}

/// Hundredths of a point for an open line that lacks one tile, two, three, four, and more. Chosen by matches
/// between settings.
const LACKING: [(&str, i32); 5] = [
    ("open lines one tile short", 800),
    ("open lines two tiles short", 250),
    ("open lines three tiles short", 80),
    ("open lines four tiles short", 25),
    ("open lines more than four tiles short", 8),
];

/// The tiles on a line that winter 2019 counts.
const COUNTED: u32 = 2;

impl ToroTileEvaluator {
    /// What a line with so many tiles of one colour alone is worth to that colour.
    #[inline]
    fn line_weight(self, length: usize, tiles: u32) -> i32 {
        match self {
            ToroTileEvaluator::Custom => match length - tiles as usize {
                0 => 0,
                lacking => LACKING[lacking.min(LACKING.len()) - 1].1,
            },
            ToroTileEvaluator::Winter2019 if tiles == COUNTED => Score::POINT,
            _ => 0,
        }
    }

    /// What a line with so many tiles of each colour is worth to White.
    #[inline]
    fn line_value(self, length: usize, white: u32, black: u32) -> i32 {
        match (white, black) {
            (0, 0) => 0,
            (white, 0) => self.line_weight(length, white),
            (0, black) => -self.line_weight(length, black),
            _ => 0,
        }
    }
}

impl ToroTile {
    /// Blank neighbours of all tiles of a colour, counted in all eight directions.
    fn free_neighbours(&self, tiles: Squares, blank: Squares) -> i32 {
        let free = |square: usize| self.around[square].iter().filter(|&&near| blank >> near & 1 == 1).count();
        each(tiles).map(|square| free(square) as i32).sum()
    }

    /// The open lines of a colour that hold `tiles` tiles.
    fn open_lines(&self, at: &Position, player: Player, tiles: impl Fn(usize) -> bool) -> i32 {
        let [own, other] = [at.tiles[player.index()], at.tiles[player.other().index()]];
        let counted = |line: &&Squares| *line & other == 0 && tiles((*line & own).count_ones() as usize);
        self.lines.iter().filter(counted).count() as i32
    }
}

impl plybook_kernel::Evaluator<ToroTile> for ToroTileEvaluator {
    /// White's count minus Black's in hundredths of a point.
    type Accumulator = i32;

    fn accumulate(&self, game: &ToroTile, at: &Position) -> i32 {
        let [white, black] = at.tiles;
        if *self == ToroTileEvaluator::Basic {
            let free = |tiles: Squares| game.free_neighbours(tiles, game.blank(at));
            return (free(white) - free(black)) * Score::POINT;
        }
        let value = |line: &Squares| {
            self.line_value(game.length, (line & white).count_ones(), (line & black).count_ones())
        };
        game.lines.iter().map(value).sum()
    }

    fn update(&self, game: &ToroTile, accumulator: &i32, before: &Position, square: u8, _: &Position) -> i32 {
        let [white, black] = before.tiles;
        let square = usize::from(square);
        let is_white = before.mover == Player::FIRST;
        if *self == ToroTileEvaluator::Basic {
            return accumulator + free_neighbours_won(game, before, square) * Score::POINT;
        }
        let change = |line: &Squares| {
            let [white, black] = [line & white, line & black].map(Squares::count_ones);
            let [more_white, more_black] = [white + u32::from(is_white), black + u32::from(!is_white)];
            self.line_value(game.length, more_white, more_black) - self.line_value(game.length, white, black)
        };
        accumulator + game.lines_through(square).iter().map(change).sum::<i32>()
    }

    fn evaluate(&self, _: &ToroTile, at: &Position, accumulator: &i32) -> Score {
        Score::evaluation(if at.mover == Player::FIRST { *accumulator } else { -accumulator })
    }

    fn terms(&self, game: &ToroTile, at: &Position) -> Vec<Term> {
        let lines = |tiles: &dyn Fn(usize) -> bool| {
            game.open_lines(at, at.mover, tiles) - game.open_lines(at, at.mover.other(), tiles)
        };
        match self {
            ToroTileEvaluator::Custom => {
                let term = |(index, (name, weight)): (usize, (&'static str, i32))| {
                    let lacks = |tiles: usize| (game.length - tiles).min(LACKING.len()) == index + 1;
                    Term::new(name, lines(&|tiles| tiles > 0 && lacks(tiles)), weight)
                };
                LACKING.into_iter().enumerate().map(term).collect()
            }
            ToroTileEvaluator::Winter2019 => {
                let value = lines(&|tiles| tiles == COUNTED as usize);
                vec![Term::new("open lines with two tiles", value, Score::POINT)]
            }
            ToroTileEvaluator::Basic => {
                let free = |player: Player| game.free_neighbours(at.tiles[player.index()], game.blank(at));
                let value = free(at.mover) - free(at.mover.other());
                vec![Term::new("blank neighbours", value, Score::POINT)]
            }
        }
    }
}

/// How a tile of the player to move changes White's blank neighbours minus Black's: it brings its own, and takes
/// one from each tile around.
fn free_neighbours_won(game: &ToroTile, before: &Position, square: usize) -> i32 {
    let blank = game.blank(before) & !(1 << square);
    let sign = if before.mover == Player::FIRST { 1 } else { -1 };
    let [white, black] = before.tiles;
    let change = |near: u8| {
        let is_in = |squares: Squares| (squares >> near & 1) as i32;
        sign * is_in(blank) - is_in(white) + is_in(black)
    };
    game.around[square].iter().map(|&near| change(near)).sum()
}

impl Evaluated for ToroTile {
    type Evaluator = ToroTileEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new("custom", "Open lines, weighted by the tiles they still lack."),
            EvaluatorInfo::new(
                "winter-2019",
                "Open lines with exactly two tiles, as in the course of winter 2019.",
            ),
            EvaluatorInfo::new("basic", "Blank neighbours of all tiles, as in the course of autumn 2019."),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<ToroTileEvaluator> {
        match name {
            "custom" => Some(ToroTileEvaluator::Custom),
            "winter-2019" => Some(ToroTileEvaluator::Winter2019),
            "basic" => Some(ToroTileEvaluator::Basic),
            _ => None,
        }
    }
}
