//! The game that the front end speaks about: where it began and the moves since.

use super::Kind;
use crate::bad_input::BadInput;
use crate::game_name::open_game;
use anyhow::Result;
use plybook_catalog::{AnyGame, Player, ReadError, Session};
use std::sync::Arc;

/// How a pass is written in games that have one.
pub const PASS: &str = "pass";

/// A game in progress that can be begun anew.
pub struct CurrentGame {
    kind: Kind,
    game: Arc<dyn AnyGame>,
    position: Option<String>,
    session: Box<dyn Session>,
}

impl CurrentGame {
    /// The start of a game that the protocol can speak about.
    pub fn new(kind: Kind, name: Option<&str>) -> Result<CurrentGame> {
        let default = match kind {
            Kind::Ugi => "tictactoe",
            Kind::Uci => "chess",
            Kind::Gtp | Kind::Nboard => "othello",
        };
        let game = open_game(name.unwrap_or(default))?;
        suits(kind, &*game).map_err(BadInput::new)?;
        let session = game.session(None).map_err(BadInput::from)?;
        Ok(CurrentGame { kind, game, position: None, session })
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Where the game began; its own start if nothing.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// A copy of the game in progress, path included.
    pub fn copy(&self) -> Result<Box<dyn Session>, ReadError> {
        let mut copy = self.game.session(self.position.as_deref())?;
        self.session.record().iter().try_for_each(|text| copy.play(text))?;
        Ok(copy)
    }

    /// Chooses another game and sets up its start.
    pub fn choose(&mut self, name: &str) -> Result<(), String> {
        // A front end may not read files by a game's name.
        let game = plybook_catalog::open(name).map_err(|error| error.to_string())?;
        suits(self.kind, &*game)?;
        self.session = game.session(None).map_err(|error| error.to_string())?;
        self.game = game;
        self.position = None;
        Ok(())
    }

    /// Sets up a position with some moves played; the old one stays if that is not possible.
    pub fn set<'a>(
        &mut self,
        position: Option<&str>,
        moves: impl Iterator<Item = &'a str>,
    ) -> Result<(), ReadError> {
        let mut session = self.game.session(position)?;
        for text in moves {
            session.play(text)?;
        }
        self.session = session;
        self.position = position.map(str::to_owned);
        Ok(())
    }

    /// Plays a move.
    pub fn play(&mut self, text: &str) -> Result<(), ReadError> {
        self.session.play(text)
    }

    /// Plays a move of one side. Where the other side is to move and can only pass, it passes: not every front end
    /// says so.
    pub fn play_for(&mut self, side: Player, text: &str) -> Result<(), ReadError> {
        self.pass_for(side)?;
        if self.session.mover() != Some(side) && self.session.ending().is_none() {
            let names = self.game.player_names();
            let name = |player: Option<Player>| {
                player.and_then(|player| names.get(player.index())).map_or("nobody", |name| &**name)
            };
            let problem = format!("it is not the turn of {}", name(Some(side)));
            let remedy = format!("{} is to move", name(self.session.mover()));
            return Err(ReadError::new("move", text, problem, remedy));
        }
        self.session
            .play(text)
            .or_else(|error| self.session.play(&text.to_ascii_lowercase()).map_err(|_| error))
    }

    /// Lets the other side pass, if it is to move and can do nothing else.
    pub fn pass_for(&mut self, side: Player) -> Result<(), ReadError> {
        if self.session.mover() != Some(side) && self.session.move_texts() == [PASS] {
            self.session.play(PASS)?;
        }
        Ok(())
    }

    /// Takes the last move back; false if there is none.
    pub fn take_back(&mut self) -> bool {
        self.session.take_back()
    }
}

/// Whether a protocol can speak about a game, or why not.
fn suits(kind: Kind, game: &dyn AnyGame) -> Result<(), String> {
    let (name, base) = (game.full_name(), &*game.info().name);
    let (protocol, only) = match kind {
        Kind::Uci => ("uci", "chess"),
        Kind::Nboard => ("nboard", "othello"),
        Kind::Ugi | Kind::Gtp => ("", ""),
    };
    if !only.is_empty() && base != only {
        return Err(format!("{protocol} is for {only}, not for {name}; `plybook ugi {name}` speaks UGI"));
    }
    if kind == Kind::Nboard && name != only {
        return Err(format!("NBoard plays on 8x8 only, not {name}; write othello"));
    }
    if !game.suits_alpha_beta() {
        let problem = "the protocols are for games of two players without chance";
        return Err(format!("{problem}, not {name}; choose another game"));
    }
    Ok(())
}
