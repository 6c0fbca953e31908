//! Invitations, and the terms they offer.

use chautari_arena::live::{NamedTimeControls, TimeControls};
use chautari_game::{Info, Side};
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InvalidInput, Player, side_named};

/// The terms of a match: game, time control, rating, side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = InvitationTerms))]
pub struct Terms {
    /// The game, with its rules.
    pub game: String,
    /// The time control: one for both sides, or one per side under its name; `null` for unlimited time.
    #[cfg_attr(feature = "schema", schema(required))]
    pub clock: Option<NamedTimeControls>,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The side of the player who offers this; `null` for a random side.
    #[cfg_attr(feature = "schema", schema(required))]
    pub side: Option<String>,
}

impl Terms {
    /// Checks the terms against the game, and writes the clocks in their canonical form, so that equal terms compare as
    /// equal.
    pub fn vetted(self, info: &Info) -> Result<Terms, InvalidInput> {
        let controls = vet_clock(self.clock.as_ref(), info)?;
        if self.rated {
            vet_rated(controls)?;
        }
        if let Some(side) = &self.side {
            side_named(info, side)?;
        }
        Ok(Terms { clock: controls.map(|controls| NamedTimeControls::new(info, controls)), ..self })
    }

    /// The time controls of both sides; `None` for unlimited time.
    pub fn controls(&self, info: &Info) -> Option<TimeControls> {
        self.clock.as_ref().and_then(|clock| clock.resolve(info).ok())
    }

    /// The side that the player who offers this has chosen.
    pub fn side(&self, info: &Info) -> Option<Side> {
        self.side.as_deref().and_then(|side| side_named(info, side).ok())
    }

    /// Whether two players who each offer terms would play the same game, and want different sides.
    pub fn suits(&self, other: &Terms) -> bool {
        let is_same = (&self.game, &self.clock, self.rated) == (&other.game, &other.clock, other.rated);
        is_same && (self.side.is_none() || other.side.is_none() || self.side != other.side)
    }
}

/// Checks a time control and assigns it to the sides of a game.
pub fn vet_clock(
    clock: Option<&NamedTimeControls>,
    info: &Info,
) -> Result<Option<TimeControls>, InvalidInput> {
    let invalid = |error: String| InvalidInput::new(ErrorCode::Clock, error);
    let Some(clock) = clock else { return Ok(None) };
    let controls = clock.resolve(info).map_err(|error| invalid(error.to_string()))?;
    controls.vet().map(Some).map_err(|error| invalid(error.to_string()))
}

/// Checks the time controls of a rated game: ratings measure players who have the same time.
pub fn vet_rated(controls: Option<TimeControls>) -> Result<(), InvalidInput> {
    let refused = |text| Err(InvalidInput::new(ErrorCode::Rated, text));
    match controls {
        None => refused("A rated game needs a clock."),
        Some(controls) if controls.shared().is_none() => {
            refused("A rated game needs the same clock for both sides.")
        }
        Some(_) => Ok(()),
    }
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
    use chautari_arena::live::TimeControl;
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
        let vet = |terms: Terms| terms.vetted(info).map(|_| ()).map_err(|e| e.code);
        let timed = |clock, rated| Terms {
            clock: Some(serde_json::from_value(clock).unwrap()),
            rated,
            ..terms(None)
        };
        let odds = json!({"black": {"initial_ms": 60_000}, "white": {"initial_ms": 30_000}});
        assert_eq!(vet(terms(Some("black"))), Ok(()));
        assert_eq!(vet(terms(Some("goats"))), Err(ErrorCode::Side));
        assert_eq!(vet(Terms { rated: true, ..terms(None) }), Err(ErrorCode::Rated));
        assert_eq!(vet(timed(json!({"per_move_ms": 0}), false)), Err(ErrorCode::Clock));
        assert_eq!(vet(timed(json!({"black": {"initial_ms": 60_000}}), false)), Err(ErrorCode::Clock));
        assert_eq!(vet(timed(odds.clone(), false)), Ok(()));
        assert_eq!(vet(timed(odds, true)), Err(ErrorCode::Rated), "ratings need equal clocks");
        assert_eq!(terms(Some("white")).side(info), Some(Side::Two));
    }

    #[test]
    fn equal_clocks_per_side_are_one_clock() {
        let info = chautari_games::find("gomoku").unwrap().info();
        let clock = |clock| Some(serde_json::from_value(clock).unwrap());
        let minute = json!({"initial_ms": 60_000});
        let both = Terms { clock: clock(minute.clone()), ..terms(None) }.vetted(info).unwrap();
        let named = Terms { clock: clock(json!({"black": minute, "white": minute})), ..terms(None) };
        assert_ne!(named, both);
        let named = named.vetted(info).unwrap();
        assert!(named == both && named.suits(&both));
        let control = TimeControl::Game { initial_ms: 60_000, increment_ms: 0, delay_ms: 0 };
        assert_eq!(named.controls(info), Some(control.into()));
    }

    #[test]
    fn invitation_has_its_terms_among_its_own_fields() {
        let invitation = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "to": null, "game": "gomoku",
            "clock": {"initial_ms": 60_000, "increment_ms": 0}, "rated": true, "side": null, "state": "open",
            "made_ms": 1});
        let read: Invitation = serde_json::from_value(invitation.clone()).unwrap();
        let control = TimeControl::Game { initial_ms: 60_000, increment_ms: 0, delay_ms: 0 };
        assert_eq!(read.terms.clock, Some(NamedTimeControls::Same(control)));
        assert_eq!(serde_json::to_value(&read).unwrap(), invitation);
    }
}
