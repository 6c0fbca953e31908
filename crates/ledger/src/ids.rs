//! What things in a ledger are called.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The longest name the ledger keeps, in bytes.
pub(crate) const LONGEST: usize = 200;

/// Whether a text can be a name in any of the stores and on one line of a notice.
pub(crate) fn is_fit(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && !text.chars().any(char::is_control)
}

macro_rules! name {
    ($(#[$doc:meta])* $Name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $Name(String);

        impl $Name {
            /// The name as it stands; whether it is fit is asked when something is appended.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name! {
    /// Names a stream: 1 to 200 bytes without control characters.
    StreamId
}

name! {
    /// Names a command within its stream, chosen by whoever sends it: 1 to 200 bytes without control
    /// characters. Sent again, it gets the same answer.
    CommandId
}

/// How many events a stream has, and so the number of its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// Before the first event: the version of a stream that does not exist.
    pub const START: Self = Self(0);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a stream can be found by, such as `state` and `live`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Label {
    /// What is said about the stream: 1 to 200 bytes without control characters.
    pub key: String,
    /// What it is: 1 to 200 bytes without control characters.
    pub value: String,
}

impl Label {
    /// A label; whether its texts are fit is asked when it is appended.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }

    pub(crate) fn is_fit(&self) -> bool {
        is_fit(&self.key) && is_fit(&self.value)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

/// Where a page of streams ended, and so where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u64);
