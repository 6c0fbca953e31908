//! Error responses for the errors of aggregates, and commands from idempotency keys.

use chautari_http::idempotency::CreationCommand;
use chautari_http::{Kind, Problem};

use crate::{ActError, Command, RepositoryError};

impl From<RepositoryError> for Problem {
    fn from(error: RepositoryError) -> Problem {
        match error {
            RepositoryError::Missing { what, id } => {
                Problem::not_found(format!("There is no {what} `{id}`."))
            }
            RepositoryError::Taken { .. } => Problem::new(Kind::Conflict, "taken", "This is already taken."),
            RepositoryError::Reused => Problem::reused(),
            // The worker that holds the job now does it.
            RepositoryError::JobLost => Problem::conflict("Another process is already doing this."),
            RepositoryError::Unfit(text) => Problem::bad_request(format!("{text}.")),
            RepositoryError::Contended { what, .. } => {
                Problem::conflict(format!("Too many others are acting on this {what}; try again."))
            }
            RepositoryError::Full { what, .. } => {
                let text =
                    format!("Too much has happened to this {what}; nothing more of this kind is taken.");
                Problem::new(Kind::Conflict, "full", text)
            }
            RepositoryError::Unavailable(cause) => cause.into(),
            corrupt @ RepositoryError::Corrupt { .. } => Problem::internal(&corrupt),
        }
    }
}

impl From<ActError<Problem>> for Problem {
    fn from(error: ActError<Problem>) -> Problem {
        match error {
            ActError::Refused(problem) => problem,
            ActError::Failed(error) => error.into(),
        }
    }
}

impl From<Option<CreationCommand>> for Command {
    fn from(creation: Option<CreationCommand>) -> Command {
        creation.map_or_else(Command::default, |CreationCommand { name, about, lifetime }| {
            Command::named(name).about(about).repeatable_for(lifetime)
        })
    }
}
