//! A bar that shows how far a long job is.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// Between two redrawings of a bar while nothing is finished.
const TICK: Duration = Duration::from_millis(500);

/// A bar on standard error that counts things of this name, which prints nothing where that is no terminal.
pub fn bar(things: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    let template = format!("{{bar:32}} {{pos}} of {{len}} {things}, {{elapsed}} gone{{rest}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("rest", rest));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// The time to go, as soon as something is done from which it can be guessed.
fn rest(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} to go", HumanDuration(state.eta()));
    }
}

/// A line on standard error that says what is being done and for how long already, which prints nothing where that is no terminal.
pub fn stopwatch(doing: &str) -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    if let Ok(style) = ProgressStyle::with_template(&format!("{doing}, {{elapsed}} gone{{msg}}")) {
        line.set_style(style);
    }
    line.enable_steady_tick(TICK);
    line
}
