//! Matches that a browser plays without a server: the same state machine as on a server, over events that the caller
//! stores. The module itself stores nothing between two requests.

use std::collections::BTreeMap;

use chautari_arena::live::{
    Action, Match, MatchEvent, NamedTimeControls, Refusal, ReplayError, Stakes, Terms, Tick,
};
use chautari_wire::position::start_of;
use chautari_wire::terms::vet_clock;
use chautari_wire::{
    At, ErrorCode, ErrorDetail, MatchEvent as EventView, MatchFacts, MatchView, Player, side_named,
};
use serde::{Deserialize, Serialize};

use crate::line::{LineOfPlay, find};
use crate::problem::Problem;
use crate::response::{Response, json};

/// A match as the caller stores it.
#[derive(Deserialize, Serialize)]
struct Stored {
    id: String,
    /// The game, with its rules: `baghchal:captures=3`.
    game: String,
    terms: Terms,
    /// In the order of the sides.
    seats: [Player; 2],
    began_ms: u64,
    events: Vec<StoredEvent>,
}

/// An event, with its time.
#[derive(Deserialize, Serialize)]
struct StoredEvent {
    at_ms: u64,
    #[serde(flatten)]
    event: MatchEvent,
}

/// A match to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeginRequest {
    id: String,
    now_ms: u64,
    line: LineOfPlay,
    seats: BTreeMap<String, Player>,
    #[serde(default)]
    clock: Option<NamedTimeControls>,
}

/// A match to describe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewRequest {
    r#match: Stored,
    now_ms: u64,
    /// When the page opened the match. Clocks do not run before.
    since_ms: u64,
}

/// A player's action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActRequest {
    r#match: Stored,
    now_ms: u64,
    since_ms: u64,
    side: String,
    action: Action,
}

/// A match, as stored and as shown, with what has just happened.
#[derive(Serialize)]
struct Answer {
    r#match: Stored,
    happened: Vec<EventView>,
    state: MatchView,
}

impl BeginRequest {
    pub(crate) fn begin(self) -> Response {
        let (game, record) = self.line.read()?;
        let info = game.info();
        for (name, player) in &self.seats {
            side_named(info, name)?;
            vet_player(player)?;
        }
        let seats = info.sides.map(|name| self.seats.get(name).cloned().unwrap_or(Player::Human));
        let start = start_of(&*record).position();
        let terms = Terms {
            start: (start != game.start().position()).then_some(start),
            opening: record.moves(),
            control: vet_clock(self.clock.as_ref(), info)?,
            stakes: Stakes::Friendly,
            players: [seats[0].party(), seats[1].party()],
        };
        let (id, game, began_ms) = (self.id, self.line.game, self.now_ms);
        let stored = Stored { id, game, terms, seats, began_ms, events: Vec::new() };
        stored.answer(&[], self.now_ms, self.now_ms)
    }
}

/// Accepts the players there can be without a server.
fn vet_player(player: &Player) -> Result<(), Problem> {
    match player {
        Player::Human | Player::Engine { .. } | Player::Random => Ok(()),
        Player::Bot { .. } | Player::Person { .. } | Player::Open => {
            Err(Problem::bad_request("Without a server a player is `human`, `engine` or `random`."))
        }
    }
}

impl ViewRequest {
    /// Describes the match. If a clock has run out, that ends it.
    pub(crate) fn view(mut self) -> Response {
        let due = self.r#match.replay(self.since_ms)?.due(Tick(self.now_ms));
        let happened: Vec<MatchEvent> = due.into_iter().collect();
        self.r#match.add(&happened, self.now_ms);
        self.r#match.answer(&happened, self.since_ms, self.now_ms)
    }
}

impl ActRequest {
    pub(crate) fn act(mut self) -> Response {
        let played = self.r#match.replay(self.since_ms)?;
        let side = side_named(played.record().info(), &self.side);
        let side = side.map_err(|_| Problem::bad_request(format!("There is no side `{}`.", self.side)))?;
        let happened = played.decide(side, &self.action, Tick(self.now_ms)).map_err(refused)?;
        self.r#match.add(&happened, self.now_ms);
        self.r#match.answer(&happened, self.since_ms, self.now_ms)
    }
}

/// A move that the rules refuse has the status of a refused text; any other action came too early or too late.
fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Rules(fault) => Problem::from(fault),
        refusal => Problem::new(409, ErrorDetail::from(refusal)),
    }
}

/// Stored events that make no match, or an opening that cannot be played.
fn broken(error: &ReplayError) -> Problem {
    Problem::unprocessable(ErrorCode::Internal, error.to_string())
}

impl Stored {
    /// Replays the match. Clocks stand still until `since_ms`.
    fn replay(&self, since_ms: u64) -> Result<Match, Problem> {
        let tick = |at_ms: u64| Tick(at_ms.max(since_ms));
        let game = find(&self.game)?;
        let mut played =
            Match::new(&*game, self.terms.clone(), tick(self.began_ms)).map_err(|e| broken(&e))?;
        for StoredEvent { at_ms, event } in &self.events {
            played.apply(event, tick(*at_ms)).map_err(|e| broken(&e))?;
        }
        Ok(played)
    }

    fn add(&mut self, events: &[MatchEvent], at_ms: u64) {
        self.events.extend(events.iter().map(|event| StoredEvent { at_ms, event: event.clone() }));
    }

    fn answer(self, happened: &[MatchEvent], since_ms: u64, now_ms: u64) -> Response {
        let played = self.replay(since_ms)?;
        let happened = happened.iter().map(|event| EventView::new(&played, event)).collect();
        let facts = MatchFacts {
            id: self.id.clone(),
            version: self.events.len() as u64 + 1,
            game: self.game.clone(),
            players: self.seats.clone(),
            began_ms: self.began_ms,
        };
        let rematch = || format!("{}-again", self.id);
        let state = MatchView::new(&played, facts, At::Now(Tick(now_ms)), rematch);
        json(&Answer { r#match: self, happened, state })
    }
}
