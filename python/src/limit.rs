//! How far an engine may go.

use crate::error::Trouble;
use pyo3::prelude::*;
use std::time::Duration;

/// How far an engine thinks: whatever is reached first ends the search.
///
/// `time` is in seconds, `depth` in plies, `nodes` in positions. Without any of them an engine thinks for three seconds.
#[pyclass(frozen, eq, get_all, module = "plybook", from_py_object)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limit {
    /// Seconds.
    pub time: Option<f64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
}

/// The longest time, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;
/// How long to think where nothing limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (*, time=None, depth=None, nodes=None))]
    fn new(py: Python<'_>, time: Option<f64>, depth: Option<i64>, nodes: Option<i64>) -> PyResult<Limit> {
        let wrong = |what: &str, value: String, problem: &str, remedy: &str| {
            Trouble::new("limit", &format!("{what}={value}"), problem, remedy).raise(py)
        };
        if let Some(seconds) = time.filter(|seconds| !(*seconds > 0.0 && *seconds <= LONGEST)) {
            return Err(wrong(
                "time",
                seconds.to_string(),
                "no time to think",
                "give seconds above 0, a year at most",
            ));
        }
        let depth = depth
            .map(|plies| {
                let known = u32::try_from(plies).ok().filter(|&plies| plies > 0);
                known.ok_or_else(|| {
                    wrong("depth", plies.to_string(), "no depth to look to", "give plies, 1 or more")
                })
            })
            .transpose()?;
        let nodes = nodes
            .map(|count| {
                let known = u64::try_from(count).ok().filter(|&count| count > 0);
                known.ok_or_else(|| {
                    wrong("nodes", count.to_string(), "no positions to enter", "give 1 or more")
                })
            })
            .transpose()?;
        Ok(Limit { time, depth, nodes })
    }

    fn __repr__(&self) -> String {
        let mut said = Vec::new();
        said.extend(self.time.map(|time| format!("time={time}")));
        said.extend(self.depth.map(|depth| format!("depth={depth}")));
        said.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        format!("Limit({})", said.join(", "))
    }
}

impl Limit {
    /// The time that may be used, the default where nothing limits the search.
    pub fn duration(&self) -> Option<Duration> {
        let endless = self.depth.is_none() && self.nodes.is_none();
        let said = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        said.or(endless.then_some(DEFAULT_TIME))
    }
}
