//! Nothing survives us, however we end.

use crate::table::{MARGIN, meet};
use plybook_agent::process::sweep::marked;
use plybook_agent::{Agent, InterfaceAgent, Launch};
use plybook_catalog::open;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Tells the second copy of this program that it is the host that will be killed, and marks its agents.
const HOST: &str = "PLYBOOK_TEST_HOST";
/// Hosts that are killed here.
const KILLS: usize = 4;
/// How long an agent may survive its host.
const SURVIVAL: Duration = Duration::from_secs(5);

/// An agent with a child in another session; both would wait for ever.
const AGENT: &str = "import os, sys, time
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
for line in sys.stdin:
    if line.strip() == 'ugi': print('ugiok', flush=True)
    if line.strip() == 'isready': print('readyok', flush=True)
time.sleep(1000)
";

/// Does nothing but in the copy of this program that `agents_die_with_their_host` starts.
#[test]
fn host_of_agents() {
    let Ok(mark) = std::env::var(HOST) else { return };
    let game = open("tictactoe").unwrap();
    let mut launch = Launch::new(["python3", "-S", "-c", AGENT].map(str::to_owned).to_vec());
    launch.environment.insert("ORPHAN_MARK".to_owned(), mark);
    let mut agents: Vec<InterfaceAgent> =
        (0..2).map(|_| InterfaceAgent::ugi(&*game, launch.clone(), None, BTreeMap::new()).unwrap()).collect();
    for agent in &mut agents {
        agent.identity(Instant::now() + MARGIN).unwrap();
        agent.begin(&meet("tictactoe", 0, 1)).unwrap();
    }
    std::thread::sleep(Duration::from_secs(1000));
}

#[test]
fn agents_die_with_their_host() {
    for number in 0..KILLS {
        let mark = format!("{}-{number}", std::process::id());
        let mut host = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "orphans::host_of_agents"])
            .env(HOST, &mark)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        // Killed at another moment each time: while the first agent starts, while the second does, later.
        while marked("ORPHAN_MARK", Some(&mark)).len() < 1 + number && began.elapsed() < MARGIN {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!marked("ORPHAN_MARK", Some(&mark)).is_empty(), "no agent was started");
        host.kill().unwrap();
        host.wait().unwrap();
        let killed = Instant::now();
        while !marked("ORPHAN_MARK", Some(&mark)).is_empty() {
            assert!(killed.elapsed() < SURVIVAL, "alive: {:?}", marked("ORPHAN_MARK", Some(&mark)));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
