//! `4,4,4,4,4,4:0 4,4,4,4,4,4:0 s`: for each player the pits from the player's left and the store, then whose turn it is.

use super::{SowingGame, SowingPosition};
use crate::notation::side_letters;
use plybook_kernel::rows::{fields, side};
use plybook_kernel::{Game, Notation, ReadError};

use super::position::MOST_PLACES;
use plybook_kernel::Player;

impl Notation for SowingGame {
    fn text(&self, at: &SowingPosition) -> String {
        let row = |player: usize| {
            let pits = &at.places[self.rules.ring.pits_of(player)];
            let pits: Vec<String> = pits.iter().map(u8::to_string).collect();
            format!("{}:{}", pits.join(","), self.rules.ring.stored(at, player))
        };
        let letters = side_letters(&self.rules.definition.players);
        format!("{} {} {}", row(0), row(1), letters[at.mover.index()])
    }

    fn read(&self, text: &str) -> Result<SowingPosition, ReadError> {
        let rules = &self.rules;
        let [first, second, mover] = fields(text, &self.text(&self.start()))?;
        let mut at = SowingPosition { places: [0; MOST_PLACES], mover: Player::FIRST };
        let half = rules.ring.pits + 1;
        self.read_row(text, 0, first, &mut at.places[..half])?;
        self.read_row(text, first.len() + 1, second, &mut at.places[half..2 * half])?;
        let [one, other] = side_letters(&rules.definition.players);
        at.mover = side(text, mover, &[&one, &other])?;
        let refuse = |problem: String, remedy: String| Err(ReadError::new("position", text, problem, remedy));
        let seeds: u32 = at.places.iter().map(|&seeds| u32::from(seeds)).sum();
        if seeds != rules.definition.in_all() {
            let remedy = format!("the game has {} in all", rules.definition.in_all());
            return refuse(format!("{seeds} seeds on the board"), remedy);
        }
        let homes = [0, 1].map(|player| rules.ring.at_home(&at, player));
        if rules.definition.ends_bare && rules.definition.collect && rules.is_bare(&at) && homes != [0, 0] {
            let problem = "all pits of one player are empty, but not those of the other".to_owned();
            return refuse(
                problem,
                "the game is over then: put all seeds into their owners' stores".to_owned(),
            );
        }
        Ok(at)
    }

    fn move_text(&self, _: &SowingPosition, pit: u8) -> String {
        (pit + 1).to_string()
    }
}

impl SowingGame {
    /// Reads the pits and the store of one player, which begin at byte `start` of the text.
    fn read_row(&self, text: &str, start: usize, row: &str, places: &mut [u8]) -> Result<(), ReadError> {
        let fail = |byte: usize, problem: String, remedy: String| {
            Err(ReadError::new("position", text, problem, remedy).at(byte))
        };
        let Some((pits, store)) = row.split_once(':') else {
            let remedy = "write the pits with commas between them, a colon and the store".to_owned();
            return fail(start, format!("`{row}` has no store"), remedy);
        };
        let found = pits.split(',').count();
        if found != self.rules.ring.pits {
            return fail(
                start,
                format!("`{pits}` has {found} pits"),
                format!("write {}", self.rules.ring.pits),
            );
        }
        let most = self.rules.definition.in_all();
        let mut byte = start;
        for (number, place) in pits.split(',').chain([store]).zip(places) {
            match read_number(number).filter(|&seeds| u32::from(seeds) <= most) {
                Some(seeds) => *place = seeds,
                None => {
                    let problem = format!("`{number}` is no number of seeds");
                    return fail(byte, problem, format!("write 0 to {most}"));
                }
            }
            byte += number.len() + 1;
        }
        Ok(())
    }
}

/// Reads a number as it is written: digits only, without zeros in front.
fn read_number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
