//! Course agents in Python.

use crate::table::{MARGIN, ask, meet, play};
use plybook_agent::{
    Action, Agent, Budget, Course, CourseAgent, EngineAgent, EngineSettings, Fault, Launch, Turn,
};
use plybook_catalog::{Session, open};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name)
}

fn agent(game: &str, name: &str, way: &str) -> CourseAgent {
    let mut launch = Launch::new(Vec::new());
    launch.environment.insert("WAY".to_owned(), way.to_owned());
    let course = if game.starts_with("tts") { Course::ToroTile } else { Course::Baroque };
    CourseAgent::new(&*open(game).unwrap(), course, &file(name), None, launch, None).unwrap()
}

fn engine(game: &str) -> EngineAgent {
    let settings = EngineSettings { hash: 1, ..EngineSettings::default() };
    EngineAgent::new(&*open(game).unwrap(), settings).unwrap()
}

#[test]
fn a_student_plays_baroque_chess_against_the_engine() {
    let game = open("baroque").unwrap();
    let (mut anna, mut engine) = (agent("baroque", "Anna_BC_Player.py", ""), engine("baroque"));
    let identity = anna.identity(Instant::now() + MARGIN).unwrap();
    assert_eq!(
        (identity.nickname.as_str(), identity.introduction.as_str()),
        ("Anna", "I am Anna.\nI move pincers.")
    );
    let budget = Budget { nodes: Some(500), ..Budget::default() };
    let (record, _) = play(&*game, [&mut anna, &mut engine], budget.clone(), 1, 12);
    assert_eq!(record.len(), 12);
    let (record, _) = play(&*game, [&mut engine, &mut anna], budget.clone(), 2, 8);
    assert_eq!(record.len(), 8);
}

#[test]
fn remarks_and_time_limits_are_passed_on() {
    for (game, name, words) in [
        ("baroque", "Anna_BC_Player.py", "Bert said 'How do you do?'; 0.25 s for P."),
        ("tts", "anna_TTS_agent.py", "Bert said 'How do you do?'; 5 in a row; 0.25 s;"),
    ] {
        let mut anna = agent(game, name, "");
        anna.begin(&meet(game, 0, 1)).unwrap();
        let session = open(game).unwrap().session(None).unwrap();
        let budget = Budget { time: Some(Duration::from_millis(250)), ..Budget::default() };
        let deadline = Instant::now() + MARGIN;
        let turn = Turn { session: &*session, remark: "How do you do?", budget, deadline };
        let answer = anna.turn(&turn).unwrap();
        assert!(answer.remark.starts_with(words), "{}", answer.remark);
    }
}

#[test]
fn students_play_whole_games_of_toro_tile_straight() {
    for name in ["tts:tetra-toro", "tts", "tts:whites-challenge"] {
        let game = open(name).unwrap();
        let (mut anna, mut bert) =
            (agent(name, "anna_TTS_agent.py", ""), agent(name, "anna_TTS_agent.py", "move-only"));
        let (_, winner) = play(&*game, [&mut anna, &mut bert], Budget::default(), 1, 100);
        assert!(winner.is_some());
    }
}

/// One turn of an agent that fails in some way.
fn way(game: &str, name: &str, way: &str, patience: Duration) -> Result<(Action, String), Fault> {
    let mut agent = agent(game, name, way);
    agent.identity(Instant::now() + MARGIN)?;
    agent.begin(&meet(game, 0, 1))?;
    let session: Box<dyn Session> = open(game).unwrap().session(None).unwrap();
    let deadline = Instant::now() + patience;
    let turn = Turn { session: &*session, remark: "", budget: Budget::default(), deadline };
    let answer = agent.turn(&turn)?;
    agent.end(None);
    if let Action::Move(text) = &answer.action {
        assert!(session.move_texts().contains(text));
    }
    Ok((answer.action, answer.remark))
}

#[test]
fn failing_students_lose_for_the_right_reason() {
    for (name, expected) in [
        ("import", "crashed: ModuleNotFoundError: No module named 'no_such_module'"),
        ("nickname", "crashed: KeyError: 'who am I' (bad_BC_Player.py, line 21)"),
        ("prepare", "crashed: ValueError: not prepared (bad_BC_Player.py, line"),
        ("raise", "crashed: KeyError: 'missing'"),
        ("exit", "crashed: SystemExit: 0"),
        ("hard-exit", "crashed: python3 ended with exit status 3"),
        ("illegal", "played an illegal move: ((6, 0), (5, 0)): a2a3 is legal, but a8 shows K instead of c"),
        ("unchanged", "played an illegal move: ((6, 0), (5, 0)): the new board is the old one"),
        ("none", "answered what cannot be understood: it returned None"),
    ] {
        let fault = way("baroque", "bad_BC_Player.py", name, MARGIN).unwrap_err().to_string();
        assert!(fault.starts_with(expected), "{name}: {fault}");
    }
    let fault = way("baroque", "bad_BC_Player.py", "loop", Duration::from_millis(300)).unwrap_err();
    assert!(matches!(fault, Fault::TimedOut(time) if time >= Duration::from_millis(290)), "{fault}");
    let fault = way("tts", "anna_TTS_agent.py", "occupied", MARGIN).unwrap_err().to_string();
    assert!(fault.starts_with("played an illegal move: (0, 0)"), "{fault}");
    assert!(
        fault.contains("a7 is not legal, because no tile may be placed on a7, which is forbidden"),
        "{fault}"
    );
}

/// A crash names the agent's own file and line, whoever raised the exception.
#[test]
fn a_crash_names_the_agents_file_and_line() {
    let agent =
        |nickname: &str| format!("import BC_state_etc as B\ndef introduce(): return 'x'\n{nickname}\n");
    for (nickname, expected) in [
        (
            "def nickname(): return int('x')",
            "ValueError: invalid literal for int() with base 10: 'x' (x_BC_Player.py, line 3)",
        ),
        // Raised inside the course's module, which the agent called.
        ("def nickname(): return B.parse('?')", "KeyError: '?' (x_BC_Player.py, line 3)"),
        ("def nickname(): return __import__('json').loads('{')", "(x_BC_Player.py, line 3)"),
        ("def nickname(): exec('1/0')", "ZeroDivisionError: division by zero (x_BC_Player.py, line 3)"),
        ("def nickname(: pass", "SyntaxError: invalid syntax (x_BC_Player.py, line 3)"),
        ("", "AttributeError: module 'x_BC_Player' has no attribute 'nickname' (x_BC_Player.py)"),
    ] {
        let fault = introduced("baroque", &[("x_BC_Player.py", &agent(nickname))]).unwrap_err().to_string();
        assert!(fault.starts_with("crashed: ") && fault.ends_with(expected), "{nickname}: {fault}");
        assert!(!fault.contains("<string>"), "{fault}");
    }
    let helper =
        [("x_BC_Player.py", "import x_BC_module_y\n"), ("x_BC_module_y.py", "\n\nimport no_such_module\n")];
    let fault = introduced("baroque", &helper).unwrap_err().to_string();
    assert!(fault.ends_with("(x_BC_module_y.py, line 3)"), "{fault}");
}

#[test]
fn odd_but_clear_students_are_understood() {
    for name in [
        "",
        "threads",
        "lines",
        "print",
        "not-flipped",
        "wrong-move",
        "no-state",
        "no-remark",
        "tuple",
        "stdin",
    ] {
        let (action, remark) = way("baroque", "bad_BC_Player.py", name, MARGIN)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(matches!(action, Action::Move(_)), "{name}: {action:?}");
        assert!(name != "stdin" || remark == "read ''''", "{remark}");
        assert_eq!(remark.is_empty(), name == "no-remark", "{name}: {remark}");
    }
    let (_, remark) = way("baroque", "bad_BC_Player.py", "long-remark", MARGIN).unwrap();
    assert!(remark.len() < 3000);
    let (_, remark) = way("baroque", "bad_BC_Player.py", "escape", MARGIN).unwrap();
    assert_eq!(remark, " [2Jgone ");
    assert_eq!(way("baroque", "bad_BC_Player.py", "claim", MARGIN).unwrap().0, Action::NoMoves);
    assert_eq!(way("tts", "anna_TTS_agent.py", "false", MARGIN).unwrap().0, Action::NoMoves);
    let fault = way("baroque", "bad_BC_Player.py", "odd-board", MARGIN).unwrap_err();
    assert!(matches!(fault, Fault::Illegal(_)), "{fault}");
}

#[test]
fn a_student_who_timed_out_can_play_again() {
    let game = open("baroque").unwrap();
    let mut bad = agent("baroque", "bad_BC_Player.py", "loop");
    for seed in 0..2 {
        bad.begin(&meet("baroque", 0, seed)).unwrap();
        let session = game.session(None).unwrap();
        let deadline = Instant::now() + Duration::from_millis(200);
        let turn = Turn { session: &*session, remark: "", budget: Budget::default(), deadline };
        assert!(matches!(bad.turn(&turn), Err(Fault::TimedOut(_))));
        assert!(
            matches!(ask(&mut bad, &*session, Budget::default()), Err(Fault::Crashed(_))),
            "it was ended"
        );
    }
}

/// Real agents return anything from `get_ready`, and the courses' masters do not look at it.
#[test]
fn get_ready_may_return_anything() {
    for name in ["not-ready", "silent", "odd-ready"] {
        let (action, _) =
            way("tts", "anna_TTS_agent.py", name, MARGIN).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(matches!(action, Action::Move(_)), "{name}: {action:?}");
    }
}

/// Who an agent of these files says it is. The first file is the agent's own.
fn introduced(game: &str, files: &[(&str, &str)]) -> Result<String, Fault> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("plybook-course-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    files.iter().for_each(|(name, script)| std::fs::write(folder.join(name), script).unwrap());
    let course = if game.starts_with("tts") { Course::ToroTile } else { Course::Baroque };
    let (game, path) = (open(game).unwrap(), folder.join(files[0].0));
    let agent = CourseAgent::new(&*game, course, &path, None, Launch::new(Vec::new()), None);
    let identity = agent.and_then(|mut agent| agent.identity(Instant::now() + MARGIN));
    std::fs::remove_dir_all(&folder).unwrap();
    identity.map(|identity| identity.nickname)
}

/// The course's module as an agent sees it.
#[test]
fn the_course_modules_offer_what_the_pages_say() {
    let script = r#"
import BC_state_etc as B
def introduce(): return "x"
def nickname():
    assert (B.BLACK, B.WHITE) == (0, 1)
    assert [B.NORTH, B.SOUTH, B.WEST, B.EAST, B.NW, B.NE, B.SW, B.SE] == list(range(8))
    names = "PINCER COORDINATOR LEAPER IMITATOR WITHDRAWER KING FREEZER".split()
    codes = [getattr(B, side + "_" + name) for name in names for side in ("BLACK", "WHITE")]
    assert codes == list(range(2, 16))
    assert B.INIT_TO_CODE["f"] == 14 and B.CODE_TO_INIT[0] == "-" and B.INIT_TO_CODE["-"] == 0
    assert B.who(B.WHITE_KING) == B.WHITE and B.who(B.BLACK_KING) == B.BLACK
    state = B.BC_state()
    other = B.BC_state(state.board, B.BLACK)
    other.board[0][0] = 0
    assert state.board[0][0] == B.BLACK_COORDINATOR and state.whose_move == B.WHITE
    lines = repr(state).split("\n")
    assert lines[0] == "c l i w k i l f " and lines[7] == "F L I W K I L C " and lines[8] == "WHITE's move"
    assert "BLACK's move" in repr(other)
    assert B.parse("\n" + "\n".join(lines[:8])) == B.INITIAL == B.parse("\n" + "\n".join(l.replace(" ", "") for l in lines[:8]))
    return "fine"
"#;
    assert_eq!(introduced("baroque", &[("x_BC_Player.py", script)]).unwrap(), "fine");
}

/// What real agents of Baroque chess call besides.
#[test]
fn the_module_of_baroque_chess_is_the_courses() {
    let script = r#"
import BC_state_etc as B
from BC_state_etc import *
def introduce(): return "x"
def nickname():
    state = BC_state(old_board=B.INITIAL, whose_move=BLACK)
    assert state == BC_state(whose_move=B.BLACK) and state != BC_state() and state != "a state"
    assert BC_state() == BC_state(old_board=parse("""
c l i w k i l f
p p p p p p p p
- - - - - - - -
- - - - - - - -
- - - - - - - -
- - - - - - - -
P P P P P P P P
F L I W K I L C
"""))
    state.board[3][3] = WHITE_KING
    assert state != BC_state(whose_move=B.BLACK) and len({state, BC_state(), BC_state()}) == 2
    B.test_starting_board()
    return "fine"
"#;
    assert_eq!(introduced("baroque", &[("x_BC_Player.py", script)]).unwrap(), "fine");
}

/// What real agents of Toro-Tile Straight import, at their first line, before anybody has told them about the game.
#[test]
fn the_module_of_toro_tile_straight_is_the_courses() {
    let script = r#"
from TTS_State import TTS_State, BLACK, WHITE, K, INITIAL_BOARD, NAME, test_starting_board
from TTS_State import NORTH, SOUTH, WEST, EAST, NW, NE, SW, SE
import TTS_State as T
class MY_TTS_State(TTS_State):
    pass
def who_am_i(): return "x"
def moniker():
    assert (BLACK, WHITE) == ("B", "W")
    assert [NORTH, SOUTH, WEST, EAST, NW, NE, SW, SE] == list(range(8))
    assert K == 4 and "tetra-toro" in NAME and len(INITIAL_BOARD) == 4 == len(INITIAL_BOARD[0]), (K, NAME)
    state = TTS_State(INITIAL_BOARD)
    assert state.whose_turn == WHITE and {state: 1}[TTS_State(INITIAL_BOARD, WHITE)] == 1
    assert len({state, TTS_State(INITIAL_BOARD, BLACK), state.copy()}) == 2
    assert len({MY_TTS_State(INITIAL_BOARD), MY_TTS_State(INITIAL_BOARD)}) == 1
    test_starting_board()
    return "fine"
"#;
    assert_eq!(introduced("tts:tetra-toro", &[("x_TTS_agent.py", script)]).unwrap(), "fine");
}

/// A student's own copy of a course's module is the one that the agent gets, and its mistakes are the agent's.
#[test]
fn an_own_copy_of_a_module_goes_before_ours() {
    let agent = "import TTS_State\ndef who_am_i(): return 'x'\ndef moniker(): return TTS_State.EXTRA\n";
    let module = "class TTS_State:\n    def __init__(self, board, whose_turn='W'): pass\nEXTRA = 'own'\n";
    let files = [("x_TTS_agent.py", agent), ("TTS_State.py", module)];
    assert_eq!(introduced("tts", &files).unwrap(), "own");
    let without = introduced("tts", &files[..1]).unwrap_err().to_string();
    assert!(without.starts_with("crashed: AttributeError"), "{without}");
    let broken = [files[0], ("TTS_State.py", "import no_such_module\n")];
    let fault = introduced("tts", &broken).unwrap_err().to_string();
    assert!(fault.starts_with("crashed: ModuleNotFoundError"), "{fault}");
    let agent = "from BC_state_etc import *\ndef introduce(): return 'x'\ndef nickname(): return EXTRA\n";
    let files = [("x_BC_Player.py", agent), ("BC_state_etc.py", "EXTRA = 'mine'\n")];
    assert_eq!(introduced("baroque", &files).unwrap(), "mine");
}

/// The text of one of the complete agents that the project shows.
fn sample(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../agents").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sample agents play whole games by the rules: nobody fails, and the first moves are counted as published.
#[test]
fn the_sample_agents_know_the_rules() {
    for (game, name, plies) in
        [("baroque", "sample_BC_Player.py", 16), ("tts:tetra-toro", "sample_TTS_agent.py", 20)]
    {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../agents").join(name);
        let course = if game.starts_with("tts") { Course::ToroTile } else { Course::Baroque };
        let opened = open(game).unwrap();
        let make = || CourseAgent::new(&*opened, course, &path, None, Launch::new(Vec::new()), None).unwrap();
        let (mut one, mut other) = (make(), make());
        let budget = Budget { time: Some(Duration::from_millis(60)), ..Budget::default() };
        let (record, winner) = play(&*opened, [&mut one, &mut other], budget, 1, plies);
        assert!(winner.is_some() || record.len() == plies, "{name}: {record:?}");
    }
    let counting = r#"
import sample_BC_Player as S
def introduce(): return "x"
def count(state, depth):
    return 1 if depth == 0 else sum(count(after, depth - 1) for after in {after for _, after in S.successors(state)})
def nickname(): return "%d %d" % (count(S.BC_state(), 1), count(S.BC_state(), 2))
"#;
    let sample = sample("sample_BC_Player.py");
    let files = [("x_BC_Player.py", counting), ("sample_BC_Player.py", sample.as_str())];
    assert_eq!(introduced("baroque", &files).unwrap(), "32 944");
}
