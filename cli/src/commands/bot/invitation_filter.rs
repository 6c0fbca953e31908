//! Invitations, and the filter that decides which of them a bot accepts.

use std::time::Duration;

use chautari_arena::live::NamedTimeControls;
use serde::Deserialize;

use crate::args::Accept;

/// An invitation to the bot, as the server sends it.
#[derive(Debug, Deserialize)]
pub(super) struct Invitation {
    pub(super) id: String,
    from: Sender,
    pub(super) game: String,
    rated: bool,
    clock: Option<NamedTimeControls>,
}

/// The sender of an invitation.
#[derive(Debug, Deserialize)]
struct Sender {
    kind: String,
    name: Option<String>,
}

impl Invitation {
    /// Returns whether the bot of this name sent the invitation itself; it must not answer it then.
    pub(super) fn is_by(&self, name: &str) -> bool {
        self.from.kind == "bot" && self.from.name.as_deref() == Some(name)
    }

    /// Returns the shortest and the longest initial time of the two sides; `None` without a clock.
    fn initial_times(&self) -> Option<(Duration, Duration)> {
        let times: Vec<u64> = match self.clock.as_ref()? {
            NamedTimeControls::Same(control) => vec![control.initial()],
            NamedTimeControls::PerSide(sides) => sides.values().map(|control| control.initial()).collect(),
        };
        let [shortest, longest] = [times.iter().min()?, times.iter().max()?];
        Some((Duration::from_millis(*shortest), Duration::from_millis(*longest)))
    }

    /// Returns the name of the sender.
    pub(super) fn sender_name(&self) -> &str {
        self.from.name.as_deref().unwrap_or("an unnamed player")
    }
}

/// The invitations that a bot accepts.
pub(super) struct InvitationFilter {
    pub(super) game: String,
    pub(super) accept: Accept,
    /// The least initial time on the clock.
    pub(super) min_clock: Option<Duration>,
    /// The most initial time on the clock; a game without a clock exceeds it.
    pub(super) max_clock: Option<Duration>,
}

impl InvitationFilter {
    /// Returns why the bot declines an invitation, `None` if it accepts.
    pub(super) fn decline_reason(&self, invitation: &Invitation) -> Option<&'static str> {
        let times = invitation.initial_times();
        let too_short = self.min_clock.is_some_and(|min| times.is_some_and(|(shortest, _)| shortest < min));
        let too_long = self.max_clock.is_some_and(|max| times.is_none_or(|(_, longest)| longest > max));
        match self.accept {
            Accept::None => Some("it accepts no invitations"),
            Accept::Rated if !invitation.rated => Some("it plays rated games only"),
            Accept::Casual if invitation.rated => Some("it plays casual games only"),
            _ if invitation.game != self.game => Some("it plays a different game"),
            _ if too_short => Some("the clock is too short"),
            _ if too_long => Some("the clock is too long"),
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
        let invitation = json!({"id": "i", "from": from, "to": {"kind": "bot", "name": "b"}, "game": game, "rated": rated,
            "clock": clock, "side": null, "state": "open", "made_ms": 1});
        serde_json::from_value(invitation).unwrap()
    }

    #[test]
    fn invitations_are_accepted_by_the_filter() {
        let all = InvitationFilter {
            game: "gomoku".to_owned(),
            accept: Accept::All,
            min_clock: None,
            max_clock: None,
        };
        let minute = json!({"initial_ms": 60_000, "increment_ms": 0});
        let accepts =
            |filter: &InvitationFilter, invitation: &Invitation| filter.decline_reason(invitation).is_none();
        assert!(accepts(&all, &invitation("gomoku", true, &Value::Null)));
        assert!(accepts(&all, &invitation("gomoku", false, &minute)));
        assert!(!accepts(&all, &invitation("creeper", false, &minute)));
        let rated = InvitationFilter { accept: Accept::Rated, ..all };
        assert!(accepts(&rated, &invitation("gomoku", true, &Value::Null)));
        assert!(!accepts(&rated, &invitation("gomoku", false, &Value::Null)));
        let casual = InvitationFilter { accept: Accept::Casual, ..rated };
        assert!(!accepts(&casual, &invitation("gomoku", true, &Value::Null)));
        let timed = InvitationFilter {
            accept: Accept::All,
            min_clock: Some(Duration::from_mins(1)),
            max_clock: Some(Duration::from_hours(1)),
            ..casual
        };
        assert!(accepts(&timed, &invitation("gomoku", true, &minute)));
        assert!(!accepts(&timed, &invitation("gomoku", true, &json!({"initial_ms": 59_999}))));
        assert!(!accepts(&timed, &invitation("gomoku", true, &json!({"per_move_ms": 86_400_000}))));
        assert!(
            !accepts(&timed, &invitation("gomoku", true, &Value::Null)),
            "a game without a clock is too long"
        );
        let odds = |one, two| json!({"black": {"initial_ms": one}, "white": {"initial_ms": two}});
        assert!(accepts(&timed, &invitation("gomoku", false, &odds(60_000, 3_600_000))));
        assert!(
            !accepts(&timed, &invitation("gomoku", false, &odds(59_999, 60_000))),
            "the limits hold for both"
        );
        assert!(!accepts(&timed, &invitation("gomoku", false, &odds(60_000, 3_600_001))));
        let none = InvitationFilter { accept: Accept::None, ..timed };
        assert!(!accepts(&none, &invitation("gomoku", true, &json!({"initial_ms": 60_000}))));
    }

    #[test]
    fn own_invitations_are_recognised() {
        let own = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "game": "gomoku", "rated": true, "clock": null});
        let own: Invitation = serde_json::from_value(own).unwrap();
        assert!(own.is_by("b") && !own.is_by("c"));
        assert!(!invitation("gomoku", true, &Value::Null).is_by("Maya"), "a person can have the same name");
    }
}
