//! Push notifications: the delivery job of a person's notification.

use std::time::Duration;

use chautari_aggregate::{Aggregate as _, Command, Freshness, JobOutcome};
use chautari_game::Info;
use chautari_http::Problem;
use chautari_ledger::{Append, AppendError, Job, NewJob};
use chautari_platform::{PersonId, wall_clock};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::People;
use crate::people::{Person, change};
use crate::push::Delivery;

/// Attempts per notification.
const ATTEMPTS: u64 = 4;

/// Attempts to queue the rest of a batch while the account keeps changing.
const QUEUE_ATTEMPTS: usize = 5;

/// Removes a push subscription, if it exists.
pub(crate) async fn unsubscribe(app: &People, person: &PersonId, id: &str) -> Result<(), Problem> {
    change(app, person, Command::default(), |now| Ok(now.unsubscribe(id))).await?;
    Ok(())
}

/// A notification.
pub struct Notification<'a> {
    /// `turn` or `challenge`.
    pub about: &'static str,
    /// The topic: a later notification replaces an undelivered one of the same topic.
    pub topic: &'a str,
    /// The path of the page to open.
    pub path: String,
    /// The game of the match or the invitation.
    pub game: &'static Info,
    /// The name of the other player, if there is one.
    pub with: Option<String>,
}

/// The job of delivering a notification: first to all browsers of a person, then to those whose push service failed.
#[derive(Serialize, Deserialize)]
pub struct DeliveryBatch {
    /// The body of the first job.
    pub about: Value,
    /// The remaining subscriptions; `None` for all.
    to: Option<Vec<String>>,
    /// The number of earlier attempts.
    tried: u64,
}

impl DeliveryBatch {
    /// Parses a job's body. Anything but a continued batch is the subject of a new one.
    pub fn read(job: &Job) -> DeliveryBatch {
        let first = |_| DeliveryBatch { about: job.body.clone(), to: None, tried: 0 };
        serde_json::from_value(job.body.clone()).unwrap_or_else(first)
    }
}

/// Delivers a notification to the remaining browsers of a batch. Subscriptions that have ended are removed.
pub async fn send_notification(
    app: &People,
    id: &PersonId,
    notification: &Notification<'_>,
    queue: &'static str,
    job: Job,
) -> Result<JobOutcome, Problem> {
    let Notification { about, topic, path, game, with } = notification;
    let batch = DeliveryBatch::read(&job);
    let mut failed = Vec::new();
    let mut is_taken = false;
    for subscription in &app.accounts().load(id, Freshness::Current).await?.pushes {
        if batch.to.as_ref().is_some_and(|to| !to.contains(&subscription.id())) {
            continue;
        }
        let translated = game.translation(&subscription.language).and_then(|words| words.text(game.name));
        let text = json!({
            "about": about, "path": path, "game": translated.unwrap_or(game.name), "with": with,
            "language": subscription.language,
        });
        match app.push().send(&subscription.address, topic, &text.to_string(), wall_clock()).await {
            Delivery::Taken => is_taken = true,
            Delivery::Refused => {}
            Delivery::Gone => unsubscribe(app, id, &subscription.id()).await?,
            Delivery::Later => failed.push(subscription.id()),
        }
    }
    let tried = batch.tried + job.attempt;
    if failed.is_empty() || tried >= ATTEMPTS {
        return Ok(JobOutcome::Done);
    }
    let delay = Duration::from_secs(30 << tried);
    if !is_taken {
        return Ok(JobOutcome::RetryAfter(delay));
    }
    let rest = DeliveryBatch { to: Some(failed), tried, ..batch };
    queue_rest(app, id, NewJob { delay, ..NewJob::new(queue, json!(rest)) }, job).await
}

/// Queues the rest of a batch in place of its job.
async fn queue_rest(app: &People, id: &PersonId, rest: NewJob, job: Job) -> Result<JobOutcome, Problem> {
    let stream = Person::stream(id);
    for _ in 0..QUEUE_ATTEMPTS {
        let version = app.platform().ledger().version(&stream).await?;
        let append = Append::new(stream.clone(), version).job(rest.clone()).finishing(job.clone());
        match app.platform().ledger().append(append).await {
            Ok(_) => return Ok(JobOutcome::Committed),
            Err(AppendError::JobLost) => return Ok(JobOutcome::Done),
            // The account has just changed.
            Err(AppendError::Conflict { .. }) => {}
            Err(AppendError::Unavailable(cause)) => return Err(cause.into()),
            Err(error) => return Err(Problem::internal(&error)),
        }
    }
    // A repeated notification is better than none.
    Ok(JobOutcome::RetryAfter(rest.delay))
}
