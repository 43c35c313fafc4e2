//! Work that takes time, a bounded amount at once and a bounded amount waiting.

use super::problem::Problem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A lane for one kind of work: so many at once, so many more waiting, the rest turned away.
#[derive(Clone)]
pub struct Lane {
    places: Arc<Semaphore>,
    seats: Arc<Semaphore>,
}

/// The right to work in a lane, given back when dropped.
pub struct Pass {
    _place: OwnedSemaphorePermit,
    _seat: OwnedSemaphorePermit,
}

/// Set when nobody waits for an answer any more.
#[derive(Clone, Default)]
pub struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    /// Whether nobody waits any more.
    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets `Abandoned` when the request that waits is dropped.
struct Waiting(Abandoned);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Lane {
    /// A lane for `running` jobs at once and `waiting` more.
    pub fn new(running: usize, waiting: usize) -> Lane {
        Lane {
            places: Arc::new(Semaphore::new(running)),
            seats: Arc::new(Semaphore::new(running.saturating_add(waiting))),
        }
    }

    /// Waits for a place; turned away at once where all seats are taken.
    pub async fn enter(&self) -> Result<Pass, Problem> {
        let seat = Arc::clone(&self.seats).try_acquire_owned().map_err(|_| Problem::busy())?;
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Problem::internal())?;
        Ok(Pass { _place: place, _seat: seat })
    }

    /// Does a job on a thread of its own; a panic of the job is the request's failure alone. The job is told when
    /// the one who asked went away.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Abandoned) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let pass = self.enter().await?;
        let abandoned = Abandoned::default();
        let _waiting = Waiting(abandoned.clone());
        let work = move || {
            let _pass = pass;
            job(&abandoned)
        };
        tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::internal()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use std::sync::mpsc::channel;

    #[tokio::test]
    async fn a_full_lane_turns_away_and_recovers() {
        let lane = Lane::new(1, 1);
        let (release, wait) = channel::<()>();
        let busy = tokio::spawn({
            let lane = lane.clone();
            async move { lane.run(move |_| Ok(wait.recv().is_ok())).await.is_ok() }
        });
        while lane.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let queued = tokio::spawn({
            let lane = lane.clone();
            async move { lane.run(|_| Ok(1)).await.is_ok() }
        });
        while lane.seats.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = lane.run(|_| Ok(2)).await.unwrap_err();
        assert_eq!(refused.into_response().status(), 503);
        release.send(()).unwrap();
        assert!(busy.await.unwrap() && queued.await.unwrap());
        assert_eq!(lane.run(|_| Ok(3)).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn a_panic_is_one_requests_failure() {
        let lane = Lane::new(1, 0);
        let failed = lane.run(|_| -> Result<(), Problem> { panic!("on purpose") }).await;
        assert_eq!(failed.unwrap_err().into_response().status(), 500);
        assert!(lane.run(|_| Ok(())).await.is_ok());
    }
}
