//! GTP, the Go Text Protocol in version 2, for Go, Othello and any other game whose moves are single words.

use super::current_game::PASS;
use super::options::Set;
use super::search_thread::{SearchOutcome, Task};
use super::{Context, Flow, Protocol, say};
use crate::draw::draw;
use crate::output::Output;
use plybook_agent::{Budget, Clocks, Observer, Plan, SearchTask};
use plybook_catalog::{AnyGame, Player, Text};
use std::time::{Duration, Instant};

/// What the engine can be asked.
const COMMANDS: [&str; 23] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "plybook-game",
    "plybook-legal_moves",
    "plybook-option",
    "plybook-position",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];
/// The game that the protocol was made for.
const GO: &str = "go";
/// Longest time that is believed, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// An answer, or what is wrong.
type Reply = Result<String, String>;

/// A move that is being searched.
struct PendingMove {
    id: String,
    side: Player,
    play: bool,
    began: Instant,
}

/// The engine's side of GTP.
pub struct Gtp {
    asked: Option<PendingMove>,
    /// Time for the game, and for every move beyond it.
    main: Duration,
    extra: Duration,
    timed: bool,
    /// What is left to both players, as told or as counted here.
    left: [Duration; 2],
}

/// A player by the word for a colour: the game's name for the player or its first letter, otherwise black and white
/// for first and second.
fn player(word: &str, game: &dyn AnyGame) -> Result<Player, String> {
    let word = word.to_ascii_lowercase();
    let named = |name: &Text| {
        let name = name.to_ascii_lowercase();
        name == word || name.starts_with(&word) && word.chars().count() == 1
    };
    if let Some(player) = game.player_names().iter().position(named) {
        return Ok(Player(player as u8));
    }
    match word.as_str() {
        "b" | "black" => Ok(Player::FIRST),
        "w" | "white" => Ok(Player::SECOND),
        _ => Err(format!("{word:?} is no colour; known: {}", game.player_names().join(", "))),
    }
}

fn seconds(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number.clamp(0.0, LONGEST)),
        _ => Err(format!("{word:?} is no number of seconds")),
    }
}

/// Sends a reply with the command's number.
fn reply(id: &str, reply: &Reply) {
    let text = match reply {
        Ok(text) => format!("={id} {text}"),
        Err(text) => format!("?{id} {text}"),
    };
    say(&format!("{}\n", text.trim_end()));
}

/// A move as GTP has it: squares in capitals, as the others write them.
fn vertex(text: &str, game: &dyn AnyGame) -> String {
    if game.info().name == "othello" { text.to_ascii_uppercase() } else { text.to_owned() }
}

impl Gtp {
    /// The engine's side of GTP, without a clock.
    pub fn new() -> Gtp {
        let nothing = Duration::ZERO;
        Gtp { asked: None, main: nothing, extra: nothing, timed: false, left: [nothing; 2] }
    }

    /// Answers everything but a request for a move and `quit`.
    fn answer(&mut self, command: &str, rest: &[&str], context: &mut Context) -> Reply {
        match (command, rest) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Plybook".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_games", _) => Ok(title(context.current.game())),
            ("set_game", [..]) => set_game(&rest.join(" "), context),
            ("plybook-game", [name]) => context.current.choose(name).map(|()| String::new()),
            ("plybook-option", [name @ .., value]) if !name.is_empty() => {
                self.set_option(&name.join(" "), value, context)
            }
            ("plybook-position", []) => Ok(context.current.session().text()),
            ("plybook-position", [..]) => {
                let set = context.current.set(Some(&rest.join(" ")), std::iter::empty());
                set.map(|()| String::new()).map_err(|error| error.to_string())
            }
            ("plybook-legal_moves", _) => Ok(context.current.session().move_texts().join(" ")),
            ("boardsize", [size]) => board_size(size, context),
            ("clear_board", _) => {
                self.left = [self.main; 2];
                context.search.new_game();
                // The table is made here, where no clock runs.
                context.current.set(None, std::iter::empty()).map_err(|error| error.to_string())?;
                context.search.prepare(context.current.game(), &context.options)?;
                Ok(String::new())
            }
            ("komi", [komi]) if context.current.game().info().name == GO => set_komi(komi, context),
            ("komi", _) => Ok(String::new()),
            ("play", [color, text]) => {
                let side = player(color, context.current.game())?;
                let played = context.current.play_for(side, text);
                played.map(|()| String::new()).map_err(|error| format!("illegal move: {error}"))
            }
            ("undo", _) => {
                if context.current.take_back() {
                    Ok(String::new())
                } else {
                    Err("cannot undo".to_owned())
                }
            }
            ("showboard", _) => {
                let session = context.current.session();
                let names = context.current.game().player_names();
                let board = draw(&session.board(), &session.marks(), names, Output { fancy: false });
                let mover = session
                    .mover()
                    .and_then(|mover| names.get(mover.index()))
                    .map_or("chance", |name| &**name);
                Ok(format!("{mover} to move\n{board}"))
            }
            ("final_score", _) => final_score(context),
            ("time_settings", [main, extra, stones]) => self.time_settings(main, extra, stones),
            ("time_left", [color, time, stones]) => {
                let side = player(color, context.current.game())?;
                let left = Duration::from_secs_f64(seconds(time)?);
                let stones = seconds(stones)?;
                // Time for so many moves beyond the game's own is time for each of them.
                let for_each = if stones >= 1.0 { left.div_f64(stones) } else { left };
                self.timed = true;
                self.left[side.index().min(1)] = if stones >= 1.0 { Duration::ZERO } else { left };
                self.extra = if stones >= 1.0 { for_each } else { self.extra };
                Ok(String::new())
            }
            (name, _) if COMMANDS.contains(&name) => {
                Err(format!("syntax error: {name} does not go with {:?}", rest.join(" ")))
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Time for the game, time for so many moves beyond it. No moves to time beyond means no limit.
    fn time_settings(&mut self, main: &str, extra: &str, stones: &str) -> Reply {
        let (main, extra, stones) = (seconds(main)?, seconds(extra)?, seconds(stones)?);
        self.timed = !(extra > 0.0 && stones < 1.0) && (main > 0.0 || extra > 0.0);
        self.main = Duration::from_secs_f64(main);
        self.extra = if stones >= 1.0 { Duration::from_secs_f64(extra / stones) } else { Duration::ZERO };
        self.left = [self.main; 2];
        Ok(String::new())
    }

    fn set_option(&mut self, name: &str, value: &str, context: &mut Context) -> Reply {
        match context.options.set(name, value, context.current.game()) {
            Set::Done => Ok(String::new()),
            Set::Changed(reason) => Ok(reason),
            Set::Refused(reason) => Err(reason),
            Set::Unknown => Err(format!("there is no option {name:?}")),
            Set::ClearHash => {
                context.search.new_game();
                Ok(String::new())
            }
        }
    }

    /// What the engine may use for a move of a side.
    fn budget(&self, side: Player) -> Budget {
        let own = side.index().min(1);
        match (self.timed, self.left[own] > Duration::ZERO) {
            (false, _) => Budget::default(),
            (true, true) => Budget {
                clocks: Some(Clocks { left: self.left.to_vec(), increment: vec![self.extra; 2] }),
                ..Budget::default()
            },
            (true, false) => Budget { time: Some(self.extra), ..Budget::default() },
        }
    }

    /// Starts the search for a move; an answer at once where there is nothing to search.
    fn generate(&mut self, id: &str, word: &str, play: bool, context: &mut Context) -> Option<Reply> {
        let began = Instant::now();
        let game = context.current.game();
        let side = match player(word, game) {
            Ok(side) => side,
            Err(error) => return Some(Err(error)),
        };
        if context.current.session().ending().is_some() {
            let passes = matches!(&*game.info().name, "othello" | GO);
            return Some(if passes { Ok(vertex(PASS, game)) } else { Err("the game is over".to_owned()) });
        }
        if let Err(error) = context.current.pass_for(side) {
            return Some(Err(error.to_string()));
        }
        if context.current.session().mover() != Some(side) {
            return Some(Err(format!("it is not the turn of {word}")));
        }
        if let Err(error) = context.search.prepare(context.current.game(), &context.options) {
            return Some(Err(error));
        }
        let session = match context.current.copy() {
            Ok(session) => session,
            Err(error) => return Some(Err(error.to_string())),
        };
        let budget = self.budget(side);
        let manager = context.search.time_manager();
        let mut plan = manager.map_or(Plan::ENDLESS, |manager| manager.plan(&budget, side, &*session, None));
        if context.closing {
            plan.hard = Some(Duration::ZERO);
        }
        let observer: Observer = Box::new(|_, _| {});
        let task = Task { session, search: SearchTask::default(), plan, began, held: false, observer };
        if let Err(error) = context.search.start(task) {
            return Some(Err(error));
        }
        self.asked = Some(PendingMove { id: id.to_owned(), side, play, began });
        None
    }
}

/// The name of a game as other programs write it.
fn title(game: &dyn AnyGame) -> String {
    game.info().title.to_string()
}

fn set_game(name: &str, context: &mut Context) -> Reply {
    let same = name.eq_ignore_ascii_case(&title(context.current.game()))
        || name == context.current.game().info().name;
    if same {
        return Ok(String::new());
    }
    context.current.choose(&name.to_ascii_lowercase()).map(|()| String::new())
}

/// Another komi for the same board, which is then empty. Half points are not known.
fn set_komi(komi: &str, context: &mut Context) -> Reply {
    let whole = komi.strip_suffix(".0").unwrap_or(komi);
    let number = whole.parse::<u32>().map_err(|_| format!("komi is a whole number here, not {komi:?}"))?;
    let size = context.current.session().board().rows;
    let name = format!("{GO}:{size}x{size},komi={number}");
    context.current.choose(&name).map(|()| String::new())
}

/// Go and Othello have several sizes of board; other games only the one they are played on.
fn board_size(size: &str, context: &mut Context) -> Reply {
    let unacceptable = || "unacceptable size".to_owned();
    if context.current.game().info().name == GO {
        let plain = size.bytes().all(|byte| byte.is_ascii_digit());
        let chosen =
            if plain { context.current.choose(&format!("{GO}:{size}x{size}")) } else { Err(String::new()) };
        return chosen.map(|()| String::new()).map_err(|_| unacceptable());
    }
    if context.current.game().info().name == "othello" {
        let name = match size {
            "8" => "othello",
            "6" => "othello:6x6",
            "4" => "othello:4x4",
            _ => return Err(unacceptable()),
        };
        return context.current.choose(name).map(|()| String::new());
    }
    let board = context.current.session().board();
    let fits = board.rows == board.columns && size.parse() == Ok(board.rows);
    if fits { Ok(String::new()) } else { Err(unacceptable()) }
}

/// `B+10`, `W+3`, `0`: the winner's letter and the margin, or `R` where nothing is counted.
fn final_score(context: &Context) -> Reply {
    let ending = context.current.session().ending().ok_or("cannot score: the game is not over")?;
    let letter = |player: usize| {
        let name = context.current.game().player_names().get(player).map_or("?", |name| &**name);
        name.chars().next().map(|letter| letter.to_ascii_uppercase()).unwrap_or('?')
    };
    let margin = ending.margin().map_or("R".to_owned(), |margin| margin.abs().to_string());
    Ok(match ending.winner() {
        Some(winner) => format!("{}+{margin}", letter(winner.index())),
        None => "0".to_owned(),
    })
}

impl Protocol for Gtp {
    fn line(&mut self, line: &str, context: &mut Context) -> Flow {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let numbered = words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let id = if numbered { words.remove(0) } else { "" };
        match words.as_slice() {
            [] => {}
            ["quit", ..] => {
                reply(id, &Ok(String::new()));
                return Flow::Quit;
            }
            ["genmove", color] => {
                if let Some(answer) = self.generate(id, color, true, context) {
                    reply(id, &answer);
                }
            }
            ["reg_genmove", color] => {
                if let Some(answer) = self.generate(id, color, false, context) {
                    reply(id, &answer);
                }
            }
            [command, rest @ ..] => reply(id, &self.answer(command, rest, context)),
        }
        Flow::Continue
    }

    fn found(&mut self, found: SearchOutcome, context: &mut Context) {
        let Some(PendingMove { id, side, play, began }) = self.asked.take() else { return };
        let used = began.elapsed();
        if self.timed {
            let own = &mut self.left[side.index().min(1)];
            *own = own.saturating_sub(used);
        }
        let Some(best) = found.best else {
            return reply(&id, &Err(found.failure.unwrap_or_else(|| "there is no move".to_owned())));
        };
        let played = if play { context.current.play(&best) } else { Ok(()) };
        let text = vertex(&best, context.current.game());
        reply(&id, &played.map(|()| text).map_err(|error| error.to_string()));
    }

    fn waits_for_search(&self) -> bool {
        true
    }
}
