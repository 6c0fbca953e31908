//! Invitations, and the terms they offer.

use chautari_arena::live::TimeControl;
use chautari_game::{Info, Side};
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InvalidInput, Player, side_named};

/// The terms of a match: game, time control, rating, side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = InvitationTerms))]
pub struct Terms {
    /// The game, with its rules.
    pub game: String,
    /// The time control; `null` for unlimited time.
    #[cfg_attr(feature = "schema", schema(required))]
    pub clock: Option<TimeControl>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The side of the player who offers this; `null` for a random side.
    #[cfg_attr(feature = "schema", schema(required))]
    pub side: Option<String>,
}

impl Terms {
    /// Checks the terms against the game.
    pub fn vet(&self, info: &Info) -> Result<(), InvalidInput> {
        vet_clock(self.clock)?;
        if self.rated && self.clock.is_none() {
            return Err(InvalidInput::new(ErrorCode::Rated, "A rated game needs a clock."));
        }
        self.side.as_deref().map_or(Ok(()), |side| side_named(info, side).map(|_| ()))
    }

    /// The side that the player who offers this has chosen.
    pub fn side(&self, info: &Info) -> Option<Side> {
        self.side.as_deref().and_then(|side| side_named(info, side).ok())
    }

    /// Whether two players who each offer terms would play the same game, and want different sides.
    pub fn suits(&self, other: &Terms) -> bool {
        let is_same = (&self.game, self.clock, self.rated) == (&other.game, other.clock, other.rated);
        is_same && (self.side.is_none() || other.side.is_none() || self.side != other.side)
    }
}

/// Checks a time control.
pub fn vet_clock(clock: Option<TimeControl>) -> Result<Option<TimeControl>, InvalidInput> {
    let vetted = clock.map(TimeControl::vet).transpose();
    vetted.map_err(|error| InvalidInput::new(ErrorCode::Clock, error.to_string()))
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Invitation {
    /// The id of the invitation.
    pub id: String,
    /// The player who offers these terms.
    pub from: Player,
    /// The player who is to answer; `null` in the lobby, where anyone may.
    #[cfg_attr(feature = "schema", schema(required))]
    pub to: Option<Player>,
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
    /// The state of the invitation.
    pub state: InvitationState,
    /// The id of the match, once the invitation is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub r#match: Option<String>,
    /// When the invitation was made, in milliseconds since 1970.
    pub made_ms: u64,
}

/// The state of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    /// Waiting for an answer.
    Open,
    /// Accepted: there is a match.
    Accepted,
    /// Declined.
    Declined,
    /// Withdrawn, or its author has left.
    Withdrawn,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn terms(side: Option<&str>) -> Terms {
        Terms { game: "gomoku".to_owned(), clock: None, rated: false, side: side.map(str::to_owned) }
    }

    #[test]
    fn terms_suit_each_other_unless_both_want_the_same_side() {
        assert!(terms(None).suits(&terms(Some("black"))));
        assert!(terms(Some("white")).suits(&terms(Some("black"))));
        assert!(!terms(Some("black")).suits(&terms(Some("black"))));
        assert!(!terms(None).suits(&Terms { rated: true, ..terms(None) }));
    }

    #[test]
    fn terms_that_cannot_be_played_are_refused() {
        let info = chautari_games::find("gomoku").unwrap().info();
        let vet = |terms: Terms| terms.vet(info).map_err(|e| e.code);
        assert_eq!(vet(terms(Some("black"))), Ok(()));
        assert_eq!(vet(terms(Some("goats"))), Err(ErrorCode::Side));
        assert_eq!(vet(Terms { rated: true, ..terms(None) }), Err(ErrorCode::Rated));
        let clock = Some(TimeControl::Move { per_move_ms: 0 });
        assert_eq!(vet(Terms { clock, ..terms(None) }), Err(ErrorCode::Clock));
        assert_eq!(terms(Some("white")).side(info), Some(Side::Two));
    }

    #[test]
    fn invitation_has_its_terms_among_its_own_fields() {
        let invitation = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "to": null, "game": "gomoku",
            "clock": {"initial_ms": 60_000, "increment_ms": 0}, "rated": true, "side": null, "state": "open",
            "made_ms": 1});
        let read: Invitation = serde_json::from_value(invitation.clone()).unwrap();
        assert_eq!(read.terms.clock.map(TimeControl::initial), Some(60_000));
        assert_eq!(serde_json::to_value(&read).unwrap(), invitation);
    }
}
