//! A match as clients see it, and the requests and responses around it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chautari_arena::live::{self, Action, Match, NamedTimeControls, RemainingTime, Tick};
use chautari_game::{Info, MarkKind, Offer, Scene, Side};
use serde::{Deserialize, Serialize};

use crate::{Outcome, Player};

/// A match, with everything needed to show it and to play on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Match))]
pub struct MatchView {
    /// The id of the match.
    pub id: String,
    /// The number of events so far.
    pub version: u64,
    /// The game, with its rules: `baghchal:captures=3`.
    pub game: String,
    /// The start position, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub start: Option<String>,
    /// The position, in the canonical notation.
    pub position: String,
    /// The moves played, in the canonical notation.
    pub moves: Vec<String>,
    /// The moves played, each also as people write it, with the side that made it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<MatchPly>,
    /// The number of moves that were given as an opening.
    #[serde(default, skip_serializing_if = "crate::is_zero")]
    pub opening: usize,
    /// The side to move; `null` once the match is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Cow<'static, str>>,
    /// Whether the side to move is in check; `null` in games without check.
    #[cfg_attr(feature = "schema", schema(required))]
    pub check: Option<bool>,
    /// How the match ended; `null` while it is in progress.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// The player of each side.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, Player>))]
    pub seats: BTreeMap<Cow<'static, str>, Player>,
    /// The clocks; `null` if the match has no time control.
    #[cfg_attr(feature = "schema", schema(required))]
    pub clock: Option<Clocks>,
    /// The side that offers a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub draw_offer: Option<Cow<'static, str>>,
    /// The side that asks to take its last move back.
    #[cfg_attr(feature = "schema", schema(required))]
    pub takeback_offer: Option<Cow<'static, str>>,
    /// The side that asks for a pause.
    #[cfg_attr(feature = "schema", schema(required))]
    pub pause_offer: Option<Cow<'static, str>>,
    /// Whether the match is paused: no side can move, and no clock runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub paused: bool,
    /// The side that is back from a pause and waits for the other.
    #[cfg_attr(feature = "schema", schema(required))]
    pub resume_offer: Option<Cow<'static, str>>,
    /// The offer of a rematch, or the match that came of it; `null` if there was none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rematch: Option<Rematch>,
    /// The id of the tournament the match belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub tournament: Option<String>,
    /// Whether the result counts for the ratings of the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub rated: bool,
    /// The last chat messages of the players, oldest first.
    #[serde(rename = "words", default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub chat: Vec<ChatMessage>,
    /// When the match began, in milliseconds since 1970.
    pub began_ms: u64,
    /// The legal moves, with the points a hand touches; empty during a pause and once the match is over.
    pub offers: Vec<Offer>,
    /// The board and everything on it. `None` only in a match read from JSON, because programs play without it.
    #[serde(default, serialize_with = "crate::scene::serialize_some", deserialize_with = "crate::skip")]
    #[cfg_attr(feature = "schema", schema(value_type = Scene, required))]
    pub scene: Option<Scene>,
}

/// A move of a match, or a ban. A ply of a position also has the position after it, see `Ply`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchPly {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The move as people write it.
    pub human: String,
    /// The side that made it. Sides need not alternate.
    pub side: Cow<'static, str>,
    /// The kind of action, as a verb: `move`, `place`, `ban`.
    pub action: Cow<'static, str>,
    /// The move in a notation that other programs use, such as SAN, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub san: Option<String>,
}

impl MatchPly {
    /// Describes a ply of a match.
    pub fn new(info: &Info, ply: &live::Ply) -> MatchPly {
        MatchPly {
            text: ply.text.clone(),
            human: ply.human.clone(),
            side: info.side(ply.side).into(),
            action: ply.action.into(),
            san: ply.further.clone(),
        }
    }
}

/// The facts about a match that [`Match`] does not know.
#[derive(Clone, Debug)]
pub struct MatchFacts {
    /// The id of the match.
    pub id: String,
    /// The number of events so far.
    pub version: u64,
    /// The game, with its rules.
    pub game: String,
    /// The players, in the order of [`Side::ALL`].
    pub players: [Player; 2],
    /// When the match began, in milliseconds since 1970.
    pub began_ms: u64,
}

/// The time at which clocks are shown.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// Now.
    Now(Tick),
    /// The last event, so that the same version always looks the same.
    LastEvent,
}

impl MatchView {
    /// Describes a match. `rematch` is the id of the match that follows it; it must always be the same, and is computed
    /// only once a rematch is agreed on.
    ///
    /// `tournament`, `rated` and `chat` are left empty.
    pub fn new(played: &Match, facts: MatchFacts, at: At, rematch: impl FnOnce() -> String) -> MatchView {
        let record = played.record();
        let info = record.info();
        let name = |side: Side| Cow::Borrowed(info.side(side));
        let [one, two] = facts.players;
        // A side that has resigned would have legal moves.
        let can_move = played.verdict().is_none() && !played.is_paused();
        MatchView {
            id: facts.id,
            version: facts.version,
            game: facts.game,
            start: played.terms().start.clone(),
            position: record.position(),
            moves: record.moves(),
            history: played.history().iter().map(|ply| MatchPly::new(info, ply)).collect(),
            opening: played.terms().opening.len(),
            turn: played.turn().map(name),
            check: record.is_marked(MarkKind::Check),
            outcome: played.verdict().map(|verdict| Outcome::of_match(info, verdict)),
            seats: [(name(Side::One), one), (name(Side::Two), two)].into(),
            clock: Clocks::new(played, at),
            draw_offer: played.draw_offer().map(name),
            takeback_offer: played.takeback_offer().map(name),
            pause_offer: played.pause_offer().map(name),
            paused: played.is_paused(),
            resume_offer: played.resume_offer().map(name),
            rematch: Rematch::new(played, rematch),
            tournament: None,
            rated: false,
            chat: Vec::new(),
            began_ms: facts.began_ms,
            offers: if can_move { record.offers() } else { Vec::new() },
            scene: Some(record.scene()),
        }
    }
}

/// The time left to each side in milliseconds, by its name, and the side whose clock runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchClock))]
pub struct Clocks {
    /// The time left to each side, in milliseconds.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, u64>))]
    pub left: BTreeMap<Cow<'static, str>, u64>,
    /// The side whose clock runs.
    #[cfg_attr(feature = "schema", schema(required))]
    pub running: Option<Cow<'static, str>>,
    /// The time control of the match.
    pub control: NamedTimeControls,
}

impl Clocks {
    /// The clocks of a match; `None` if it has no time control.
    pub fn new(played: &Match, at: At) -> Option<Clocks> {
        let info = played.record().info();
        let left = match at {
            At::Now(now) => played.left(now)?,
            At::LastEvent => played.left_at_last_event()?,
        };
        Some(Clocks {
            left: by_name(info, left),
            running: played.running().map(|side| info.side(side).into()),
            control: NamedTimeControls::new(info, played.terms().control?),
        })
    }

    /// The time left to both sides of a game; `None` if these are clocks of another game.
    pub fn time_left(&self, info: &Info) -> Option<RemainingTime> {
        let left = |side| self.left.get(info.side(side)).copied();
        Some([left(Side::One)?, left(Side::Two)?])
    }
}

/// The time left to each side, by its name.
pub(crate) fn by_name(info: &Info, left: RemainingTime) -> BTreeMap<Cow<'static, str>, u64> {
    Side::ALL.map(|side| (info.side(side).into(), left[side.index()])).into()
}

/// The state of a rematch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchRematch))]
#[serde(rename_all = "snake_case")]
pub enum Rematch {
    /// This side offers a rematch.
    Offered(Cow<'static, str>),
    /// The rematch is the match with this id.
    Match(String),
}

impl Rematch {
    /// The state of a rematch; `id` is that of the rematch once both sides agree.
    pub fn new(played: &Match, id: impl FnOnce() -> String) -> Option<Rematch> {
        if played.rematch_agreed() {
            return Some(Rematch::Match(id()));
        }
        played.rematch_offer().map(|side| Rematch::Offered(played.record().info().side(side).into()))
    }
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatMessage {
    /// The side that sent it.
    pub side: Cow<'static, str>,
    /// The text.
    pub phrase: Phrase,
    /// When it was sent, in milliseconds since 1970.
    pub at_ms: u64,
}

/// The text of a chat message. The set is fixed, so that chat needs no moderation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Have fun!
    HaveFun,
    /// Good move!
    GoodMove,
    /// Well played!
    WellPlayed,
    /// Good game!
    GoodGame,
    /// Thank you!
    ThankYou,
    /// Sorry!
    Sorry,
    /// Oops!
    Oops,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Play again?
    PlayAgain,
    /// I have to go.
    Bye,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Act))]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// A name of your choice for this action, such as a UUID. If it is sent again, the action is not carried out again,
    /// and the response is the same as the first time.
    pub command: String,
    /// The version you have seen. If the position has changed since, the response is 409 and nothing happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The action.
    pub action: Action,
}

/// The response to an action.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Acted {
    /// The version of the match that includes the action.
    pub version: u64,
    /// The match at that version, with the clocks as they stood then.
    pub state: MatchView,
}

/// A match that has been created.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewMatch {
    /// The id of the match.
    pub r#match: String,
    /// The number of events so far: one.
    pub version: u64,
    /// The token of each seat that needs one. Tokens are shown only once.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, SeatKey>))]
    pub seats: BTreeMap<Cow<'static, str>, SeatKey>,
    /// The match.
    pub state: MatchView,
}

/// The key to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatKey {
    /// The token; left out if the player has one of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub token: Option<String>,
}

/// An event of a bot's stream about a match: the bot is to move, or to answer an offer, or the match is over. The name
/// of the Server-Sent Event says which: `turn`, `offer` or `ended`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotEvent {
    /// The id of the match.
    pub r#match: String,
    /// The version of the match.
    pub version: u64,
    /// The side of the bot.
    pub side: Cow<'static, str>,
    /// The match.
    pub state: MatchView,
}

#[cfg(test)]
mod tests {
    use chautari_arena::live::{Player as Party, Stakes, Terms, TimeControl};
    use serde_json::{Value, json};

    use super::*;

    fn begin(opening: &[&str], control: Option<TimeControl>) -> Match {
        let game = chautari_games::find("baghchal").unwrap();
        let terms = Terms {
            start: None,
            opening: opening.iter().map(|&text| text.to_owned()).collect(),
            control: control.map(Into::into),
            stakes: Stakes::Friendly,
            players: [Party::Guest; 2],
        };
        Match::new(&*game, terms, Tick(0)).unwrap()
    }

    fn act(played: &mut Match, action: &Action) {
        let side = played.turn().unwrap();
        for event in played.decide(side, action, Tick(0)).unwrap() {
            played.apply(&event, Tick(0)).unwrap();
        }
    }

    fn view(played: &Match) -> MatchView {
        let players = [Player::Human, Player::Bot { name: "b".to_owned() }];
        let facts =
            MatchFacts { id: "m".to_owned(), version: 1, game: "baghchal".to_owned(), players, began_ms: 5 };
        MatchView::new(played, facts, At::LastEvent, || "next".to_owned())
    }

    #[test]
    fn history_has_the_human_notation_of_each_move() {
        let mut played = begin(&["mC3"], None);
        act(&mut played, &Action::Move { text: "mA1B1".to_owned() });
        let view = view(&played);
        assert_eq!(view.opening, 1);
        let history: Vec<_> = view.history.iter().map(|ply| (&*ply.text, &*ply.human, &*ply.side)).collect();
        assert_eq!(history, [("mC3", "C3", "goats"), ("mA1B1", "A1–B1", "tigers")]);
        assert_eq!(view.moves, ["mC3", "mA1B1"]);
    }

    #[test]
    fn taken_back_moves_leave_the_history() {
        let mut played = begin(&[], None);
        for text in ["mC3", "mA1B1"] {
            act(&mut played, &Action::Move { text: text.to_owned() });
        }
        let offer = played.decide(Side::Two, &Action::OfferTakeback, Tick(0)).unwrap();
        let agreed = {
            played.apply(&offer[0], Tick(0)).unwrap();
            played.decide(Side::One, &Action::AcceptTakeback, Tick(0)).unwrap()
        };
        played.apply(&agreed[0], Tick(0)).unwrap();
        let view = view(&played);
        assert_eq!((view.moves.len(), view.history.len()), (1, 1));
    }

    #[test]
    fn view_is_read_back_without_its_scene() {
        let control = TimeControl::Game { initial_ms: 60_000, increment_ms: 1000, delay_ms: 0 };
        let played = begin(&["mC3"], Some(control));
        let written = serde_json::to_value(view(&played)).unwrap();
        assert_eq!(written["clock"]["goats"], 60_000);
        assert_eq!(
            written["seats"],
            json!({"goats": {"kind": "human"}, "tigers": {"kind": "bot", "name": "b"}})
        );
        assert!(written["scene"]["board"].is_object() && written["rematch"].is_null());
        let read: MatchView = serde_json::from_value(written.clone()).unwrap();
        assert!(read.scene.is_none());
        assert_eq!(read.turn.as_deref(), Some("tigers"));
        assert_eq!(read.clock.as_ref().unwrap().time_left(played.record().info()), Some([60_000; 2]));
        let mut again = serde_json::to_value(&read).unwrap();
        assert_eq!(again["scene"], Value::Null);
        again["scene"] = written["scene"].clone();
        assert_eq!(again, written);
    }

    #[test]
    fn side_that_resigned_has_no_legal_moves() {
        let mut played = begin(&[], None);
        act(&mut played, &Action::Resign);
        let view = view(&played);
        assert!(view.offers.is_empty() && view.turn.is_none());
        let outcome = view.outcome.unwrap();
        assert_eq!((outcome.winner.as_deref(), &*outcome.reason), (Some("tigers"), "resignation"));
    }
}
