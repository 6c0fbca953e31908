//! Errors and refusals: why a text or a move is rejected.

use std::fmt;

use serde::Serialize;

/// A refusal with a code for programs, a sentence for people and points to highlight.
pub trait Explain: fmt::Debug + Clone + PartialEq + Send + Sync + 'static {
    /// A stable code for programs. Together with [`points`](Self::points) it is enough to translate the
    /// sentence.
    fn code(&self) -> &'static str;
    /// One English sentence.
    fn text(&self) -> String;
    /// The points of the board to highlight.
    fn points(&self) -> Vec<u16>;
}

/// One reason for a refusal, or one remark on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    /// A stable code for programs.
    pub code: &'static str,
    /// One English sentence.
    pub text: String,
    /// The points of the board to highlight.
    pub points: Vec<u16>,
}

impl<E: Explain> From<&E> for Reason {
    fn from(refusal: &E) -> Reason {
        Reason { code: refusal.code(), text: refusal.text(), points: refusal.points() }
    }
}

/// Why a text was rejected: its syntax, or the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text could not be parsed.
    Syntax {
        /// The offset of the error, in bytes from the start of the text.
        offset: usize,
        /// A description of the accepted input.
        expected: String,
        /// The text found instead; empty at the end of the text.
        found: String,
    },
    /// The text was parsed but violates the rules. Lists all reasons, at least one.
    Refused {
        /// The offset of the refused part, if the text contains more than that.
        at: Option<usize>,
        /// All reasons.
        reasons: Vec<Reason>,
    },
    /// The request names something that does not exist: a dialect, a rule, or a form the dialect cannot
    /// express.
    Unsupported(String),
}

impl Fault {
    /// Creates a refusal with all its reasons.
    pub fn refused<'a, E: Explain>(reasons: impl IntoIterator<Item = &'a E>) -> Fault {
        let reasons = reasons.into_iter().map(Reason::from).collect();
        Fault::Refused { at: None, reasons }
    }

    /// Moves the offset by `before` bytes, for a text that is part of a longer one.
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

    /// Returns the reasons, for callers that treat all faults alike. Unparsable and unsupported texts have a
    /// single reason, `syntax` or `unsupported`.
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
