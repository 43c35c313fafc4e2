//! A small game with every feature: a ring of six cells, on which the players put their stones in turn. Three own
//! stones side by side win, a full ring is a draw. With `lift` a player may also take an own stone off, and the
//! game is drawn after `CAP` plies. With `coin` a coin decides after each move who moves next.

use crate::fault::Fault;
use plybook_kernel::zobrist::Keys;
use plybook_kernel::{End, EndRule, Game, History, Notation, Outcome, Player, ReadError, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub const CELLS: usize = 6;
const CAP: u32 = 12;
static KEYS: Keys<15> = Keys::new(1);
/// The first fact about the turn; those before are stones.
const TURNS: usize = 2 * CELLS;
/// The letters of stones and turns; the last one is the coin's.
const LETTERS: [char; 3] = ['x', 'o', '?'];
/// The rules, with a fault. `ALTERNATES` is what the game promises about turns.
#[derive(Debug)]
pub struct Ring<const ALTERNATES: bool = false> {
    pub fault: Fault,
    pub lift: bool,
    pub coin: bool,
    /// Whether images share their number.
    pub folded: bool,
    /// How often moves were listed.
    pub listed: AtomicUsize,
}

impl<const ALTERNATES: bool> Ring<ALTERNATES> {
    pub fn new(fault: Fault) -> Ring<ALTERNATES> {
        Ring { fault, lift: false, coin: false, folded: false, listed: AtomicUsize::new(0) }
    }

    pub fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    pub fn set_up(&self, cells: [Option<Player>; CELLS], turn: Turn) -> Position {
        let mut at = Position { cells, turn, key: 0, trail: 0, echo: Arc::default() };
        at.key = self.fresh_key(&at);
        at.echo.store(fact(turn), Ordering::Relaxed);
        at
    }

    fn fresh_key(&self, at: &Position) -> u64 {
        let stones = (0..CELLS).filter_map(|cell| at.cells[cell].map(|owner| self.stone(at, cell, owner)));
        stones.fold(KEYS.of(TURNS + fact(at.turn)), |key, stone| key ^ stone)
    }

    fn stone(&self, at: &Position, cell: usize, owner: Player) -> u64 {
        let blind = self.has(Fault::KeyForgetsColour) && cell == 5;
        let rare = self.has(Fault::KeyForgetsRareThing) && at.is_rare();
        let owner = if blind || (rare && cell == 0) { 0 } else { owner.index() };
        KEYS.of(2 * cell + owner)
    }

    /// Whether the stones of a player have three in a row.
    fn has_line(at: &Position, player: Player) -> bool {
        (0..CELLS).any(|cell| (cell..cell + 3).all(|cell| at.cells[cell % CELLS] == Some(player)))
    }

    fn put_or_lift(&self, at: &mut Position, cell: u8, mover: Player) {
        let owner = at.cells[usize::from(cell)];
        at.key ^= KEYS.of(2 * usize::from(cell) + mover.index());
        if self.has(Fault::KeyForgetsColour) && cell == 5 {
            at.key ^= KEYS.of(10 + mover.index()) ^ KEYS.of(10);
        }
        at.cells[usize::from(cell)] = if owner.is_some() { None } else { Some(mover) };
    }
}

/// Stones and turn. Key, trail and echo are no part of it.
#[derive(Clone, Debug)]
pub struct Position {
    pub cells: [Option<Player>; CELLS],
    pub turn: Turn,
    pub key: u64,
    /// The last move's cell, for an order that depends on the path.
    trail: u8,
    /// The turn again, for copies that share.
    echo: Arc<AtomicUsize>,
}

impl Position {
    /// Whether the second player has four stones: no game shows that, but a set-up position may.
    pub fn is_rare(&self) -> bool {
        self.cells.iter().flatten().filter(|&&owner| owner == Player::SECOND).count() > 3
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.cells, self.turn) == (other.cells, other.turn)
    }
}

impl Eq for Position {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Put(u8),
    Lift(u8),
    Toss(Player),
}

/// The number of a turn among the letters.
fn fact(turn: Turn) -> usize {
    turn.player().map_or(2, Player::index)
}

impl<const ALTERNATES: bool> Game for Ring<ALTERNATES> {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = ALTERNATES;

    fn start(&self) -> Position {
        self.set_up([None; CELLS], Turn::Player(Player::FIRST))
    }

    fn turn(&self, at: &Position) -> Turn {
        let stones = at.cells.iter().flatten().count();
        if self.has(Fault::ThirdPlayerMoves) && stones == 3 { Turn::Player(Player(2)) } else { at.turn }
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        if self.has(Fault::ListOverwritten) {
            out.clear();
        }
        let listed = self.listed.fetch_add(1, Ordering::Relaxed);
        let first = out.len();
        let Some(mover) = at.turn.player() else {
            return out.extend([Move::Toss(Player::FIRST), Move::Toss(Player::SECOND)]);
        };
        out.extend((0..6).filter(|&cell| at.cells[usize::from(cell)].is_none()).map(Move::Put));
        if self.lift && !(self.has(Fault::UnfairMoves) && mover == Player::FIRST) {
            out.extend((0..6).filter(|&cell| at.cells[usize::from(cell)] == Some(mover)).map(Move::Lift));
        }
        if self.has(Fault::MoveListedTwice) && out.len() == first + 2 {
            out.push(out[first]);
        }
        if self.has(Fault::OrderByPath) && at.trail == 4 || self.has(Fault::OrderByTime) && listed % 7 == 6 {
            out[first..].reverse();
        }
    }

    fn count(&self, at: &Position) -> usize {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        let stones = at.cells.iter().flatten().count();
        let off = self.has(Fault::CountOffByOne) && stones == 3
            || self.has(Fault::CountWrongWhenSetUp) && stones == 1 && at.turn == Turn::Player(Player::FIRST);
        moves.len() + usize::from(off)
    }

    fn play(&self, at: &mut Position, mv: Move) {
        let before = at.turn;
        assert!(
            !(self.has(Fault::PanicsInTheMiddle) && at.cells.iter().flatten().count() == 4),
            "a fifth stone"
        );
        match (mv, at.turn) {
            (Move::Put(cell) | Move::Lift(cell), Turn::Player(mover)) => {
                self.put_or_lift(at, cell, mover);
                at.trail = cell;
                at.turn = if self.coin { Turn::Chance } else { Turn::Player(mover.other()) };
            }
            (Move::Toss(player), _) => at.turn = Turn::Player(player),
            _ => {}
        }
        if !(self.has(Fault::KeyDrifts) && at.trail == 2) {
            at.key ^= KEYS.of(TURNS + fact(before)) ^ KEYS.of(TURNS + fact(at.turn));
        }
        at.echo.store(fact(at.turn), Ordering::Relaxed);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let winner = [Player::FIRST, Player::SECOND].into_iter().find(|&player| Self::has_line(at, player));
        match winner {
            Some(_) if self.has(Fault::ThirdPlayerWins) => Some(Outcome::Win(Player(2))),
            Some(_) if self.has(Fault::OutcomeTooLarge) => Some(Outcome::Margin(i32::MAX)),
            Some(Player::SECOND) if self.has(Fault::UnfairOutcome) => Some(Outcome::Draw),
            Some(winner) => Some(Outcome::Win(winner)),
            None => at.cells.iter().all(Option::is_some).then_some(Outcome::Draw),
        }
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn verdict(&self, at: &Position) -> Option<Outcome> {
        if self.has(Fault::VerdictDiffers) { None } else { self.outcome(at) }
    }

    fn key(&self, at: &Position) -> u64 {
        if self.has(Fault::KeyForgetsRareThing) { self.fresh_key(at) } else { at.key }
    }

    fn max_plies(&self) -> Option<u32> {
        let plies = if self.lift || self.coin { CAP } else { CELLS as u32 };
        Some(if self.has(Fault::LongestTooSmall) { plies - 1 } else { plies })
    }

    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        let capped = (self.lift && past.plies() >= CAP).then_some(End::draw(EndRule::MoveLimit));
        let decided = self.outcome(at).map(|outcome| End::new(outcome, EndRule::Position));
        if self.has(Fault::PathOutcomeDiffers) { capped } else { decided.or(capped) }
    }

    fn resets(&self, _: &Position, mv: Move) -> bool {
        !self.lift || self.has(Fault::PutsReset) && matches!(mv, Move::Put(_))
    }

    fn null(&self, at: &Position) -> Option<Position> {
        let mover = at.turn.player()?;
        let turn = if self.has(Fault::NullKeepsTurn) { at.turn } else { Turn::Player(mover.other()) };
        let mut passed = self.set_up(at.cells, turn);
        if self.has(Fault::NullKeepsKey) {
            passed.key = at.key;
        }
        Some(passed)
    }

    fn chances(&self, at: &Position, out: &mut Vec<(Move, f32)>) {
        if at.turn == Turn::Chance {
            let weights = match self.fault {
                Fault::WeightsTooLarge => [0.5, 0.6],
                Fault::WeightNegative => [-0.5, 1.5],
                Fault::WeightNotANumber => [f32::NAN, 0.5],
                _ => [0.25, 0.75],
            };
            let mut players = [Player::FIRST, Player::SECOND];
            if self.has(Fault::WeightsReversed) {
                players.reverse();
            }
            out.extend(players.map(Move::Toss).into_iter().zip(weights));
            if self.has(Fault::WeightMissing) {
                out.pop();
            }
        }
    }

    fn history_slot(&self, mv: Move) -> u16 {
        match mv {
            Move::Put(cell) | Move::Lift(cell) => u16::from(cell),
            Move::Toss(player) => u16::from(player.0),
        }
    }
}

impl<const ALTERNATES: bool> Notation for Ring<ALTERNATES> {
    fn text(&self, at: &Position) -> String {
        let cells: String =
            at.cells.iter().map(|cell| cell.map_or('.', |owner| LETTERS[owner.index()])).collect();
        let turn = match self.fault {
            Fault::TextForgetsTurn => 'x',
            Fault::CopiesShare => LETTERS[at.echo.load(Ordering::Relaxed)],
            _ => LETTERS[fact(at.turn)],
        };
        match self.fault {
            Fault::TextOfTwoLines => format!("{cells}\n{turn}"),
            Fault::TextWithMoves => format!("{cells} {turn} moves"),
            Fault::TextWithTwoSpaces => format!("{cells}  {turn}"),
            Fault::TextNotCanonical if at.trail == 2 => format!("{cells} {}", turn.to_ascii_uppercase()),
            _ => format!("{cells} {turn}"),
        }
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let refuse = || ReadError::new("position", text, "not a ring", "write `x.o... x`");
        let words: Vec<&str> = text.split_whitespace().filter(|&word| word != "moves").collect();
        let (&[cells, turn] | &[cells, turn, _]) = words.as_slice() else { return Err(refuse()) };
        if words.get(2).is_some_and(|plies| self.has(Fault::CountsRefused) || plies.parse::<u32>().is_err()) {
            return Err(refuse());
        }
        let mut stones = [None; CELLS];
        if cells.chars().count() != CELLS || (self.has(Fault::TextRefused) && cells.starts_with("xo")) {
            return Err(refuse());
        }
        for (stone, letter) in stones.iter_mut().zip(cells.chars()) {
            *stone = match letter {
                'x' => Some(Player::FIRST),
                'o' => Some(Player::SECOND),
                '.' => None,
                _ => return Err(refuse()),
            };
        }
        let turn = match turn {
            "x" | "X" => Turn::Player(Player::FIRST),
            "o" | "O" => Turn::Player(Player::SECOND),
            "?" if self.coin => Turn::Chance,
            _ => return Err(refuse()),
        };
        Ok(self.set_up(stones, turn))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Put(cell) if self.has(Fault::SpaceInMove) => format!("put {cell}"),
            Move::Put(3) if self.has(Fault::EmptyMove) => String::new(),
            Move::Put(cell) if self.has(Fault::SameMoveText) => (cell / 2).to_string(),
            Move::Put(cell) => cell.to_string(),
            Move::Lift(cell) => format!("-{cell}"),
            Move::Toss(player) => ["heads", "tails"][player.index()].to_owned(),
        }
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let moves = self.legal(at);
        if self.has(Fault::FirstMoveRead) && !moves.is_empty() {
            return Ok(moves[0]);
        }
        if let (Fault::IllegalMoveRead, Ok(cell)) = (self.fault, text.parse()) {
            return Ok(Move::Put(cell));
        }
        moves
            .into_iter()
            .find(|&mv| self.move_text(at, mv) == text)
            .ok_or_else(|| self.no_such_move(at, text))
    }

    fn counts(&self, text: &str) -> History {
        let plies = text.split(' ').nth(2).and_then(|plies| plies.parse().ok());
        if self.has(Fault::CountsForgotten) { History::new() } else { History::set_up(0, plies.unwrap_or(0)) }
    }

    fn text_with(&self, at: &Position, past: &History) -> String {
        format!("{} {}", self.text(at), past.plies())
    }
}
