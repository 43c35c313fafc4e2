//! `POST /api/matchboxes/...`: machines of matchboxes that learn before one's eyes. The page keeps the machine: every
//! question brings its boxes and how many games it has played.

use super::problem::Problem;
use super::{App, Input};
use axum::Json;
use axum::extract::State;
use plybook_catalog::{BoxBoard, BoxContent, BoxGame, BoxMachine, LearningRival, MatchboxConfig, open};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Boxes that a question may bring: more than MENACE can have.
const MOST_BOXES: usize = 1_000;
/// Beads of a colour at most: more than a machine can gather in the games that may be asked for.
const MOST_BEADS: u32 = 10_000_000;
/// Games in one answer.
const MOST_GAMES: u32 = 200;

/// The machines that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MachineName {
    /// Tic-tac-toe, playing first.
    Menace,
    /// Hexapawn, playing second.
    Her,
}

impl MachineName {
    /// Its game and how it learns.
    fn setting(self) -> (&'static str, MatchboxConfig) {
        match self {
            MachineName::Menace => ("tictactoe", MatchboxConfig::menace()),
            MachineName::Her => ("hexapawn", MatchboxConfig::her()),
        }
    }
}

/// Who trains a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MachineRival {
    /// Any legal move.
    Random,
    /// Any move that keeps the exact result.
    Perfect,
    /// Looks into the boxes for a weakness.
    Seeker,
}

impl From<MachineRival> for LearningRival {
    fn from(rival: MachineRival) -> LearningRival {
        match rival {
            MachineRival::Random => LearningRival::Random,
            MachineRival::Perfect => LearningRival::Perfect,
            MachineRival::Seeker => LearningRival::Seeker,
        }
    }
}

/// A machine as the page keeps it.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineState {
    machine: MachineName,
    /// Its boxes in the order in which they were made.
    #[schemars(length(max = MOST_BOXES))]
    boxes: Vec<BoxContent>,
    /// The games that it has played.
    played: u32,
    /// Decides everything that chance decides: a game depends on it and the game's number alone.
    seed: u32,
    /// How many boxes, the first ones, the page has boards of.
    #[serde(default)]
    known: usize,
}

impl MachineState {
    /// The machine against somebody.
    fn open(&self, rival: LearningRival) -> Result<Box<dyn BoxMachine>, Problem> {
        if self.boxes.len() > MOST_BOXES {
            let message = format!("{} boxes are too many; at most {MOST_BOXES} are taken", self.boxes.len());
            return Err(Problem::unusable(message));
        }
        if let Some(full) = self.boxes.iter().find(|one| one.beads.iter().any(|&beads| beads > MOST_BEADS)) {
            let message = format!(
                "a box of `{}` is too full; at most {MOST_BEADS} beads of a colour are taken",
                full.position
            );
            return Err(Problem::unusable(message));
        }
        let (game, config) = self.machine.setting();
        let boxes = (&self.boxes[..], self.played as usize);
        Ok(open(game)?.box_machine(config, rival, self.seed.into(), boxes)?)
    }

    /// What has become of it.
    fn told(&self, machine: &dyn BoxMachine, games: Vec<BoxGame>) -> Result<MachineAnswer, Problem> {
        Ok(MachineAnswer {
            boxes: machine.boxes(),
            boards: machine.boards(self.known),
            games,
            perfect: machine.is_perfect()?,
            draw: None,
        })
    }
}

/// What a machine is like now.
#[derive(Serialize, JsonSchema)]
pub struct MachineAnswer {
    /// Its boxes in the order in which they were made.
    boxes: Vec<BoxContent>,
    /// The boards of those that the page has none of.
    boards: Vec<BoxBoard>,
    /// The games that it has played now.
    games: Vec<BoxGame>,
    /// Whether no box is left from which a move can be drawn that makes its result worse.
    perfect: bool,
    /// What it drew, if it was asked for its move.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<MachineDraw>,
}

/// A bead that a machine has drawn.
#[derive(Serialize, JsonSchema)]
struct MachineDraw {
    /// The number of the box, from 0.
    number: usize,
    /// The number of the colour; none if the box is empty and the machine resigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<usize>,
    /// The move; none if the machine resigns.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Games to be played for training.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainRequest {
    state: MachineState,
    against: MachineRival,
    /// How many games; none to see the machine as it is.
    #[schemars(range(max = MOST_GAMES))]
    games: u32,
}

/// Lets a machine play some games, and learn from each.
pub async fn train(
    State(app): State<App>,
    Input(request): Input<TrainRequest>,
) -> Result<Json<MachineAnswer>, Problem> {
    let work = move || {
        let TrainRequest { state, against, games } = request;
        if games > MOST_GAMES {
            let message = format!("games: {games} are too many for one answer; ask for {MOST_GAMES} at most");
            return Err(Problem::unusable(message));
        }
        let mut machine = state.open(against.into())?;
        let games = (0..games).map(|_| machine.train()).collect::<Result<_, _>>()?;
        state.told(&*machine, games).map(Json)
    };
    app.moves.run(move |_| work()).await
}

/// A game that a person plays with a machine.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonRequest {
    state: MachineState,
    /// The moves since the start.
    #[schemars(length(max = plybook_workbench::MOST_MOVES))]
    moves: Vec<String>,
}

/// The bead that a machine draws.
pub async fn draw(
    State(app): State<App>,
    Input(request): Input<PersonRequest>,
) -> Result<Json<MachineAnswer>, Problem> {
    let work = move || {
        let PersonRequest { state, moves } = request;
        let mut machine = state.open(LearningRival::Random)?;
        let bead = machine.answer(&moves)?;
        let (colour, text) = bead.drawn.unzip();
        let draw = Some(MachineDraw { number: bead.number, colour, text });
        Ok(Json(MachineAnswer { draw, ..state.told(&*machine, Vec::new())? }))
    };
    app.moves.run(move |_| work()).await
}

/// A game that a person has played with a machine.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeachRequest {
    state: MachineState,
    /// The moves since the start.
    #[schemars(length(max = plybook_workbench::MOST_MOVES))]
    moves: Vec<String>,
    /// Whether the machine resigned after them.
    #[serde(default)]
    resigned: bool,
}

/// Lets a machine learn from a game with a person.
pub async fn teach(
    State(app): State<App>,
    Input(request): Input<TeachRequest>,
) -> Result<Json<MachineAnswer>, Problem> {
    let work = move || {
        let TeachRequest { state, moves, resigned } = request;
        let mut machine = state.open(LearningRival::Random)?;
        let game = machine.teach(&moves, resigned)?;
        state.told(&*machine, vec![game]).map(Json)
    };
    app.moves.run(move |_| work()).await
}
