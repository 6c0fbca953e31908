//! What matches, tournaments, seasons, people, invitations, studies and puzzles are called.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// 96 bits: enough that two random ones never meet, short enough to be read to somebody.
const BYTES: usize = 12;

fn write(bits: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(&bits[..BYTES])
}

fn random() -> String {
    let mut bits = [0; BYTES];
    getrandom::fill(&mut bits).expect("the operating system gives random bytes");
    write(&bits)
}

/// The same for the same parts, so that what is made twice is made once.
fn derived(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    write(hasher.finalize().as_bytes())
}

fn is_name(text: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.len() == 16 && text.chars().all(is_fit)
}

macro_rules! id {
    ($(#[$doc:meta])* $Name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $Name(String);

        impl $Name {
            /// What its stream in the ledger begins with.
            pub const PREFIX: &'static str = $prefix;

            /// A new one.
            pub fn random() -> Self {
                Self(random())
            }

            /// One that follows from what it is made of.
            pub fn derived(parts: &[&str]) -> Self {
                Self(derived(parts))
            }

            /// The same for the same seed, as a request that can be repeated has one (`crate::keyed`); else a new one.
            pub fn seeded(seed: Option<String>) -> Self {
                seed.map_or_else(Self::random, |seed| Self::derived(&["key", &seed]))
            }

            /// One that somebody wrote; `None` where nothing can have this name.
            pub fn read(text: &str) -> Option<Self> {
                is_name(text).then(|| Self(text.to_owned()))
            }

            /// As text.
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

id! {
    /// Names a match: 16 letters, digits, `-` and `_`.
    MatchId, "match-"
}

id! {
    /// Names a tournament: 16 letters, digits, `-` and `_`.
    TournamentId, "tournament-"
}

id! {
    /// Names a person: 16 letters, digits, `-` and `_`. It stays the same whatever the person is called.
    PersonId, "person-"
}

id! {
    /// Names an invitation: 16 letters, digits, `-` and `_`.
    InvitationId, "invitation-"
}

id! {
    /// Names a season of tournaments: 16 letters, digits, `-` and `_`.
    SeasonId, "season-"
}

id! {
    /// Names a study: 16 letters, digits, `-` and `_`.
    StudyId, "study-"
}

id! {
    /// Names a puzzle: 16 letters, digits, `-` and `_`, the same for the same position of a game.
    PuzzleId, "puzzle-"
}

id! {
    /// Names whoever solves the puzzles of a game: 16 letters, digits, `-` and `_`.
    SolverId, "solver-"
}

impl PersonId {
    /// One that nobody has, where a request does not say who.
    pub fn nobody() -> PersonId {
        PersonId("nobody".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_again_and_nothing_else_is() {
        let id = MatchId::random();
        assert_eq!(MatchId::read(id.as_str()), Some(id));
        for text in ["", "short", "sixteen letters!", "../../../etc/pas", "ééééééééé"] {
            assert_eq!(MatchId::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_made_of_the_same_has_the_same_name() {
        assert_eq!(MatchId::derived(&["a", "bc"]), MatchId::derived(&["a", "bc"]));
        assert_ne!(MatchId::derived(&["a", "bc"]), MatchId::derived(&["ab", "c"]));
        assert_ne!(MatchId::random(), MatchId::random());
    }
}
