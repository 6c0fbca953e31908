//! Matches: the state machine of the arena, as an aggregate.

use std::sync::Arc;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::live::{Match, MatchEvent, Player, Stakes, Terms, Tick, TimeControl};
use chautari_game::Side;
use chautari_ledger::{Event, Label, NewJob, Stored};
use chautari_sprint::Sprint;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::NodeContext;

/// The initial time and the increment of every match, in milliseconds.
const TIME: TimeControl = TimeControl::Game { initial_ms: 8000, increment_ms: INCREMENT_MS, delay_ms: 0 };
pub(crate) const INCREMENT_MS: u64 = 500;

/// The queue of matches to begin, and of results to count.
pub(crate) const BEGINNINGS: &str = "begin";
pub(crate) const SCORES: &str = "score";
/// The queue of tournaments in which something has changed.
pub(crate) const DIRECTIONS: &str = "direct";

/// An event of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum MatchChange {
    /// The match began.
    Began {
        /// The players of both sides.
        players: [String; 2],
        /// The tournament that the match belongs to.
        tournament: Option<String>,
    },
    /// An event of the arena.
    Played(MatchEvent),
}

/// A match and its players.
#[derive(Clone)]
pub(crate) struct MatchState {
    pub(crate) id: String,
    pub(crate) players: [String; 2],
    pub(crate) tournament: Option<String>,
    pub(crate) live: Match,
}

impl MatchState {
    /// Begins a match; `now` is the time of the clock that measures it.
    pub(crate) fn new(id: &str, first: &MatchChange, now: Tick) -> Result<MatchState, CorruptEvents> {
        let MatchChange::Began { players, tournament } = first else {
            return Err(CorruptEvents::new("a match begins with its players"));
        };
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control: Some(TIME.into()),
            stakes: Stakes::Points,
            players: [Player::Guest; 2],
        };
        let live = Match::new(&Sprint, terms, now).map_err(CorruptEvents::new)?;
        Ok(MatchState { id: id.to_owned(), players: players.clone(), tournament: tournament.clone(), live })
    }

    pub(crate) fn take_in(&mut self, change: &MatchChange, now: Tick) -> Result<(), CorruptEvents> {
        let MatchChange::Played(event) = change else {
            return Err(CorruptEvents::new("a match begins once"));
        };
        self.live.apply(event, now).map_err(CorruptEvents::new)
    }

    /// The side of a player.
    pub(crate) fn side(&self, player: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.players[side.index()] == player)
    }

    /// All that two processes must agree on.
    pub(crate) fn digest(&self) -> String {
        let verdict = self.live.verdict().map(|verdict| (&verdict.winner, &verdict.code));
        format!("{:?} {:?} {verdict:?}", self.live.record().moves(), self.live.left_at_last_event())
    }
}

pub(crate) fn live() -> Label {
    Label::new("state", "live")
}

pub(crate) fn of_player(player: &str) -> Label {
    Label::new("player", player)
}

impl Aggregate for MatchState {
    const WHAT: &'static str = "match";
    const PREFIX: &'static str = "match-";

    type Id = String;
    type Context = Arc<NodeContext>;
    type Event = MatchChange;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<MatchChange, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &MatchChange) -> Result<Event, CorruptEvents> {
        let kind = match event {
            MatchChange::Began { .. } => "began",
            MatchChange::Played(event) => event.what.kind(),
        };
        Ok(Event { kind: kind.to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        context: &Arc<NodeContext>,
        id: &String,
        first: &MatchChange,
        _: EventMeta,
    ) -> Result<MatchState, CorruptEvents> {
        MatchState::new(id, first, context.now())
    }

    fn apply(
        &mut self,
        context: &Arc<NodeContext>,
        event: &MatchChange,
        _: EventMeta,
    ) -> Result<(), CorruptEvents> {
        self.take_in(event, context.now())
    }

    fn labels(&self) -> Vec<Label> {
        if self.is_finished() {
            return Vec::new();
        }
        [live()].into_iter().chain(self.players.iter().map(|player| of_player(player))).collect()
    }

    fn jobs(&self, _: &Self::Context, before: Option<&MatchState>) -> Vec<NewJob> {
        if !self.is_finished() || before.is_none_or(MatchState::is_finished) {
            return Vec::new();
        }
        let score = NewJob::new(SCORES, json!({ "match": self.id }));
        let direct = self.tournament.iter().map(|id| NewJob::new(DIRECTIONS, json!({ "tournament": id })));
        [score].into_iter().chain(direct).collect()
    }

    fn notification(&self, _: &Self::Context, _: &MatchChange) {}

    fn changed(&self, context: &Arc<NodeContext>) {
        context.set_timer(&self.id, self.live.deadline());
    }

    fn is_finished(&self) -> bool {
        self.live.verdict().is_some()
    }

    fn preload_label() -> Option<Label> {
        Some(live())
    }

    fn is_pinned(&self) -> bool {
        self.live.deadline().is_some()
    }
}
