//! A running engine, and what is said to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longest wait for an answer that must come. Only a broken engine takes it.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An engine that is killed when the test ends.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Conversation {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("plybook"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Conversation { child, input, lines }
    }

    /// Mebibytes of memory that the engine has touched.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() >> 10
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends anything.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).unwrap();
    }

    /// The next line, if one comes in time.
    pub fn next(&self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// All lines up to the first that begins so, that one last.
    pub fn until(&self, beginning: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.next(left) else { panic!("no {beginning:?} after {lines:#?}") };
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// Sends a line and gives everything up to the answer that begins so.
    pub fn ask(&mut self, line: &str, beginning: &str) -> Vec<String> {
        self.send(line);
        self.until(beginning)
    }

    /// The rest of the first line that begins so.
    pub fn answer(&mut self, line: &str, beginning: &str) -> String {
        let lines = self.ask(line, beginning);
        lines.last().unwrap()[beginning.len()..].trim().to_owned()
    }

    /// Whether nothing more is said for a while.
    pub fn is_silent(&self, patience: Duration) -> bool {
        self.next(patience).is_none()
    }

    /// Closes the engine's input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself; its exit status.
    pub fn end(&mut self) -> i32 {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the process does not end");
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
