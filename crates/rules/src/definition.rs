//! What a rules file says, as data: checked for sense, with every cell and every way spelt out for each player.

use crate::geometry::{Cells, Geometry, Vector};
use crate::sowing::definition::SowingDefinition;
use plybook_kernel::{OptionInfo, Token};

/// Most kinds of pieces.
pub(crate) const MOST_KINDS: usize = 6;

/// Something for each of two players.
pub(crate) type Both<T> = [T; 2];

/// What a file describes: a game with a board, or one with rings of pits.
#[derive(Clone, Debug)]
pub(crate) enum Described {
    Board(Box<Definition>),
    Sowing(Box<SowingDefinition>),
}

impl Described {
    /// The name by which the game is chosen.
    pub fn name(&self) -> &str {
        match self {
            Described::Board(definition) => &definition.name,
            Described::Sowing(definition) => &definition.name,
        }
    }

    pub fn title(&self) -> &str {
        match self {
            Described::Board(definition) => &definition.title,
            Described::Sowing(definition) => &definition.title,
        }
    }

    /// The same game by another name.
    pub fn named(mut self, name: &str) -> Described {
        match &mut self {
            Described::Board(definition) => &mut definition.name,
            Described::Sowing(definition) => &mut definition.name,
        }
        .replace_range(.., name);
        self
    }
}

/// A game with a board as its file says it.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub title: String,
    /// The title in small letters, digits and hyphens.
    pub name: String,
    pub summary: String,
    pub players: Both<String>,
    /// Where forward is for each player.
    pub forward: Both<Vector>,
    pub board: Geometry,
    pub options: Vec<OptionInfo>,
    pub kinds: Vec<PieceKind>,
    /// The cells of each kind at the start.
    pub start: Vec<Both<Cells>>,
    /// Cells that are blocked at the start.
    pub blocks: Cells,
    pub actions: Vec<ActionRule>,
    pub effects: Vec<EffectRule>,
    pub mill: Option<MillRule>,
    pub surround: Option<SurroundRule>,
    pub capture: Compulsion,
    /// Whether taken pieces go to the hand of who took them.
    pub keeps: bool,
    /// Whether captures with the same beginning, end and victims are one move.
    pub merges: bool,
    pub stuck: Stuck,
    /// What happens when neither player can move.
    pub both_stuck: Stuck,
    pub ends: Vec<EndTest>,
    pub path: PathRules,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceKind {
    pub name: String,
    /// The first player's letter; the second player's is the small one.
    pub letter: char,
    pub token: Token,
    pub promotion: Option<Promotion>,
    /// Whether no move may leave it where an enemy could take it.
    pub royal: bool,
    /// How many each player has in hand at the start.
    pub in_hand: u8,
    /// The kind as which it comes to the hand of who takes it; the same one if none.
    pub taken_as: Option<usize>,
}

impl Default for PieceKind {
    fn default() -> PieceKind {
        PieceKind {
            name: String::new(),
            letter: ' ',
            token: Token::Disc,
            promotion: None,
            royal: false,
            in_hand: 0,
            taken_as: None,
        }
    }
}

/// What a piece becomes.
#[derive(Clone, Debug)]
pub(crate) struct Promotion {
    pub kinds: Vec<usize>,
    pub on: Both<Cells>,
}

/// What may stand where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Onto {
    pub empty: bool,
    pub enemy: bool,
    pub own: bool,
}

/// Whether jumps go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chain {
    /// One jump.
    Single,
    /// Jumping ends where no jump is left.
    Must,
    /// The player may stop after any jump.
    May,
}

/// A way of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One step along each of the vectors, or one leap.
    Step { onto: Onto },
    /// Any number of steps over empty cells, at most so many.
    Slide { onto: Onto, most: usize },
    /// Over one cell to the next one.
    Jump { over: Onto, takes: bool, chain: Chain, straight: bool, long: bool },
    /// As many steps as the whole line holds pieces, over own ones.
    March { onto: Onto },
    /// To any cell.
    Hop { onto: Onto },
    /// A new piece.
    Place(Placement),
    /// A new piece that falls.
    Drop,
}

/// How a new piece comes to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Placement {
    /// What must stand next to it.
    pub beside: Option<Onto>,
    /// What must not.
    pub apart: Option<Onto>,
    /// Whether it covers a second cell.
    pub covering: bool,
    /// Placed before everything else, while there are fewer on the board.
    pub fewer_than: Option<usize>,
    /// Whether it comes from the hand.
    pub from_hand: bool,
    /// Whether all pieces in hand are placed before everything else.
    pub before_moves: bool,
}

/// A rule for making a move.
#[derive(Clone, Debug)]
pub(crate) struct ActionRule {
    pub kind: usize,
    pub form: Form,
    /// The ways of each player; of placed pieces those that the form needs.
    pub ways: Both<Vec<Vector>>,
    /// The cells that it may leave, and those where it may end.
    pub from: Both<Cells>,
    pub into: Both<Cells>,
    /// Along which ways the moved piece then blocks a cell.
    pub shoot: Vec<Vector>,
    pub players: Both<bool>,
    /// How many own pieces there must be on the board: at least, and fewer than.
    pub crowd: (usize, usize),
}

/// What a move does to other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Enemies in a row up to an own piece change sides.
    FlipBetween,
    /// Enemies next to the piece change sides.
    FlipBeside,
    /// One enemy between the piece and another own one is taken.
    TakeBetween,
}

/// An effect and along which ways it works.
#[derive(Clone, Debug)]
pub(crate) struct EffectRule {
    pub effect: Effect,
    pub vectors: Vec<Vector>,
    /// Whether a move without it is not allowed.
    pub must: bool,
}

/// A row that lets its maker take one enemy piece of choice.
#[derive(Clone, Debug)]
pub(crate) struct MillRule {
    pub length: usize,
    pub vectors: Vec<Vector>,
    /// Whether pieces in such rows are spared as long as there are others.
    pub sparing: bool,
}

/// Enemies that are taken where they hang together and no empty cell is next to any of them.
#[derive(Clone, Debug)]
pub(crate) struct SurroundRule {
    /// The ways along which pieces hang together and see empty cells.
    pub vectors: Vec<Vector>,
    /// Whether a piece must have such a cell where it comes to, once the enemies are taken.
    pub keeps_liberty: bool,
}

/// Whether capturing is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compulsion {
    Free,
    Must,
    MustMost,
}

/// What happens to a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stuck {
    Loses,
    Wins,
    Draws,
    Passes,
    MorePieces,
    FewerPieces,
}

/// What is looked for on the board, for one player.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// So many own pieces in a straight row.
    Line { length: usize, vectors: Vec<Vector> },
    /// Four own pieces in a square.
    Square,
    /// An own piece, of a kind if it is said, on one of the cells.
    Reach { cells: Both<Cells>, kind: Option<usize>, safely: bool },
    /// A chain of own pieces from one set of cells to the other, and to a third one if it is said.
    Connect { from: Both<Cells>, to: Both<Cells>, also: Option<Both<Cells>>, vectors: Vec<Vector> },
    /// All own pieces hang together.
    Together { vectors: Vec<Vector> },
    /// Fewer enemy pieces than so many, of a kind if it is said.
    EnemyFewer { kind: Option<usize>, than: usize },
    /// At least so many own pieces, on the board or in hand.
    AtLeast { kind: Option<usize>, count: usize, held: bool },
}

/// A condition and what it means.
#[derive(Clone, Debug)]
pub(crate) struct EndTest {
    pub condition: Condition,
    /// Whether the player for whom it holds wins, loses (`false`), or the game is drawn.
    pub result: EndResult,
    pub players: Both<bool>,
}

/// What a condition means for the player for whom it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndResult {
    Win,
    Loss,
    Draw,
}

/// Ends by the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PathRules {
    /// A draw where a position stands on the board for this time.
    pub repetition: Option<u32>,
    /// A draw after so many plies.
    pub plies: Option<u32>,
    /// A draw after so many plies without progress.
    pub quiet: Option<u32>,
}
