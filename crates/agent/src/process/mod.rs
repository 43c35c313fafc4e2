//! Foreign programs: started without a shell, within limits, read with deadlines and caps, and never left behind.

mod buffer;
mod launch;
mod limits;
pub mod sandbox;
pub mod supervisor;
pub mod sweep;
mod tree;

use crate::Fault;
use buffer::Lines;
pub(crate) use buffer::printable;
pub use launch::Launch;
pub use limits::ResourceLimits;
pub use sandbox::Sandbox;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, kill_process, kill_process_group, prlimit};
use std::io::{ErrorKind, PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};
use supervisor::Report;
use tree::Tree;

/// How long a program may take to end by itself after it was asked to.
const LEAVE: Duration = Duration::from_secs(2);
/// How long a supervisor may take to kill everything before we do what we can ourselves: long, since it does it better.
const SUPERVISOR_PATIENCE: Duration = Duration::from_secs(10);
/// Between two looks at a process that is ending.
const LOOK: Duration = Duration::from_millis(1);
/// How long a program that closed its output is given to end, so that the message can say how.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Read at once, in bytes.
const CHUNK: usize = 1 << 16;

static STARTED: AtomicU64 = AtomicU64::new(0);

/// A running foreign program. Dropping it ends it and everything it started.
pub struct Process {
    name: String,
    mark: String,
    child: Child,
    /// To the supervisor; none if the program was started directly.
    socket: Option<UnixStream>,
    reports: Vec<u8>,
    pid: Option<Pid>,
    input: Option<PipeWriter>,
    output: Option<PipeReader>,
    errors: Option<PipeReader>,
    lines: Lines,
    /// The end of what it wrote to its error output.
    complaints: Vec<u8>,
    /// How it ended, once that is known.
    ended: Option<String>,
    /// The supervisor ended before it said that the program did.
    supervisor_lost: bool,
    /// Sent before it is ended.
    farewell: Option<&'static str>,
    faulty: bool,
    /// Whether it may be stopped while it is not its turn, and is.
    may_rest: bool,
    resting: bool,
}

impl Process {
    /// Starts a program. `farewell` is the line that asks it to quit, if its language has one.
    ///
    /// # Errors
    /// It cannot be started, or not by the deadline.
    pub fn start(
        launch: &Launch,
        farewell: Option<&'static str>,
        deadline: Instant,
    ) -> Result<Process, Fault> {
        Process::start_under(supervisor::find(), launch, farewell, deadline)
    }

    fn start_under(
        supervisor: Option<PathBuf>,
        launch: &Launch,
        farewell: Option<&'static str>,
        deadline: Instant,
    ) -> Result<Process, Fault> {
        let name = launch.program().to_owned();
        let failed = |error: std::io::Error| Fault::NotStarted(format!("{name}: {error}"));
        let unstarted =
            |reason: &str| Fault::NotStarted(format!("{name}: {reason}{}", launch.remedy(reason)));
        let mut resolved = launch.resolved();
        let mark = unique_mark();
        resolved.environment.insert(sweep::MARK.to_owned(), mark.clone());
        let may_rest = resolved.sandbox != Some(Sandbox::Off);
        let resolved =
            sandbox::held(resolved).map_err(|reason| Fault::NotStarted(format!("{name}: {reason}")))?;
        let (their_input, input) = pipe().map_err(failed)?;
        let (output, their_output) = pipe().map_err(failed)?;
        let (errors, their_errors) = pipe().map_err(failed)?;
        for file in [input.as_fd(), output.as_fd(), errors.as_fd()] {
            ioctl_fionbio(file, true).map_err(|errno| failed(errno.into()))?;
        }
        let (child, socket, pid) = match supervisor {
            Some(program) => {
                let (socket, theirs) = UnixStream::pair().map_err(failed)?;
                socket.set_write_timeout(Some(LEAVE)).map_err(failed)?;
                let mut child = supervisor::start(&program, theirs).map_err(failed)?;
                let files = [their_input.as_fd(), their_output.as_fd(), their_errors.as_fd()];
                let ordered = supervisor::order(&socket, &resolved, files);
                if let Err(error) = ordered.and_then(|()| socket.set_nonblocking(true)) {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(failed(error));
                }
                (child, Some(socket), None)
            }
            None => {
                let mut command = supervisor::command(&resolved);
                let child = command
                    .stdin(their_input)
                    .stdout(their_output)
                    .stderr(their_errors)
                    .spawn()
                    .map_err(|error| unstarted(&error.to_string()))?;
                let pid = Pid::from_raw(child.id().cast_signed());
                for (resource, bound) in supervisor::resources(&resolved) {
                    let rlimit = rustix::process::Rlimit { current: Some(bound), maximum: Some(bound) };
                    // A limit above the one that holds already cannot be set, and need not be.
                    let _ = prlimit(pid, resource, rlimit);
                }
                (child, None, pid)
            }
        };
        let mut process = Process {
            name: name.clone(),
            mark,
            child,
            socket,
            reports: Vec::new(),
            pid,
            input: Some(input),
            output: Some(output),
            errors: Some(errors),
            lines: Lines::default(),
            complaints: Vec::new(),
            ended: None,
            supervisor_lost: false,
            farewell,
            faulty: false,
            may_rest,
            resting: false,
        };
        match process.await_start(deadline) {
            Ok(None) => Ok(process),
            Ok(Some(reason)) => Err(unstarted(&reason)),
            Err(fault) => Err(fault),
        }
    }

    /// Waits until the supervisor says that the program runs, or why it cannot.
    fn await_start(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        let began = Instant::now();
        while self.pid.is_none() {
            if let Some(reason) = &self.ended {
                self.faulty = true;
                return Ok(Some(reason.clone()));
            }
            if Instant::now() >= deadline {
                self.faulty = true;
                return Err(Fault::TimedOut(began.elapsed()));
            }
            self.listen(deadline);
        }
        Ok(None)
    }

    /// Its processes.
    fn tree(&self) -> Option<Tree> {
        match (&self.socket, self.pid) {
            (Some(_), _) => Pid::from_raw(self.child.id().cast_signed()).map(Tree::Supervised),
            (None, pid) => pid.map(Tree::Alone),
        }
    }

    /// Stops all its processes until it is sent something, so that it cannot think, or keep others from thinking, while it
    /// is not its turn. One that is to be held by nothing goes on.
    pub fn rest(&mut self) {
        if self.may_rest
            && !self.resting
            && self.ended.is_none()
            && let Some(tree) = self.tree()
        {
            tree::stop(tree);
            self.resting = true;
        }
    }

    /// Lets it go on.
    pub fn wake(&mut self) {
        if std::mem::take(&mut self.resting)
            && let Some(tree) = self.tree()
        {
            tree::wake(tree);
        }
    }

    /// Sends a line. What the program wrote before stays to be read; a new answer may be as long as ever. A program that
    /// has closed its input, or ended, hears nothing of it: what it still writes decides what becomes of it, not the
    /// moment in which it closed.
    ///
    /// # Errors
    /// The program does not read by the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        self.wake();
        self.lines.forgive();
        let began = Instant::now();
        let bytes = [line.as_bytes(), b"\n"].concat();
        let mut left = &bytes[..];
        while !left.is_empty() {
            let Some(input) = &mut self.input else { break };
            match input.write(left) {
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        self.faulty = true;
                        return Err(Fault::TimedOut(began.elapsed()));
                    }
                    self.listen(deadline);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.input = None,
            }
        }
        Ok(())
    }

    /// The next line of its output, without its end.
    ///
    /// # Errors
    /// It ended, wrote too much, or wrote nothing by the deadline.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let began = Instant::now();
        match self.line_until(deadline)? {
            Some(line) => Ok(line),
            None => {
                self.faulty = true;
                Err(Fault::TimedOut(began.elapsed()))
            }
        }
    }

    /// The same, and nothing where it writes none until then, which is no fault of its own.
    ///
    /// # Errors
    /// It ended or wrote too much.
    pub fn line_until(&mut self, until: Instant) -> Result<Option<String>, Fault> {
        loop {
            if let Some(line) = self.lines.next() {
                return Ok(Some(line));
            }
            if let Some(flood) = self.lines.flood() {
                self.faulty = true;
                return Err(Fault::Flood(flood));
            }
            if self.output.is_none() || self.supervisor_lost {
                return Err(self.crash());
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            self.listen(until);
        }
    }

    /// Throws away what it wrote so far, an unfinished line included.
    pub fn discard(&mut self) {
        self.read_all();
        self.lines.clear();
    }

    /// The end of what it wrote to its error output.
    #[must_use]
    pub fn complaints(&self) -> String {
        buffer::printable(&self.complaints)
    }

    /// The fault of a program that ended or closed its files.
    fn crash(&mut self) -> Fault {
        self.faulty = true;
        let until = Instant::now() + LAST_WORDS;
        while self.ended.is_none() && Instant::now() < until {
            self.listen(until.min(Instant::now() + LOOK * 10));
            if self.socket.is_none()
                && let Ok(Some(status)) = self.child.try_wait()
            {
                self.ended = Some(format!("ended with {status}"));
            }
        }
        self.read_all();
        let how = self.ended.clone().unwrap_or_else(|| "closed its input or output".to_owned());
        let last = buffer::last_words(&self.complaints());
        let program = &self.name;
        Fault::Crashed(if last.is_empty() {
            format!("{program} {how}")
        } else {
            format!("{program} {how}: {last}")
        })
    }

    /// Waits until there is something to read, at most until the deadline, and reads it.
    fn listen(&mut self, deadline: Instant) {
        let wait = deadline.saturating_duration_since(Instant::now());
        // Woken from time to time: a program that was started directly ends without a report.
        let wait = wait.min(Duration::from_millis(250));
        let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(wait.subsec_nanos()).max(1_000) };
        let mut files = Vec::new();
        files.extend(self.output.as_ref().map(|file| PollFd::new(file, PollFlags::IN)));
        files.extend(self.errors.as_ref().map(|file| PollFd::new(file, PollFlags::IN)));
        files.extend(
            self.socket
                .as_ref()
                .filter(|_| self.ended.is_none())
                .map(|file| PollFd::new(file, PollFlags::IN)),
        );
        match poll(&mut files, Some(&pause)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => std::thread::sleep(LOOK),
        }
        self.read_all();
    }

    /// Reads what there is, without waiting and within the caps.
    fn read_all(&mut self) {
        let mut chunk = vec![0; CHUNK];
        if let Some(output) = &mut self.output
            && self.lines.flood().is_none()
        {
            match output.read(&mut chunk) {
                Ok(0) => {
                    self.output = None;
                    self.lines.finish();
                }
                Ok(read) => self.lines.add(&chunk[..read]),
                Err(error) if transient(&error) => {}
                Err(_) => self.output = None,
            }
        }
        if let Some(errors) = &mut self.errors {
            match errors.read(&mut chunk) {
                Ok(0) => self.errors = None,
                Ok(read) => buffer::keep_tail(&mut self.complaints, &chunk[..read]),
                Err(error) if transient(&error) => {}
                Err(_) => self.errors = None,
            }
        }
        self.read_reports(&mut chunk);
    }

    fn read_reports(&mut self, chunk: &mut [u8]) {
        let Some(socket) = &mut self.socket else { return };
        match socket.read(chunk) {
            Ok(0) if self.ended.is_none() => {
                self.supervisor_lost = true;
                self.ended = Some("lost its supervisor".to_owned());
            }
            Ok(read) => self.reports.extend_from_slice(&chunk[..read]),
            Err(_) => {}
        }
        while let Some(end) = self.reports.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.reports.drain(..=end).collect();
            match serde_json::from_slice(&line) {
                Ok(Report::Started(pid)) => self.pid = Pid::from_raw(pid),
                Ok(Report::Failed(reason) | Report::Ended(reason)) => self.ended = Some(reason),
                Err(_) => {}
            }
        }
    }

    /// Asks the program to quit and waits a little; a faulty one is not asked.
    fn ask_to_leave(&mut self) {
        let until = Instant::now() + LEAVE;
        if let Some(farewell) = self.farewell {
            let _ = self.send(farewell, until);
        }
        self.input = None;
        while Instant::now() < until && !self.is_over() {
            self.listen(until.min(Instant::now() + LOOK * 20));
            // Whatever it still writes is of no interest, however much it is.
            self.lines.clear();
        }
    }

    fn is_over(&mut self) -> bool {
        self.ended.is_some() || matches!(self.child.try_wait(), Ok(Some(_)) | Err(_))
    }
}

fn transient(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// A mark that no other program of this machine has.
fn unique_mark() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-{}", std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed), now.as_nanos())
}

impl Drop for Process {
    /// Asks, waits, kills, and makes sure that nothing is left.
    fn drop(&mut self) {
        self.wake();
        if !self.faulty && !self.is_over() {
            self.ask_to_leave();
        }
        self.input = None;
        let kept = self.socket.take().is_some();
        if kept && self.wait_for_supervisor() {
            return;
        }
        // There is no supervisor, or it was killed: kill the program and its descendants from here.
        if let Some(group) = self.pid {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        sweep::sweep(&self.mark);
    }
}

impl Process {
    /// Waits for a supervisor whose socket is closed; whether it ended in order.
    fn wait_for_supervisor(&mut self) -> bool {
        let until = Instant::now() + SUPERVISOR_PATIENCE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) if Instant::now() < until => {
                    // The program may have stopped it.
                    if let Some(supervisor) = Pid::from_raw(self.child.id().cast_signed()) {
                        let _ = kill_process(supervisor, Signal::CONT);
                    }
                    std::thread::sleep(LOOK);
                }
                Ok(None) | Err(_) => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "import os, sys
if len(sys.argv) > 1 and os.fork() == 0:
    os.setsid()
    import time
    time.sleep(1000)
for line in sys.stdin:
    if line.strip() == 'quit': break
    print('heard', line.strip(), flush=True)
";

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(30)
    }

    fn echo(more: &[&str]) -> Launch {
        let argv = ["python3", "-S", "-c", SCRIPT].iter().chain(more);
        Launch::new(argv.map(|word| (*word).to_owned()).collect())
    }

    /// With a supervisor, where one is found, and without.
    fn both() -> Vec<Option<PathBuf>> {
        let supervisor = supervisor::find();
        if supervisor.is_some() { vec![supervisor, None] } else { vec![None] }
    }

    #[test]
    fn programs_are_heard_and_end() {
        for supervisor in both() {
            let mut process = Process::start_under(supervisor, &echo(&[]), Some("quit"), soon()).unwrap();
            let mark = process.mark.clone();
            process.send("one", soon()).unwrap();
            assert_eq!(process.line(soon()).unwrap(), "heard one");
            process.send("two", soon()).unwrap();
            process.send("quit", soon()).unwrap();
            assert_eq!(process.line(soon()).unwrap(), "heard two");
            assert!(matches!(process.line(soon()), Err(Fault::Crashed(_))));
            drop(process);
            assert_eq!(sweep::marked(sweep::MARK, Some(&mark)), [0; 0]);
        }
    }

    /// A program may close its input and still answer.
    #[test]
    fn a_closed_input_is_no_fault_of_its_own() {
        let script = "import os, sys
os.close(0)
print('deaf', flush=True)
sys.stdout.buffer.raw.write(b'done\\n')
";
        for supervisor in both() {
            let argv = ["python3", "-S", "-c", script].map(str::to_owned).to_vec();
            let mut process = Process::start_under(supervisor, &Launch::new(argv), None, soon()).unwrap();
            assert_eq!(process.line(soon()).unwrap(), "deaf");
            process.send("one", soon()).unwrap();
            process.send("two", soon()).unwrap();
            assert_eq!(process.line(soon()).unwrap(), "done");
            let fault = process.line(soon()).unwrap_err();
            assert!(matches!(&fault, Fault::Crashed(how) if how.contains("ended")), "{fault}");
        }
    }

    #[test]
    fn descendants_are_found_with_and_without_a_supervisor() {
        for supervisor in both() {
            let mut process =
                Process::start_under(supervisor, &echo(&["fork"]), Some("quit"), soon()).unwrap();
            let mark = process.mark.clone();
            process.send("one", soon()).unwrap();
            process.line(soon()).unwrap();
            assert!(sweep::marked(sweep::MARK, Some(&mark)).len() >= 2);
            drop(process);
            assert_eq!(sweep::marked(sweep::MARK, Some(&mark)), [0; 0]);
        }
    }

    #[test]
    fn what_cannot_be_started_says_so() {
        for supervisor in both() {
            let launch = Launch::new(vec!["/nowhere/at-all".to_owned()]);
            let fault = Process::start_under(supervisor, &launch, None, soon()).err().unwrap();
            assert!(matches!(&fault, Fault::NotStarted(reason) if reason.contains("/nowhere")), "{fault}");
        }
    }
}
