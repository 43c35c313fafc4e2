//! A bar that shows how far a long job is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error that counts things of this name, silent where that is no terminal.
pub fn bar(things: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    let template = format!("{{bar:32}} {{pos}} of {{len}} {things}, {{elapsed}} gone, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}
