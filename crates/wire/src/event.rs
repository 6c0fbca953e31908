//! Match events, as watchers receive them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chautari_arena::live::{self, Match, MatchEventKind};
use chautari_game::{Info, Side};
use serde::Serialize;

use crate::matches::by_name;
use crate::{MatchView, Outcome, Phrase};

/// An event of a match. Each kind has the fields that it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchEvent {
    /// The kind: `moved`, `draw_offered`, `draw_declined`, `takeback_offered`, `takeback_declined`, `taken_back`,
    /// `pause_offered`, `pause_declined`, `paused`, `resume_offered`, `resumed`, `ended`, `rematch_offered`,
    /// `rematch_agreed`, `seated` or `said`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The side that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub side: Option<&'static str>,
    /// The move that was played, in the canonical notation.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub text: Option<String>,
    /// The move as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub human: Option<String>,
    /// The move in a notation that other programs use, such as SAN, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub san: Option<String>,
    /// The number of plies that were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub plies: Option<usize>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub outcome: Option<Outcome>,
    /// The text of a chat message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub phrase: Option<Phrase>,
    /// The time left to each side in milliseconds, by its name; only in matches with a time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false, value_type = Option<BTreeMap<String, u64>>))]
    pub left: Option<BTreeMap<Cow<'static, str>, u64>>,
}

impl MatchEvent {
    /// Describes an event of a match in the state after it.
    pub fn new(played: &Match, event: &live::MatchEvent) -> MatchEvent {
        let info = played.record().info();
        let kind = event.what.kind();
        let left = event.left.map(|left| by_name(info, left));
        let blank = MatchEvent { kind, left, ..MatchEvent::default() };
        let by = |side: Side| Some(info.side(side));
        match &event.what {
            MatchEventKind::Moved { side, text } => {
                let ply = played.history().last().filter(|ply| ply.text == *text);
                MatchEvent {
                    side: by(*side),
                    text: Some(text.clone()),
                    human: ply.map(|ply| ply.human.clone()),
                    san: ply.and_then(|ply| ply.further.clone()),
                    ..blank
                }
            }
            MatchEventKind::TakenBack { side, plies } => {
                MatchEvent { side: by(*side), plies: Some(*plies), ..blank }
            }
            MatchEventKind::DrawOffered { side }
            | MatchEventKind::DrawDeclined { side }
            | MatchEventKind::TakebackOffered { side }
            | MatchEventKind::TakebackDeclined { side }
            | MatchEventKind::PauseOffered { side }
            | MatchEventKind::PauseDeclined { side }
            | MatchEventKind::ResumeOffered { side }
            | MatchEventKind::RematchOffered { side } => MatchEvent { side: by(*side), ..blank },
            MatchEventKind::Ended { verdict } => {
                MatchEvent { outcome: Some(Outcome::of_match(info, verdict)), ..blank }
            }
            MatchEventKind::Paused | MatchEventKind::Resumed | MatchEventKind::RematchAgreed => blank,
        }
    }

    /// A player took an open seat.
    pub fn seated(info: &Info, side: Side) -> MatchEvent {
        MatchEvent { kind: "seated", side: Some(info.side(side)), ..MatchEvent::default() }
    }

    /// A player sent a chat message.
    pub fn said(info: &Info, side: Side, phrase: Phrase) -> MatchEvent {
        MatchEvent {
            kind: "said",
            side: Some(info.side(side)),
            phrase: Some(phrase),
            ..MatchEvent::default()
        }
    }
}

/// A frame that a server sends to the watchers of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchFrame {
    /// An event, with the state after it.
    Event {
        /// The version of the match that includes the event.
        version: u64,
        /// The event.
        event: Box<MatchEvent>,
        /// The match after the event.
        state: Box<MatchView>,
    },
    /// The state of the match, for a client that has seen none or has missed too many events.
    State {
        /// The version of the match.
        version: u64,
        /// The match.
        state: Box<MatchView>,
    },
}

#[cfg(test)]
mod tests {
    use chautari_arena::live::{Action, Player as Party, Stakes, Terms, Tick};
    use serde_json::json;

    use super::*;

    #[test]
    fn events_name_sides_and_write_moves_for_people() {
        let game = chautari_games::find("banchess").unwrap();
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control: None,
            stakes: Stakes::Friendly,
            players: [Party::Guest; 2],
        };
        let mut played = Match::new(&*game, terms, Tick(0)).unwrap();
        let mut act = |action: &Action| {
            let side = played.turn().unwrap();
            let event = played.decide(side, action, Tick(0)).unwrap().remove(0);
            played.apply(&event, Tick(0)).unwrap();
            serde_json::to_value(MatchEvent::new(&played, &event)).unwrap()
        };
        let ban = game.start().offers()[0].text.clone();
        let banned = act(&Action::Move { text: ban.clone() });
        assert_eq!((&banned["type"], &banned["move"]), (&json!("moved"), &json!(ban)));
        assert!(banned["human"].is_string() && banned["san"].is_string(), "{banned}");
        let ended = act(&Action::Resign);
        let outcome = json!({"winner": "black", "reason": "resignation", "text": "White resigned"});
        assert_eq!(ended, json!({"type": "ended", "outcome": outcome}));
    }

    #[test]
    fn chat_and_seats_are_events_too() {
        let info = chautari_games::find("baghchal").unwrap().info();
        let said = serde_json::to_value(MatchEvent::said(info, Side::Two, Phrase::GoodGame)).unwrap();
        assert_eq!(said, json!({"type": "said", "side": "tigers", "phrase": "good_game"}));
        let seated = serde_json::to_value(MatchEvent::seated(info, Side::One)).unwrap();
        assert_eq!(seated, json!({"type": "seated", "side": "goats"}));
    }
}
