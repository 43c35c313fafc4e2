//! Template game on R rows and C columns: stones step one square up, down, left or right, and take by stepping onto an enemy.
//!
//! This file is a whole game, made by `cargo xtask new-game`: change one thing after another, and let
//! `cargo xtask check template-game` say what does not hold any more. What each method promises is said beside it in
//! `plybook_kernel`.

use plybook_kernel::rows::{fields, read_rows, side, square_name, write_cells, write_rows};
use plybook_kernel::zobrist::Keys;
use plybook_kernel::{
    Cell, Diagram, End, EndRule, Evaluated, Evaluator, EvaluatorInfo, Game, GameInfo, HasHints, HasInfo,
    History, Indexed, NoHints, Notation, OptionInfo, OptionValue, OptionValues, Outcome, Piece, Planes,
    Player, ReadError, Score, Step, Symmetric, Tally, Term, Text, Token, Turn, View, cell_number, sum, texts,
};
use std::ops::RangeInclusive;

// 1. What can be chosen. Every number that somebody may want to change is a named constant.

/// Rows and columns: every square is a bit of 64.
const ROWS: RangeInclusive<u32> = 3..=8;
const COLUMNS: RangeInclusive<u32> = 2..=8;
/// Rows and columns where no option says otherwise.
const DEFAULT_SIZE: [u32; 2] = [5, 4];
/// Plies without a capture after which the game is a draw.
const QUIET: RangeInclusive<u32> = 4..=100;
const DEFAULT_QUIET: u32 = 30;

/// The letters of the sides, in texts.
const LETTERS: &str = "wb";
const SIDES: [&str; 2] = ["w", "b"];

/// A random number for every fact of a position: a stone of a player on a square, and whose turn it is.
static KEYS: Keys<130> = Keys::new(7);
const SECOND_STONES: usize = 64;
const TURNS: usize = 128;

// 2. The rules are a value, which holds the options. What decides the future of a game is its position.

/// The rules on one board, with one draw rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateGame {
    rows: usize,
    columns: usize,
    quiet: u32,
}

/// Where the stones stand, a bit for each square, row by row from the bottom left; and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    stones: [u64; 2],
    mover: Player,
}

/// A step from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

impl TemplateGame {
    /// The squares of a row, counted from a player's own side.
    fn row(&self, player: Player, row: usize) -> u64 {
        let row = if player == Player::FIRST { row } else { self.rows - 1 - row };
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// The squares beside a square.
    fn beside(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column) = (square / self.columns, square % self.columns);
        let (rows, columns) = (self.rows, self.columns);
        let steps = [
            (row + 1 < rows).then_some(square + columns),
            (column > 0).then(|| square - 1),
            (column + 1 < columns).then_some(square + 1),
            (row > 0).then(|| square - columns),
        ];
        steps.into_iter().flatten()
    }

    /// Whether a player has a stone on the far row.
    fn arrived(&self, at: &Position, player: Player) -> bool {
        at.stones[player.index()] & self.row(player, self.rows - 1) != 0
    }
}

/// The numbers of the squares of a set.
fn each(mut squares: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (squares != 0).then(|| squares.trailing_zeros() as usize)?;
        squares &= squares - 1;
        Some(square)
    })
}

impl Game for TemplateGame {
    type Position = Position;
    type Move = Move;
    /// A promise that the checks hold the game to: the players take turns.
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        let stones = [Player::FIRST, Player::SECOND].map(|player| self.row(player, 0));
        Position { stones, mover: Player::FIRST }
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    /// Only asked where `outcome` knows no end.
    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        let own = at.stones[at.mover.index()];
        for from in each(own) {
            let free = self.beside(from).filter(|&to| own >> to & 1 == 0);
            out.extend(free.map(|to| Move { from: from as u8, to: to as u8 }));
        }
    }

    fn play(&self, at: &mut Position, Move { from, to }: Move) {
        let other = at.mover.other();
        at.stones[at.mover.index()] ^= 1 << from | 1 << to;
        at.stones[other.index()] &= !(1 << to);
        at.mover = other;
    }

    /// The end by the position alone. It must not generate moves.
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let last = at.mover.other();
        let won = self.arrived(at, last) || at.stones[at.mover.index()] == 0;
        won.then_some(Outcome::Win(last))
    }

    /// Never asked: the foremost stone has a square before it.
    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover)
    }

    /// The end by the position or by the path: the draw rule. `History` counts the plies since the last move that
    /// resets.
    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        let decided = self.outcome(at).map(|outcome| End::new(outcome, EndRule::Position));
        decided.or((past.quiet() >= self.quiet).then_some(End::draw(EndRule::MoveLimit)))
    }

    /// After a capture no earlier position comes back.
    fn resets(&self, at: &Position, Move { to, .. }: Move) -> bool {
        at.stones[at.mover.other().index()] >> to & 1 == 1
    }

    /// Every capture takes a stone for good, and between two captures there are fewer plies than the limit.
    fn max_plies(&self) -> Option<u32> {
        Some((2 * self.columns as u32 + 1) * self.quiet)
    }

    /// Equal positions have equal keys, different ones different keys.
    fn key(&self, at: &Position) -> u64 {
        let [first, second] = at.stones;
        KEYS.of_bits(0, first) ^ KEYS.of_bits(SECOND_STONES, second) ^ KEYS.of(TURNS + at.mover.index())
    }

    /// A small number for the move, so that the search learns which moves are good.
    fn history_slot(&self, Move { from, to }: Move) -> u16 {
        u16::from(from) << 6 | u16::from(to)
    }
}

// 3. How positions and moves are written. What is written is read again, and bad texts get an error that helps.

impl Notation for TemplateGame {
    fn text(&self, at: &Position) -> String {
        let owner = |square: usize| (0..2).find(|&player| at.stones[player] >> square & 1 == 1);
        let board = write_rows(self.rows, self.columns, |row, column| {
            owner(row * self.columns + column).map(|player| if player == 0 { 'w' } else { 'b' })
        });
        format!("{board} {}", SIDES[at.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let shape = self.text(&self.start());
        let [board, mover] = fields(text, &shape)?;
        let mut at = Position { stones: [0, 0], mover: side(text, mover, &SIDES)? };
        for (square, owner) in
            read_rows(text, board, [self.rows, self.columns], LETTERS)?.into_iter().enumerate()
        {
            owner.into_iter().for_each(|player| at.stones[player] |= 1 << square);
        }
        let refuse = |problem: &str, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        if at.stones.iter().any(|stones| stones.count_ones() as usize > self.columns) {
            return refuse(
                "a side has too many stones",
                "give each side as many as there are columns, or fewer",
            );
        }
        if self.arrived(&at, at.mover) {
            return refuse("the side to move has arrived", "the game ended before");
        }
        if at.stones[at.mover.other().index()] == 0 {
            return refuse("the side that just moved has no stone", "the game ended before");
        }
        Ok(at)
    }

    /// The identity of a move, in files and addresses.
    fn move_text(&self, _: &Position, Move { from, to }: Move) -> String {
        let name =
            |square: u8| square_name(usize::from(square) / self.columns, usize::from(square) % self.columns);
        format!("{}{}", name(from), name(to))
    }
}

// 4. How the board looks and how moves are clicked.

const PIECES: [Piece; 2] = [
    Piece::new(Player::FIRST, "stone", 'w', Token::Disc),
    Piece::new(Player::SECOND, "stone", 'b', Token::Disc),
];

impl View for TemplateGame {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        Diagram::grid(self.rows, self.columns, |row, column| {
            let square = row * self.columns + column;
            (0..2).find(|&player| at.stones[player] >> square & 1 == 1).map(|player| PIECES[player].clone())
        })
    }

    /// The cells to click, one after another.
    fn path(&self, _: &Position, Move { from, to }: Move) -> Vec<Step> {
        let cell = |square: u8| {
            let square = usize::from(square);
            Step::Cell(cell_number(self.rows, self.columns, square / self.columns, square % self.columns))
        };
        vec![cell(from), cell(to)]
    }

    /// What stands beside the board.
    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new("stones", at.stones.map(|stones| stones.count_ones() as i32)))
    }

    /// With this and the next method positions are set up by clicking.
    fn pieces(&self) -> Vec<Piece> {
        PIECES.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        Some(format!("{} {}", write_cells(cells, self.columns), SIDES[mover.index() & 1]))
    }
}

// 5. What is the same but for the way one looks at it; the search of a solved position needs to look at one of them.

impl Symmetric for TemplateGame {
    fn symmetries(&self) -> usize {
        2
    }

    /// Left and right exchanged.
    fn image(&self, at: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *at;
        }
        let turned = |square: usize| square + self.columns - 1 - 2 * (square % self.columns);
        let stones =
            at.stones.map(|stones| each(stones).fold(0, |image, square| image | 1 << turned(square)));
        Position { stones, ..*at }
    }

    fn image_move(&self, _: &Position, mv: Move, symmetry: usize) -> Move {
        let columns = self.columns as u8;
        let turned = |square: u8| square + columns - 1 - 2 * (square % columns);
        if symmetry == 0 { mv } else { Move { from: turned(mv.from), to: turned(mv.to) } }
    }

    /// The players exchanged, and the board turned round.
    fn swapped(&self, at: &Position) -> Option<Position> {
        let turned =
            |square: usize| self.columns * (self.rows - 1 - square / self.columns) + square % self.columns;
        let turn = |stones: u64| each(stones).fold(0, |image, square| image | 1 << turned(square));
        let [first, second] = at.stones;
        Some(Position { stones: [turn(second), turn(first)], mover: at.mover.other() })
    }
}

// 6. What an unfinished position is worth to the player to move: named terms, each a value times a weight.

/// The evaluators of the game.
#[derive(Clone, Copy, Debug)]
pub struct TemplateGameEvaluator;

/// Weights in hundredths of a point.
const STONE: i32 = 100;
const STEP: i32 = 10;

impl Evaluator<TemplateGame> for TemplateGameEvaluator {
    /// What is kept along a path and need not be computed anew; nothing here.
    type Accumulator = ();

    fn accumulate(&self, _: &TemplateGame, _: &Position) {}

    fn evaluate(&self, game: &TemplateGame, at: &Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &TemplateGame, at: &Position) -> Vec<Term> {
        let count = |player: Player| at.stones[player.index()].count_ones() as i32;
        let steps = |player: Player| -> i32 {
            let row = |row: usize| (at.stones[player.index()] & game.row(player, row)).count_ones() as i32;
            (0..game.rows).map(|number| number as i32 * row(number)).sum()
        };
        let (own, other) = (at.mover, at.mover.other());
        vec![
            Term::new("stones", count(own) - count(other), STONE),
            Term::new("steps ahead", steps(own) - steps(other), STEP),
        ]
    }
}

impl Evaluated for TemplateGame {
    type Evaluator = TemplateGameEvaluator;

    /// The first one is the game's best.
    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new("basic", "Stones, and how far they have come.")]
    }

    fn evaluator(&self, name: &str) -> Option<TemplateGameEvaluator> {
        (name == "basic").then_some(TemplateGameEvaluator)
    }
}

// 7. Powers that the game does without; each trait says what it would bring.

impl HasHints for TemplateGame {
    type SearchHints = NoHints;

    fn hints(&self) -> NoHints {
        NoHints
    }
}

impl Indexed for TemplateGame {}

impl Planes for TemplateGame {}

// 8. What the game says about itself. Options are declared once: reading, writing, help and the page's form follow.

impl Default for TemplateGame {
    fn default() -> TemplateGame {
        let [rows, columns] = DEFAULT_SIZE.map(|number| number as usize);
        TemplateGame { rows, columns, quiet: DEFAULT_QUIET }
    }
}

impl HasInfo for TemplateGame {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "template-game".into(),
            title: "Template game".into(),
            summary: "Reach the far row, or take everything.".into(),
            options: vec![
                OptionInfo::size("size", "RxC", [("rows", ROWS), ("columns", COLUMNS)])
                    .default(OptionValue::Size(DEFAULT_SIZE))
                    .help("Rows (3 to 8) and columns (2 to 8).")
                    .said(["{row}, {column}"]),
                OptionInfo::number("quiet", QUIET)
                    .default(OptionValue::Number(DEFAULT_QUIET))
                    .help("Plies without a capture that make a draw, 4 to 100.")
                    .said(["a draw after {ply} without a capture"]),
            ],
            examples: texts(["template-game", "template-game:3x3", "template-game:4x6,quiet=10"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<TemplateGame, ReadError> {
        let [rows, columns] = options.size("size").unwrap_or(DEFAULT_SIZE).map(|number| number as usize);
        Ok(TemplateGame { rows, columns, quiet: options.number("quiet").unwrap_or(DEFAULT_QUIET) })
    }

    fn options(&self) -> OptionValues {
        let values =
            OptionValues::new().with("size", OptionValue::Size([self.rows as u32, self.columns as u32]));
        values.with_number("quiet", self.quiet)
    }
}
