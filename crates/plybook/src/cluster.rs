//! Units of work on other machines: handed to a Ray cluster through the Python package, and taken back as they are done.

use crate::bad_input::BadInput;
use crate::output::tell;
use anyhow::{Context, Result, anyhow};
use plybook_work::{Measured, Unit, UnitResult};
use serde::Deserialize;
use serde_json::json;
use std::env::var_os;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The variable that names the interpreter which has the package.
const VARIABLE: &str = "PLYBOOK_PYTHON";
/// The interpreter if nothing is said.
const PYTHON: &str = "python3";
/// Says what is missing, by the names of packages.
const MISSING: &str = "import importlib.util as u, sys; \
    sys.exit(' and '.join(n for n in ('plybook', 'ray') if u.find_spec(n) is None) or 0)";
/// Units of each slot that are handed out before their results are taken, so that no slot waits.
const WINDOW: usize = 64;
/// How long to wait for a result before something else is looked at.
const GLANCE: Duration = Duration::from_millis(200);
/// Between two lines about the nodes.
const TOLD: Duration = Duration::from_secs(30);

/// A line of the Python side.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Done { id: u64, result: String, measured: String },
    State { slots: usize, nodes: String },
    Error { error: String },
}

/// A unit that was done.
pub struct Done {
    /// The number by which it was sent.
    pub id: u64,
    /// What it gave.
    pub result: UnitResult,
    /// What was measured meanwhile.
    pub measured: Measured,
}

/// A cluster that does units.
pub struct Cluster {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    slots: usize,
    outstanding: usize,
    told: Option<Instant>,
}

impl Cluster {
    /// Connects to the cluster of an address. With `timed` clocks are scaled by the speeds of its nodes.
    ///
    /// # Errors
    /// There is no Python with the package and Ray.
    pub fn connect(address: &str, timed: bool) -> Result<Cluster> {
        let python =
            var_os(VARIABLE).filter(|named| !named.is_empty()).unwrap_or_else(|| OsString::from(PYTHON));
        let shown = python.to_string_lossy().into_owned();
        let looked = Command::new(&python).args(["-c", MISSING]).output();
        let looked = looked.map_err(|error| {
            BadInput::new(format!(
                "--ray: {shown} cannot be started ({error}); install Python, or name it with {VARIABLE}"
            ))
        })?;
        if !looked.status.success() {
            let missing = String::from_utf8_lossy(&looked.stderr);
            let missing = missing.trim().lines().last().unwrap_or("something").to_owned();
            let remedy =
                format!("`pip install plybook[ray]` there, or name another interpreter with {VARIABLE}");
            return Err(BadInput::new(format!("--ray: {shown} does not have {missing}; {remedy}")).into());
        }
        let mut command = Command::new(&python);
        command.args(["-m", "plybook.ray", "units", address]);
        if timed {
            command.arg("--timed");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("--ray: {shown} cannot be started"))?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(std::io::Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let input = child.stdin.take();
        Ok(Cluster { child, input, lines, slots: 0, outstanding: 0, told: None })
    }

    /// How many more units are worth sending now.
    pub fn room(&self) -> usize {
        (WINDOW * self.slots.max(1)).saturating_sub(self.outstanding)
    }

    /// Units that were sent and are not done.
    pub fn outstanding(&self) -> usize {
        self.outstanding
    }

    /// Hands a unit out, under a number by which its result comes back.
    ///
    /// # Errors
    /// The Python side is gone.
    pub fn send(&mut self, id: u64, unit: &Unit) -> Result<()> {
        let line = json!({ "id": id, "unit": unit.text()? }).to_string();
        let gone = || anyhow!("--ray: the Python side ended");
        let input = self.input.as_mut().ok_or_else(gone)?;
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            // Its last words say why.
            while self.receive()?.is_some() {}
            return Err(gone());
        }
        self.outstanding += 1;
        Ok(())
    }

    /// A unit that was done, if one is within a moment.
    ///
    /// # Errors
    /// The cluster says what is wrong, or the Python side is gone.
    pub fn receive(&mut self) -> Result<Option<Done>> {
        let line = match self.lines.recv_timeout(GLANCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait().context("--ray")?;
                return Err(anyhow!(
                    "--ray: the Python side ended with {status}; what it wrote stands above"
                ));
            }
        };
        match serde_json::from_str(&line) {
            Ok(Line::Done { id, result, measured }) => {
                self.outstanding = self.outstanding.saturating_sub(1);
                let measured = serde_json::from_str(&measured).context("--ray: what was measured")?;
                Ok(Some(Done { id, result: UnitResult::read(&result)?, measured }))
            }
            Ok(Line::State { slots, nodes }) => {
                let changed = slots != self.slots;
                self.slots = slots;
                if changed || self.told.is_none_or(|told| told.elapsed() > TOLD) {
                    self.told = Some(Instant::now());
                    tell(format_args!("Cluster: {nodes}."));
                }
                Ok(None)
            }
            Ok(Line::Error { error }) => Err(BadInput::new(error).into()),
            Err(error) => Err(anyhow!("--ray: the Python side wrote what cannot be read: {error}")),
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // No more units come; whatever it still does is of no use to anybody.
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
