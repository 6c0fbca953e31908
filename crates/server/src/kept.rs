//! What a client is told where something kept cannot be had or changed.

use chautari_keeper::{ActError, Failure};

use crate::Problem;
use crate::problem::Kind;

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Missing { what, id } => Problem::missing(format!("There is no {what} `{id}`.")),
            Failure::Taken { .. } => Problem::new(Kind::Conflict, "taken", "This is taken."),
            Failure::Reused => {
                let text = "This name was used for another request; choose a new one for each.";
                Problem::new(Kind::Conflict, "reused", text)
            }
            // Whoever holds the job now does it.
            Failure::JobLost => Problem::conflict("Somebody else is doing this."),
            Failure::Unfit(text) => Problem::form(format!("{text}.")),
            Failure::Contended { what, .. } => {
                Problem::conflict(format!("Too many others are acting on this {what}; try again."))
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
