//! Positions as Python sees them: values that never change.

use crate::error::{OrRaise, Trouble};
use crate::game::{Game, GameRef};
use plybook_catalog::AnyPosition;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::OnceLock;

/// A square of a board: who owns the piece there, what it is called, and how many counters there are.
type PlainSquare = (Option<u8>, String, Option<u32>);

/// A position of a game, with the way that led to it. It never changes: `play` gives another one.
///
/// Positions are equal if they are the same position of the same game, however they were reached.
#[pyclass(frozen, module = "plybook")]
pub struct Position {
    pub game: GameRef,
    pub at: Box<dyn AnyPosition>,
    moves: OnceLock<Py<PyTuple>>,
}

impl Position {
    pub fn of(game: &GameRef, at: Box<dyn AnyPosition>) -> Position {
        Position { game: game.clone(), at, moves: OnceLock::new() }
    }

    pub fn first(py: Python<'_>, game: &GameRef, text: Option<&str>) -> PyResult<Position> {
        let found = game.any.position(text);
        // Rules that fail while a position is made are told before what the position lacks for it.
        game.checked(py, ())?;
        Ok(Position::of(game, found.or_raise(py)?))
    }

    /// The legal moves as Python's texts, made once.
    fn texts<'a, 'py>(&'a self, py: Python<'py>) -> PyResult<&'a Bound<'py, PyTuple>> {
        if self.moves.get().is_none() {
            let count = self.at.move_count();
            self.game.checked(py, ())?;
            let texts = PyTuple::new(py, (0..count).map(|number| self.at.move_text(number)))?;
            // Somebody else may have been faster with the same texts.
            drop(self.moves.set(texts.unbind()));
        }
        match self.moves.get() {
            Some(texts) => Ok(texts.bind(py)),
            None => {
                Err(Trouble::new("position", &self.at.text(), "its moves are lost", "report it").raise(py))
            }
        }
    }

    /// The number of the legal move of this text. The very object that `moves` gave is found without a look at its
    /// letters.
    fn number(&self, py: Python<'_>, mv: &Bound<'_, PyString>) -> PyResult<usize> {
        let texts = self.texts(py)?;
        if let Some(number) = texts.iter_borrowed().position(|text| text.is(mv)) {
            return Ok(number);
        }
        let found = self.at.find(mv.to_str()?);
        self.game.checked(py, ())?;
        found.or_raise(py)
    }

    fn after(&self, py: Python<'_>, mv: &Bound<'_, PyString>) -> PyResult<Position> {
        let number = self.number(py, mv)?;
        let next = self.at.after(number);
        self.game.checked(py, ())?;
        let lost = || {
            Trouble::new("move", &mv.to_string(), "not a legal move here", "play one of `moves`").raise(py)
        };
        Ok(Position::of(&self.game, next.ok_or_else(lost)?))
    }

    /// The first position of the way here.
    fn root(&self) -> Option<Box<dyn AnyPosition>> {
        let mut first = self.at.before()?;
        while let Some(before) = first.before() {
            first = before;
        }
        Some(first)
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// The legal moves in the game's notation; none in a finished game.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.texts(py).cloned()
    }

    /// Who is to move, counted from 0 in the order of first moves; `None` where chance moves.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        self.game.checked(py, self.at.mover().map(|player| player.0))
    }

    /// How the game ended, or `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let ended = self.at.outcome().is_some();
        self.game.checked(py, ())?;
        if !ended {
            return Ok(None);
        }
        let Some(ending) = self.at.ending() else { return Ok(None) };
        let utilities = PyTuple::new(py, &ending.utilities)?;
        let winner = ending.winner().map(|player| player.0);
        let class = py.import("plybook._data")?.getattr("Outcome")?;
        class.call1((winner, utilities, ending.rule.words(), ending.sentence)).map(Some)
    }

    /// The position's text, which `Game.position` reads back.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.game.checked(py, self.at.text())
    }

    /// The moves that led here from the first position.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.at.record())
    }

    /// How many moves led here.
    #[getter]
    fn plies(&self) -> usize {
        self.at.plies()
    }

    /// The position before the last move; `None` at the first.
    #[getter]
    fn parent(&self) -> Option<Position> {
        self.at.before().map(|before| Position::of(&self.game, before))
    }

    /// A number that stands for the position: equal positions have equal keys, on every machine.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.game.checked(py, self.at.key())
    }

    /// The position after a move, or after several.
    #[pyo3(signature = (mv, /, *more))]
    fn play(
        &self,
        py: Python<'_>,
        mv: &Bound<'_, PyString>,
        more: &Bound<'_, PyTuple>,
    ) -> PyResult<Position> {
        let mut next = self.after(py, mv)?;
        for mv in more.iter() {
            next = next.after(py, mv.cast::<PyString>()?)?;
        }
        Ok(next)
    }

    /// The terms of an evaluator for the side to move: name, value and hundredths of a point for each.
    #[pyo3(signature = (evaluator=None))]
    fn _explain(&self, py: Python<'_>, evaluator: Option<&str>) -> PyResult<Vec<(String, i32, i32)>> {
        let terms = self.at.session().explain(evaluator);
        self.game.checked(py, ())?;
        Ok(terms
            .or_raise(py)?
            .into_iter()
            .map(|term| (term.name.to_string(), term.value, term.weight))
            .collect())
    }

    /// The squares of the board: who owns the piece there, what it is called, and how many counters there are.
    fn _squares(&self, py: Python<'_>) -> PyResult<Vec<PlainSquare>> {
        let board = self.game.checked(py, self.at.board())?;
        let square = |square: plybook_catalog::Square| match square.piece {
            Some(piece) => (Some(piece.owner), piece.name.into_owned(), square.count),
            None => (None, String::new(), square.count),
        };
        Ok(board.squares.into_iter().map(square).collect())
    }

    /// The board in JSON, and what the last move did to its cells.
    fn _board(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let board = serde_json::to_string(&self.at.board());
        let marks = serde_json::to_string(&self.at.session().marks());
        self.game.checked(py, ())?;
        match (board, marks) {
            (Ok(board), Ok(marks)) => Ok((board, marks)),
            _ => {
                Err(Trouble::new("board", &self.at.text(), "it cannot be written as JSON", "report it")
                    .raise(py))
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Position({:?}, {:?})", self.game.any.full_name(), self.text(py)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let (board, _) = self._board(py)?;
        let text = self.text(py)?;
        py.import("plybook._data")?.getattr("board_text")?.call1((board, text))?.extract()
    }

    /// The board as data.
    #[getter]
    fn board<'py>(slf: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let (board, marks) = slf.get()._board(slf.py())?;
        slf.py().import("plybook._data")?.getattr("read_board")?.call1((board, marks))
    }

    /// What the strongest evaluator, or the named one, sees in the position for the side to move.
    #[pyo3(signature = (evaluator=None))]
    fn explain<'py>(slf: &Bound<'py, Position>, evaluator: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let terms = slf.get()._explain(slf.py(), evaluator)?;
        slf.py().import("plybook._data")?.getattr("read_terms")?.call1((terms,))
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_<'py>(slf: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let board = Position::board(slf)?;
        slf.py().import("plybook._svg")?.getattr("board_svg")?.call1((board,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Position>() else { return false };
        let (own, their) = (&self.game.rules, &other.get().game.rules);
        let same = match (own, their) {
            (Some(own), Some(their)) => std::sync::Arc::ptr_eq(own, their),
            (None, None) => true,
            _ => false,
        };
        same && self.at.equals(&*other.get().at)
    }

    /// It never changes: a copy is itself.
    fn __copy__(slf: Py<Position>) -> Py<Position> {
        slf
    }

    fn __deepcopy__(slf: Py<Position>, _memo: &Bound<'_, PyAny>) -> Py<Position> {
        slf
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.key(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let first = self.root().map_or_else(|| self.at.text(), |root| root.text());
        let start = self.game.any.position(None).or_raise(py)?.text();
        self.game.checked(py, ())?;
        let first = if first == start { None } else { Some(first) };
        let restore = py.import("plybook._data")?.getattr("restore")?;
        let parts = (self.game(), first, self.history(py)?).into_pyobject(py)?;
        Ok((restore, parts))
    }
}
