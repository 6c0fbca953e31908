//! Bounds on deliveries in progress: per push service and per person, with a circuit breaker per service.
//!
//! A delivery never waits for another: what exceeds a bound fails at once and is retried later by its job.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_platform::PersonId;
use tokio::time::Instant;

use super::Delivery;

/// Deliveries in progress per push service.
const MAX_PER_SERVICE: usize = 64;

/// Batches in progress per person, each to at most all their browsers.
const MAX_PER_PERSON: usize = 4;

/// The number of different people whose deliveries fail in a row before the breaker of a service opens. One person
/// cannot open it, because clients choose endpoints.
const FAILING_PEOPLE: usize = 5;

/// How long nothing is sent to a service after its breaker has opened. Then one delivery tries it.
const PAUSE: Duration = Duration::from_mins(1);

/// Push services whose state is stored. The idle ones make room; clients choose subdomains of an allowed domain.
const MAX_SERVICES: usize = 256;

/// The deliveries in progress.
#[derive(Default)]
pub(crate) struct Outbox {
    services: Mutex<HashMap<String, Service>>,
    /// The number of batches in progress of each person who has one.
    people: Mutex<HashMap<PersonId, usize>>,
}

#[derive(Default)]
struct Service {
    in_progress: usize,
    /// The people whose deliveries have failed since the last success.
    failing: BTreeSet<PersonId>,
    /// The time until which the breaker is open.
    open_until: Option<Instant>,
}

impl Service {
    /// Whether nothing would be lost without this entry.
    fn is_idle(&self, now: Instant) -> bool {
        self.in_progress == 0 && self.open_until.is_none_or(|until| until <= now)
    }

    /// Whether a delivery may begin. An open breaker closes for one delivery after its pause.
    fn admit(&mut self, now: Instant) -> bool {
        if self.in_progress >= MAX_PER_SERVICE {
            return false;
        }
        if let Some(until) = self.open_until {
            if until > now {
                return false;
            }
            self.open_until = Some(now + PAUSE);
        }
        self.in_progress += 1;
        true
    }

    fn record(&mut self, person: &PersonId, delivery: Delivery, now: Instant) {
        match delivery {
            Delivery::Later => {
                if self.failing.len() < FAILING_PEOPLE {
                    self.failing.insert(person.clone());
                }
                if self.failing.len() >= FAILING_PEOPLE {
                    self.open_until = Some(now + PAUSE);
                }
            }
            Delivery::Taken | Delivery::Gone | Delivery::Refused => {
                self.failing.clear();
                self.open_until = None;
            }
        }
    }
}

/// A delivery in progress. Dropping it, also when it is cancelled, makes room for another.
struct Slot<'a> {
    outbox: &'a Outbox,
    service: &'a str,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        if let Some(service) = lock(&self.outbox.services).get_mut(self.service) {
            service.in_progress -= 1;
        }
    }
}

/// A batch in progress. Dropping it, also when it is cancelled, makes room for another.
pub(crate) struct Batch<'a> {
    outbox: &'a Outbox,
    person: &'a PersonId,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut people = lock(&self.outbox.people);
        if let Some(batches) = people.get_mut(self.person) {
            *batches -= 1;
            if *batches == 0 {
                people.remove(self.person);
            }
        }
    }
}

impl Outbox {
    /// Begins a batch of deliveries to the browsers of a person; `None` if there are too many.
    pub(crate) fn begin<'a>(&'a self, person: &'a PersonId) -> Option<Batch<'a>> {
        let mut people = lock(&self.people);
        let batches = people.entry(person.clone()).or_default();
        if *batches >= MAX_PER_PERSON {
            return None;
        }
        *batches += 1;
        Some(Batch { outbox: self, person })
    }

    /// Delivers a message of a batch by a service, unless the service is busy or its breaker is open.
    pub(crate) async fn deliver(
        &self,
        service: &str,
        batch: &Batch<'_>,
        send: impl Future<Output = Delivery>,
    ) -> Delivery {
        let Some(slot) = self.admit(service) else { return Delivery::Later };
        let delivery = send.await;
        if let Some(service) = lock(&self.services).get_mut(service) {
            service.record(batch.person, delivery, Instant::now());
        }
        drop(slot);
        delivery
    }

    fn admit<'a>(&'a self, name: &'a str) -> Option<Slot<'a>> {
        let now = Instant::now();
        let mut services = lock(&self.services);
        if services.len() >= MAX_SERVICES && !services.contains_key(name) {
            services.retain(|_, service| !service.is_idle(now));
            if services.len() >= MAX_SERVICES {
                return None;
            }
        }
        if !services.entry(name.to_owned()).or_default().admit(now) {
            return None;
        }
        Some(Slot { outbox: self, service: name })
    }
}

/// A poisoned lock is ignored, because no holder of it panics half-way through a change.
fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::{Ready, ready};
    use std::sync::Arc;

    use futures_util::future::join_all;
    use tokio::time::{sleep, timeout};

    use super::super::TIMEOUT;
    use super::*;

    const SILENT: &str = "https://silent.example.org";
    const GOOD: &str = "https://good.example.org";

    /// A delivery to a browser whose service never responds.
    async fn silence() -> Delivery {
        sleep(TIMEOUT).await;
        Delivery::Later
    }

    fn taken() -> Ready<Delivery> {
        ready(Delivery::Taken)
    }

    /// Delivers to `browsers` silent browsers of a new person, and returns the results and the simulated time taken, in
    /// seconds.
    async fn deliver_to_silence(outbox: &Outbox, browsers: usize) -> (Vec<Delivery>, u64) {
        let (person, begun) = (PersonId::random(), Instant::now());
        let batch = outbox.begin(&person).unwrap();
        let sends = (0..browsers).map(|_| outbox.deliver(SILENT, &batch, silence()));
        (join_all(sends).await, begun.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn silent_browsers_of_one_person_delay_nobody_else() {
        let outbox = Arc::new(Outbox::default());
        let silent = Arc::clone(&outbox);
        let silent = tokio::spawn(async move { deliver_to_silence(&silent, 6).await });
        tokio::task::yield_now().await;
        let (person, begun) = (PersonId::random(), Instant::now());
        let batch = outbox.begin(&person).unwrap();
        for service in [GOOD, SILENT] {
            assert_eq!(outbox.deliver(service, &batch, taken()).await, Delivery::Taken, "{service}");
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        assert_eq!(silent.await.unwrap(), (vec![Delivery::Later; 6], TIMEOUT.as_secs()), "in parallel");
    }

    #[test]
    fn batches_of_a_person_are_bounded() {
        let outbox = Outbox::default();
        let (one, other) = (PersonId::random(), PersonId::random());
        let mut batches: Vec<_> = (0..MAX_PER_PERSON).map(|_| outbox.begin(&one).unwrap()).collect();
        assert!(outbox.begin(&one).is_none());
        assert!(outbox.begin(&other).is_some());
        batches.pop();
        assert!(outbox.begin(&one).is_some());
        drop(batches);
        assert!(lock(&outbox.people).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn deliveries_above_the_bound_of_a_service_fail_at_once() {
        let outbox = Outbox::default();
        let (results, elapsed) = deliver_to_silence(&outbox, MAX_PER_SERVICE).await;
        assert_eq!((results.len(), elapsed), (MAX_PER_SERVICE, TIMEOUT.as_secs()));
        let (person, begun) = (PersonId::random(), Instant::now());
        let batch = outbox.begin(&person).unwrap();
        let waiting = join_all((0..MAX_PER_SERVICE).map(|_| outbox.deliver(SILENT, &batch, silence())));
        let more = async {
            tokio::task::yield_now().await;
            let more = outbox.deliver(SILENT, &batch, taken()).await;
            (more, begun.elapsed())
        };
        let (_, more) = tokio::join!(waiting, more);
        assert_eq!(more, (Delivery::Later, Duration::ZERO));
        assert_eq!(outbox.deliver(SILENT, &batch, taken()).await, Delivery::Taken, "there is room again");
    }

    #[tokio::test(start_paused = true)]
    async fn cancelled_delivery_makes_room() {
        let outbox = Outbox::default();
        let person = PersonId::random();
        let batch = outbox.begin(&person).unwrap();
        for _ in 0..2 * MAX_PER_SERVICE {
            let send = outbox.deliver(SILENT, &batch, silence());
            assert!(timeout(Duration::from_millis(1), send).await.is_err());
        }
        assert_eq!(outbox.deliver(SILENT, &batch, taken()).await, Delivery::Taken);
    }

    #[tokio::test(start_paused = true)]
    async fn breaker_opens_after_failures_of_several_people_and_closes_after_a_success() {
        let outbox = Outbox::default();
        let silent = async |outbox: &Outbox| deliver_to_silence(outbox, 1).await.1;
        // One person cannot open it.
        assert_eq!(deliver_to_silence(&outbox, 2 * FAILING_PEOPLE).await.1, TIMEOUT.as_secs());
        for _ in 1..FAILING_PEOPLE {
            assert_eq!(silent(&outbox).await, TIMEOUT.as_secs());
        }
        assert_eq!(silent(&outbox).await, 0, "the breaker is open");
        let person = PersonId::random();
        let batch = outbox.begin(&person).unwrap();
        assert_eq!(outbox.deliver(GOOD, &batch, taken()).await, Delivery::Taken, "other services are not");
        sleep(PAUSE).await;
        assert_eq!(silent(&outbox).await, TIMEOUT.as_secs(), "one delivery tries the service");
        assert_eq!(silent(&outbox).await, 0);
        sleep(PAUSE).await;
        assert_eq!(outbox.deliver(SILENT, &batch, taken()).await, Delivery::Taken);
        assert_eq!(silent(&outbox).await, TIMEOUT.as_secs(), "the breaker is closed");
    }

    #[tokio::test(start_paused = true)]
    async fn made_up_services_are_bounded() {
        let outbox = Outbox::default();
        let person = PersonId::random();
        let batch = outbox.begin(&person).unwrap();
        for number in 0..4 * MAX_SERVICES {
            let service = format!("https://{number}.example.org");
            assert_eq!(outbox.deliver(&service, &batch, taken()).await, Delivery::Taken);
        }
        assert!(lock(&outbox.services).len() <= MAX_SERVICES);
    }
}
