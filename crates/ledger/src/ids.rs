//! Identifiers, versions, labels and cursors.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The longest name that can be stored, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 200;

/// Whether a text can be a name: it fits in every store and on one line of a notification.
pub(crate) fn is_valid_name(text: &str) -> bool {
    (1..=MAX_NAME_BYTES).contains(&text.len()) && !text.chars().any(char::is_control)
}

macro_rules! name {
    ($(#[$doc:meta])* $Name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $Name(String);

        impl $Name {
            /// Wraps a text. It is validated when something is appended.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// Returns the id as text.
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
    /// The id of a stream: 1 to 200 bytes without control characters.
    StreamId
}

name! {
    /// The id of a command within its stream, chosen by the client: 1 to 200 bytes without control characters.
    /// It is an idempotency key: a repetition gets the reply of the first time.
    CommandId
}

/// The number of events in a stream, which is also the number of the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// The version of a stream that does not exist.
    pub const START: Self = Self(0);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A key and a value by which streams are found, such as `state` and `live`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Label {
    /// The key: 1 to 200 bytes without control characters.
    pub key: String,
    /// The value: 1 to 200 bytes without control characters.
    pub value: String,
}

impl Label {
    /// Creates a label. It is validated when it is appended.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }

    pub(crate) fn is_valid_name(&self) -> bool {
        is_valid_name(&self.key) && is_valid_name(&self.value)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

/// A pagination cursor: the position at which a page of streams ended and the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(pub u64);
