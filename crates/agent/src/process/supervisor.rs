//! The supervisor: a small process between us and a foreign program, which never lets one of its descendants survive.
//!
//! The supervisor adopts every orphan below it (it is a "child subreaper"), so that a descendant that leaves the
//! process group or the session is still its child in the end. When the program ends, when it is told to, or when
//! we die in whatever way and the socket between us closes, it kills all of its children until there are none.
//!
//! It is the host program itself, started anew with one special argument: a host calls `serve_if_asked` first of
//! all. The program `plybook-supervisor` of this crate does nothing else. Without either, programs are started directly
//! and whatever they leave behind is found by a mark in their environment.

use super::Launch;
use super::tree::{self, Tree, Usage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getuid, kill_process,
    kill_process_group, pidfd_open, set_child_subreaper, setrlimit, setsid, wait,
};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// The argument that makes a host its own supervisor.
const WORD: &str = "--supervise-a-plybook-agent";
/// The program that is a supervisor and nothing else.
const PROGRAM: &str = "plybook-supervisor";
/// Between two looks at children that ended and at what all of them use together, in nanoseconds.
const HOUSEKEEPING: i64 = 200_000_000;
/// The part of the machine's memory that one program may hold at most: two games have four players.
const MACHINE_PART: u64 = 4;
/// Between two rounds of killing.
const ROUND: Duration = Duration::from_millis(1);
/// Longest order that is read, in bytes.
const LONGEST_ORDER: u64 = 1 << 20;

/// Set by a host that can be its own supervisor.
static HOST: OnceLock<Option<PathBuf>> = OnceLock::new();

/// What a supervisor tells us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Report {
    /// The program runs under this process number.
    Started(i32),
    /// It could not be started.
    Failed(String),
    /// It ended, in words.
    Ended(String),
}

/// To be called first of all in `main`: if this process was started to be a supervisor, keeps its program to the end
/// and gives the exit status; otherwise remembers that it could be one, and gives nothing.
#[must_use]
pub fn serve_if_asked() -> Option<ExitCode> {
    if std::env::args_os().nth(1).as_deref() == Some(OsStr::new(WORD)) {
        let done = supervise();
        return Some(if done.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let _ = HOST.set(std::env::current_exe().ok());
    None
}

/// The program that can be a supervisor: this one, or `plybook-supervisor` beside it.
pub(super) fn find() -> Option<PathBuf> {
    if let Some(host) = HOST.get() {
        return host.clone().filter(|path| path.is_file());
    }
    let own = std::env::current_exe().ok()?;
    let folders = own.ancestors().skip(1).take(2);
    folders.map(|folder| folder.join(PROGRAM)).find(|path| path.is_file())
}

/// Whether foreign programs have a supervisor here.
#[must_use]
pub fn is_there() -> bool {
    find().is_some()
}

/// Starts a supervisor that listens on `socket`.
pub(super) fn start(program: &PathBuf, socket: UnixStream) -> std::io::Result<std::process::Child> {
    Command::new(program)
        .arg(WORD)
        .env_clear()
        .current_dir("/")
        .stdin(OwnedFd::from(socket))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

/// Sends the order for a program and its three files.
pub(super) fn order(
    mut socket: &UnixStream,
    launch: &Launch,
    files: [BorrowedFd<'_>; 3],
) -> std::io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(&files));
    let mut text = serde_json::to_vec(launch)?;
    text.push(b'\n');
    let sent = sendmsg(socket, &[IoSlice::new(&text)], &mut control, SendFlags::NOSIGNAL)?;
    socket.write_all(text.get(sent..).unwrap_or_default())
}

/// Receives an order.
fn ordered(socket: &UnixStream) -> Option<(Launch, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut bytes = vec![0; 1 << 16];
    let mut vectors = [IoSliceMut::new(&mut bytes)];
    let received = recvmsg(socket, &mut vectors, &mut control, RecvFlags::CMSG_CLOEXEC).ok()?.bytes;
    let mut files = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            files.extend(rights);
        }
    }
    bytes.truncate(received);
    if bytes.last() != Some(&b'\n') {
        BufReader::new(socket.take(LONGEST_ORDER)).read_until(b'\n', &mut bytes).ok()?;
    }
    Some((serde_json::from_slice(&bytes).ok()?, files))
}

/// Receives the order, starts the program, waits for its end or for its host's, and kills what is left of it.
fn supervise() -> Option<()> {
    let mut socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    let (launch, files) = ordered(&socket)?;
    // Signals from a terminal are not for us; one of them is for our parent, whose end we notice.
    let _ = setsid();
    set_child_subreaper(Some(getpid())).ok()?;
    let program = match spawn(&launch, files) {
        Ok(program) => program,
        Err(error) => {
            report(&mut socket, &Report::Failed(error));
            return Some(());
        }
    };
    report(&mut socket, &Report::Started(program.as_raw_nonzero().get()));
    watch(&mut socket, program, &launch);
    kill_all(program);
    Some(())
}

fn report(socket: &mut UnixStream, report: &Report) {
    if let Ok(mut text) = serde_json::to_vec(report) {
        text.push(b'\n');
        // This fails where the host has ended; the loop below notices that by the closed socket.
        let _ = socket.write_all(&text);
    }
}

/// Starts the program within its limits.
fn spawn(launch: &Launch, files: Vec<OwnedFd>) -> Result<Pid, String> {
    let Ok([input, output, errors]) = <[OwnedFd; 3]>::try_from(files) else {
        return Err("the supervisor did not receive three files".to_owned());
    };
    limit(launch).map_err(|error| format!("its limits cannot be set: {error}"))?;
    let mut command = command(launch);
    let child = command.stdin(input).stdout(output).stderr(errors).spawn();
    match child {
        Ok(child) => {
            Pid::from_raw(child.id().cast_signed()).ok_or_else(|| "it has no process number".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The command of a launch, without its files.
pub(super) fn command(launch: &Launch) -> Command {
    let mut command = Command::new(launch.program());
    command.args(launch.argv.iter().skip(1)).env_clear().envs(&launch.environment).process_group(0);
    if let Some(folder) = &launch.folder {
        command.current_dir(folder);
    }
    command
}

/// The limits of a launch as the operating system has them.
pub(super) fn resources(launch: &Launch) -> [(Resource, u64); 6] {
    let limits = launch.limits;
    [
        (Resource::As, limits.memory_bytes()),
        (Resource::Cpu, limits.cpu),
        (Resource::Nofile, limits.files),
        (Resource::Nproc, running().saturating_add(limits.processes)),
        (Resource::Fsize, limits.file_bytes()),
        (Resource::Core, 0),
    ]
}

/// Takes the limits on ourselves, so that the program inherits them from its first instruction on.
fn limit(launch: &Launch) -> rustix::io::Result<()> {
    for (resource, wanted) in resources(launch) {
        let maximum = rustix::process::getrlimit(resource).maximum;
        let bound = Some(maximum.map_or(wanted, |maximum| maximum.min(wanted)));
        setrlimit(resource, Rlimit { current: bound, maximum: bound })?;
    }
    Ok(())
}

/// How many processes and threads our user has.
fn running() -> u64 {
    let own = getuid().as_raw();
    let tasks = |process: std::fs::DirEntry| {
        let mine = process.metadata().is_ok_and(|data| data.uid() == own);
        if mine { std::fs::read_dir(process.path().join("task")).map_or(0, Iterator::count) } else { 0 }
    };
    std::fs::read_dir("/proc").map_or(0, |processes| processes.flatten().map(tasks).sum::<usize>() as u64)
}

/// What all processes of a program may use together.
fn most_together(launch: &Launch, machine: Option<u64>) -> Usage {
    let memory = launch.limits.memory_bytes();
    let memory = machine.map_or(memory, |machine| memory.min(machine / MACHINE_PART));
    Usage { tasks: launch.limits.processes, memory }
}

/// What a program uses too much of, in words.
fn excess(used: Usage, most: Usage) -> Option<String> {
    const MEBIBYTE: u64 = 1 << 20;
    if used.tasks > most.tasks {
        return Some(format!(
            "was ended: it had {} processes and threads of {} at once",
            used.tasks, most.tasks
        ));
    }
    let (used, most) = (used.memory / MEBIBYTE, most.memory / MEBIBYTE);
    (used > most).then(|| format!("was ended: its processes held {used} MiB together of {most}"))
}

/// Waits for the program's end or ours, reaps whatever ends meanwhile, and ends what uses too much.
fn watch(socket: &mut UnixStream, program: Pid, launch: &Launch) {
    let most = most_together(launch, tree::machine_memory());
    let handle = pidfd_open(program, PidfdFlags::empty()).ok();
    loop {
        if let Some(status) = reap(program) {
            report(socket, &Report::Ended(in_words(status)));
            return;
        }
        let mut waits = vec![PollFd::new(&*socket, PollFlags::IN)];
        waits.extend(handle.as_ref().map(|handle| PollFd::new(handle, PollFlags::IN)));
        if let Some(excess) = excess(tree::usage(Tree::Supervised(getpid())), most) {
            report(socket, &Report::Ended(excess));
            return;
        }
        let pause = Timespec { tv_sec: 0, tv_nsec: HOUSEKEEPING };
        let _ = poll(&mut waits, Some(&pause));
        // We never say anything: something to read is the end of the connection.
        if !waits[0].revents().is_empty() {
            return;
        }
    }
}

/// Reaps all children that ended; the program's status if it is among them, or is gone already.
fn reap(program: Pid) -> Option<Option<WaitStatus>> {
    let mut found = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == program => found = Some(Some(status)),
            Ok(Some(_)) => {}
            Ok(None) => return found,
            Err(_) => return found.or(Some(None)),
        }
    }
}

/// How a process ended, for people.
fn in_words(status: Option<WaitStatus>) -> String {
    match status.map(|status| (status.exit_status(), status.terminating_signal())) {
        Some((Some(code), _)) => format!("ended with exit status {code}"),
        Some((_, Some(signal))) => format!("was ended by signal {signal}"),
        _ => "ended".to_owned(),
    }
}

/// Kills the program's group and all children, those that it leaves to us included, until there are none.
fn kill_all(program: Pid) {
    loop {
        let _ = kill_process_group(program, Signal::KILL);
        for child in tree::children(getpid()) {
            let _ = kill_process(child, Signal::KILL);
        }
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
        std::thread::sleep(ROUND);
    }
}
