//! What is said when an answer is no.

use std::fmt;

use serde::Serialize;

/// A refusal that can explain itself to programs, to people and to a board.
pub trait Explain: fmt::Debug + Clone + PartialEq + Send + Sync + 'static {
    /// Stable, for programs, and enough with [`points`](Self::points) to say it in any language.
    fn code(&self) -> &'static str;
    /// One English sentence.
    fn text(&self) -> String;
    /// The points of the board to light up.
    fn points(&self) -> Vec<u16>;
}

/// One reason for a refusal, or one remark on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    /// Stable, for programs.
    pub code: &'static str,
    /// One English sentence.
    pub text: String,
    /// The points of the board to light up.
    pub points: Vec<u16>,
}

impl<E: Explain> From<&E> for Reason {
    fn from(refusal: &E) -> Reason {
        Reason { code: refusal.code(), text: refusal.text(), points: refusal.points() }
    }
}

/// Why a text was not taken. Untrusted text has two doors, and this names the one that stayed shut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be read.
    Syntax {
        /// Where reading stopped, in bytes from the start of the text.
        offset: usize,
        /// What could have stood there.
        expected: String,
        /// What stood there instead; empty at the end of the text.
        found: String,
    },
    /// It was read, and the rules say no; all reasons at once, never none.
    Refused {
        /// Where the refused part begins, in a text that holds more than it.
        at: Option<usize>,
        /// Every reason.
        reasons: Vec<Reason>,
    },
    /// It asks for something that is not there: a dialect, a rule, a form this dialect cannot write.
    Unsupported(String),
}

impl Fault {
    /// A refusal with all its reasons.
    pub fn refused<'a, E: Explain>(reasons: impl IntoIterator<Item = &'a E>) -> Fault {
        let reasons = reasons.into_iter().map(Reason::from).collect();
        Fault::Refused { at: None, reasons }
    }

    /// The same fault in a longer text that has `before` bytes in front of this one.
    #[must_use]
    pub fn shifted(self, before: usize) -> Fault {
        match self {
            Fault::Syntax { offset, expected, found } => {
                Fault::Syntax { offset: offset + before, expected, found }
            }
            Fault::Refused { at, reasons } => Fault::Refused { at: Some(at.unwrap_or(0) + before), reasons },
            Fault::Unsupported(text) => Fault::Unsupported(text),
        }
    }

    /// The reasons, for callers that treat all faults alike: unreadable and unsupported text has
    /// one reason, `syntax` or `unsupported`.
    pub fn reasons(&self) -> Vec<Reason> {
        let one = |code| vec![Reason { code, text: self.to_string(), points: Vec::new() }];
        match self {
            Fault::Syntax { .. } => one("syntax"),
            Fault::Refused { reasons, .. } => reasons.clone(),
            Fault::Unsupported(_) => one("unsupported"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Syntax { offset, expected, found } if found.is_empty() => {
                write!(f, "At offset {offset}: expected {expected}, found the end.")
            }
            Fault::Syntax { offset, expected, found } => {
                write!(f, "At offset {offset}: expected {expected}, found `{found}`.")
            }
            Fault::Refused { at, reasons } => {
                if let Some(offset) = at {
                    write!(f, "At offset {offset}: ")?;
                }
                for (i, reason) in reasons.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    f.write_str(&reason.text)?;
                }
                Ok(())
            }
            Fault::Unsupported(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Fault {}
