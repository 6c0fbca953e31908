//! What is kept, looked at for a client; and what a client is told where it cannot be had or changed.

use chautari_keeper::{ActError, Failure, Keeper, Machine, Page};
use chautari_ledger::{Cursor, Label, Stored, StreamId, Version};

use crate::pool::Turn;
use crate::problem::Kind;
use crate::{App, Client, Problem};

/// So many are read at a time: each may have to be replayed.
const AT_A_TIME: u32 = 5;

/// A page of what has a label, the latest first, read a few at a time: whoever has had less is served in between, and
/// nobody reads on for somebody who has left.
pub(crate) async fn page_in_turn<M: Machine>(
    keeper: &Keeper<M>,
    turn: &Turn,
    label: &Label,
    before: Option<Cursor>,
    limit: u32,
) -> Result<Page<M>, Problem> {
    let mut page = Page { items: Vec::new(), next: before };
    let mut left = limit;
    while left > 0 {
        turn.check()?;
        let few = keeper.page(label, page.next, left.min(AT_A_TIME)).await?;
        page.items.extend(few.items);
        page.next = few.next;
        if page.next.is_none() {
            break;
        }
        left -= left.min(AT_A_TIME);
    }
    Ok(page)
}

/// The same by itself, on the threads for long work.
pub(crate) async fn page<M: Machine>(
    app: &App,
    client: Client,
    keeper: &Keeper<M>,
    label: Label,
    before: Option<Cursor>,
    limit: u32,
) -> Result<Page<M>, Problem> {
    let keeper = keeper.clone();
    let read = async move |turn: &Turn| page_in_turn(&keeper, turn, &label, before, limit).await;
    app.labour().read(client, read).await?
}

/// What the events of a stream tell, the first first, read on the threads for long work: whoever has played for years has
/// thousands.
pub(crate) async fn history<T: Send + 'static>(
    app: App,
    client: Client,
    stream: StreamId,
    tell: impl Fn(Stored) -> Option<T> + Send + 'static,
) -> Result<Vec<T>, Problem> {
    let labour = app.labour().clone();
    let read = async move |_: &Turn| {
        let stored = app.ledger().read(&stream, Version::START).await?;
        Ok::<_, Problem>(stored.into_iter().filter_map(tell).collect())
    };
    labour.read(client, read).await?
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Missing { what, id } => Problem::missing(format!("There is no {what} `{id}`.")),
            Failure::Taken { .. } => Problem::new(Kind::Conflict, "taken", "This is already taken."),
            Failure::Reused => {
                let text = "This command id or Idempotency-Key was used for another request; choose a new one for each.";
                Problem::new(Kind::Conflict, "reused", text)
            }
            // Whoever holds the job now does it.
            Failure::JobLost => Problem::conflict("Another process is already doing this."),
            Failure::Unfit(text) => Problem::form(format!("{text}.")),
            Failure::Contended { what, .. } => {
                Problem::conflict(format!("Too many others are acting on this {what}; try again."))
            }
            Failure::Full { what, .. } => {
                let text =
                    format!("Too much has happened to this {what}; nothing more of this kind is taken.");
                Problem::new(Kind::Conflict, "full", text)
            }
            Failure::Unavailable(cause) => cause.into(),
            broken => Problem::broken(&broken),
        }
    }
}

impl From<ActError<Problem>> for Problem {
    fn from(error: ActError<Problem>) -> Problem {
        match error {
            ActError::Refused(problem) => problem,
            ActError::Failed(failure) => failure.into(),
        }
    }
}
