//! Chinese checkers for two, three, four or six players on a star.
//!
//! A move is a piece's cell and where it comes to stand: chains of jumps that end on the same cell are the same move.

mod evaluator;
mod hints;
mod info;
mod notation;
mod star;
mod view;

pub use evaluator::Progress;
pub use hints::StarHints;
use plybook_kernel::zobrist::Keys;
use plybook_kernel::{
    End, EndRule, Game, History, Indexed, MOST_PLAYERS, Outcome, Player, Shares, Symmetric, Turn,
};
use star::{MOST_CELLS, NOWHERE, Star};

/// Occurrences of a position with the same player to move that end the game.
const OCCURRENCES: usize = 3;

static KEYS: Keys<{ MOST_PLAYERS * MOST_CELLS }> = Keys::new(0xc4ec);
static TURNS: Keys<{ MOST_PLAYERS }> = Keys::new(0xc4ed);
/// By the player and the place.
static PLACED: Keys<{ MOST_PLAYERS * MOST_PLAYERS }> = Keys::new(0xc4ee);

/// The rules for one board and so many players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChineseCheckers {
    star: Star,
    players: u8,
    /// Whether the others play on for places when one has won.
    places: bool,
    /// Plies after which the game is drawn.
    plies: Option<u32>,
    /// The point of the star where each player begins.
    homes: [usize; MOST_PLAYERS],
}

/// Whose pieces stand where, whose turn it is, and who has reached the goal already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: [u128; MOST_PLAYERS],
    mover: Player,
    /// The players who are placed, the winner first. Only counted where the others play on.
    placed: [u8; MOST_PLAYERS],
    count: u8,
    key: u64,
}

impl Position {
    fn all(&self) -> u128 {
        self.pieces.iter().fold(0, |all, pieces| all | pieces)
    }

    fn owner(&self, cell: usize) -> Option<usize> {
        (0..MOST_PLAYERS).find(|&player| self.pieces[player] >> cell & 1 == 1)
    }

    fn is_placed(&self, player: Player) -> bool {
        self.placed[..usize::from(self.count)].contains(&player.0)
    }

    fn place(&mut self, player: Player) {
        self.key ^= PLACED.of(player.index() * MOST_PLAYERS + usize::from(self.count));
        self.placed[usize::from(self.count)] = player.0;
        self.count += 1;
    }

    fn set_mover(&mut self, mover: Player) {
        self.key ^= TURNS.of(self.mover.index()) ^ TURNS.of(mover.index());
        self.mover = mover;
    }
}

/// The numbers of a set's cells.
fn cells(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (cell < u128::BITS).then_some(cell as u8)
    })
}

/// A piece's cell and where it comes to stand; twice the same cell where nothing can move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

/// What a player does who cannot move.
const PASS: Move = Move { from: NOWHERE, to: NOWHERE };

impl ChineseCheckers {
    fn new(side: usize, players: u8, places: bool, plies: Option<u32>) -> ChineseCheckers {
        let homes = match players {
            2 => [0, 3, 0, 0, 0, 0],
            3 => [0, 2, 4, 0, 0, 0],
            4 => [0, 1, 3, 4, 0, 0],
            _ => [0, 1, 2, 3, 4, 5],
        };
        ChineseCheckers { star: Star::new(side), players, places, plies, homes }
    }

    fn home(&self, player: Player) -> u128 {
        self.star.points[self.homes[player.index()]]
    }

    fn goal(&self, player: Player) -> u128 {
        self.star.points[(self.homes[player.index()] + 3) % 6]
    }

    /// The tip of a player's goal.
    fn tip(&self, player: Player) -> u8 {
        self.star.tips[(self.homes[player.index()] + 3) % 6]
    }

    /// Whether no cell of a player's goal is free and a piece of the player's own stands there.
    fn has_filled(&self, at: &Position, player: Player) -> bool {
        let goal = self.goal(player);
        goal & !at.all() == 0 && at.pieces[player.index()] & goal != 0
    }

    /// The players from one on, in the order of turns.
    fn round_from(&self, first: Player) -> impl Iterator<Item = Player> + use<> {
        let players = self.players;
        (0..players).map(move |step| Player((first.0 + step) % players))
    }

    /// Who has filled the goal, the one asked first who moved last.
    fn filled(&self, at: &Position) -> impl Iterator<Item = Player> {
        let last = Player((at.mover.0 + self.players - 1) % self.players);
        self.round_from(last).filter(|&player| self.has_filled(at, player))
    }

    /// Where a piece may go.
    fn targets(&self, at: &Position, from: u8) -> u128 {
        let occupied = at.all() & !(1 << from);
        let goal = self.goal(at.mover);
        // Nobody leaves the goal, not even on the way.
        let allowed = |from: u8| if goal >> from & 1 == 1 { goal } else { u128::MAX };
        let (mut steps, mut jumps) = (0u128, 0u128);
        let mut open = 1u128 << from;
        let free = |cell: u8| cell != NOWHERE && occupied >> cell & 1 == 0;
        while open != 0 {
            let cell = open.trailing_zeros() as u8;
            open &= open - 1;
            for (direction, &next) in self.star.beside[usize::from(cell)].iter().enumerate() {
                if next == NOWHERE {
                    continue;
                }
                if free(next) {
                    if cell == from {
                        steps |= 1 << next & allowed(from);
                    }
                    continue;
                }
                let behind = self.star.beside[usize::from(next)][direction];
                if free(behind) && allowed(cell) >> behind & 1 == 1 && jumps >> behind & 1 == 0 {
                    jumps |= 1 << behind;
                    open |= 1 << behind;
                }
            }
        }
        (steps | jumps) & !(1 << from)
    }

    /// Hands the turn to the next player who is not placed yet.
    fn hand_over(&self, at: &mut Position) {
        let next =
            self.round_from(Player((at.mover.0 + 1) % self.players)).find(|&player| !at.is_placed(player));
        at.set_mover(next.unwrap_or(at.mover));
    }

    fn key_of(&self, at: &Position) -> u64 {
        let pieces =
            (0..MOST_PLAYERS).flat_map(|player| cells(at.pieces[player]).map(move |cell| (player, cell)));
        let key =
            pieces.fold(0, |key, (player, cell)| key ^ KEYS.of(player * MOST_CELLS + usize::from(cell)));
        let placed = at.placed[..usize::from(at.count)].iter().enumerate();
        let key = placed
            .fold(key, |key, (place, &player)| key ^ PLACED.of(usize::from(player) * MOST_PLAYERS + place));
        key ^ TURNS.of(at.mover.index())
    }
}

impl Game for ChineseCheckers {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut pieces = [0; MOST_PLAYERS];
        for player in Player::all(self.players) {
            pieces[player.index()] = self.home(player);
        }
        let mut at = Position { pieces, mover: Player::FIRST, placed: [0; MOST_PLAYERS], count: 0, key: 0 };
        at.key = self.key_of(&at);
        at
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        for from in cells(at.pieces[at.mover.index()]) {
            out.extend(cells(self.targets(at, from)).map(|to| Move { from, to }));
        }
        if out.len() == before {
            out.push(PASS);
        }
    }

    fn count(&self, at: &Position) -> usize {
        let all = cells(at.pieces[at.mover.index()]).map(|from| self.targets(at, from).count_ones());
        all.sum::<u32>().max(1) as usize
    }

    fn play(&self, at: &mut Position, mv: Move) {
        if mv != PASS {
            let (own, first) = (at.mover.index(), at.mover.index() * MOST_CELLS);
            at.pieces[own] ^= 1 << mv.from ^ 1 << mv.to;
            at.key ^= KEYS.of(first + usize::from(mv.from)) ^ KEYS.of(first + usize::from(mv.to));
        }
        if self.places {
            for player in self.round_from(at.mover) {
                let open = at.count + 1 < self.players && !at.is_placed(player);
                if open && self.has_filled(at, player) {
                    at.place(player);
                }
            }
        }
        self.hand_over(at);
    }

    /// The first to fill the goal wins. Where the others play on, all but the last must have, and each has a point for
    /// every player who came later.
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if !self.places {
            return self.filled(at).next().map(Outcome::Win);
        }
        if at.count + 1 < self.players {
            return None;
        }
        let mut points = [0; MOST_PLAYERS];
        for (place, &player) in at.placed[..usize::from(at.count)].iter().enumerate() {
            points[usize::from(player)] = i32::from(self.players) - 1 - place as i32;
        }
        Some(Shares::new(&points[..usize::from(self.players)]).map_or(Outcome::Draw, Outcome::Shares))
    }

    /// Never asked: who cannot move passes.
    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        at.key
    }

    fn max_plies(&self) -> Option<u32> {
        self.plies
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        if past.repeats(at.key) + 1 >= OCCURRENCES {
            return Some(End::draw(EndRule::Repetition));
        }
        self.plies.filter(|&plies| past.plies() >= plies).map(|_| End::draw(EndRule::MoveLimit))
    }

    fn repetition(&self) -> Option<Outcome> {
        Some(Outcome::Draw)
    }

    /// A piece that has come to its goal stays there.
    fn resets(&self, at: &Position, mv: Move) -> bool {
        let goal = self.goal(at.mover);
        mv != PASS && goal >> mv.to & 1 == 1 && goal >> mv.from & 1 == 0
    }

    fn history_slot(&self, mv: Move) -> u16 {
        if mv == PASS { 0 } else { u16::from(mv.from) * MOST_CELLS as u16 + u16::from(mv.to) + 1 }
    }
}

/// Boards are not turned round: nothing needs it.
impl Symmetric for ChineseCheckers {}

/// A board of more than 64 cells has no planes.
impl plybook_kernel::Planes for ChineseCheckers {}

/// Positions have no numbers.
impl Indexed for ChineseCheckers {}
