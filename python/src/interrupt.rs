//! Work that takes long: without Python's lock, and ended by Ctrl-C.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often somebody who waits looks whether Ctrl-C was pressed.
pub const GLANCE: Duration = Duration::from_millis(20);

/// Waits for a message without Python's lock. Where Python has a signal to handle that raises an exception, such as
/// Ctrl-C, `stop` is set and the exception is what comes back. `None` if nobody will send any more.
pub fn wait<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    stop: &AtomicBool,
) -> PyResult<Option<T>> {
    loop {
        let found =
            py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(GLANCE));
        match found {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    stop.store(true, Relaxed);
                    return Err(error);
                }
            }
        }
    }
}

/// Does some work in a thread of its own and waits for it. The work looks at `stop` often and ends early where it is
/// set. The thread is known to Python throughout, so that asking for the lock costs it little.
pub fn run<T, F>(py: Python<'_>, stop: &AtomicBool, work: F) -> PyResult<T>
where
    T: Send,
    F: FnOnce() -> T + Send,
{
    let (sender, receiver) = channel();
    let body = move || {
        Python::attach(|py| py.detach(|| drop(sender.send(work()))));
    };
    // The scope waits for the thread, which needs the lock for its end: nobody may hold it here.
    let receiver = Mutex::new(receiver);
    let outcome = py.detach(|| {
        thread::scope(|scope| {
            scope.spawn(body);
            Python::attach(|py| wait(py, &receiver, stop))
        })
    });
    outcome?
        .ok_or_else(|| PyRuntimeError::new_err("the work ended without a result: a mistake of plybook's own"))
}
