//! What is wrong with a move that is not legal: which rule forbids it, where the new board differs from what the move
//! makes of it, and which option of the game would allow it.

use super::{Course, rows};
use crate::clients::GameOrigin;
use plybook_catalog::{ReadError, Session, open};

/// Differences of two boards that a sentence lists.
const LISTED: usize = 4;
/// What the games' own words about an illegal move begin with.
const BECAUSE: &str = "because ";

/// What a course agent answered, as far as it can be compared.
#[derive(Clone, Copy)]
pub struct Illegal<'a> {
    /// The course.
    pub course: Course,
    /// The game that is played.
    pub origin: &'a GameOrigin,
    /// The game in progress.
    pub session: &'a dyn Session,
    /// The rows of the new board, if there is one.
    pub board: Option<&'a [String]>,
    /// The reported squares as a move's text, if they are on the board.
    pub reported: Option<&'a str>,
}

impl Illegal<'_> {
    /// What is wrong, in words.
    pub fn explain(&self) -> String {
        let before = rows(self.course, self.session);
        let Some(board) = self.board else {
            return match self.reported {
                Some(text) => self.forbidden(text).unwrap_or_else(|| format!("{text} is not legal")),
                None => "it names no square of the board, and comes without a new board".to_owned(),
            };
        };
        let shape = |rows: &[String]| rows.iter().map(|row| row.chars().count()).collect::<Vec<_>>();
        if shape(board) != shape(&before) {
            return "the new board has other rows than the old one".to_owned();
        }
        if board == before {
            return "the new board is the old one; the new state must be a copy with the move made"
                .to_owned();
        }
        let deduced = self.deduce(&before, board);
        let mut told = match deduced.as_deref().or(self.reported) {
            Some(text) => self.about(text, board),
            None => {
                let changed = self.differences(&before, board, |square, was, is| {
                    format!("{square} shows {is} instead of {was}")
                });
                format!("no move changes the board so: {changed}")
            }
        };
        if let Some(option) = self.option_that_allows(board) {
            told.push_str(&format!("; the option {option} would allow it"));
        }
        told
    }

    /// What is wrong with a move between known squares and the board after it.
    fn about(&self, text: &str, board: &[String]) -> String {
        let fitting = |known: &&String| *known == text || known.split('=').next() == Some(text);
        let legal = self.session.move_texts();
        let results = legal.iter().filter(fitting).filter_map(|known| Some((known, self.after(known)?)));
        let count =
            |after: &[String]| cells(after).zip(cells(board)).filter(|(one, other)| one != other).count();
        match results.min_by_key(|(_, after)| count(after)) {
            Some((known, after)) => {
                let differ = self.differences(&after, board, |square, right, shown| match (right, shown) {
                    ('-' | ' ', shown) => {
                        format!("the {shown} on {square} is gone after it, and still stands on the new board")
                    }
                    (right, '-' | ' ') => {
                        format!("the {right} on {square} stays, and is missing from the new board")
                    }
                    (right, shown) => format!("{square} shows {shown} instead of {right}"),
                });
                format!("{known} is legal, but {differ}")
            }
            None => self.forbidden(text).map_or_else(
                || format!("{text} is not legal"),
                |why| format!("{text} is not legal, because {why}"),
            ),
        }
    }

    /// The rule that forbids a move, in the game's own words.
    fn forbidden(&self, text: &str) -> Option<String> {
        let ReadError { problem, .. } = self.copy()?.play(text).err()?;
        problem.split_once(BECAUSE).map(|(_, why)| why.to_owned())
    }

    /// A session that moves can be tried in.
    fn copy(&self) -> Option<Box<dyn Session>> {
        self.origin.game.session(Some(&self.session.text())).ok()
    }

    /// The board after a legal move.
    fn after(&self, text: &str) -> Option<Vec<String>> {
        let mut copy = self.copy()?;
        copy.play(text).ok()?;
        Some(rows(self.course, &*copy))
    }

    /// The move that a new board shows: where an own piece left, and where one came.
    fn deduce(&self, before: &[String], board: &[String]) -> Option<String> {
        let first = self.session.mover()?.0 == 0;
        let own = |piece: char| match self.course {
            Course::Baroque => piece.is_alphabetic() && piece.is_uppercase() == first,
            Course::ToroTile => piece == if first { 'W' } else { 'B' },
        };
        let squares = self.session.board().squares;
        let mut left = Vec::new();
        let mut came = Vec::new();
        for ((square, was), is) in squares.iter().zip(cells(before)).zip(cells(board)) {
            match (own(was), own(is)) {
                (true, false) => left.push((square.name.as_str(), was)),
                (false, true) => came.push((square.name.as_str(), is)),
                _ => {}
            }
        }
        match (self.course, &left[..], &came[..]) {
            (Course::Baroque, [(from, was)], [(to, is)]) if was == is => Some(format!("{from}{to}")),
            (Course::ToroTile, [], [(to, _)]) => Some((*to).to_owned()),
            _ => None,
        }
    }

    /// The cells in which two boards differ, in words.
    fn differences(
        &self,
        one: &[String],
        other: &[String],
        words: impl Fn(&str, char, char) -> String,
    ) -> String {
        let squares = self.session.board().squares;
        let all: Vec<String> = squares
            .iter()
            .zip(cells(one).zip(cells(other)))
            .filter(|(_, (one, other))| one != other)
            .map(|(square, (one, other))| words(&square.name, one, other))
            .collect();
        let more = all.len().saturating_sub(LISTED);
        let listed = all.into_iter().take(LISTED).collect::<Vec<_>>().join(", ");
        if more > 0 { format!("{listed} and {more} more squares") } else { listed }
    }

    /// The one option of the game under which some legal move leads to this board.
    fn option_that_allows(&self, board: &[String]) -> Option<String> {
        let game = &*self.origin.game;
        let name = game.full_name();
        // A choice is written `leaper=next|any`.
        let choices = game.info().options.iter().filter_map(|option| option.form.split_once('='));
        let mut each = choices.flat_map(|(option, values)| {
            values.split('|').map(move |value| (format!("{option}="), value.to_owned()))
        });
        each.find_map(|(prefix, value)| {
            let other = open(&with_option(&name, &prefix, &value)).ok()?;
            let mut session = other.session(Some(&self.session.text())).ok()?;
            let found = session.move_texts().iter().any(|text| {
                let made = session.play(text).is_ok();
                let same = made && rows(self.course, &*session) == board;
                if made {
                    session.take_back();
                }
                same
            });
            found.then(|| format!("{prefix}{value}"))
        })
    }
}

fn cells(rows: &[String]) -> impl Iterator<Item = char> {
    rows.iter().flat_map(|row| row.chars())
}

/// A game's name with one option set, instead of what is said about it there.
fn with_option(name: &str, prefix: &str, value: &str) -> String {
    let (game, options) = name.split_once(':').unwrap_or((name, ""));
    let kept = options.split(',').filter(|option| !option.is_empty() && !option.starts_with(prefix));
    let options: Vec<String> = kept.map(str::to_owned).chain([format!("{prefix}{value}")]).collect();
    format!("{game}:{}", options.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_takes_the_place_of_what_was_said() {
        assert_eq!(with_option("baroque", "leaper=", "any"), "baroque:leaper=any");
        assert_eq!(
            with_option("baroque:uw-2019,leaper=any", "leaper=", "next"),
            "baroque:uw-2019,leaper=next"
        );
    }

    /// What is said of a board that White answers with.
    fn explained(game: &str, position: &str, board: &[&str], reported: Option<&str>) -> String {
        let game = open(game).unwrap();
        let origin = GameOrigin::new(&*game).unwrap();
        let session = game.session(Some(position)).unwrap();
        let board: Vec<String> = board.iter().map(|row| row.replace('.', "-")).collect();
        let course = if game.info().name == "tts" { Course::ToroTile } else { Course::Baroque };
        let board = (!board.is_empty()).then_some(&board[..]);
        Illegal { course, origin: &origin, session: &*session, board, reported }.explain()
    }

    const LEAP: &str = "k7/8/8/8/L1p5/8/8/K7 w";

    #[test]
    fn the_rule_and_the_option_are_named() {
        let far =
            ["k.......", "........", "........", "........", "....L...", "........", "........", "K......."];
        let told = explained("baroque", LEAP, &far, None);
        assert!(
            told.starts_with("a4e4 is not legal, because a leap ends on the square directly behind"),
            "{told}"
        );
        assert!(told.ends_with("; the option leaper=any would allow it"), "{told}");
        let frozen = "k7/8/8/8/1F6/2i5/2P5/K7 w";
        let moved =
            ["k.......", "........", "........", "........", ".F......", "..i.....", "...P....", "K......."];
        let told = explained("baroque", frozen, &moved, Some("c2d2"));
        assert!(told.contains("the pincer on c2 is frozen by the imitator on c3"), "{told}");
        assert!(told.ends_with("; the option imitator-freezes=freezer would allow it"), "{told}");
    }

    #[test]
    fn a_board_that_is_not_the_moves_is_compared_with_it() {
        let forgotten =
            ["k.......", "........", "........", "........", "..pL....", "........", "........", "K......."];
        assert_eq!(
            explained("baroque", LEAP, &forgotten, None),
            "a4d4 is legal, but the p on c4 is gone after it, and still stands on the new board"
        );
        let greedy =
            ["........", "........", "........", "........", "...L....", "........", "........", "K......."];
        assert_eq!(
            explained("baroque", LEAP, &greedy, None),
            "a4d4 is legal, but the k on a8 stays, and is missing from the new board"
        );
        let same =
            ["k.......", "........", "........", "........", "L.p.....", "........", "........", "K......."];
        assert!(explained("baroque", LEAP, &same, None).starts_with("the new board is the old one"));
        assert_eq!(
            explained("baroque", LEAP, &[], Some("a4e5")),
            "a leaper moves like a queen, straight or diagonally"
        );
        assert!(explained("baroque", LEAP, &["k"], None).contains("other rows"));
        assert!(explained("baroque", LEAP, &[], None).contains("names no square"));
    }

    #[test]
    fn tiles_are_explained_too() {
        let position = ".-../.-.-/--../..-. W";
        assert_eq!(
            explained("tts:tetra-toro", position, &[], Some("c1")),
            "no tile may be placed on c1, which is forbidden"
        );
        let two = [
            "W-W ".replace('-', "."),
            " - -".replace('-', "."),
            "--  ".replace('-', "."),
            "  - ".replace('-', "."),
        ];
        let two: Vec<&str> = two.iter().map(String::as_str).collect();
        let told = explained("tts:tetra-toro", position, &two, None);
        assert!(
            told.starts_with("no move changes the board so: a4 shows W instead of  , c4 shows W"),
            "{told}"
        );
    }
}
