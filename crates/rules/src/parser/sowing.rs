//! Games of sowing: pits, seeds, what the last seed does, and ends by counts of seeds.

use super::cursor::Cursor;
use super::finish::{Heading, Last};
use super::{Parser, Result};
use crate::definition::Both;
use crate::lexer::Kind;
use crate::sowing::definition::{
    COUNTS, LastAct, LastPlace, LastRule, MOST_IN_ALL, MOST_PITS, MOST_SEEDS, PathEnd, SeedsDecide, Slam,
    SowRule, SowingDefinition, Stores,
};
use plybook_kernel::OptionInfo;

/// Statements that only games of sowing have.
const OWN: [&str; 7] = ["pits", "seeds", "sow", "last", "grand", "collect", "end"];

/// Statements of games of sowing that other games have too, but mean otherwise.
const SHARED: [&str; 4] = ["must", "stuck", "win", "draw"];

/// Statements that mean the same in all games.
const COMMON: [&str; 4] = ["game", "about", "players", "option"];

/// Most rules for the last seed, and most numbers of seeds in one of them.
const MOST_LAST: usize = 12;
const MOST_MAKING: usize = 12;

/// What was said of pits and seeds.
#[derive(Default)]
pub(super) struct SaidOfPits {
    pits: usize,
    seeds: Option<u32>,
    sow: Option<SowRule>,
    last: Vec<LastRule>,
    slam: Option<Slam>,
    feeds: bool,
    collects: bool,
    ends_bare: bool,
    /// How many seeds win; zero for more than half.
    wins_with: Option<u32>,
    stuck: Option<SeedsDecide>,
    repetition: Option<PathEnd>,
    plies: Option<PathEnd>,
    quiet: Option<PathEnd>,
}

/// A statement may stand once.
fn once<T>(line: &Cursor, said: &Option<T>, what: &str) -> Result<()> {
    match said {
        None => Ok(()),
        Some(_) => Err(line.error_before(format!("a second `{what}`"), "write it once")),
    }
}

impl Parser<'_> {
    /// Whether a statement is one about pits and seeds.
    pub(super) fn is_of_pits(&self, statement: &str) -> bool {
        OWN.contains(&statement) || self.sowing.is_some() && !COMMON.contains(&statement)
    }

    /// Refuses what a piece does where there are pits.
    pub(super) fn refuse_pieces(&self, line: &Cursor) -> Result<()> {
        match self.sowing {
            None => Ok(()),
            Some(_) => {
                Err(line.error("an indented line in a game of pits", "begin the line with its first word"))
            }
        }
    }

    /// Reads a statement about pits and seeds.
    pub(super) fn pits_statement(
        &mut self,
        line: &mut Cursor,
        statement: &str,
        players: Both<bool>,
    ) -> Result<()> {
        if players != [true; 2] {
            let remedy = "leave the player out: both players sow by the same rules";
            return Err(line.error_before(format!("`{statement}` is not for one player alone"), remedy));
        }
        if statement == "pits" {
            return self.pits(line);
        }
        let Some(said) = &mut self.sowing else {
            let problem = format!("`{statement}` comes before the pits are known");
            return Err(line.error_before(problem, "write `pits 6 a side` above"));
        };
        match statement {
            "seeds" => said.seeds(line),
            "sow" => said.sow(line),
            "last" => said.last(line),
            "grand" => said.grand_slam(line),
            "collect" => {
                line.expect("own")?;
                line.expect("seeds")?;
                said.collects = true;
                Ok(())
            }
            "must" => {
                line.expect("feed")?;
                said.feeds = true;
                Ok(())
            }
            "stuck" => said.stuck(line),
            "win" => said.win(line),
            "end" | "draw" => said.path_end(line, statement == "end"),
            _ => {
                let remedy = format!("use {}, {}", OWN.join(", "), SHARED.join(", "));
                Err(line.error_before(format!("`{statement}` in a game of pits"), remedy))
            }
        }
    }

    /// `pits 6 a side`.
    fn pits(&mut self, line: &mut Cursor) -> Result<()> {
        if self.board.is_some() {
            return Err(line.error_before("pits beside a board", "leave out `board` or `pits`"));
        }
        if self.sowing.is_some() {
            return Err(line.error_before("a second `pits`", "write it once"));
        }
        let pits = line.number("pits", 1..=MOST_PITS as u32)? as usize;
        line.expect("a")?;
        line.expect("side")?;
        self.used_players = true;
        self.sowing = Some(SaidOfPits { pits, ..SaidOfPits::default() });
        Ok(())
    }
}

impl SaidOfPits {
    fn in_all(&self) -> u32 {
        2 * self.pits as u32 * self.seeds.unwrap_or(0)
    }

    /// `seeds 4 in each pit`.
    fn seeds(&mut self, line: &mut Cursor) -> Result<()> {
        once(line, &self.seeds, "seeds")?;
        let seeds = line.number("seeds", 1..=MOST_SEEDS)?;
        self.seeds = Some(seeds);
        if self.in_all() > MOST_IN_ALL {
            let problem = format!("{} seeds in all", self.in_all());
            return Err(line.error_before(problem, format!("use at most {MOST_IN_ALL} together")));
        }
        ["in", "each", "pit"].into_iter().try_for_each(|word| line.expect(word))
    }

    /// `sow into own store, skipping the origin, from pits of at least 2`.
    fn sow(&mut self, line: &mut Cursor) -> Result<()> {
        once(line, &self.sow, "sow")?;
        line.expect("into")?;
        let stores = match line.one_of("which stores get seeds", &["no", "own", "both"])? {
            "no" => Stores::Neither,
            "own" => Stores::Own,
            _ => Stores::Both,
        };
        if stores != Stores::Both || !line.take("stores") {
            line.expect(if stores == Stores::Both { "stores" } else { "store" })?;
        }
        let mut rule = SowRule { stores, skips_origin: false, least: 1 };
        while !line.is_done() {
            if line.take_mark(',') || line.take("and") {
                continue;
            }
            if line.one_of("a part of sowing", &["skipping", "from"])? == "skipping" {
                line.expect("the")?;
                line.expect("origin")?;
                rule.skips_origin = true;
            } else {
                ["pits", "of", "at", "least"].into_iter().try_for_each(|word| line.expect(word))?;
                rule.least = line.number("seeds", 1..=MOST_SEEDS)? as u8;
            }
        }
        self.sow = Some(rule);
        Ok(())
    }

    /// `last seed in own store: move again`, `last seed in enemy pit making 2 | 3: capture it and backwards`.
    fn last(&mut self, line: &mut Cursor) -> Result<()> {
        let Some(sow) = self.sow else {
            let remedy = "write `sow into own store`, or another store, above";
            return Err(line.error_before("`last` comes before it is known how seeds are sown", remedy));
        };
        if self.last.len() == MOST_LAST {
            return Err(
                line.error_before("too many rules for the last seed", format!("use at most {MOST_LAST}"))
            );
        }
        line.expect("seed")?;
        line.expect("in")?;
        let mut counts = vec![true; COUNTS];
        let empty = line.take("empty");
        let mut place = match line.one_of("a place", &["own", "enemy", "any"])? {
            "own" => LastPlace::OwnPit,
            "enemy" => LastPlace::EnemyPit,
            _ => LastPlace::AnyPit,
        };
        if place == LastPlace::OwnPit && line.take("store") {
            if empty || sow.stores == Stores::Neither {
                let remedy = "write `sow into own store`, or name a pit here";
                return Err(line.error_before("no last seed falls there", remedy));
            }
            place = LastPlace::OwnStore;
        } else {
            line.expect("pit")?;
            if empty {
                counts = (0..COUNTS).map(|count| count == 1).collect();
            } else if line.take("making") {
                counts = making(line)?;
            }
        }
        if !line.take_mark(':') {
            return Err(line.error(format!("{} where `:` is missing", line.found()), "write `: capture it`"));
        }
        let act = last_act(line, place)?;
        self.last.push(LastRule { place, counts, act });
        Ok(())
    }

    /// `grand slam captures nothing`, `grand slam is forbidden`.
    fn grand_slam(&mut self, line: &mut Cursor) -> Result<()> {
        once(line, &self.slam, "grand slam")?;
        line.expect("slam")?;
        self.slam = Some(match line.one_of("what becomes of it", &["captures", "is"])? {
            "is" => {
                line.expect("forbidden")?;
                Slam::Forbidden
            }
            _ if line.one_of("what it captures", &["all", "nothing"])? == "all" => Slam::All,
            _ => Slam::Nothing,
        });
        Ok(())
    }

    /// `stuck: more seeds wins`.
    fn stuck(&mut self, line: &mut Cursor) -> Result<()> {
        once(line, &self.stuck, "stuck")?;
        line.take_mark(':');
        let words = ["more", "fewer", "loses", "wins", "draws"];
        self.stuck = Some(match line.one_of("what happens to who cannot move", &words)? {
            "loses" => SeedsDecide::Loses,
            "wins" => SeedsDecide::Wins,
            "draws" => SeedsDecide::Draws,
            word => {
                line.expect("seeds")?;
                line.expect("wins")?;
                if word == "more" { SeedsDecide::More } else { SeedsDecide::Fewer }
            }
        });
        Ok(())
    }

    /// `win: own at least 25 seeds`, `win: own more than half the seeds`.
    fn win(&mut self, line: &mut Cursor) -> Result<()> {
        once(line, &self.wins_with, "win")?;
        if self.seeds.is_none() {
            let remedy = "write `seeds 4 in each pit` above";
            return Err(line.error_before("`win` comes before the seeds are known", remedy));
        }
        line.take_mark(':');
        line.expect("own")?;
        let least = if line.one_of("how many seeds", &["at", "more"])? == "at" {
            line.expect("least")?;
            line.number("seeds", 1..=self.in_all())?
        } else {
            ["than", "half", "the"].into_iter().try_for_each(|word| line.expect(word))?;
            self.in_all() / 2 + 1
        };
        line.expect("seeds")?;
        self.wins_with = Some(least);
        Ok(())
    }

    /// `end: either side empty`, `end: position 3 times`, `draw: after 200 plies without capture`.
    fn path_end(&mut self, line: &mut Cursor, counted: bool) -> Result<()> {
        line.take_mark(':');
        let words: &[&'static str] =
            if counted { &["either", "position", "after"] } else { &["position", "after"] };
        match line.one_of("an end of the game", words)? {
            "either" => {
                line.expect("side")?;
                line.expect("empty")?;
                self.ends_bare = true;
            }
            "position" => {
                once(line, &self.repetition, "position")?;
                self.repetition = Some(PathEnd { after: line.number("times", 2..=9)?, counted });
                line.expect("times")?;
            }
            _ => {
                let end = Some(PathEnd { after: line.number("plies", 1..=10_000)?, counted });
                line.expect("plies")?;
                let quiet = line.take("without");
                if quiet {
                    line.expect("capture")?;
                }
                let said = if quiet { &mut self.quiet } else { &mut self.plies };
                once(line, said, "after")?;
                *said = end;
            }
        }
        Ok(())
    }

    /// What only the whole file shows.
    pub(super) fn finish(
        self,
        heading: Heading,
        players: [String; 2],
        options: Vec<OptionInfo>,
        last: &Last,
    ) -> Result<SowingDefinition> {
        let Some(seeds) = self.seeds else {
            return Err(last.missing("the pits have no seeds", "add a line such as `seeds 4 in each pit`"));
        };
        let Some(sow) = self.sow else {
            let remedy = "add `sow into own store`, `sow into both stores` or `sow into no store`";
            return Err(last.missing("nothing says how seeds are sown", remedy));
        };
        let Some(stuck) = self.stuck else {
            let remedy = "add `stuck: more seeds wins`, `stuck: loses` or another";
            return Err(last.missing("nothing says what happens to a player who cannot move", remedy));
        };
        let counted = matches!(stuck, SeedsDecide::More | SeedsDecide::Fewer);
        let path = [self.repetition, self.plies, self.quiet];
        if !counted && (self.ends_bare || path.iter().flatten().any(|end| end.counted)) {
            let remedy = "write `stuck: more seeds wins` or `stuck: fewer seeds wins`";
            return Err(last.missing("nothing says who wins when seeds are counted", remedy));
        }
        if stuck == SeedsDecide::Draws && self.wins_with.is_none() {
            let remedy = "add `win: own more than half the seeds`, or write `stuck: more seeds wins`";
            return Err(last.missing("nobody can win", remedy));
        }
        if sow.stores == Stores::Neither && path.iter().flatten().next().is_none() {
            let remedy = "add `draw: position 3 times` or `end: after 100 plies without capture`";
            return Err(last.missing("a game could go on for ever", remedy));
        }
        Ok(SowingDefinition {
            title: heading.title,
            name: heading.name,
            summary: heading.summary,
            players,
            options,
            pits: self.pits,
            seeds,
            sow,
            last: self.last,
            slam: self.slam.unwrap_or(Slam::All),
            must_feed: self.feeds,
            collect: self.collects,
            ends_bare: self.ends_bare,
            wins_with: self.wins_with,
            stuck,
            repetition: self.repetition,
            plies: self.plies,
            quiet: self.quiet,
        })
    }
}

/// `2 | 3`, `even`, `odd`: how many seeds the last one makes.
fn making(line: &mut Cursor) -> Result<Vec<bool>> {
    if line.take("even") {
        return Ok((0..COUNTS).map(|count| count % 2 == 0).collect());
    }
    if line.take("odd") {
        return Ok((0..COUNTS).map(|count| count % 2 == 1).collect());
    }
    let mut counts = vec![false; COUNTS];
    for _ in 0..MOST_MAKING {
        let count = line.number("seeds", 1..=MOST_IN_ALL)?;
        if let Some(fits) = counts.get_mut(count as usize) {
            *fits = true;
        }
        let more = matches!(line.peek_at(0), Some(Kind::Mark('|'))) || line.word() == Some("or");
        if !more {
            return Ok(counts);
        }
        line.skip();
    }
    Err(line.error_before("too many numbers of seeds", format!("name at most {MOST_MAKING}")))
}

/// `move again`, `capture it and opposite, even if opposite is empty`.
fn last_act(line: &mut Cursor, place: LastPlace) -> Result<LastAct> {
    let words: &[&'static str] = match place {
        LastPlace::OwnStore => &["move"],
        _ => &["move", "capture"],
    };
    if line.one_of("what the last seed does", words)? == "move" {
        line.expect("again")?;
        return Ok(LastAct::MoveAgain);
    }
    let mut it = line.take("it");
    let (mut opposite, mut backwards, mut from_empty) = (false, false, false);
    if !it {
        opposite = line.one_of("what is captured", &["it", "opposite"])? == "opposite";
        it = line.take("and");
        if it {
            line.expect("it")?;
        }
    } else if line.take("and") {
        opposite = line.one_of("what is captured besides", &["opposite", "backwards"])? == "opposite";
        backwards = !opposite;
    }
    line.take_mark(',');
    if opposite && it && line.take("even") {
        ["if", "opposite", "is", "empty"].into_iter().try_for_each(|word| line.expect(word))?;
        from_empty = true;
    }
    Ok(LastAct::Capture { it, opposite, from_empty, backwards })
}
