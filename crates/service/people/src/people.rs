//! People, for other services: find, create, rate, notify and delete accounts.
//!
//! There is no mail and no password. Every device has a key of its own, which is all it takes to be that person; another
//! device gets its key by a link that works once, or by a passkey.

use std::sync::Arc;
use std::time::Duration;

use chautari_aggregate::{
    Aggregate as _, Applied, Command, Created, Decision, Freshness, JobOutcome, Repository, RepositoryError,
    Versioned,
};
use chautari_arena::Rating;
use chautari_http::{Kind, Problem, Token};
use chautari_ledger::{Job, Sharing};
use chautari_platform::{PersonId, wall_clock};
use futures_util::future::BoxFuture;
use tokio::sync::Notify;

pub use crate::model::name::Name;
pub use crate::model::person::{PeopleContext, Person, PersonEvent};
pub use crate::model::presence::{Change, PendingChanges, Presence, PresenceGuard};
pub use crate::notifications::{DeliveryBatch, Notification, send_notification};

use crate::model::confusables::{is_reserved, name_claims};
use crate::model::person::{self, DELETED_ACCOUNTS, PersonRefusal};
use crate::{People, presence_sync};

/// Time without use after which a name is free again.
const FREE_AFTER: Duration = Duration::from_hours(365 * 24);

/// How often the use of an account is stored.
const SEEN_EVERY: Duration = Duration::from_hours(24);

/// Time until a failed search for deleted accounts is retried.
const RETRY: Duration = Duration::from_secs(5);

/// The longest text that is looked up as a name, in bytes.
const MAX_NAME_BYTES: usize = 400;

/// Ends what a deleted account takes part in. May be called more than once for the same account.
pub type OnAccountDeleted = Box<dyn Fn(PersonId) -> BoxFuture<'static, Result<(), Problem>> + Send + Sync>;

/// Starts the background tasks: they follow accounts changed by other processes, share presence, and call `on_deleted`
/// for every deleted account.
pub fn start(app: &People, on_deleted: Vec<OnAccountDeleted>) {
    // Missed notices may have been of deleted accounts or new subscriptions, so those are searched for.
    let missed = Arc::new(Notify::new());
    let (accounts, miss) = (app.accounts().clone(), Arc::clone(&missed));
    app.http().spawn_until_stopped(async move {
        let missed = || {
            accounts.context().leaderboards.clear();
            miss.notify_one();
        };
        accounts.run(missed).await;
    });
    let accounts = app.accounts().clone();
    app.http().spawn_until_stopped(async move {
        loop {
            missed.notified().await;
            while let Err(cause) = load_flags(&accounts).await {
                tracing::warn!(%cause, "deleted accounts and push subscriptions could not be loaded");
                tokio::time::sleep(RETRY).await;
            }
        }
    });
    let on_deleted: Arc<[OnAccountDeleted]> = on_deleted.into();
    app.platform().spawn_worker(&on_deleted, DELETED_ACCOUNTS, run_deletion);
    if app.platform().ledger().sharing() == Sharing::Shared {
        let app = app.clone();
        app.http().clone().spawn_until_stopped(async move { presence_sync::run(&app).await });
    }
}

/// Loads the deleted accounts and those with push subscriptions into the presence of this process.
async fn load_flags(accounts: &Repository<Person>) -> Result<(), RepositoryError> {
    let presence = &accounts.context().presence;
    accounts.ids(&person::deleted()).await?.iter().for_each(|id| presence.mark_deleted(id));
    accounts.ids(&person::subscribed()).await?.iter().for_each(|id| presence.set_subscribed(id, true));
    Ok(())
}

/// Runs the job of a deleted account. All handlers are called, and again if one of them fails.
async fn run_deletion(handlers: Arc<[OnAccountDeleted]>, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(PersonId::read) else {
        tracing::error!(body = %job.body, "the job of a deleted account names no person");
        return Ok(JobOutcome::Done);
    };
    let mut outcome = Ok(JobOutcome::Done);
    for handler in &*handlers {
        if let Err(problem) = handler(id.clone()).await {
            outcome = Err(problem);
        }
    }
    outcome
}

/// Loads the person with a name, in any case.
pub async fn find(app: &People, name: &str) -> Result<Arc<Versioned<Person>>, Problem> {
    let missing = || Problem::not_found(format!("There is no person `{name}`."));
    if name.len() > MAX_NAME_BYTES {
        return Err(missing());
    }
    let found = app.accounts().ids(&person::by_name(name)).await?;
    match found.first() {
        Some(id) => Ok(app.accounts().load(id, Freshness::Resident).await?),
        None => Err(missing()),
    }
}

/// Returns the person whose key this is, if there is one, and stores that the account is in use.
pub async fn holder(app: &People, token: &Token) -> Result<Option<Arc<Versioned<Person>>>, Problem> {
    let found = app.accounts().ids(&person::by_key(token.hash())).await?;
    let Some(id) = found.first() else { return Ok(None) };
    let person = app.accounts().load(id, Freshness::Resident).await?;
    if !person.keys.iter().any(|key| key.admits(token)) {
        return Ok(None);
    }
    app.presence().note_activity(&person.id);
    note_use(app, &person).await;
    Ok(Some(person))
}

/// Stores once a day that an account is in use, so that its name is not freed.
async fn note_use(app: &People, person: &Person) {
    let is_due = |seen_ms: u64| u128::from(wall_clock().saturating_sub(seen_ms)) > SEEN_EVERY.as_millis();
    if !is_due(person.seen_ms) {
        return;
    }
    let seen = |now: &Person| Ok((is_due(now.seen_ms) && !now.deleted).then_some(PersonEvent::Seen));
    if change(app, &person.id, Command::default(), seen).await.is_err() {
        tracing::warn!(person = %person.id, "the use of an account was not stored");
    }
}

/// Returns whether any of these accounts was deleted, at any process.
pub async fn is_any_deleted(
    app: &People,
    people: impl IntoIterator<Item = &PersonId>,
) -> Result<bool, Problem> {
    for id in people {
        if app.accounts().load(id, Freshness::Current).await?.is_deleted() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The error code for an opponent whose account was deleted.
pub const GONE: &str = "gone";

/// Returns the error for an opponent whose account was deleted.
pub fn gone() -> Problem {
    Problem::new(Kind::Conflict, GONE, "This account was deleted, so nobody can play with it any more.")
}

/// Applies a change to an account, or does nothing if `decide` returns `None`.
pub(crate) async fn change(
    app: &People,
    id: &PersonId,
    command: Command,
    decide: impl Fn(&Person) -> Result<Option<PersonEvent>, PersonRefusal>,
) -> Result<Applied<Person>, Problem> {
    let decide = |person: &Versioned<Person>| {
        let event = decide(person).map_err(Problem::from)?;
        Ok::<_, Problem>(event.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    Ok(app.accounts().act(id, command, decide).await?)
}

/// Deletes an account: its name is free, and its keys are invalid.
pub async fn delete(app: &People, id: &PersonId) -> Result<(), Problem> {
    change(app, id, Command::default(), |now| Ok(now.delete())).await?;
    Ok(())
}

/// Updates the rating of a person after games against opponents of these ratings, each with the points won. `cause`
/// names the update, so that it is applied once.
pub async fn rate(
    app: &People,
    id: &PersonId,
    game: &str,
    games: &[(Rating, f64)],
    cause: &str,
) -> Result<(), Problem> {
    let command = Command::named(format!("rated-{cause}"));
    let rated = |now: &Person| Ok((!now.deleted).then(|| PersonEvent::Rated(now.ratings.after(game, games))));
    change(app, id, command, rated).await?;
    Ok(())
}

/// Creates an account with a name and a key. Returns `None` if the name is taken or reserved.
pub async fn enrol(
    app: &People,
    name: &Name,
    id: &PersonId,
    command: Command,
    token: &Token,
) -> Result<Option<Arc<Versioned<Person>>>, Problem> {
    if is_reserved(name.as_str()) {
        return Ok(None);
    }
    let event = PersonEvent::Named { name: name.as_str().to_owned(), hash: token.hash() };
    // The second attempt is for a name whose holder has not used it for a year.
    for attempt in 0..2 {
        match app.accounts().create(id, command.clone(), vec![event.clone()]).await {
            Ok(Created::New(person)) => {
                app.http().vouch(token);
                return Ok(Some(person));
            }
            Err(RepositoryError::Taken { .. }) if attempt == 0 && free_unused(app, name).await? => {}
            Ok(Created::Existing(_)) | Err(RepositoryError::Taken { .. }) => return Ok(None),
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(None)
}

/// Frees a name by deleting the accounts that hold it, or one that looks like it, if none was used for a year. Returns
/// whether it is free.
async fn free_unused(app: &People, name: &Name) -> Result<bool, Problem> {
    let is_unused = |person: &Person| {
        let unused = wall_clock().saturating_sub(person.seen_ms);
        person.deleted || u128::from(unused) > FREE_AFTER.as_millis()
    };
    let mut owners = Vec::new();
    for label in name_claims(name.as_str()) {
        for stream in app.platform().ledger().find(&label).await? {
            // The names of bots are never freed.
            let Some(id) = Person::id(&stream) else { return Ok(false) };
            if !is_unused(&*app.accounts().load(&id, Freshness::Current).await?) {
                return Ok(false);
            }
            owners.push(id);
        }
    }
    let mut is_free = true;
    for id in owners {
        let delete = |now: &Person| Ok(if is_unused(now) { now.delete() } else { None });
        is_free &= change(app, &id, Command::default(), delete).await?.now.deleted;
    }
    Ok(is_free)
}
