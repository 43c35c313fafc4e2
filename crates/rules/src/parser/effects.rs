//! What moves do to other pieces.

use super::cursor::Cursor;
use super::{Parser, Result};
use crate::definition::{Effect, EffectRule, MillRule, SurroundRule};
use crate::geometry::LONGEST_SIDE;

/// Most rules for what moves do to other pieces.
const MOST_EFFECTS: usize = 4;
/// Most ways of all these rules together: each is followed for every move.
const MOST_WAYS: usize = 16;

impl Parser<'_> {
    /// `flip enemies up to own`, `flip enemies next to it`, `capture enemies between own`.
    pub(super) fn effect(&mut self, line: &mut Cursor, verb: &str, must: bool) -> Result<()> {
        self.board_of(line)?;
        if verb == "capture" && !must {
            match line.word() {
                Some("to") => return self.keep_captures(line),
                Some("one") => return self.mill(line),
                Some("surrounded") => return self.surround(line),
                _ => {}
            }
        }
        if !line.take("enemies") {
            line.expect("enemy")?;
        }
        let effect = if verb == "capture" {
            line.expect("between")?;
            line.expect("own")?;
            Effect::TakeBetween
        } else if line.one_of("which enemies flip", &["up", "next"])? == "up" {
            line.expect("to")?;
            line.expect("own")?;
            Effect::FlipBetween
        } else {
            line.expect("to")?;
            line.expect("it")?;
            Effect::FlipBeside
        };
        line.take_mark(',');
        let vectors = self.ways_or_any(line)?;
        if vectors.iter().any(|&(x, y)| !vectors.contains(&(-x, -y))) {
            return Err(
                line.error_before("ways without their opposites", "write orthogonal, diagonal or any")
            );
        }
        if self.effects.len() == MOST_EFFECTS {
            let remedy = format!("use at most {MOST_EFFECTS}");
            return Err(line.error_before("too many rules for flipping and capturing", remedy));
        }
        let ways = self.effects.iter().map(|rule| rule.vectors.len()).sum::<usize>() + vectors.len();
        if ways > MOST_WAYS {
            let remedy = format!("use at most {MOST_WAYS} ways in all of them together");
            return Err(line.error_before("too many ways for flipping and capturing", remedy));
        }
        self.effects.push(EffectRule { effect, vectors, must });
        Ok(())
    }
    /// `capture to hand`: taken pieces can be placed by who took them.
    fn keep_captures(&mut self, line: &mut Cursor) -> Result<()> {
        line.expect("to")?;
        line.expect("hand")?;
        self.keeps = true;
        Ok(())
    }

    /// `capture surrounded enemies, orthogonal`.
    fn surround(&mut self, line: &mut Cursor) -> Result<()> {
        line.expect("surrounded")?;
        line.expect("enemies")?;
        line.take_mark(',');
        let vectors = self.ways_or_any(line)?;
        if vectors.iter().any(|&(x, y)| !vectors.contains(&(-x, -y))) {
            let remedy = "write orthogonal, diagonal or any";
            return Err(line.error_before("ways without their opposites", remedy));
        }
        if self.surround.is_some() {
            return Err(line.error_before("a second rule for surrounded enemies", "write it once"));
        }
        self.surround = Some(SurroundRule { vectors, keeps_liberty: false });
        Ok(())
    }

    /// `must keep a liberty`.
    pub(super) fn keep_liberty(&mut self, line: &mut Cursor) -> Result<()> {
        line.expect("a")?;
        line.expect("liberty")?;
        match &mut self.surround {
            Some(rule) => {
                rule.keeps_liberty = true;
                Ok(())
            }
            None => {
                let remedy = "write `capture surrounded enemies, orthogonal` above";
                Err(line.error_before("liberties where nothing is surrounded", remedy))
            }
        }
    }

    /// `capture one enemy after line of 3 orthogonal, sparing lines`.
    fn mill(&mut self, line: &mut Cursor) -> Result<()> {
        for word in ["one", "enemy", "after", "line", "of"] {
            line.expect(word)?;
        }
        let length = line.number("pieces", 2..=LONGEST_SIDE as u32)? as usize;
        let vectors = self.ways_or_any(line)?;
        if vectors.iter().any(|&(x, y)| !vectors.contains(&(-x, -y))) {
            let remedy = "write orthogonal, diagonal or any";
            return Err(line.error_before("ways without their opposites", remedy));
        }
        if self.mill.is_some() {
            return Err(line.error_before("a second line that captures", "write it once"));
        }
        line.take_mark(',');
        let sparing = line.take("sparing");
        if sparing {
            line.expect("lines")?;
        }
        self.mill = Some(MillRule { length, vectors, sparing });
        Ok(())
    }
}
