//! Output shared by all commands: outcomes, exact values, failures and their exit codes.

use std::io;
use std::process::ExitCode;

use chautari_game::{Exact, Fault, Info, Outcome, Reason, Side};
use serde::Serialize;

/// The result of a command.
pub(crate) type CommandResult = Result<(), Failure>;

/// The outcome of a finished game in JSON output.
#[derive(Serialize)]
pub(crate) struct OutcomeLine {
    winner: Option<&'static str>,
    reason: &'static str,
}

impl OutcomeLine {
    /// Returns `None` for a game in progress.
    pub(crate) fn new(info: &Info, outcome: Option<Outcome>) -> Option<OutcomeLine> {
        let outcome = outcome?;
        Some(OutcomeLine::ended(info, outcome.winner, outcome.ending.code))
    }

    /// Describes a game that ended by its rules or for another reason, such as a timeout.
    pub(crate) fn ended(info: &Info, winner: Option<Side>, reason: &'static str) -> OutcomeLine {
        OutcomeLine { winner: winner.map(|side| info.side(side)), reason }
    }
}

/// Describes the outcome of a game in one sentence.
pub(crate) fn describe_outcome(info: &Info, outcome: Outcome) -> String {
    let why = outcome.ending.text;
    match outcome.winner {
        Some(side) => format!("{} won: {why}.", info.called(side)),
        None => format!("A draw: {why}."),
    }
}

/// Describes the exact value of a position.
pub(crate) fn describe_value(info: &Info, value: Option<Exact>) -> String {
    match value {
        None => "not known".to_owned(),
        Some(Exact { winner: None, .. }) => "draw".to_owned(),
        Some(Exact { winner: Some(side), plies: None | Some(0) }) => format!("{}: won", info.called(side)),
        Some(Exact { winner: Some(side), plies: Some(1) }) => format!("{}: won in 1 ply", info.called(side)),
        Some(Exact { winner: Some(side), plies: Some(plies) }) => {
            format!("{}: won in {plies} plies", info.called(side))
        }
    }
}

/// Replaces control characters, so that untrusted text cannot send escape sequences to the terminal.
pub(crate) fn replace_control_chars(text: &str) -> String {
    let replaced = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(replaced).collect()
}

/// The reason a command failed.
pub(crate) enum Failure {
    /// A negative answer, such as an illegal move or a failed check; exit code 1.
    No(Message),
    /// Bad usage or input; exit code 2.
    Bad(Message),
    /// Reading or writing failed; exit code 2.
    Io(io::Error),
}

/// The error message of a [`Failure`].
pub(crate) struct Message {
    text: String,
    reasons: Vec<Reason>,
    json: bool,
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    error: &'a Reason,
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    more: &'a [Reason],
}

impl Failure {
    /// Bad usage or input.
    pub(crate) fn bad(text: impl Into<String>) -> Failure {
        Failure::Bad(Message { text: text.into(), reasons: Vec::new(), json: false })
    }

    /// Bad input: a text that was rejected with `fault`.
    pub(crate) fn bad_text(what: &str, fault: &Fault, json: bool) -> Failure {
        Failure::Bad(Message { text: describe(what, fault), reasons: fault.reasons(), json })
    }

    /// A negative answer.
    pub(crate) fn no(text: impl Into<String>) -> Failure {
        Failure::No(Message { text: text.into(), reasons: Vec::new(), json: false })
    }

    /// A rejected move: a negative answer if the rules forbid it, bad input if it cannot be parsed.
    pub(crate) fn bad_move(what: &str, fault: &Fault, json: bool) -> Failure {
        let message = Message { text: describe(what, fault), reasons: fault.reasons(), json };
        match fault {
            Fault::Refused { .. } => Failure::No(message),
            _ => Failure::Bad(message),
        }
    }

    /// Returns the message, for a log line.
    #[cfg(feature = "serve")]
    pub(crate) fn text(&self) -> String {
        match self {
            Failure::No(message) | Failure::Bad(message) => message.text.clone(),
            Failure::Io(e) => e.to_string(),
        }
    }

    /// Prints the message to standard error, without control characters, and returns the exit code.
    pub(crate) fn print(self) -> ExitCode {
        let (message, code) = match self {
            Failure::No(message) => (message, 1),
            Failure::Bad(message) => (message, 2),
            // The reader of our output closed the pipe, as `head` does: not an error.
            Failure::Io(e) if e.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Io(e) => {
                let text = format!("Reading or writing failed: {e}.");
                (Message { text, reasons: Vec::new(), json: false }, 2)
            }
        };
        match message.reasons.split_first() {
            Some((error, more)) if message.json => {
                let line = serde_json::to_string(&ErrorLine { error, more });
                anstream::eprintln!("{}", line.unwrap_or(message.text));
            }
            _ => {
                let lines: Vec<_> = message.text.split('\n').map(replace_control_chars).collect();
                anstream::eprintln!("chautari: {}", lines.join("\n"));
            }
        }
        ExitCode::from(code)
    }
}

/// Describes one reason in a line, several as a list.
fn describe(what: &str, fault: &Fault) -> String {
    match fault {
        Fault::Refused { reasons, .. } if reasons.len() > 1 => {
            reasons.iter().fold(what.to_owned(), |text, reason| text + "\n  - " + &reason.text)
        }
        _ => format!("{what} {fault}"),
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Failure {
        Failure::Io(e)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(e: serde_json::Error) -> Failure {
        Failure::Io(e.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(replace_control_chars("found `\x1b[A\x07`"), "found `\u{fffd}[A\u{fffd}`");
        assert_eq!(replace_control_chars("A1×C1 बाघ"), "A1×C1 बाघ");
    }
}
