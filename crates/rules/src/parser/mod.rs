//! From a file's text to its definition.

mod board;
mod cursor;
mod effects;
mod ends;
mod finish;
mod options;
mod pieces;
mod sowing;

use crate::definition::{
    ActionRule, Both, Compulsion, Described, EffectRule, EndResult, EndTest, MillRule, PathRules, PieceKind,
    Stuck, SurroundRule,
};
use crate::error::RulesError;
use crate::geometry::{Cells, Geometry, Vector};
use crate::lexer::{Clause, Kind, Values, clauses};
use cursor::Cursor;
pub(crate) use options::{declared, standing};
use plybook_kernel::OptionInfo;
use sowing::SaidOfPits;

/// The faults of a file, at least one, in the order of the lines.
#[derive(Debug, Default)]
pub(crate) struct Faults(pub Vec<RulesError>);

impl From<RulesError> for Faults {
    fn from(fault: RulesError) -> Faults {
        Faults(vec![fault])
    }
}

/// What a reading gives.
type Result<T> = std::result::Result<T, RulesError>;

/// Words that begin a statement.
const STATEMENTS: [&str; 31] = [
    "game",
    "about",
    "players",
    "board",
    "holes",
    "gaps",
    "diagonals",
    "zone",
    "option",
    "if",
    "unless",
    "piece",
    "start",
    "place",
    "drop",
    "flip",
    "capture",
    "must",
    "count",
    "stuck",
    "both",
    "win",
    "lose",
    "draw",
    "pits",
    "seeds",
    "sow",
    "last",
    "grand",
    "collect",
    "end",
];

/// Statements that declare what others name.
const DECLARATIONS: [&str; 14] = [
    "game",
    "players",
    "board",
    "holes",
    "gaps",
    "diagonals",
    "zone",
    "option",
    "if",
    "unless",
    "piece",
    "pits",
    "seeds",
    "sow",
];

/// Faults that are told at once.
const MOST_FAULTS: usize = 20;

/// Most cells of a board with royal pieces.
const MOST_ROYAL_CELLS: usize = 64;

/// Longest name and summary, in characters.
const LONGEST_NAME: usize = 40;
const LONGEST_SUMMARY: usize = 300;

/// A promotion as it was said: the kind, the names of what it becomes with their columns, where, and the clause.
type SaidPromotion = (usize, Vec<(String, usize)>, Both<Cells>, Clause);

/// What was read so far.
struct Parser<'a> {
    values: &'a Values,
    title: Option<String>,
    summary: String,
    players: Both<String>,
    forward: Both<Vector>,
    /// Whether something relied on the players' names or directions.
    used_players: bool,
    board: Option<Geometry>,
    zones: Vec<(String, Both<Cells>)>,
    kinds: Vec<PieceKind>,
    /// Whether a kind's drawing was said.
    drawn: Vec<bool>,
    start: Vec<Both<Cells>>,
    blocks: Cells,
    has_blocks: bool,
    actions: Vec<ActionRule>,
    /// The ways of all leaps, each once.
    leaps: Vec<Vector>,
    promotions: Vec<SaidPromotion>,
    effects: Vec<EffectRule>,
    mill: Option<MillRule>,
    surround: Option<SurroundRule>,
    capture: Compulsion,
    keeps: bool,
    merges: bool,
    stuck: Option<Stuck>,
    both_stuck: Option<Stuck>,
    ends: Vec<EndTest>,
    path: PathRules,
    /// What was said of pits and seeds, in a game of sowing.
    sowing: Option<SaidOfPits>,
}

/// Reads a file, its options having these values; tells the first fault.
pub(crate) fn parse(text: &str, options: Vec<OptionInfo>, values: &Values) -> Result<Described> {
    parse_all(text, options, values).map_err(|mut faults| faults.0.swap_remove(0))
}

/// The same, and goes on behind a fault where what follows can be understood without the statement.
pub(crate) fn parse_all(
    text: &str,
    options: Vec<OptionInfo>,
    values: &Values,
) -> std::result::Result<Described, Faults> {
    let mut faults = Faults::default();
    let mut parser = Parser {
        values,
        title: None,
        summary: String::new(),
        players: ["White".to_owned(), "Black".to_owned()],
        forward: [(0, 1), (0, -1)],
        used_players: false,
        board: None,
        zones: Vec::new(),
        kinds: Vec::new(),
        drawn: Vec::new(),
        start: Vec::new(),
        blocks: Cells::EMPTY,
        has_blocks: false,
        actions: Vec::new(),
        leaps: Vec::new(),
        promotions: Vec::new(),
        effects: Vec::new(),
        mill: None,
        surround: None,
        capture: Compulsion::Free,
        keeps: false,
        merges: false,
        stuck: None,
        both_stuck: None,
        ends: Vec::new(),
        path: PathRules::default(),
        sowing: None,
    };
    let clauses = clauses(text, values)?;
    // A piece that a condition leaves out takes its indented lines with it.
    let mut left_out = false;
    for clause in &clauses {
        if clause.indented && left_out {
            continue;
        }
        let read = match parser.clause(clause) {
            Ok(read) => read,
            Err(fault) => {
                faults.0.push(fault);
                if declares(clause) || faults.0.len() == MOST_FAULTS {
                    return Err(faults);
                }
                true
            }
        };
        if !clause.indented {
            left_out = !read;
        }
    }
    if !faults.0.is_empty() {
        return Err(faults);
    }
    parser.settle_promotions()?;
    Ok(parser.finish(options, clauses.last())?)
}

/// Whether the rest of the file relies on a statement: behind a fault in it more are found that only follow from it.
fn declares(clause: &Clause) -> bool {
    let first = clause.tokens.first().map(|token| &token.kind);
    let harmless = |word: &String| STATEMENTS.contains(&&**word) && !DECLARATIONS.contains(&&**word);
    !clause.indented && !matches!(first, Some(Kind::Word(word)) if harmless(word))
}

impl Parser<'_> {
    /// Reads one statement; false if a condition leaves it out.
    fn clause(&mut self, clause: &Clause) -> Result<bool> {
        let mut line = Cursor::new(clause);
        if !self.condition_holds(&mut line)? {
            return Ok(false);
        }
        let players = self.whose(&mut line);
        if clause.indented {
            self.refuse_pieces(&line)?;
            self.movement(&mut line, players)?;
            return line.finish().map(|()| true);
        }
        let whole = players == [true; 2];
        let statement = match line.word() {
            Some(word) if STATEMENTS.contains(&word) => word,
            _ => return Err(line.none_of("the beginning of a statement", &STATEMENTS)),
        };
        line.skip();
        if !whole && !matches!(statement, "place" | "drop" | "win" | "lose" | "draw") {
            let remedy = "leave the player out, or write it before a move or an end";
            return Err(line.error_before(format!("`{statement}` is not for one player alone"), remedy));
        }
        self.statement(&mut line, statement, players)?;
        line.finish().map(|()| true)
    }

    fn statement(&mut self, line: &mut Cursor, statement: &str, players: Both<bool>) -> Result<()> {
        if self.is_of_pits(statement) {
            return self.pits_statement(line, statement, players);
        }
        match statement {
            "game" => self.game(line),
            "about" => self.about(line),
            "players" => self.players(line),
            "board" => self.read_board(line),
            "holes" => self.holes(line),
            "gaps" => self.gaps(line),
            "diagonals" => self.diagonals(line),
            "zone" => self.zone(line),
            // Read before everything else, where it begins a line.
            "option" => {
                if !line.word().is_some_and(|name| self.values.contains_key(name)) {
                    let remedy = "write options on lines of their own that are not indented";
                    return Err(line.error_before("an option among other statements", remedy));
                }
                while !line.is_done() {
                    line.skip();
                }
                Ok(())
            }
            "piece" => self.piece(line),
            "start" => self.starts(line),
            "place" => self.place(line, players),
            "drop" => self.drop_piece(line, players),
            "flip" | "capture" => self.effect(line, statement, false),
            "must" => self.must(line),
            "count" => {
                ["same", "captures", "once"].into_iter().try_for_each(|word| line.expect(word))?;
                self.merges = true;
                Ok(())
            }
            "stuck" => self.stuck(line, false),
            "both" => {
                line.expect("stuck")?;
                self.stuck(line, true)
            }
            "win" => self.end(line, EndResult::Win, players),
            "lose" => self.end(line, EndResult::Loss, players),
            "draw" => self.end(line, EndResult::Draw, players),
            word => {
                Err(line.error_before(format!("`{word}` stands in the middle"), "begin the line with it"))
            }
        }
    }

    /// `must capture`, `must capture the most`, and compulsory effects.
    fn must(&mut self, line: &mut Cursor) -> Result<()> {
        let verb = line.one_of("what must be done", &["capture", "flip", "keep"])?;
        if verb == "keep" {
            return self.keep_liberty(line);
        }
        if verb == "flip" || matches!(line.word(), Some("enemies" | "enemy")) {
            return self.effect(line, verb, true);
        }
        self.capture = Compulsion::Must;
        if line.take("the") {
            line.expect("most")?;
            self.capture = Compulsion::MustMost;
        }
        Ok(())
    }

    /// `if flying:`, `if size = 8x8:`, `unless flying:`. Says whether the statement counts.
    fn condition_holds(&self, line: &mut Cursor) -> Result<bool> {
        let wanted = match line.word() {
            Some("if") => true,
            Some("unless") => false,
            _ => return Ok(true),
        };
        line.skip();
        let name = line.any_word("the name of an option")?;
        let Some(value) = self.values.get(name) else {
            let known: Vec<&str> = self.values.keys().map(String::as_str).collect();
            let remedy = match known.is_empty() {
                true => format!("declare it above: `option {name} no | yes`"),
                false => crate::words::remedy(name, &known),
            };
            return Err(line.error_before(format!("there is no option `{name}`"), remedy));
        };
        let holds = if line.take_mark('=') {
            let said = match line.peek_at(0) {
                Some(Kind::Word(word)) => word.clone(),
                Some(Kind::Number(number)) => number.to_string(),
                Some(Kind::Size([one, other])) => format!("{one}x{other}"),
                _ => return Err(line.error("the value is missing", format!("write `if {name} = {value}:`"))),
            };
            line.skip();
            said == *value
        } else {
            value == "yes"
        };
        if !line.take_mark(':') {
            return Err(line.error("a condition without `:`", format!("write `if {name} = {value}: …`")));
        }
        if line.is_done() {
            return Err(line.error("a condition without a statement", "write one behind `:`"));
        }
        Ok(holds == wanted)
    }

    /// `White: …`: for whom a statement is.
    fn whose(&mut self, line: &mut Cursor) -> Both<bool> {
        let player = self.players.iter().position(|name| line.word() == Some(name));
        match (player, line.peek_at(1)) {
            (Some(player), Some(Kind::Mark(':'))) => {
                line.skip();
                line.skip();
                self.used_players = true;
                [player == 0, player == 1]
            }
            _ => [true; 2],
        }
    }

    /// `game Breakthrough`, and behind a colon the first statement.
    fn game(&mut self, line: &mut Cursor) -> Result<()> {
        if self.title.is_some() {
            return Err(line.error_before("a second title", "write `game` once: a file is one game"));
        }
        let mut words = Vec::new();
        loop {
            match line.peek_at(0) {
                Some(Kind::Word(word)) | Some(Kind::Quoted(word)) => words.push(word.clone()),
                Some(Kind::Number(number)) => words.push(number.to_string()),
                Some(Kind::Size([one, other])) => words.push(format!("{one}x{other}")),
                _ => break,
            }
            line.skip();
        }
        let title = words.join(" ");
        if !title.chars().any(|letter| letter.is_ascii_alphanumeric()) || title.chars().count() > LONGEST_NAME
        {
            let remedy = format!("write a name of at most {LONGEST_NAME} letters: `game Breakthrough`");
            return Err(line.error_before("the game has no name that can be typed", remedy));
        }
        self.title = Some(title);
        if line.take_mark(':') && !line.is_done() {
            let statement = line.one_of("the beginning of a statement", &STATEMENTS)?;
            return self.statement(line, statement, [true; 2]);
        }
        Ok(())
    }

    /// `about …`: a summary in one sentence, as it stands.
    fn about(&mut self, line: &mut Cursor) -> Result<()> {
        let text = match line.peek_at(0) {
            Some(Kind::Quoted(text)) => text.as_str(),
            _ => "",
        };
        if text.is_empty() || text.chars().count() > LONGEST_SUMMARY || text.chars().any(char::is_control) {
            let remedy = format!("write a sentence of at most {LONGEST_SUMMARY} letters in one line");
            return Err(line.error_before("the summary is missing or too long", remedy));
        }
        self.summary = text.to_owned();
        line.skip();
        Ok(())
    }
}
