//! Error responses for the errors of the ledger.

use chautari_http::Problem;

use crate::Unavailable;

/// A client that gets this may send the same command again: it is carried out once.
impl From<Unavailable> for Problem {
    fn from(cause: Unavailable) -> Problem {
        match cause {
            // A retry would fail again.
            Unavailable::Damaged(_) => Problem::internal(&cause),
            cause => Problem::unavailable(&cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a database names tables, addresses and users; it is only logged.
    #[test]
    fn database_errors_are_not_sent_to_clients() {
        let text = "connection to 10.0.0.5 refused for user chautari";
        for cause in [Unavailable::Failed(text.to_owned()), Unavailable::Damaged(text.to_owned())] {
            let response = Problem::from(cause).to_json().to_string();
            assert!(!response.contains("chautari") && !response.contains("10.0.0.5"), "{response}");
        }
    }
}
