//! Pieces, where they start, and how they move.

use super::cursor::Cursor;
use super::{Parser, Result};
use crate::definition::{ActionRule, Both, Chain, Form, MOST_KINDS, Onto, PieceKind, Placement, Promotion};
use crate::geometry::{Cells, LONGEST_SIDE, Vector};
use crate::lexer::Kind;
use crate::moves::EVERYBODY;
use plybook_kernel::Token;

/// How pieces can be drawn.
const TOKENS: [(&str, Token); 6] = [
    ("disc", Token::Disc),
    ("crowned", Token::Crowned),
    ("cross", Token::Cross),
    ("ring", Token::Ring),
    ("tile", Token::Tile),
    ("figure", Token::Figure),
];

/// What may be said of a piece.
const PARTS: [&str; 6] = ["letter", "drawn", "on", "royal", "in", "taken"];

/// Most pieces of a kind that a player has in hand at the start.
const MOST_IN_HAND: u32 = 60;

/// What a piece can do.
const VERBS: [&str; 8] = ["step", "slide", "leap", "jump", "fly", "march", "hop", "promote"];

/// What may be said of a move.
const CLAUSES: [&str; 10] = ["to", "over", "from", "into", "at", "must", "may", "then", "without", "while"];

/// What a move goes to or over.
const TARGETS: [&str; 6] = ["empty", "enemy", "own", "enemies", "any", "piece"];

/// What may be said of a placement.
const PLACINGS: [&str; 6] = ["in", "next", "not", "before", "covering", "while"];

/// Most rules of a game for making moves.
const MOST_ACTIONS: usize = 60;

/// Letters that position texts use for something else.
const BLOCK: char = '#';

/// Most ways of a leap.
const MOST_LEAPS: usize = 32;
/// Most ways of all leaps of a game.
const MOST_LEAPS_IN_ALL: usize = 48;

impl Parser<'_> {
    /// `piece pawn letter P drawn as figure on first two rows`.
    pub(super) fn piece(&mut self, line: &mut Cursor) -> Result<()> {
        self.board_of(line)?;
        let name = line.any_word("the name of a piece")?;
        if self.kinds.iter().any(|kind| kind.name == name) {
            return Err(line.error_before(format!("a second `{name}`"), "give it another name"));
        }
        if self.kinds.len() == MOST_KINDS {
            return Err(line.error_before("too many kinds of pieces", format!("use at most {MOST_KINDS}")));
        }
        let mut kind = PieceKind { name: name.to_owned(), letter: BLOCK, ..PieceKind::default() };
        let (mut on, mut drawn) = ([Cells::EMPTY; 2], false);
        while !line.is_done() {
            match line.one_of("a part of a piece's description", &PARTS)? {
                "letter" => kind.letter = self.letter(line)?,
                "royal" => kind.royal = true,
                "in" => {
                    line.expect("hand")?;
                    kind.in_hand = line.number("pieces", 1..=MOST_IN_HAND)? as u8;
                }
                "taken" => {
                    line.expect("as")?;
                    kind.taken_as = Some(self.kind(line)?);
                }
                "drawn" => {
                    line.take("as");
                    let word = line.one_of("a drawing", &TOKENS.map(|(word, _)| word))?;
                    kind.token =
                        TOKENS.iter().find(|(known, _)| *known == word).map_or(Token::Disc, |&(_, t)| t);
                    drawn = true;
                }
                _ => on = self.cells(line)?,
            }
            line.take_mark(',');
        }
        if kind.letter == BLOCK {
            let taken = |letter: &char| self.kinds.iter().any(|kind| kind.letter == *letter);
            let mut letters = name.chars().map(|letter| letter.to_ascii_uppercase());
            match letters.find(|letter| letter.is_ascii_uppercase() && !taken(letter)) {
                Some(letter) => kind.letter = letter,
                None => {
                    let problem = format!("no letter of `{name}` is left for it in position texts");
                    return Err(line.error_before(problem, "say one: `letter X`"));
                }
            }
        }
        self.drawn.push(drawn);
        self.kinds.push(kind);
        self.start.push([Cells::EMPTY; 2]);
        self.put(line, self.kinds.len() - 1, on)
    }

    fn letter(&self, line: &mut Cursor) -> Result<char> {
        let word = line.any_word("a letter")?;
        let letter = word.chars().next().unwrap_or(BLOCK);
        if word.len() != 1 || !letter.is_ascii_uppercase() {
            return Err(line.error_before(format!("`{word}` is not a letter"), "write one of A to Z"));
        }
        if self.kinds.iter().any(|kind| kind.letter == letter) {
            return Err(
                line.error_before(format!("`{letter}` stands for another piece"), "write another letter")
            );
        }
        Ok(letter)
    }

    /// Puts pieces on the board for the start.
    fn put(&mut self, line: &Cursor, kind: usize, on: Both<Cells>) -> Result<()> {
        let taken = self.start.iter().flatten().fold(self.blocks, |all, &cells| all | cells);
        if let Some(cell) = (on[0] & on[1]).first().or_else(|| (taken & (on[0] | on[1])).first()) {
            let name = self.board_of(line)?.name(cell);
            let remedy = "leave one of the two out";
            return Err(line.error_before(format!("two pieces start on {name}"), remedy));
        }
        if let Some(start) = self.start.get_mut(kind) {
            start.iter_mut().zip(on).for_each(|(start, on)| *start |= on);
        }
        Ok(())
    }

    /// `start White disc on d4, e5`, `start block on c3`.
    pub(super) fn starts(&mut self, line: &mut Cursor) -> Result<()> {
        if line.take("block") {
            line.expect("on")?;
            let [cells, _] = self.cells(line)?;
            let taken = self.start.iter().flatten().fold(self.blocks, |all, &cells| all | cells);
            if taken.meets(cells) {
                return Err(line.error_before("a piece starts on a blocked cell", "leave one of the two out"));
            }
            self.blocks |= cells;
            self.has_blocks = true;
            return Ok(());
        }
        let player = self.player(line)?;
        let kind = self.kind(line)?;
        line.expect("on")?;
        let mut on = self.cells(line)?;
        on[1 - player] = Cells::EMPTY;
        self.put(line, kind, on)
    }

    /// A player's name.
    pub(super) fn player(&mut self, line: &mut Cursor) -> Result<usize> {
        self.used_players = true;
        let names = [self.players[0].as_str(), self.players[1].as_str()];
        match names.iter().position(|&name| line.word() == Some(name)) {
            Some(player) => {
                line.skip();
                Ok(player)
            }
            None => Err(line.none_of("a player", &names)),
        }
    }

    /// The name of a kind of piece.
    pub(super) fn kind(&self, line: &mut Cursor) -> Result<usize> {
        match self.kinds.iter().position(|kind| line.word() == Some(&kind.name)) {
            Some(kind) => {
                line.skip();
                Ok(kind)
            }
            None if self.kinds.is_empty() => {
                Err(line.error("no piece is known yet", "write `piece disc` above"))
            }
            None => {
                let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name.as_str()).collect();
                Err(line.none_of("a piece", &names))
            }
        }
    }

    /// An indented line: what the piece above can do.
    pub(super) fn movement(&mut self, line: &mut Cursor, players: Both<bool>) -> Result<()> {
        let Some(kind) = self.kinds.len().checked_sub(1) else {
            return Err(line.error("an indented line without a piece above", "write `piece pawn` above"));
        };
        let verb = line.one_of("something that a piece does", &VERBS)?;
        if verb == "promote" {
            return self.promotion(line, kind);
        }
        let all = self.board_of(line)?.all();
        let ways = match verb {
            "leap" => self.leaps(line)?,
            // To any cell there is no way to name.
            "hop" => [Vec::new(), Vec::new()],
            _ => self.ways(line)?,
        };
        let mut said =
            Said { onto: None, over: None, most: LONGEST_SIDE, chain: Chain::Single, ..Said::default() };
        let mut rule = ActionRule {
            kind,
            form: Form::Drop,
            ways,
            from: [all; 2],
            into: [all; 2],
            shoot: Vec::new(),
            players,
            crowd: EVERYBODY,
        };
        while !line.is_done() {
            if line.take_mark(',') || line.take("and") {
                continue;
            }
            match line.one_of("a part of a move", &CLAUSES)? {
                "to" => said.onto = Some(targets(line)?),
                "over" => said.over = Some(targets(line)?),
                "from" => rule.from = self.cells(line)?,
                "into" => rule.into = self.cells(line)?,
                "at" => {
                    line.expect("most")?;
                    said.most = line.number("cells", 1..=LONGEST_SIDE as u32)? as usize;
                    said.limited = true;
                }
                "then" => {
                    line.expect("shoot")?;
                    rule.shoot = self.ways_or_any(line)?;
                    self.has_blocks = true;
                }
                "without" => {
                    line.expect("capture")?;
                    said.harmless = true;
                }
                "while" => self.crowd(line, &mut rule.crowd)?,
                word => {
                    line.expect("go")?;
                    line.take("straight").then(|| said.straight = true);
                    line.expect("on")?;
                    said.chain = if word == "must" { Chain::Must } else { Chain::May };
                }
            }
        }
        rule.form = said.form(verb, line)?;
        self.add(line, rule)
    }

    /// `while fewer than 4`, `while at least 4`: own pieces on the board.
    fn crowd(&self, line: &mut Cursor, crowd: &mut (usize, usize)) -> Result<()> {
        if line.one_of("how many own pieces", &["fewer", "at"])? == "fewer" {
            line.expect("than")?;
            crowd.1 = line.number("pieces", 1..=256)? as usize;
        } else {
            line.expect("least")?;
            crowd.0 = line.number("pieces", 1..=256)? as usize;
        }
        line.take("pieces");
        Ok(())
    }

    pub(super) fn add(&mut self, line: &Cursor, rule: ActionRule) -> Result<()> {
        if self.actions.len() == MOST_ACTIONS {
            return Err(line.error_before("too many rules for moves", format!("use at most {MOST_ACTIONS}")));
        }
        self.actions.push(rule);
        Ok(())
    }

    /// `promote to queen | rook on last row`.
    fn promotion(&mut self, line: &mut Cursor, kind: usize) -> Result<()> {
        line.expect("to")?;
        let mut names = Vec::new();
        loop {
            let column = line.column();
            names.push((line.any_word("a piece")?.to_owned(), column));
            if !line.take_mark('|') && !line.take("or") {
                break;
            }
        }
        line.expect("on")?;
        let on = self.cells(line)?;
        self.promotions.push((kind, names, on, line.clause.clone()));
        Ok(())
    }

    /// Pieces may be named before they are described: promotions are looked up at the end.
    pub(super) fn settle_promotions(&mut self) -> Result<()> {
        for (kind, names, on, clause) in std::mem::take(&mut self.promotions) {
            let mut kinds = Vec::new();
            for (name, column) in names {
                let Some(other) = self.kinds.iter().position(|kind| kind.name == name) else {
                    let known: Vec<&str> = self.kinds.iter().map(|kind| kind.name.as_str()).collect();
                    let remedy = crate::words::remedy(&name, &known);
                    return Err(clause.error(column, format!("`{name}` is not a piece"), remedy));
                };
                if other == kind || kinds.contains(&other) {
                    return Err(clause.error(column, format!("`{name}` twice"), "name another piece"));
                }
                kinds.push(other);
            }
            if self.kinds[kind].promotion.is_some() {
                let remedy = "name all pieces in one line: `promote to queen | rook on last row`";
                return Err(clause.error(1, "a second promotion of the same piece", remedy));
            }
            self.kinds[kind].promotion = Some(Promotion { kinds, on });
        }
        Ok(())
    }

    /// `1,2 | 2,2`: leaps by so many cells one way and the other, turned and mirrored in all ways.
    fn leaps(&mut self, line: &mut Cursor) -> Result<Both<Vec<Vector>>> {
        if self.board_of(line)?.hexagonal {
            return Err(line.error("a leap on a hexagonal board", "use `step`, `slide` or `jump`"));
        }
        let mut all: Vec<Vector> = Vec::new();
        loop {
            let longest = LONGEST_SIDE as u32;
            let x = line.number("cells", 0..=longest)? as i32;
            if !line.take_mark(',') {
                return Err(
                    line.error("the second number of the leap is missing", "write it like `leap 1,2`")
                );
            }
            let y = line.number("cells", 0..=longest)? as i32;
            if (x, y) == (0, 0) {
                return Err(line.error_before("a leap to where the piece stands", "write it like `leap 1,2`"));
            }
            for (a, b) in [(x, y), (y, x)] {
                for vector in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                    if !all.contains(&vector) {
                        all.push(vector);
                    }
                }
            }
            if all.len() > MOST_LEAPS {
                return Err(line.error_before("too many ways to leap", "name at most four leaps"));
            }
            if !line.take_mark('|') && !line.take("or") {
                break;
            }
        }
        for &vector in &all {
            if !self.leaps.contains(&vector) {
                self.leaps.push(vector);
            }
        }
        if self.leaps.len() > MOST_LEAPS_IN_ALL {
            let remedy =
                format!("use at most {MOST_LEAPS_IN_ALL} ways to leap in all: six leaps such as 1,2");
            return Err(line.error_before("too many different leaps", remedy));
        }
        Ok([all.clone(), all])
    }

    /// `place disc on empty`, and what may follow.
    pub(super) fn place(&mut self, line: &mut Cursor, players: Both<bool>) -> Result<()> {
        let all = self.board_of(line)?.all();
        let kind = self.kind(line)?;
        let mut place = Placement::default();
        if line.take("from") {
            line.expect("hand")?;
            place.from_hand = true;
        }
        line.expect("on")?;
        line.expect("empty")?;
        let mut ways: Both<Vec<Vector>> = [Vec::new(), Vec::new()];
        let mut into = [all; 2];
        while !line.is_done() {
            if line.take_mark(',') || line.take("and") {
                continue;
            }
            match line.one_of("a part of a placement", &PLACINGS)? {
                "in" => into = self.cells(line)?,
                "next" => {
                    line.expect("to")?;
                    place.beside = Some(targets(line)?);
                    let vectors = self.ways_or_any(line)?;
                    ways = [vectors.clone(), vectors];
                }
                "not" => {
                    line.expect("next")?;
                    line.expect("to")?;
                    place.apart = Some(targets(line)?);
                    let vectors = self.ways_or_any(line)?;
                    ways = [vectors.clone(), vectors];
                }
                "before" => {
                    line.expect("moving")?;
                    place.before_moves = true;
                }
                "covering" => {
                    place.covering = true;
                    ways = self.ways(line)?;
                }
                _ => {
                    line.expect("fewer")?;
                    line.expect("than")?;
                    place.fewer_than = Some(line.number("pieces", 1..=256)? as usize);
                }
            }
        }
        let demands = [place.covering, place.beside.is_some(), place.apart.is_some()];
        if demands.into_iter().filter(|&demand| demand).count() > 1 {
            return Err(line.error_before("`covering` and `next to` at once", "leave one of them out"));
        }
        if place.before_moves && !place.from_hand {
            let remedy = format!("write `place {} from hand on empty, before moving`", self.kinds[kind].name);
            return Err(line.error_before("pieces that are placed before moving have no number", remedy));
        }
        let form = Form::Place(place);
        let (from, shoot, crowd) = ([all; 2], Vec::new(), EVERYBODY);
        self.add(line, ActionRule { kind, form, ways, from, into, shoot, players, crowd })
    }

    /// `drop disc`, down the columns, or `drop disc west`.
    pub(super) fn drop_piece(&mut self, line: &mut Cursor, players: Both<bool>) -> Result<()> {
        let all = self.board_of(line)?.all();
        let kind = self.kind(line)?;
        let ways = match line.word().is_some_and(Self::is_way) {
            true => self.ways(line)?,
            false => [vec![(0, -1)], vec![(0, -1)]],
        };
        if ways.iter().any(|ways| ways.len() != 1) {
            return Err(line.error_before("a piece falls in one way", "write `drop disc south`"));
        }
        let rule = ActionRule {
            kind,
            form: Form::Drop,
            ways,
            from: [all; 2],
            into: [all; 2],
            shoot: Vec::new(),
            players,
            crowd: EVERYBODY,
        };
        self.add(line, rule)
    }
}

/// What an indented line said about a move.
struct Said {
    onto: Option<Onto>,
    over: Option<Onto>,
    most: usize,
    limited: bool,
    chain: Chain,
    straight: bool,
    harmless: bool,
}

impl Default for Said {
    fn default() -> Said {
        Said {
            onto: None,
            over: None,
            most: LONGEST_SIDE,
            limited: false,
            chain: Chain::Single,
            straight: false,
            harmless: false,
        }
    }
}

impl Said {
    /// The form of a move, and complaints about what does not belong to it.
    fn form(self, verb: &str, line: &Cursor) -> Result<Form> {
        let jumps = matches!(verb, "jump" | "fly");
        let missing = |what: &str, remedy: &str| Err(line.error(format!("`{verb}` {what}"), remedy));
        if self.limited && verb != "slide" {
            return missing("is not limited by `at most`", "leave it out, or use `slide`");
        }
        if !jumps && (self.over.is_some() || self.chain != Chain::Single || self.harmless) {
            return missing("is no jump", "leave `over`, `go on` and `without capture` to `jump` and `fly`");
        }
        if jumps {
            let Some(over) = self.over else {
                return missing("does not say over what", "write `over enemy`, `over own` or `over any`");
            };
            if self.onto.is_some_and(|onto| onto.enemy || onto.own) {
                return missing("to a cell that is not empty", "leave `to` out: jumps end on empty cells");
            }
            let takes = over.enemy && !over.own && !self.harmless;
            return Ok(Form::Jump {
                over: Onto { empty: false, ..over },
                takes,
                chain: self.chain,
                straight: self.straight,
                long: verb == "fly",
            });
        }
        let Some(onto) = self.onto else {
            return missing("does not say to what", "write `to empty`, `to enemy` or `to empty | enemy`");
        };
        if onto.own {
            return missing("ends on an own piece", "write `to empty | enemy`");
        }
        Ok(match verb {
            "slide" => Form::Slide { onto, most: self.most },
            "march" => Form::March { onto },
            "hop" => Form::Hop { onto },
            _ => Form::Step { onto },
        })
    }
}

/// `empty | enemy`.
fn targets(line: &mut Cursor) -> Result<Onto> {
    let mut onto = Onto::default();
    loop {
        match line.one_of("what may stand there", &TARGETS)? {
            "empty" => onto.empty = true,
            "own" => onto.own = true,
            "any" | "piece" => {
                line.take("piece");
                onto = Onto { own: true, enemy: true, ..onto };
            }
            _ => onto.enemy = true,
        }
        let more = matches!(line.peek_at(0), Some(Kind::Mark('|'))) || line.word() == Some("or");
        if !more {
            return Ok(onto);
        }
        line.skip();
    }
}
