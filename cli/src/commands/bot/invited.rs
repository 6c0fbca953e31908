//! Invitations, and which of them a bot accepts.

use std::time::Duration;

use chautari_arena::live::TimeControl;
use serde::Deserialize;

use crate::args::Accept;

/// Somebody would like to play.
#[derive(Debug, Deserialize)]
pub(super) struct Invitation {
    pub(super) id: String,
    from: Party,
    game: String,
    rated: bool,
    clock: Option<TimeControl>,
}

#[derive(Debug, Deserialize)]
struct Party {
    kind: String,
    name: Option<String>,
}

impl Invitation {
    /// Whether a bot of this name has made it: it waits for the others then.
    pub(super) fn is_by(&self, name: &str) -> bool {
        self.from.kind == "bot" && self.from.name.as_deref() == Some(name)
    }

    /// Who would like to play.
    pub(super) fn who(&self) -> &str {
        self.from.name.as_deref().unwrap_or("somebody")
    }
}

/// What a bot likes to play.
pub(super) struct Taste {
    pub(super) game: String,
    pub(super) accept: Accept,
    pub(super) shortest: Option<Duration>,
    pub(super) longest: Option<Duration>,
}

impl Taste {
    /// Why it would rather not; nothing where it would.
    pub(super) fn objection(&self, invitation: &Invitation) -> Option<&'static str> {
        let time = invitation.clock.map(|clock| Duration::from_millis(clock.initial()));
        let too_short = self.shortest.is_some_and(|least| time.is_some_and(|time| time < least));
        let too_long = self.longest.is_some_and(|most| time.is_none_or(|time| time > most));
        match self.accept {
            Accept::None => Some("it accepts no invitations"),
            Accept::Rated if !invitation.rated => Some("it plays rated games"),
            Accept::Casual if invitation.rated => Some("it plays games that are not rated"),
            _ if invitation.game != self.game => Some("it plays another game"),
            _ if too_short => Some("there is too little time"),
            _ if too_long => Some("there is too much time"),
            Accept::All | Accept::Rated | Accept::Casual => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn invitation(game: &str, rated: bool, clock: &Value) -> Invitation {
        let from = json!({"kind": "person", "id": "x", "name": "Maya"});
        let told = json!({"id": "i", "from": from, "to": {"kind": "bot", "name": "b"}, "game": game, "rated": rated,
            "clock": clock, "side": null, "state": "open", "made_ms": 1});
        serde_json::from_value(told).unwrap()
    }

    #[test]
    fn a_bot_accepts_what_it_likes() {
        let usual = Taste { game: "gomoku".to_owned(), accept: Accept::All, shortest: None, longest: None };
        let minute = json!({"initial_ms": 60_000, "increment_ms": 0});
        let likes = |taste: &Taste, invitation: &Invitation| taste.objection(invitation).is_none();
        assert!(likes(&usual, &invitation("gomoku", true, &Value::Null)));
        assert!(likes(&usual, &invitation("gomoku", false, &minute)));
        assert!(!likes(&usual, &invitation("creeper", false, &minute)));
        let rated = Taste { accept: Accept::Rated, ..usual };
        assert!(likes(&rated, &invitation("gomoku", true, &Value::Null)));
        assert!(!likes(&rated, &invitation("gomoku", false, &Value::Null)));
        let casual = Taste { accept: Accept::Casual, ..rated };
        assert!(!likes(&casual, &invitation("gomoku", true, &Value::Null)));
        let timed = Taste {
            accept: Accept::All,
            shortest: Some(Duration::from_mins(1)),
            longest: Some(Duration::from_hours(1)),
            ..casual
        };
        assert!(likes(&timed, &invitation("gomoku", true, &minute)));
        assert!(!likes(&timed, &invitation("gomoku", true, &json!({"initial_ms": 59_999}))));
        assert!(!likes(&timed, &invitation("gomoku", true, &json!({"per_move_ms": 86_400_000}))));
        assert!(!likes(&timed, &invitation("gomoku", true, &Value::Null)), "all the time there is");
        let nobody = Taste { accept: Accept::None, ..timed };
        assert!(!likes(&nobody, &invitation("gomoku", true, &json!({"initial_ms": 60_000}))));
    }

    #[test]
    fn its_own_are_for_others_to_answer() {
        let own = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "game": "gomoku", "rated": true, "clock": null});
        let own: Invitation = serde_json::from_value(own).unwrap();
        assert!(own.is_by("b") && !own.is_by("c"));
        assert!(
            !invitation("gomoku", true, &Value::Null).is_by("Maya"),
            "a person of the same name is another"
        );
    }
}
