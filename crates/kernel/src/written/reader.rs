//! Trees read from text.

use super::{DEEPEST, Kind, LARGEST, LETTERS, MOST_POINTS, Node, WIDEST, WrittenTree};
use crate::{MOST_PLAYERS, Outcome, Player, ReadError, Shares};
use std::collections::HashMap;

/// Smallest and largest weight of a branch at a chance node.
const WEIGHTS: std::ops::RangeInclusive<f32> = 1e-6..=1e6;

/// Reads a whole tree.
pub(super) fn read(text: &str) -> Result<WrittenTree, ReadError> {
    let mut reader = Reader { text, at: 0, nodes: Vec::new(), notes: Vec::new(), names: HashMap::new() };
    let (_, height) = reader.branch(None, 0)?;
    reader.skip_spaces();
    if reader.at < text.len() {
        return reader.fail("the tree ended before", "remove the rest, or put a bracket around everything");
    }
    let players = reader.players()?;
    let forced: Vec<Option<Player>> = reader.notes.iter().map(|note| note.mover).collect();
    Ok(WrittenTree::with_movers(reader.nodes, &forced, players, height))
}

struct Reader<'a> {
    text: &'a str,
    /// Byte of the next character.
    at: usize,
    nodes: Vec<Node>,
    notes: Vec<Note>,
    /// The labelled nodes with their heights; `None` while the node is not complete.
    names: HashMap<&'a str, Option<(u32, u32)>>,
}

/// What is needed of a node until the whole tree is read.
struct Note {
    start: usize,
    mover: Option<Player>,
}

impl<'a> Reader<'a> {
    fn error(&self, byte: usize, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("tree", self.text, problem, remedy).at(byte)
    }

    fn fail<T>(&self, problem: impl Into<String>, remedy: impl Into<String>) -> Result<T, ReadError> {
        Err(self.error(self.at, problem, remedy))
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_spaces(&mut self) {
        self.take(|c| c.is_ascii_whitespace());
    }

    /// Takes the longest run of wanted characters.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let taken = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += if there { wanted.len_utf8() } else { 0 };
        there
    }

    /// Reads what a branch leads to: a node, labelled or not, or the label of an earlier one. Gives the node and
    /// its height.
    fn branch(&mut self, parent: Option<(u32, u16)>, depth: u32) -> Result<(u32, u32), ReadError> {
        self.skip_spaces();
        let start = self.at;
        if !self.take_if('#') {
            return self.node(parent, depth);
        }
        let name = self.take(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if name.is_empty() {
            return self.fail("a label without a name", "write letters or digits after `#`");
        }
        if self.take_if('=') {
            if self.names.insert(name, None).is_some() {
                let problem = format!("`#{name}` is defined twice");
                return Err(self.error(
                    start,
                    problem,
                    "choose another name, or leave `=` out to repeat the node",
                ));
            }
            let node = self.node(parent, depth)?;
            self.names.insert(name, Some(node));
            return Ok(node);
        }
        match self.names.get(name) {
            Some(&Some(node)) => Ok(node),
            Some(None) => {
                Err(self.error(start, format!("`#{name}` leads back to itself"), "a game must end"))
            }
            None => {
                let remedy = format!("define it before with `#{name}=` and a node");
                Err(self.error(start, format!("no node is called `#{name}` yet"), remedy))
            }
        }
    }

    fn node(&mut self, parent: Option<(u32, u16)>, depth: u32) -> Result<(u32, u32), ReadError> {
        let start = self.at;
        if depth > DEEPEST || self.nodes.len() >= LARGEST {
            return self
                .fail("the tree is too large", format!("at most {DEEPEST} plies and {LARGEST} nodes"));
        }
        let number = self.nodes.len() as u32;
        let mut note = Note { start, mover: None };
        if let Some(letter) = self.letter() {
            self.at += 1;
            note.mover = Some(Player(letter as u8));
            if self.peek() != Some('(') {
                return self.fail("a player's letter without a bracket", "write `A(` and the branches");
            }
        }
        self.notes.push(note);
        let opening = self.peek();
        if !matches!(opening, Some('(' | '[')) {
            let outcome = self.leaf()?;
            self.nodes.push(Node::new(Kind::Leaf(outcome), parent));
            return Ok((number, 0));
        }
        self.at += 1;
        self.nodes.push(Node::new(Kind::Choice, parent));
        let height = self.branches(number, depth, opening == Some('['))?;
        if height > DEEPEST {
            return Err(self.error(start, "the tree is too deep", format!("at most {DEEPEST} plies")));
        }
        if self.take_if('@') {
            let evaluation = self.points("an evaluation")?;
            self.nodes[number as usize].evaluation = Some(evaluation);
        }
        Ok((number, height))
    }

    /// The player whose letter comes next. `D` without a bracket is a draw.
    fn letter(&self) -> Option<usize> {
        let next = self.peek()?;
        let is_draw = next == 'D' && !self.text[self.at + 1..].starts_with('(');
        LETTERS.iter().position(|&letter| letter == next).filter(|_| !is_draw)
    }

    /// Reads branches up to the closing bracket and gives the height of their node.
    fn branches(&mut self, number: u32, depth: u32, chance: bool) -> Result<u32, ReadError> {
        let opening = self.at - 1;
        let (mut branches, mut weights, mut height) = (Vec::new(), Vec::new(), 0);
        loop {
            self.skip_spaces();
            match self.peek() {
                None => return Err(self.error(opening, "the bracket is never closed", "close it")),
                Some(')') if !chance => break,
                Some(']') if chance => break,
                Some(_) if branches.len() == WIDEST => {
                    return self.fail("too many branches", format!("at most {WIDEST}"));
                }
                Some(_) => {}
            }
            if chance {
                weights.push(self.weight()?);
            }
            let (branch, below) = self.branch(Some((number, branches.len() as u16)), depth + 1)?;
            branches.push(branch);
            height = height.max(below + 1);
        }
        self.at += 1;
        if branches.is_empty() {
            return Err(self.error(
                opening,
                "a bracket without branches",
                "write a leaf or at least one branch",
            ));
        }
        let node = &mut self.nodes[number as usize];
        node.branches = branches;
        if chance {
            node.kind = Kind::Chance(weights);
        }
        Ok(height)
    }

    fn weight(&mut self) -> Result<f32, ReadError> {
        let start = self.at;
        let text = self.take(|c| c.is_ascii_digit() || c == '.');
        let remedy = "write a number and a colon before each branch of a chance node: `[1: 3 1: 5]`";
        match text.parse::<f32>() {
            _ if text.is_empty() => Err(self.error(start, "a branch of chance without weight", remedy)),
            Ok(weight) if WEIGHTS.contains(&weight) => {
                self.skip_spaces();
                if self.take_if(':') { Ok(weight) } else { self.fail("no colon behind the weight", remedy) }
            }
            _ => {
                let remedy = format!("write a number from {} to {}", WEIGHTS.start(), WEIGHTS.end());
                Err(self.error(start, format!("`{text}` cannot be a weight"), remedy))
            }
        }
    }

    fn leaf(&mut self) -> Result<Outcome, ReadError> {
        let outcome = match self.peek() {
            Some('W') => Outcome::Win(Player::FIRST),
            Some('L') => Outcome::Win(Player::SECOND),
            Some('D') => Outcome::Draw,
            _ => return self.points("a leaf"),
        };
        self.at += 1;
        match self.peek() {
            Some(c) if c.is_alphanumeric() => {
                self.fail(format!("`{c}` right behind a leaf"), "put a space between")
            }
            _ => Ok(outcome),
        }
    }

    /// Reads a margin, or the shares of more than two players.
    fn points(&mut self, what: &str) -> Result<Outcome, ReadError> {
        if !self.take_if('<') {
            return self.number(what).map(Outcome::Margin);
        }
        let mut shares = Vec::new();
        loop {
            self.skip_spaces();
            if shares.len() > 2 && self.take_if('>') {
                break;
            }
            if shares.len() == MOST_PLAYERS {
                let problem = format!("no `>` behind {MOST_PLAYERS} shares");
                return self.fail(problem, format!("write three to {MOST_PLAYERS} shares: `<1 2 3>`"));
            }
            shares.push(self.number("a share")?);
        }
        Ok(Shares::new(&shares).map_or(Outcome::Draw, Outcome::Shares))
    }

    fn number(&mut self, what: &str) -> Result<i32, ReadError> {
        let start = self.at;
        let text = self.take(|c| c.is_ascii_alphanumeric() || c == '-' || c == '+' || c == '.');
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<i32>() {
            Ok(number) if plain && (-MOST_POINTS..=MOST_POINTS).contains(&number) => Ok(number),
            _ if plain => {
                let remedy = format!("write a whole number from -{MOST_POINTS} to {MOST_POINTS}");
                Err(self.error(start, format!("`{text}` is too many points"), remedy))
            }
            _ => {
                let found = match (text, self.peek()) {
                    ("", None) => format!("the text ends where {what} should stand"),
                    ("", Some(c)) => format!("`{c}` cannot be {what}"),
                    _ => format!("`{text}` cannot be {what}"),
                };
                Err(self.error(
                    start,
                    found,
                    "write a whole number, `<1 2 3>`, or for a leaf `W`, `L` or `D`",
                ))
            }
        }
    }

    /// The number of players: as many as the most shares or the last letter say, from the third on; otherwise two.
    /// With more than two players every value must have a share for each.
    fn players(&self) -> Result<u8, ReadError> {
        let values = |node: &Node| {
            let leaf = if let Kind::Leaf(outcome) = node.kind { Some(outcome) } else { None };
            [leaf, node.evaluation]
        };
        let shares = |outcome: Outcome| match outcome {
            Outcome::Shares(shares) => shares.points().len(),
            _ => 1,
        };
        let written = self.nodes.iter().flat_map(values).flatten().map(shares).max().unwrap_or(1);
        let letters = self.notes.iter().filter_map(|note| note.mover).map(|mover| mover.index() + 1).max();
        let players = written.max(letters.unwrap_or(2)).max(2);
        let wanted = if players > 2 { players } else { 1 };
        let unfit =
            |node: &Node| values(node).into_iter().flatten().find(|&outcome| shares(outcome) != wanted);
        let found = self.nodes.iter().enumerate().find_map(|(number, node)| Some((number, unfit(node)?)));
        let Some((number, value)) = found else { return Ok(players as u8) };
        let problem = match shares(value) {
            1 => format!("one value in a tree of {players} players"),
            fewer => format!("{fewer} shares in a tree of {players} players"),
        };
        let remedy = format!("with {players} players every leaf and evaluation has {players} shares");
        Err(self.error(self.notes[number].start, problem, remedy))
    }
}
