//! Rules in Python as a game like any other.

use super::place::{Child, Place, Shared};
use super::value::PythonValue;
use super::{Rules, identity, locked};
use plybook_catalog::{EndRule, EvaluatorInfo, GameInfo, Outcome, Player, ReadError, Text};
use plybook_kernel::{
    Cell, Diagram, End, Evaluated, Game, HasHints, HasInfo, History, Indexed, NoHints, Notation,
    OptionValues, Piece, Planes, Shape, Step, Symmetric, Token, Turn, View,
};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

/// The signs in drawings that stand for empty squares.
const EMPTY: [char; 4] = [' ', '.', '-', '_'];

/// The game of some rules.
#[derive(Clone)]
pub struct PythonGame {
    pub(super) rules: Arc<Rules>,
}

impl PythonGame {
    /// The game of these rules.
    pub fn new(rules: Arc<Rules>) -> PythonGame {
        PythonGame { rules }
    }

    /// A position as the rules have it: the one that is remembered, or a new one.
    fn place(&self, object: &Bound<'_, PyAny>, alternating: u8) -> PyResult<Arc<Place>> {
        let answers = &self.rules.answers;
        let mover = answers.turn(object)?.unwrap_or(alternating);
        let mut identity = identity::identity(&answers.key(object)?)?.into_vec();
        identity.push(mover);
        let key = identity::key(&identity);
        if let Some(known) = self.known(key).filter(|known| *known.identity == *identity) {
            return Ok(known);
        }
        let place = Arc::new(Place {
            object: object.clone().unbind(),
            mover,
            identity: identity.into(),
            key,
            judgement: OnceLock::new(),
            children: OnceLock::new(),
            value: OnceLock::new(),
            text: OnceLock::new(),
            drawing: OnceLock::new(),
        });
        let gone = locked(&self.rules.memory).put(Arc::clone(&place));
        drop(gone);
        Ok(place)
    }

    fn known(&self, key: u64) -> Option<Arc<Place>> {
        locked(&self.rules.memory).get(key).cloned()
    }

    /// What the rules answer; nothing while there is a failure to be told.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.rules.is_troubled() {
            return None;
        }
        self.rules.kept(Python::attach(question))
    }

    /// The children of a position, asked for once; none after a failure.
    pub(super) fn children<'a>(&self, at: &'a Place) -> &'a [Child] {
        if let Some(known) = at.children.get() {
            return known;
        }
        let may_be_none = self.rules.about.no_moves.is_some();
        let asked = self.ask(|py| self.rules.answers.children(at.object.bind(py), may_be_none));
        let Some(asked) = asked else { return &[] };
        let child = |(text, object)| Child { text, object, key: OnceLock::new() };
        at.children.get_or_init(|| asked.into_iter().map(child).collect())
    }

    /// The drawing of a position in lines of the same length, if the rules draw.
    fn drawing<'a>(&self, at: &'a Place) -> &'a [Box<str>] {
        if let Some(known) = at.drawing.get() {
            return known;
        }
        let drawn = self.ask(|py| self.rules.answers.draw(at.object.bind(py)));
        drawn.map_or(&[], |lines| at.drawing.get_or_init(|| lines.unwrap_or_default()))
    }

    /// The position's text without the mover.
    fn written(&self, at: &Place) -> Option<String> {
        self.ask(|py| {
            let object = at.object.bind(py);
            if let Some(text) = self.rules.answers.text(object)? {
                return Ok(escaped(&text));
            }
            let plain = object.cast::<PyString>().ok();
            let text = match plain {
                Some(text) => text.to_str()?.to_owned(),
                None => object.repr()?.to_str()?.to_owned(),
            };
            Ok(escaped(&text))
        })
    }

    /// The position of a text that `written` made.
    fn parsed<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let answers = &self.rules.answers;
        if answers.has_read() {
            return answers.read(py, text);
        }
        if answers.start(py)?.is_instance_of::<PyString>() {
            return Ok(Some(PyString::new(py, text).into_any()));
        }
        // The texts of numbers and tuples are read as Python writes them.
        let literal = py.import("ast")?.getattr("literal_eval")?.call1((text,));
        match literal {
            Ok(value) => Ok(Some(value)),
            Err(_) => Ok(None),
        }
    }

    /// The remembered position of a text: what Python cannot read back can still be the text of a position that was met.
    fn met(&self, text: &str, mover: u8) -> Option<Shared> {
        let memory = locked(&self.rules.memory);
        let found = memory.places().find(|place| {
            place.mover == mover
                && place.text.get().is_some_and(|known| known.rsplit_once(' ').map(|t| t.0) == Some(text))
        });
        found.map(|place| Shared(Arc::clone(place)))
    }
}

/// A text as one word: what would divide it is written by its number, as in addresses.
fn escaped(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '%' || letter.is_whitespace() || letter.is_control() {
            let mut bytes = [0; 4];
            for byte in letter.encode_utf8(&mut bytes).bytes() {
                let done = write!(word, "%{byte:02X}");
                debug_assert!(done.is_ok(), "writing to a string cannot fail");
            }
        } else {
            word.push(letter);
        }
    }
    if word == "moves" { "%6Doves".to_owned() } else { word }
}

/// The text of such a word; `None` if it is none.
fn unescaped(word: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok().filter(|digits| !digits.contains('+'))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl Game for PythonGame {
    type Position = Shared;
    type Move = u16;

    fn start(&self) -> Shared {
        if let Some(known) = self.rules.start.get() {
            return Shared(Arc::clone(known));
        }
        let made = self.ask(|py| self.place(&self.rules.answers.start(py)?, 0));
        match made {
            Some(place) => Shared(Arc::clone(self.rules.start.get_or_init(|| place))),
            None => Shared(Arc::new(Place {
                object: Python::attach(|py| py.None()),
                mover: 0,
                identity: Box::default(),
                key: 0,
                judgement: OnceLock::new(),
                children: OnceLock::new(),
                value: OnceLock::new(),
                text: OnceLock::new(),
                drawing: OnceLock::new(),
            })),
        }
    }

    fn turn(&self, at: &Shared) -> Turn {
        Turn::Player(Player(at.0.mover))
    }

    fn moves(&self, at: &Shared, out: &mut Vec<u16>) {
        out.extend(0..self.children(&at.0).len() as u16);
    }

    fn play(&self, at: &mut Shared, mv: u16) {
        let Some(child) = self.children(&at.0).get(usize::from(mv)) else { return };
        if let Some(known) = child.key.get().and_then(|&key| self.known(key)) {
            *at = Shared(known);
            return;
        }
        let next = self.ask(|py| self.place(child.object.bind(py), 1 - at.0.mover));
        if let Some(place) = next {
            let _ = child.key.set(place.key);
            *at = Shared(place);
        }
    }

    fn outcome(&self, at: &Shared) -> Option<Outcome> {
        let place = &*at.0;
        let judged = match place.judgement.get() {
            Some(known) => Some(*known),
            None => {
                let asked = self.ask(|py| self.rules.answers.judge(place.object.bind(py)));
                asked.map(|asked| *place.judgement.get_or_init(|| asked))
            }
        };
        match judged {
            Some(judgement) => judgement.map(|judgement| judgement.outcome(place.mover)),
            // The game cannot go on after a failure.
            None => Some(Outcome::Draw),
        }
    }

    fn no_moves(&self, at: &Shared) -> Outcome {
        self.rules.about.no_moves.map_or(Outcome::Draw, |judgement| judgement.outcome(at.0.mover))
    }

    fn key(&self, at: &Shared) -> u64 {
        at.0.key
    }

    fn max_plies(&self) -> Option<u32> {
        self.rules.about.longest
    }

    fn end_with(&self, at: &Shared, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        let times = self.rules.about.repetition?;
        (past.repeats(at.0.key) + 1 >= times).then(|| End::draw(EndRule::Repetition))
    }

    fn repetition(&self) -> Option<Outcome> {
        self.rules.about.repetition.map(|_| Outcome::Draw)
    }
}

impl Notation for PythonGame {
    fn text(&self, at: &Shared) -> String {
        if let Some(known) = at.0.text.get() {
            return known.to_string();
        }
        let Some(written) = self.written(&at.0) else { return "?".to_owned() };
        let text = format!("{written} {}", at.0.mover + 1);
        at.0.text.get_or_init(|| text.into()).to_string()
    }

    fn read(&self, text: &str) -> Result<Shared, ReadError> {
        let wrong = |problem: &str, remedy: &str| ReadError::new("position", text, problem, remedy);
        let remedy = "write the position and 1 or 2 for the player to move";
        let parts = text.rsplit_once(' ').filter(|(word, _)| !word.is_empty() && !word.contains(' '));
        let Some((word, mover)) = parts else { return Err(wrong("it has not two words", remedy)) };
        let mover = match mover {
            "1" => 0,
            "2" => 1,
            _ => return Err(wrong(&format!("`{mover}` is no player"), remedy)),
        };
        let Some(plain) = unescaped(word) else { return Err(wrong("`%` stands before no number", remedy)) };
        let unknown = || wrong("the rules cannot read it", "give the class a method `read(text)`");
        let outer = self.rules.is_troubled();
        // What the rules object to is a fault of the text here, and no failure of the rules.
        let read = Python::attach(|py| -> PyResult<Option<Shared>> {
            let Some(object) = self.parsed(py, &plain)? else { return Ok(self.met(word, mover)) };
            let place = self.place(&object, mover)?;
            if place.mover != mover {
                return Ok(None);
            }
            if self.rules.answers.judge(&object)?.is_none() {
                let may_be_none = self.rules.about.no_moves.is_some();
                for (_, child) in self.rules.answers.children(&object, may_be_none)? {
                    identity::identity(&self.rules.answers.key(child.bind(py))?)?;
                }
            }
            self.rules.answers.value(&object)?;
            self.rules.answers.draw(&object)?;
            Ok(Some(Shared(place)))
        });
        debug_assert_eq!(outer, self.rules.is_troubled(), "reading leaves failures as they were");
        match read {
            Ok(found) => found.ok_or_else(unknown),
            Err(error) => {
                let told = Python::attach(|py| error.value(py).to_string());
                Err(wrong(&format!("the rules object: {told}"), "write a position as the game shows it"))
            }
        }
    }

    fn move_text(&self, at: &Shared, mv: u16) -> String {
        self.children(&at.0).get(usize::from(mv)).map_or_else(String::new, |child| child.text.to_string())
    }
}

/// How a letter of a drawing is shown: capital letters are the first player's, small ones the second's, but for the
/// signs that have an owner everywhere.
fn piece(letter: char) -> Option<Piece> {
    if EMPTY.contains(&letter) {
        return None;
    }
    let (owner, token) = match letter {
        'X' | 'x' => (Player::FIRST, Token::Cross),
        'O' | 'o' => (Player::SECOND, Token::Ring),
        letter if letter.is_lowercase() => (Player::SECOND, Token::Figure),
        _ => (Player::FIRST, Token::Figure),
    };
    Some(Piece { owner, name: Text::Owned(letter.to_string()), letter, token })
}

impl View for PythonGame {
    fn player_names(&self) -> Vec<Text> {
        self.rules.about.players.iter().cloned().map(Text::Owned).collect()
    }

    fn diagram(&self, at: &Shared) -> Diagram {
        let lines = self.drawing(&at.0);
        let columns = lines.first().map_or(0, |line| line.chars().count());
        if columns == 0 {
            // Without a drawing the position's text has to tell everything.
            let text = self.text(at);
            let note = text.rsplit_once(' ').map_or(text.as_str(), |(position, _)| position).to_owned();
            return Diagram { shape: Shape::Piles, cells: vec![Cell::default()], note };
        }
        let cell = |letter: char| Cell { piece: piece(letter), ..Cell::default() };
        let cells = lines.iter().flat_map(|line| line.chars().map(cell)).collect();
        Diagram { shape: Shape::Grid { rows: lines.len(), columns }, cells, note: String::new() }
    }

    fn path(&self, at: &Shared, mv: u16) -> Vec<Step> {
        vec![Step::Choice(self.move_text(at, mv))]
    }
}

impl Symmetric for PythonGame {}

impl Indexed for PythonGame {}

impl Planes for PythonGame {}

impl HasHints for PythonGame {
    type SearchHints = NoHints;

    fn hints(&self) -> NoHints {
        NoHints
    }
}

impl Evaluated for PythonGame {
    type Evaluator = PythonValue;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![if self.rules.answers.has_value() {
            EvaluatorInfo::new("value", "What the method `value` of the rules says.")
        } else {
            EvaluatorInfo::new("even", "Every unfinished position is even: the rules have no method `value`.")
        }]
    }

    fn evaluator(&self, name: &str) -> Option<PythonValue> {
        (*self.evaluators().first()?.name == *name).then_some(PythonValue)
    }
}

impl HasInfo for PythonGame {
    fn info(&self) -> GameInfo {
        let about = &self.rules.about;
        GameInfo {
            name: about.name.clone().into(),
            title: about.title.clone().into(),
            summary: about.summary.clone().into(),
            options: Vec::new(),
            examples: vec![about.name.clone().into()],
            rules: about.text.clone().into(),
        }
    }

    fn with_options(&self, _: &OptionValues) -> Result<PythonGame, ReadError> {
        Ok(self.clone())
    }
}

impl PythonGame {
    /// The value of a position for the player to move, in hundredths of a point.
    pub(super) fn value(&self, at: &Place) -> i32 {
        if let Some(&known) = at.value.get() {
            return known;
        }
        let asked = self.ask(|py| self.rules.answers.value(at.object.bind(py)));
        asked.map_or(0, |value| *at.value.get_or_init(|| value))
    }
}
