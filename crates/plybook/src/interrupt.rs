//! Ctrl-C while something long goes on.

use std::process::exit;

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Does something at the first Ctrl-C from now on; the second one ends the program. Where signals cannot be heard, the
/// first one does.
pub fn at_interrupt(action: impl FnOnce() + Send + 'static) {
    let listen = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                action();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                leave();
            }
        });
    };
    // Without a thread, Ctrl-C does what it always does.
    let _ = std::thread::Builder::new().name("plybook-interrupt".to_owned()).spawn(listen);
}

/// Ends the program as one that was interrupted.
#[expect(clippy::exit, reason = "a count of moves asks nobody whether to go on")]
pub fn leave() -> ! {
    exit(INTERRUPTED)
}
