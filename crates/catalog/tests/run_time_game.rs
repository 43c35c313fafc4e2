//! A game that is in no list: written here, registered while the program runs, and then a game like any other.
//! Its names are made at run time, as a rules file or another language would make them.

use plybook_catalog::{
    AnyGame, EngineConfig, GameDescription, GameSource, Limits, NoObserver, ReadError, Registry, Text, Value,
    any_game, open, registry,
};
use plybook_kernel::conformance::{Plan, check};
use plybook_kernel::rows::{fields, side};
use plybook_kernel::*;
use std::sync::Arc;

/// A pile of counters; each player takes some, and who takes the last one wins or loses.
#[derive(Clone, Debug)]
struct Heap {
    names: Names,
    counters: u8,
    most: u8,
    misere: bool,
}

/// What somebody called the game.
#[derive(Clone, Debug)]
struct Names {
    game: String,
    players: [String; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pile {
    left: u8,
    mover: Player,
}

impl Heap {
    fn named(game: &str, players: [&str; 2]) -> Heap {
        let names = Names { game: game.to_owned(), players: players.map(str::to_owned) };
        Heap { names, counters: 12, most: 3, misere: false }
    }
}

impl Game for Heap {
    type Position = Pile;
    type Move = u8;

    fn start(&self) -> Pile {
        Pile { left: self.counters, mover: Player::FIRST }
    }

    fn turn(&self, at: &Pile) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Pile, out: &mut Vec<u8>) {
        out.extend(1..=at.left.min(self.most));
    }

    fn play(&self, at: &mut Pile, taken: u8) {
        *at = Pile { left: at.left - taken, mover: at.mover.other() };
    }

    fn outcome(&self, at: &Pile) -> Option<Outcome> {
        let winner = if self.misere { at.mover } else { at.mover.other() };
        (at.left == 0).then_some(Outcome::Win(winner))
    }

    fn no_moves(&self, at: &Pile) -> Outcome {
        Outcome::loss_of(at.mover)
    }

    fn key(&self, at: &Pile) -> u64 {
        zobrist::scramble(u64::from(at.left) << 1 | u64::from(at.mover.0))
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.counters.into())
    }
}

impl Notation for Heap {
    fn text(&self, at: &Pile) -> String {
        format!("{} {}", at.left, at.mover.0 + 1)
    }

    fn read(&self, text: &str) -> Result<Pile, ReadError> {
        let [left, mover] = fields(text, "12 1")?;
        let wrong = || ReadError::new("position", text, format!("`{left}` counters"), "write 0 to 99");
        let plain = left.len() <= 2 && (left == "0" || !left.starts_with('0')) && !left.starts_with('+');
        let left = left.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        Ok(Pile { left, mover: side(text, mover, &["1", "2"])? })
    }

    fn move_text(&self, _: &Pile, taken: u8) -> String {
        taken.to_string()
    }
}

impl View for Heap {
    fn player_names(&self) -> Vec<Text> {
        self.names.players.iter().cloned().map(Text::Owned).collect()
    }

    fn diagram(&self, at: &Pile) -> Diagram {
        let pile = Cell { count: Some(at.left.into()), ..Cell::default() };
        Diagram { shape: Shape::Piles, cells: vec![pile], note: String::new() }
    }

    fn path(&self, _: &Pile, taken: u8) -> Vec<Step> {
        vec![Step::Cell(0), Step::Choice(format!("take {taken}"))]
    }
}

impl Symmetric for Heap {
    fn swapped(&self, at: &Pile) -> Option<Pile> {
        Some(Pile { mover: at.mover.other(), ..*at })
    }
}

#[derive(Clone, Copy)]
struct Counters;

impl Evaluator<Heap> for Counters {
    type Accumulator = ();

    fn accumulate(&self, _: &Heap, _: &Pile) {}

    fn evaluate(&self, game: &Heap, at: &Pile, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &Heap, at: &Pile) -> Vec<Term> {
        let name = format!("counters beyond {}", game.most);
        vec![Term::new(name, i32::from(at.left % (game.most + 1)), 1)]
    }
}

impl Evaluated for Heap {
    type Evaluator = Counters;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new("counters", "What is left beyond whole rounds.")]
    }

    fn evaluator(&self, name: &str) -> Option<Counters> {
        (name == "counters").then_some(Counters)
    }
}

impl HasHints for Heap {
    type SearchHints = NoHints;

    fn hints(&self) -> NoHints {
        NoHints
    }
}

/// A heap is no board.
impl Planes for Heap {}

/// Each position of the player to move has its number.
impl Indexed for Heap {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        (0..=u64::from(self.counters)).map(Slice).collect()
    }

    fn slice(&self, at: &Pile) -> Option<Slice> {
        Some(Slice(at.left.into()))
    }

    fn size(&self, _: Slice) -> u64 {
        1
    }

    fn unrank(&self, slice: Slice, _: u64) -> Option<Pile> {
        Some(Pile { left: slice.0 as u8, mover: Player::FIRST })
    }
}

impl HasInfo for Heap {
    fn info(&self) -> GameInfo {
        let name = self.names.game.clone();
        GameInfo {
            title: format!("The game of {name}").into(),
            summary: "Take counters from a pile.".into(),
            options: vec![
                OptionInfo::number("counters", 1..=99)
                    .default(OptionValue::Number(12))
                    .help("Counters at the start.")
                    .said(["{counter}"]),
                OptionInfo::number("most", 1..=9)
                    .default(OptionValue::Number(3))
                    .help("The most that may be taken at once.")
                    .said(["at most {} at once"]),
                OptionInfo::flag("misere").help("Who takes the last counter loses.").said(["the last loses"]),
            ],
            examples: vec![name.clone().into(), format!("{name}:misere").into()],
            rules: format!("# {name}\n\nTake counters.\n").into(),
            name: name.into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Heap, ReadError> {
        let number = |name| options.number(name).map_or(0, |number| number as u8);
        let (counters, most, misere) = (number("counters"), number("most"), options.flag("misere"));
        if most > counters {
            return Err(
                options.refuse("more may be taken than there are", "raise `counters` or lower `most`")
            );
        }
        Ok(Heap { counters, most, misere, ..self.clone() })
    }

    fn options(&self) -> OptionValues {
        let values = OptionValues::new().with_number("counters", self.counters.into());
        values.with_number("most", self.most.into()).with_flag("misere", self.misere)
    }
}

/// Games that are made when they are asked for.
struct Named;

impl GameSource for Named {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        vec![any_game(Heap::named("heap", ["Ann", "Bob"])), any_game(Heap::named("pile", ["Left", "Right"]))]
    }
}

#[test]
fn a_game_made_at_run_time_is_a_game_like_any_other() {
    registry().register(Arc::new(Named)).unwrap();
    let game = open("heap:most=4,counters=20").unwrap();
    assert_eq!(game.full_name(), "heap:counters=20,most=4");
    assert_eq!(game.options_in_words(), "20 counters, at most 4 at once");
    assert_eq!(open("pile").unwrap().player_names(), ["Left", "Right"]);
    assert!(Arc::ptr_eq(&game, &open("heap:counters=20,most=4").unwrap()));

    let mut session = game.session(None).unwrap();
    session.play("3").unwrap();
    assert_eq!((session.text().as_str(), session.moves().len()), ("17 2", 4));
    let mut thinker = game.thinker(&EngineConfig { hash: 1, ..EngineConfig::default() }).unwrap();
    let found = thinker.think(&*session, &Limits::depth(20).into(), &NoObserver).unwrap();
    assert_eq!((found.best(), found.lines[0].value), (Some("2"), Value::Win(7)));
    assert_eq!(session.explain(None).unwrap()[0].name, "counters beyond 4");
    for text in ["2", "1", "4", "4", "1", "4", "1"] {
        session.play(text).unwrap();
    }
    assert_eq!(session.ending().unwrap().sentence, "Bob wins.");
    assert_eq!(game.endgame().unwrap().slices().len(), 21);

    let listed = registry().games();
    let names: Vec<&str> = listed.iter().map(|game| &*game.info().name).collect();
    assert!(names.starts_with(&["tictactoe"]) && names.ends_with(&["heap", "pile"]), "{names:?}");
    let about = GameDescription::from(&*game);
    assert_eq!(about.options[1].form, "most=N");
    assert_eq!(about.options[1].prefix, "most=");
}

#[test]
fn its_options_are_refused_by_name() {
    let registry = Registry::new();
    registry.register(Arc::new(Named)).unwrap();
    for (name, culprit) in [
        ("heap:most=12", "`12` cannot be most"),
        ("heap:counters=2", "more may be taken"),
        ("heap:large", "no option `large`; known: counters=N, most=N, misere"),
        ("hoop", "no game `hoop`; known: heap, pile"),
    ] {
        let error = registry.open(name).err().unwrap().to_string();
        assert!(error.contains(culprit), "{error}");
    }
    let error = registry.register(Arc::new(Named)).unwrap_err().to_string();
    assert!(error.contains("heap") && error.contains("taken"), "{error}");
}

#[test]
fn it_conforms() {
    for options in ["", "misere", "counters=30,most=5"] {
        let game = Heap::named("heap", ["Ann", "Bob"]).variant(options).unwrap();
        check(&game, &Plan { seed: 7, moves: 5_000 })
            .unwrap_or_else(|failure| panic!("{options}: {failure}"));
    }
}
