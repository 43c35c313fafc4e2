//! Work that takes time: a few threads of its own for each kind, a bounded amount waiting.

use super::problem::Problem;
use anyhow::{Context, Result};
use plybook_workbench::Cancellation;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Room for the deepest search on a thread's stack, in bytes.
const STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A pool for one kind of work: so many jobs at once, so many more waiting, the rest turned away. Its threads live as
/// long as the program, so what searches allocate is used again by the next ones.
#[derive(Clone)]
pub struct WorkerPool {
    jobs: Sender<Job>,
    permits: Arc<Semaphore>,
}

/// Sets `Cancellation` when the request that waits is dropped.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl WorkerPool {
    /// A pool of `running` threads, with room for `waiting` more jobs.
    pub fn new(name: &str, running: usize, waiting: usize) -> Result<WorkerPool> {
        let (jobs, inbox) = channel::<Job>();
        let inbox = Arc::new(Mutex::new(inbox));
        for _ in 0..running {
            let inbox = Arc::clone(&inbox);
            let thread = std::thread::Builder::new().name(format!("plybook-{name}")).stack_size(STACK);
            thread.spawn(move || work(&inbox)).with_context(|| format!("starting a thread for {name}"))?;
        }
        Ok(WorkerPool { jobs, permits: Arc::new(Semaphore::new(running + waiting)) })
    }

    /// A permit to run or to wait; refused at once where there is none.
    fn permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.permits).try_acquire_owned().map_err(|_| Problem::busy())
    }

    /// Does a job and waits for what it gives; a panic of the job is the request's failure alone. The job is told
    /// when the one who asked went away, and is not begun at all if that was before.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Cancellation) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let cancelled = Cancellation::default();
        let _guard = CancelOnDrop(cancelled.clone());
        let (answer, answered) = oneshot::channel();
        self.send(move || {
            if !cancelled.get() {
                // Sending fails where the request was given up meanwhile; the answer is not needed then.
                let _ = answer.send(job(&cancelled));
            }
        })?;
        answered.await.unwrap_or_else(|_| Err(Problem::internal()))
    }

    /// Hands a job to the pool's threads; it must not matter whether anybody waits for it.
    pub fn send(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Problem> {
        let permit = self.permit()?;
        let permitted = move || {
            let _permit = permit;
            job();
        };
        self.jobs.send(Box::new(permitted)).map_err(|_| Problem::internal())
    }
}

/// Runs job after job.
fn work(inbox: &Mutex<Receiver<Job>>) {
    loop {
        let job = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // A panic drops the sender of the answer, by which the waiting request learns that the job failed.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[tokio::test]
    async fn a_full_lane_turns_away_and_recovers() {
        let pool = WorkerPool::new("test", 1, 1).unwrap();
        let (release, wait) = channel::<()>();
        let spawn = |job: Box<dyn FnOnce() -> bool + Send>| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.run(move |_| Ok(job())).await.is_ok_and(|done| done) })
        };
        let busy = spawn(Box::new(move || wait.recv().is_ok()));
        let queued = spawn(Box::new(|| true));
        while pool.permits.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = pool.run(|_| Ok(2)).await.unwrap_err();
        assert_eq!(refused.into_response().status(), 503);
        release.send(()).unwrap();
        assert!(busy.await.unwrap() && queued.await.unwrap());
        assert_eq!(pool.run(|_| Ok(3)).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn a_panic_is_one_requests_failure() {
        let pool = WorkerPool::new("test", 1, 0).unwrap();
        let failed = pool.run(|_| -> Result<(), Problem> { panic!("on purpose") }).await;
        assert_eq!(failed.unwrap_err().into_response().status(), 500);
        // The permit comes back when the thread has unwound.
        while pool.permits.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.run(|_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn a_job_whose_asker_left_is_told_or_never_begun() {
        let pool = WorkerPool::new("test", 1, 4).unwrap();
        let (began, has_begun) = channel::<()>();
        let (told, was_told) = channel::<()>();
        let running = tokio::spawn({
            let pool = pool.clone();
            async move {
                let job = move |cancelled: &Cancellation| {
                    began.send(()).unwrap();
                    while !cancelled.get() {
                        std::thread::yield_now();
                    }
                    told.send(()).unwrap();
                    Ok(())
                };
                pool.run(job).await
            }
        });
        while has_begun.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        let ran = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&ran);
        let queued = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(move |_| Ok(flag.swap(true, Ordering::Relaxed))).await }
        });
        tokio::task::yield_now().await;
        queued.abort();
        running.abort();
        while was_told.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        assert!(pool.run(|_| Ok(())).await.is_ok());
        assert!(!ran.load(Ordering::Relaxed));
    }
}
