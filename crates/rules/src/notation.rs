//! How positions and moves of a rules file are written.

use crate::definition::{Form, MOST_KINDS, Onto};
use crate::game::CompiledGame;
use crate::position::{Move, PASS, Position};
use crate::set::CellSet;
use plybook_kernel::rows::{fields, read_rows, side, write_rows};
use plybook_kernel::{Notation, Player, ReadError};
use std::cell::Cell;

/// The letter of a blocked cell.
pub(crate) const BLOCK: char = '#';
/// How a pass is written.
const PASS_TEXT: &str = "pass";
/// Landings that are tried at most while the way of a chain is looked for.
const MOST_TRIES: usize = 5_000;

/// How the side to move is written: the small first letters of the players, or numbers where these are the same.
pub(crate) fn side_letters(players: &[String; 2]) -> [String; 2] {
    let letters = [0, 1].map(|player: usize| {
        players[player].chars().next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default()
    });
    if letters[0] == letters[1] { ["1".to_owned(), "2".to_owned()] } else { letters }
}

impl<const W: usize> CompiledGame<W> {
    /// The letter of a piece.
    pub(crate) fn letter(&self, player: usize, kind: usize) -> char {
        let letter = self.rules.definition.kinds.get(kind).map_or('?', |kind| kind.letter);
        if player == 0 { letter } else { letter.to_ascii_lowercase() }
    }

    /// How the side to move is written.
    pub(crate) fn side_letters(&self) -> [String; 2] {
        side_letters(&self.rules.definition.players)
    }

    fn name(&self, cell: u8) -> String {
        self.rules.definition.board.name(cell)
    }

    /// The pieces that a row let its maker take, as a move's text ends.
    fn victims(&self, mv: Move<W>) -> String {
        mv.taken.cells().map(|cell| format!("x{}", self.name(cell))).collect()
    }

    /// What the players have in hand, as position texts have it: `M9m8`, or `-` for nothing.
    pub(crate) fn hands_text(&self, at: &Position<W>) -> String {
        let mut text = String::new();
        for (player, hand) in at.hands.iter().enumerate() {
            for (kind, count) in hand.iter().enumerate().filter(|(_, count)| **count > 0) {
                text += &format!("{}{count}", self.letter(player, kind));
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Reads what `hands_text` writes, and nothing else.
    fn read_hands(&self, whole: &str, text: &str) -> Result<[[u8; MOST_KINDS]; 2], ReadError> {
        let mut hands = [[0; MOST_KINDS]; 2];
        let letters = self.letters();
        let kinds = self.rules.kinds();
        let wrong = || {
            let problem = format!("`{text}` is not what players have in hand");
            let start = self.hands_text(&self.rules.start);
            ReadError::new("position", whole, problem, format!("write it like `{start}`, or `-` for nothing"))
        };
        let mut left = if text == "-" { "" } else { text };
        while let Some(letter) = left.chars().next() {
            let number =
                letters.chars().position(|known| known == letter).filter(|&number| number < 2 * kinds);
            let number = number.ok_or_else(wrong)?;
            let digits: String = left.chars().skip(1).take_while(char::is_ascii_digit).collect();
            let count: u8 = digits.parse().ok().filter(|&count| count > 0).ok_or_else(wrong)?;
            hands[number / kinds][number % kinds] = count;
            left = &left[letter.len_utf8() + digits.len()..];
        }
        // Everything has one way to be written.
        let written = Position { hands, ..Position::empty(CellSet::EMPTY) };
        if self.hands_text(&written) == text { Ok(hands) } else { Err(wrong()) }
    }

    /// All letters of position texts: the first player's, the second player's, and the one of blocked cells.
    fn letters(&self) -> String {
        let kinds = self.rules.kinds();
        let of = |player| (0..kinds).map(move |kind| (player, kind));
        let pieces = of(0).chain(of(1)).map(|(player, kind)| self.letter(player, kind));
        pieces.chain([BLOCK]).collect()
    }

    /// The cells on which a chain of jumps lands, the last one included.
    pub(crate) fn landings(&self, at: &Position<W>, mv: Move<W>) -> Vec<u8> {
        let rules = &self.rules;
        let Some(action) = rules.actions[at.mover.index()].get(usize::from(mv.action)) else {
            return Vec::new();
        };
        let Form::Jump { over, takes: true, long, .. } = action.form else { return vec![mv.to] };
        let single = mv.taken.count() == 1;
        if single {
            return vec![mv.to];
        }
        let mut found = Vec::new();
        let tries = Cell::new(MOST_TRIES);
        let walk = Walk { game: self, at, mv, ways: &action.ways, over, long, tries };
        if walk.follow(mv.from, CellSet::EMPTY, 1, &mut found) { found } else { vec![mv.to] }
    }
}

/// Looks for the way of a chain.
struct Walk<'a, const W: usize> {
    game: &'a CompiledGame<W>,
    at: &'a Position<W>,
    mv: Move<W>,
    ways: &'a [usize],
    over: Onto,
    long: bool,
    /// Landings that may still be tried.
    tries: Cell<usize>,
}

impl<const W: usize> Walk<'_, W> {
    /// Whether the chain can be completed from a cell; the cells on which it lands are appended.
    fn follow(&self, cell: u8, taken: CellSet<W>, path: u64, found: &mut Vec<u8>) -> bool {
        if cell == self.mv.to && taken == self.mv.taken && (self.mv.path == 0 || self.mv.path == path) {
            return true;
        }
        let rules = &self.game.rules;
        let pieces = (self.at.sides[0] | self.at.sides[1] | self.at.blocks) & !CellSet::of(self.mv.from);
        for (index, &way) in self.ways.iter().enumerate() {
            let way = &rules.ways[way];
            let mut next = way.next(cell);
            while let Some(empty) = next.filter(|&next| self.long && !pieces.has(next) && next != cell) {
                next = way.next(empty);
            }
            let wanted = |next: &u8| self.mv.taken.has(*next) && !taken.has(*next);
            let Some(middle) = next.filter(wanted).filter(|_| self.over.enemy) else { continue };
            let mut landing = way.next(middle);
            while let Some(to) = landing.filter(|&to| !pieces.has(to) && self.tries.get() > 0) {
                self.tries.set(self.tries.get() - 1);
                found.push(to);
                if self.follow(to, taken | CellSet::of(middle), path << 3 | index as u64, found) {
                    return true;
                }
                found.pop();
                landing = way.next(to).filter(|&next| self.long && next != middle);
            }
        }
        false
    }
}

impl<const W: usize> Notation for CompiledGame<W> {
    fn text(&self, at: &Position<W>) -> String {
        let board = &self.rules.definition.board;
        let rows = write_rows(board.rows, board.columns, |row, column| {
            let cell = board.cell(column, row);
            if at.blocks.has(cell) {
                return Some(BLOCK);
            }
            let player = at.sides.iter().position(|side| side.has(cell))?;
            Some(self.letter(player, at.kind_on(cell)?))
        });
        let mover = &self.side_letters()[at.mover.index()];
        match self.rules.has_hands() {
            true => format!("{rows} {mover} {}", self.hands_text(at)),
            false => format!("{rows} {mover}"),
        }
    }

    fn read(&self, text: &str) -> Result<Position<W>, ReadError> {
        let rules = &self.rules;
        let board = &rules.definition.board;
        let shape = self.text(&rules.start);
        let (rows, mover, hands) = if rules.has_hands() {
            let [rows, mover, hands] = fields(text, &shape)?;
            (rows, mover, Some(hands))
        } else {
            let [rows, mover] = fields(text, &shape)?;
            (rows, mover, None)
        };
        let letters = self.letters();
        let squares = read_rows(text, rows, [board.rows, board.columns], &letters)?;
        let [first, second] = self.side_letters();
        let mut at = Position::empty(CellSet::EMPTY);
        at.mover = side(text, mover, &[&first, &second])?;
        if let Some(hands) = hands {
            at.hands = self.read_hands(text, hands)?;
        }
        let kinds = rules.kinds();
        for (cell, letter) in squares.into_iter().enumerate() {
            let (Some(letter), cell) = (letter, cell as u8) else { continue };
            if board.holes.has(cell) {
                let problem = format!("something stands on {}, which is no cell", self.name(cell));
                return Err(ReadError::new("position", text, problem, "leave it empty"));
            }
            if letter == 2 * kinds {
                at.blocks.insert(cell);
            } else {
                at.sides[letter / kinds].insert(cell);
                at.kinds[letter % kinds].insert(cell);
            }
        }
        let never_blocks = rules.actions.iter().flatten().all(|action| action.shoot.is_empty());
        if never_blocks && at.blocks != rules.start.blocks {
            let problem = "other cells are blocked than at the start";
            return Err(ReadError::new("position", text, problem, "block the cells of the start with `#`"));
        }
        at.key = at.key_from_scratch(&rules.keys);
        let waiting = 1 - at.mover.index();
        if rules.is_exposed(&at, waiting) {
            let who = &rules.definition.players[waiting];
            let problem = format!("{who} is in check, and it is the other player's turn");
            return Err(ReadError::new("position", text, problem, "let the other player be the one to move"));
        }
        if rules.is_past_its_end(&at) {
            let who = &rules.definition.players[at.mover.index()];
            let problem =
                format!("the game was over before: {who} is to move and has met the end's condition");
            return Err(ReadError::new("position", text, problem, "let the other player be the one to move"));
        }
        Ok(at)
    }

    fn move_text(&self, at: &Position<W>, mv: Move<W>) -> String {
        if mv.action == PASS {
            return PASS_TEXT.to_owned();
        }
        let rules = &self.rules;
        let mover = at.mover.index();
        let Some(action) = rules.actions[mover].get(usize::from(mv.action)) else { return String::new() };
        let to = self.name(mv.to);
        match action.form {
            Form::Place(place) => {
                let placed = rules.actions[mover]
                    .iter()
                    .filter(|action| matches!(action.form, Form::Place(_) | Form::Drop));
                let several = placed.map(|action| action.kind).any(|kind| kind != action.kind);
                let letter = if several { self.letter(0, action.kind).to_string() } else { String::new() };
                match place.covering {
                    true => format!("{letter}{to}-{}", self.name(mv.extra)),
                    false => letter + &to + &self.victims(mv),
                }
            }
            Form::Drop => to,
            _ => {
                let jumps = matches!(action.form, Form::Jump { .. });
                let captures = at.sides[1 - mover].has(mv.to) || jumps && !mv.taken.is_empty();
                let mark = if captures { "x" } else { "-" };
                let mut text = self.name(mv.from);
                for cell in self.landings(at, mv) {
                    text += mark;
                    text += &self.name(cell);
                }
                if !action.shoot.is_empty() {
                    text += &format!("/{}", self.name(mv.extra));
                } else if mv.extra > 0 && rules.promotions[mover][action.kind].1.len() > 1 {
                    text += &format!("={}", self.letter(0, usize::from(mv.extra) - 1));
                }
                if !jumps {
                    text += &self.victims(mv);
                }
                text
            }
        }
    }

    fn is_pass(&self, _: &Position<W>, mv: Move<W>) -> bool {
        mv.action == PASS
    }
}

/// Whose turn a board that was put together by hand is to be: the text of a side.
impl<const W: usize> CompiledGame<W> {
    pub(crate) fn side_text(&self, mover: Player) -> String {
        self.side_letters()[mover.index() & 1].clone()
    }
}
