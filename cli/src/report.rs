//! How answers and refusals look to programs.

use std::io;
use std::process::ExitCode;

use chautari_game::{Exact, Fault, Info, Outcome, Reason, Side};
use serde::Serialize;

use crate::lines::harmless;

/// A finished game, or nothing while it goes on.
#[derive(Serialize)]
pub(crate) struct OutcomeLine {
    winner: Option<&'static str>,
    reason: &'static str,
}

impl OutcomeLine {
    pub(crate) fn new(info: &Info, outcome: Option<Outcome>) -> Option<OutcomeLine> {
        let outcome = outcome?;
        Some(OutcomeLine::ended(info, outcome.winner, outcome.ending.code))
    }

    /// However a game ended: by its rules or not.
    pub(crate) fn ended(info: &Info, winner: Option<Side>, reason: &'static str) -> OutcomeLine {
        OutcomeLine { winner: winner.map(|side| info.side(side)), reason }
    }
}

/// How a game ended, for people.
pub(crate) fn verdict(info: &Info, outcome: Outcome) -> String {
    let why = outcome.ending.text;
    match outcome.winner {
        Some(side) => format!("{} won: {why}.", info.called(side)),
        None => format!("A draw: {why}."),
    }
}

/// What a position is worth, for people.
pub(crate) fn worth(info: &Info, value: Option<Exact>) -> String {
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

/// Why a command did not do what it was asked.
pub(crate) enum Failure {
    /// The answer is no.
    No(Complaint),
    /// Bad usage or input.
    Bad(Complaint),
    /// Reading or writing failed.
    Io(io::Error),
}

/// What to say about a failure.
pub(crate) struct Complaint {
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
    /// Bad input, in words.
    pub(crate) fn bad(text: impl Into<String>) -> Failure {
        Failure::Bad(Complaint { text: text.into(), reasons: Vec::new(), json: false })
    }

    /// Bad input: a text that was not taken.
    pub(crate) fn bad_text(what: &str, fault: &Fault, json: bool) -> Failure {
        Failure::Bad(Complaint { text: describe(what, fault), reasons: fault.reasons(), json })
    }

    /// The answer is no, in words.
    pub(crate) fn no(text: impl Into<String>) -> Failure {
        Failure::No(Complaint { text: text.into(), reasons: Vec::new(), json: false })
    }

    /// A move that was not taken: refused by the rules, or not readable at all.
    pub(crate) fn bad_move(what: &str, fault: &Fault, json: bool) -> Failure {
        let complaint = Complaint { text: describe(what, fault), reasons: fault.reasons(), json };
        match fault {
            Fault::Refused { .. } => Failure::No(complaint),
            _ => Failure::Bad(complaint),
        }
    }

    /// What to say about it, for a log.
    #[cfg(feature = "serve")]
    pub(crate) fn text(&self) -> String {
        match self {
            Failure::No(complaint) | Failure::Bad(complaint) => complaint.text.clone(),
            Failure::Io(e) => e.to_string(),
        }
    }

    /// Says it on standard error, without what a terminal would obey, and chooses the exit code.
    pub(crate) fn tell(self) -> ExitCode {
        let (complaint, code) = match self {
            Failure::No(complaint) => (complaint, 1),
            Failure::Bad(complaint) => (complaint, 2),
            // Whoever reads us has seen enough.
            Failure::Io(e) if e.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Io(e) => {
                let text = format!("Reading or writing failed: {e}.");
                (Complaint { text, reasons: Vec::new(), json: false }, 2)
            }
        };
        match complaint.reasons.split_first() {
            Some((error, more)) if complaint.json => {
                let line = serde_json::to_string(&ErrorLine { error, more });
                anstream::eprintln!("{}", line.unwrap_or(complaint.text));
            }
            _ => {
                let lines: Vec<_> = complaint.text.split('\n').map(harmless).collect();
                anstream::eprintln!("chautari: {}", lines.join("\n"));
            }
        }
        ExitCode::from(code)
    }
}

/// One line for one reason, a list for several.
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
