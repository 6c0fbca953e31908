//! Matches that a page keeps by itself: the machine of the live matches, over events that the caller
//! stores. Nothing is kept here between two questions.

use std::collections::BTreeMap;

use chautari_arena::live::{
    Action, At, Clocks, Control, Ended, Match, MatchEvent, Player, Refusal, Rematch, Stakes, Terms, Tick,
    What,
};
use chautari_game::{Info, MarkKind, Offer, Scene, Side};
use serde::{Deserialize, Serialize};

use crate::desk::{self, told};
use crate::position::{LineOfPlay, find};
use crate::problem::Problem;

/// A match as its keeper stores it.
#[derive(Deserialize, Serialize)]
struct Stored {
    id: String,
    /// The game, with its rules: `baghchal:captures=3`.
    game: String,
    terms: Terms,
    /// In the order of the sides.
    seats: [Sitter; 2],
    began_ms: u64,
    events: Vec<Happened>,
}

/// An event, and when it was.
#[derive(Deserialize, Serialize)]
struct Happened {
    at_ms: u64,
    #[serde(flatten)]
    event: MatchEvent,
}

/// Who plays a side.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Sitter {
    Human,
    Engine {
        level: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "is_false")]
        resigns: bool,
    },
    Random,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A match to be begun.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    id: String,
    now_ms: u64,
    line: LineOfPlay,
    seats: BTreeMap<String, Sitter>,
    #[serde(default)]
    clock: Option<Control>,
}

/// A match to be looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    r#match: Stored,
    now_ms: u64,
    /// Since when it is watched: what passed before costs nobody time.
    since_ms: u64,
}

/// Something a side does. Without one, time alone decides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    r#match: Stored,
    now_ms: u64,
    since_ms: u64,
    side: String,
    action: Action,
}

/// A match, as stored and as shown, with what just happened.
#[derive(Serialize)]
struct Answer {
    r#match: Stored,
    happened: Vec<Told>,
    state: View,
}

/// What just happened, in few words.
#[derive(Serialize)]
struct Told {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
}

impl Told {
    fn new(info: &Info, what: &What) -> Told {
        let side = match *what {
            What::Moved { side, .. }
            | What::DrawOffered { side }
            | What::DrawDeclined { side }
            | What::TakebackOffered { side }
            | What::TakebackDeclined { side }
            | What::TakenBack { side, .. }
            | What::PauseOffered { side }
            | What::PauseDeclined { side }
            | What::ResumeOffered { side }
            | What::RematchOffered { side } => Some(info.side(side)),
            What::Ended { .. } | What::Paused | What::Resumed | What::RematchAgreed => None,
        };
        Told { r#type: what.kind(), side }
    }
}

/// A match as the server shows it.
#[derive(Serialize)]
struct View {
    id: String,
    version: usize,
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    position: String,
    moves: Vec<String>,
    turn: Option<&'static str>,
    check: Option<bool>,
    outcome: Option<Ended>,
    seats: BTreeMap<&'static str, Sitter>,
    clock: Option<Clocks>,
    draw_offer: Option<&'static str>,
    takeback_offer: Option<&'static str>,
    pause_offer: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    paused: bool,
    resume_offer: Option<&'static str>,
    rematch: Option<Rematch>,
    began_ms: u64,
    offers: Vec<Offer>,
    scene: Scene,
}

impl Begin {
    pub(crate) fn begin(self) -> desk::Told {
        let (game, record) = self.line.read()?;
        let sides = game.info().sides;
        let seat = |name: &str| self.seats.get(name).cloned().unwrap_or(Sitter::Human);
        if let Some(name) = self.seats.keys().find(|name| !sides.contains(&name.as_str())) {
            let [one, two] = sides;
            return Err(Problem::refused(
                "side",
                format!("There is no side `{name}`; the sides are {one} and {two}."),
            ));
        }
        let control = self.clock.map(Control::vet).transpose();
        let seats = sides.map(seat);
        let start = crate::position::begin(&*record).position();
        let terms = Terms {
            start: (start != game.start().position()).then_some(start),
            opening: record.moves(),
            control: control.map_err(|e| Problem::refused("clock", e.to_string()))?,
            stakes: Stakes::Friendly,
            players: [player(&seats[0]), player(&seats[1])],
        };
        let (id, game, began_ms) = (self.id, self.line.game, self.now_ms);
        let stored = Stored { id, game, terms, seats, began_ms, events: Vec::new() };
        stored.tell(&[], self.now_ms, self.now_ms)
    }
}

impl Look {
    pub(crate) fn look(mut self) -> desk::Told {
        let due = self.r#match.replay(self.since_ms)?.due(Tick(self.now_ms));
        let happened: Vec<MatchEvent> = due.into_iter().collect();
        self.r#match.add(&happened, self.now_ms);
        self.r#match.tell(&happened, self.since_ms, self.now_ms)
    }
}

impl Act {
    pub(crate) fn act(mut self) -> desk::Told {
        let played = self.r#match.replay(self.since_ms)?;
        let info = played.record().info();
        let side = Side::ALL.into_iter().find(|side| info.side(*side) == self.side);
        let side = side.ok_or_else(|| Problem::form(format!("There is no side `{}`.", self.side)))?;
        let happened = played.decide(side, &self.action, Tick(self.now_ms)).map_err(refused)?;
        self.r#match.add(&happened, self.now_ms);
        self.r#match.tell(&happened, self.since_ms, self.now_ms)
    }
}

/// The rules of the game explain themselves; the rest has a code of its own.
fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Rules(fault) => fault.into(),
        refusal => Problem::conflict(refusal.code(), refusal.to_string()),
    }
}

fn player(sitter: &Sitter) -> Player {
    if matches!(sitter, Sitter::Human) { Player::Guest } else { Player::House }
}

impl Stored {
    /// The match these events make. Clocks stand still until `since_ms`.
    fn replay(&self, since_ms: u64) -> Result<Match, Problem> {
        let broken = |e: chautari_arena::live::Broken| Problem::refused("broken", e.to_string());
        let tick = |at_ms: u64| Tick(at_ms.max(since_ms));
        let game = find(&self.game)?;
        let mut played = Match::new(&*game, self.terms.clone(), tick(self.began_ms)).map_err(broken)?;
        for Happened { at_ms, event } in &self.events {
            played.apply(event, tick(*at_ms)).map_err(broken)?;
        }
        Ok(played)
    }

    fn add(&mut self, events: &[MatchEvent], at_ms: u64) {
        self.events.extend(events.iter().map(|event| Happened { at_ms, event: event.clone() }));
    }

    fn tell(self, happened: &[MatchEvent], since_ms: u64, now_ms: u64) -> desk::Told {
        let played = self.replay(since_ms)?;
        let info = played.record().info();
        let happened = happened.iter().map(|event| Told::new(info, &event.what)).collect();
        let state = self.view(&played, Tick(now_ms));
        told(&Answer { r#match: self, happened, state })
    }

    fn view(&self, played: &Match, now: Tick) -> View {
        let record = played.record();
        let info = record.info();
        let name = |side: Side| info.side(side);
        View {
            id: self.id.clone(),
            version: self.events.len() + 1,
            game: self.game.clone(),
            start: self.terms.start.clone(),
            position: record.position(),
            moves: record.moves(),
            turn: played.turn().map(name),
            check: record.is_marked(MarkKind::Check),
            outcome: played.ended(),
            seats: Side::ALL.map(|side| (name(side), self.seats[side.index()].clone())).into(),
            clock: played.clocks(At::Now(now)),
            draw_offer: played.draw_offer().map(name),
            takeback_offer: played.takeback_offer().map(name),
            pause_offer: played.pause_offer().map(name),
            paused: played.is_paused(),
            resume_offer: played.resume_offer().map(name),
            rematch: played.rematch(|| format!("{}-again", self.id)),
            began_ms: self.began_ms,
            offers: if played.verdict().is_some() || played.is_paused() {
                Vec::new()
            } else {
                record.offers()
            },
            scene: record.scene(),
        }
    }
}
