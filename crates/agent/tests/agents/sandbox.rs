//! Agents that attack what is around them. Where the machine offers a sandbox none of them gets through; what a
//! supervisor holds by itself is held everywhere.

use crate::table::{MARGIN, meet};
use plybook_agent::process::sandbox::{available, in_words};
use plybook_agent::{Action, Agent, Budget, Fault, InterfaceAgent, Launch, Sandbox, Turn};
use plybook_catalog::open;
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const GAME: &str = "tictactoe";
/// How long what was killed may be seen.
const VANISH: Duration = Duration::from_secs(10);
/// How long a resting program is watched.
const WATCHED: Duration = Duration::from_millis(300);

/// A folder with the attacker in it, which goes with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plybook-attack-{}-{number}", std::process::id()));
        std::fs::create_dir_all(path.join("agent")).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/agents/attacker.py");
        std::fs::copy(script, path.join("agent/attacker.py")).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, contents: &str) -> PathBuf {
        let file = self.0.join(name);
        std::fs::write(&file, contents).unwrap();
        file
    }

    fn launch(&self, words: &[&str]) -> Launch {
        let script = self.0.join("agent/attacker.py").display().to_string();
        let argv = ["python3", "-S", "-u", &script].into_iter().chain(words.iter().copied());
        Launch { sandbox: Some(Sandbox::Try), ..Launch::new(argv.map(str::to_owned).collect()) }
    }

    fn agent(&self, words: &[&str]) -> InterfaceAgent {
        made(self.launch(words))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

fn made(launch: Launch) -> InterfaceAgent {
    InterfaceAgent::ugi(&*open(GAME).unwrap(), launch, None, BTreeMap::new()).unwrap()
}

fn soon() -> Instant {
    Instant::now() + MARGIN
}

/// Who an agent says it is: what its attack came to.
fn outcome(agent: &mut InterfaceAgent) -> String {
    agent.identity(soon()).unwrap().nickname
}

/// Asks an agent for one move.
fn one_move(agent: &mut InterfaceAgent) -> Result<Action, Fault> {
    agent.identity(soon())?;
    agent.begin(&meet(GAME, 0, 1))?;
    let session = open(GAME).unwrap().session(None).unwrap();
    let budget = Budget { time: Some(MARGIN), ..Budget::default() };
    Ok(agent.turn(&Turn { session: &*session, remark: "", budget, deadline: soon() })?.action)
}

/// The processes whose command line has this word.
fn running(word: &str) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let has = |pid: &i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(word)
    };
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(has).collect()
}

/// Processor time of all processes with this word, in the system's ticks.
fn spent(word: &str) -> u64 {
    let of = |pid: i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        rest.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum::<u64>()
    };
    running(word).into_iter().map(of).sum()
}

/// Waits for something that must come, however busy the machine is.
fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let until = Instant::now() + VANISH;
    while !condition() {
        assert!(Instant::now() < until, "{what} never happened");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Somebody who wants nothing but to sleep, under a name of its own.
struct Sleeper(Child);

impl Sleeper {
    fn new(name: &str) -> Sleeper {
        let code = format!("import time; '{name}'; time.sleep(1000)");
        let child = Command::new("python3").args(["-S", "-c", &code]).stdin(Stdio::null()).spawn().unwrap();
        wait_for("the sleeper", || !running(name).is_empty());
        Sleeper(child)
    }

    /// Whether it is neither stopped nor ended.
    fn is_well(&mut self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
        matches!(state, Some('S' | 'R' | 'D')) && self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A name that nothing else on this machine has.
fn unique(what: &str) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("{what}-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Whether this machine holds agents in a sandbox. Where it does not, the attacks that need one get through, and the
/// arena must say so in words.
fn holds() -> bool {
    match available() {
        Ok(()) => true,
        Err(reason) => {
            let told = |sandbox| in_words(&Launch { sandbox, ..Launch::new(vec!["python3".to_owned()]) });
            assert!(told(None).contains(reason) && told(None).starts_with("none"));
            assert!(told(Some(Sandbox::Require)).contains("required"));
            false
        }
    }
}

#[test]
fn nobody_escapes() {
    let folder = Folder::new();
    let name = unique("escaped");
    let mut agent = folder.agent(&["escape", &name]);
    // Whoever kills its keeper may be cut off in the middle of its words.
    let _ = agent.identity(soon());
    drop(agent);
    if holds() {
        wait_for("the end of the one that escaped", || running(&name).is_empty());
    }
    running(&name).iter().for_each(|pid| {
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
    });
}

#[test]
fn opponents_and_the_referee_are_out_of_reach() {
    if !holds() {
        return;
    }
    let folder = Folder::new();
    for attack in ["stop", "kill"] {
        let name = unique("sleeper");
        let mut sleeper = Sleeper::new(&name);
        assert_eq!(outcome(&mut folder.agent(&[attack, &name])), "1 hit", "itself alone");
        assert!(sleeper.is_well(), "{attack}");
    }
}

#[test]
fn what_is_stored_and_what_others_wrote_is_out_of_reach() {
    if !holds() {
        return;
    }
    let folder = Folder::new();
    let secret = folder.file("secret.py", "the opponent's plan");
    let games = folder.file("games.db", "8-0");
    let path = |file: &Path| format!("target={}", file.display());
    assert!(outcome(&mut folder.agent(&["read", &path(&secret)])).starts_with("refused"));
    // What it writes beside its folder, if anything, is its own: the file itself stays as it is, see below.
    outcome(&mut folder.agent(&["write", &path(&games)]));
    assert!(outcome(&mut folder.agent(&["read", "target=/etc/shadow"])).starts_with("refused"));
    // Its own folder it may read and not change, and of what lies there not what is another player's.
    let note = folder.file("agent/note.txt", "my own");
    let rival = folder.file("agent/rival.py", "the opponent's plan");
    assert_eq!(outcome(&mut folder.agent(&["read", &path(&note)])), "my own");
    assert!(outcome(&mut folder.agent(&["write", &path(&note)])).starts_with("refused"));
    let hiding = Launch { hidden: vec![rival.clone()], ..folder.launch(&["read", &path(&rival)]) };
    assert!(outcome(&mut made(hiding)).starts_with("refused"));
    let contents = [&games, &note, &rival].map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(contents, ["8-0", "my own", "the opponent's plan"]);
}

#[test]
fn the_network_is_out_of_reach() {
    if !holds() {
        return;
    }
    let folder = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    assert!(outcome(&mut folder.agent(&["connect", &port])).starts_with("refused"));
    assert!(listener.accept().is_err());
}

#[test]
fn disks_are_not_filled() {
    if !holds() {
        return;
    }
    let folder = Folder::new();
    let target = folder.0.join("agent").display().to_string();
    let written = outcome(&mut folder.agent(&["fill", &target]));
    let mebibytes: u64 = written.strip_suffix(" MiB").unwrap().parse().unwrap();
    assert!((1..=4 * 64).contains(&mebibytes), "{written}");
    let left: Vec<_> = std::fs::read_dir(folder.0.join("agent")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn nobody_thinks_on_the_opponents_time() {
    let folder = Folder::new();
    let name = unique("spinner");
    let mut agent = folder.agent(&["spin", &name]);
    assert!(matches!(one_move(&mut agent), Ok(Action::Move(_))));
    let before = spent(&name);
    assert!(running(&name).len() > 8);
    std::thread::sleep(WATCHED);
    assert_eq!(spent(&name), before, "stopped while it is not its turn");
    // Where the opponent's time may be used they go on, and what rests is woken by its next turn.
    let session = open(GAME).unwrap().session(None).unwrap();
    agent.ponder(&*session);
    wait_for("thinking on", || spent(&name) > before);
    assert!(matches!(one_move(&mut agent), Ok(Action::Move(_))));
    drop(agent);
    wait_for("the end of all", || running(&name).is_empty());
}

#[test]
fn all_processes_together_are_held_to_their_limits() {
    let folder = Folder::new();
    let name = unique("swollen");
    for (kind, target, words) in [("swell", "200", "MiB together"), ("breed", "", "processes and threads")] {
        let mut launch = folder.launch(&[kind, target, &name]);
        (launch.limits.memory, launch.limits.processes) = (600, 60);
        let fault = one_move(&mut made(launch)).unwrap_err();
        let told = fault.to_string();
        // Without a supervisor the limits of each process alone are kept.
        let supervised = plybook_agent::process::supervisor::is_there();
        assert!(!supervised || matches!(&fault, Fault::Crashed(_)) && told.contains(words), "{told}");
        wait_for("the end of all", || running(&name).is_empty());
    }
}

#[test]
fn a_required_sandbox_is_there_or_the_program_is_not_started() {
    let folder = Folder::new();
    let mut agent = made(Launch { sandbox: Some(Sandbox::Require), ..folder.launch(&["none"]) });
    match (available(), agent.identity(soon())) {
        (Ok(()), Ok(identity)) => assert_eq!(identity.nickname, "none"),
        (Err(reason), Err(Fault::NotStarted(told))) => assert!(told.contains(reason), "{told}"),
        other => panic!("{other:?}"),
    }
    // What holds a program is told of this program: files of other kinds may be started by the system, and are not held.
    let other = folder.file("agent/other.exe", "MZ");
    let told =
        |program: &str, sandbox| in_words(&Launch { sandbox, ..Launch::new(vec![program.to_owned()]) });
    assert!(told(&other.display().to_string(), None).starts_with("none"));
    assert!(told("python3", Some(Sandbox::Off)).starts_with("none, as it was asked for"));
    assert_eq!(told("python3", None).starts_with("bubblewrap"), available().is_ok());
    // What could not be started anyway says why, as without a sandbox.
    let nowhere = Launch { sandbox: Some(Sandbox::Try), ..Launch::new(vec!["/nowhere/at-all".to_owned()]) };
    let fault = made(nowhere).identity(soon()).unwrap_err();
    assert!(matches!(&fault, Fault::NotStarted(told) if told.contains("No such file")), "{fault}");
}
