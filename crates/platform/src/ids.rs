//! Typed ids of matches, tournaments, seasons, people, invitations, studies, puzzles and solvers.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// 96 bits: enough that random ids never collide, short enough to be read aloud.
const BYTES: usize = 12;

fn write(bits: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(&bits[..BYTES])
}

fn random() -> String {
    let mut bits = [0; BYTES];
    getrandom::fill(&mut bits).expect("the operating system gives random bytes");
    write(&bits)
}

/// Returns the same id for the same parts, so that a repeated creation finds the first one.
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
            /// The prefix of its stream in the ledger.
            pub const PREFIX: &'static str = $prefix;

            /// Returns a random id.
            pub fn random() -> Self {
                Self(random())
            }

            /// Returns the id derived from these parts.
            pub fn derived(parts: &[&str]) -> Self {
                Self(derived(parts))
            }

            /// Returns the id derived from the seed of a repeatable request, or a random one without a seed.
            pub fn seeded(seed: Option<String>) -> Self {
                seed.map_or_else(Self::random, |seed| Self::derived(&["key", &seed]))
            }

            /// Parses an id; `None` if the text cannot be one.
            pub fn read(text: &str) -> Option<Self> {
                is_name(text).then(|| Self(text.to_owned()))
            }

            /// The id as text.
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
    /// The id of a match: 16 letters, digits, `-` and `_`.
    MatchId, "match-"
}

id! {
    /// The id of a tournament: 16 letters, digits, `-` and `_`.
    TournamentId, "tournament-"
}

id! {
    /// The id of a person: 16 letters, digits, `-` and `_`. It never changes.
    PersonId, "person-"
}

id! {
    /// The id of an invitation: 16 letters, digits, `-` and `_`.
    InvitationId, "invitation-"
}

id! {
    /// The id of a season of tournaments: 16 letters, digits, `-` and `_`.
    SeasonId, "season-"
}

id! {
    /// The id of a study: 16 letters, digits, `-` and `_`.
    StudyId, "study-"
}

id! {
    /// The id of a puzzle: 16 letters, digits, `-` and `_`, derived from its position.
    PuzzleId, "puzzle-"
}

id! {
    /// The id of a person as a solver of a game's puzzles: 16 letters, digits, `-` and `_`.
    SolverId, "solver-"
}

impl PersonId {
    /// A placeholder for a person whom a request does not name. No account has it.
    pub fn nobody() -> PersonId {
        PersonId("nobody".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_ids_are_parsed() {
        let id = MatchId::random();
        assert_eq!(MatchId::read(id.as_str()), Some(id));
        for text in ["", "short", "sixteen letters!", "../../../etc/pas", "ééééééééé"] {
            assert_eq!(MatchId::read(text), None, "{text}");
        }
    }

    #[test]
    fn derived_id_depends_on_all_parts() {
        assert_eq!(MatchId::derived(&["a", "bc"]), MatchId::derived(&["a", "bc"]));
        assert_ne!(MatchId::derived(&["a", "bc"]), MatchId::derived(&["ab", "c"]));
        assert_ne!(MatchId::random(), MatchId::random());
    }
}
