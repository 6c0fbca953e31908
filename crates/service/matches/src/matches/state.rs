//! A match as it lies in the ledger: how it began, and what happened since.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::live::{At, Match, MatchEvent, MatchEventKind, Player, Stakes, Terms, Tick};
use chautari_game::{AnyGame, Info, Side};
use chautari_ledger::{self as ledger, Label, NewJob, Stored};
use chautari_people::people::{Change, Presence};
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_platform::{MatchId, PersonId, TournamentId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::chat::{ChatMessage, Phrase};
use super::labels::{State, by_bot, by_game, by_person, by_state, by_tournament, timed};
use super::seat::{Seat, Sitter};
use super::store::{BotNotice, MatchContext};
use super::timers::is_leisurely;
use super::view::{View, told};

/// The kind of the first event of every match.
const BEGUN: &str = "begun";

/// The kinds of what happens around the play.
const SEATED: &str = "seated";
const SAID: &str = "said";

/// The queue of moves that the house is to make while somebody sits at the board.
pub(super) const MOVES: &str = "house-moves";

/// The queue of those that nobody waits for. They have one of their own: what is in a queue is taken in its order,
/// and whoever waits must not do so behind a tournament of engines.
pub(super) const UNATTENDED: &str = "house-moves-unattended";

/// The queue of rematches to be set up.
pub(super) const REMATCHES: &str = "rematches";

/// The queue of offers of a draw that the house has to answer.
pub(super) const ANSWERS: &str = "house-answers";

/// The queue of matches to be looked at when nothing may have happened in them for long.
pub(super) const IDLE: &str = "idle-matches";

/// The queue of tournaments in which a game has ended: whoever set a match up for one hears of it here.
pub const ENDED_GAMES: &str = "tournaments";

/// The queue of matches that have ended and are rated.
pub(super) const RATINGS: &str = "ratings";

/// The queue of matches with days for a move, for when a side has none left.
pub(super) const CLOCKS: &str = "match-clocks";

/// The queue of turns of people who look elsewhere.
pub(super) const TURNS: &str = "turns-to-tell";

/// Who comes back so soon need not be told.
const TOLD_AFTER: Duration = Duration::from_secs(3);

/// The queue of matches that have ended and that everybody may know of: whoever counts what is played hears here.
pub const PLAYED: &str = "played-matches";

/// A match for fun in which nothing has happened for this long is abandoned.
pub(super) const MOST_IDLE: Duration = Duration::from_hours(14 * 24);

/// After so many events nothing is offered any more: those who play only play on. Nobody plays or pauses half as much.
const MOST_OFFERED: u64 = 5000;

/// The same where it is adjourned.
const MOST_PAUSED: Duration = Duration::from_hours(90 * 24);

/// Who finds a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// It is in the lists of matches.
    #[default]
    Everybody,
    /// Whoever has its link, and those who play it.
    Friends,
}

impl Audience {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_everybody(&self) -> bool {
        *self == Audience::Everybody
    }
}

/// How a match began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchCreated {
    /// The game, with its rules: `baghchal:captures=3`.
    pub game: String,
    /// The players, the time control and the opening moves.
    pub terms: Terms,
    /// In the order of [`Side::ALL`].
    pub seats: [Seat; 2],
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// Who finds it.
    #[serde(default, skip_serializing_if = "Audience::is_everybody")]
    pub audience: Audience,
    /// What the players were worth when they sat down, as rating, deviation and volatility, where the match is
    /// rated: the same numbers whenever it is reckoned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[[f64; 3]; 2]>,
    /// How long a first move is waited for, where both were there when it began. Then it is abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_show_ms: Option<u64>,
    /// Whose it is among what goes on, and for whom the house plays in it, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<QuotaAccount>,
}

/// A match that begins after more moves than this is counted among the long ones.
const LONG: usize = 100;

impl MatchCreated {
    /// As what it is counted while it goes on.
    pub(super) fn lasting(&self) -> QuotaKind {
        if self.terms.opening.len() > LONG {
            QuotaKind::Long
        } else if self.terms.players.contains(&Player::House) {
            QuotaKind::Match
        } else {
            QuotaKind::Board
        }
    }

    /// The same match with sides exchanged. Whoever held a seat holds the other one by the same token.
    fn exchanged(&self) -> MatchCreated {
        let [one, two] = self.seats.clone();
        let [first, second] = self.terms.players;
        let terms = Terms { players: [second, first], ..self.terms.clone() };
        // They are looked up again when it begins.
        let ratings = self.ratings.map(|[one, two]| [two, one]);
        MatchCreated { terms, seats: [two, one], ratings, ..self.clone() }
    }
}

/// Why a stream is no match that can be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("{0}")]
    Game(String),
    #[error("{0}")]
    Broken(#[from] chautari_arena::live::ReplayError),
    #[error("a match begins with `begun`, and only once")]
    Beginning,
}

/// What a stream of a match is made of.
#[derive(Clone, Debug)]
pub enum MatchLogEvent {
    /// It began.
    Created(Box<MatchCreated>),
    /// Something happened in it.
    Event(MatchEvent),
    /// Somebody sat down where nobody sat.
    Seated {
        /// Where.
        side: Side,
        /// Who.
        seat: Seat,
    },
    /// A player said something.
    Said {
        /// Who.
        side: Side,
        /// What.
        phrase: Phrase,
    },
}

/// As [`MatchLogEvent::Seated`] is kept.
#[derive(Serialize, Deserialize)]
struct Seated {
    side: Side,
    seat: Seat,
}

/// As [`MatchLogEvent::Said`] is kept.
#[derive(Serialize, Deserialize)]
struct Spoken {
    side: Side,
    phrase: Phrase,
}

/// A match replayed: everything its stream says.
#[derive(Clone)]
pub struct MatchState {
    /// The match's id.
    pub id: MatchId,
    /// The event that created the match.
    pub begun: MatchCreated,
    /// The match as played so far, under the rules of its game.
    pub played: Match,
    /// How many events it has.
    pub(crate) version: u64,
    /// The version since which this position stands, so that two who saw different events but the
    /// same position can agree on it.
    pub(crate) moved_at: u64,
    /// When it began, by the clock on the wall; for people to read.
    pub(crate) began_ms: u64,
    /// When something last happened, likewise.
    pub(crate) changed_ms: u64,
    /// Since when its next move can be waited for, likewise: words and offers do not put that off.
    pub awaits_ms: u64,
    /// What the players said, the first first.
    pub(crate) words: Vec<ChatMessage>,
    presence: Arc<Presence>,
}

impl Aggregate for MatchState {
    const WHAT: &'static str = "match";
    const PREFIX: &'static str = MatchId::PREFIX;
    type Id = MatchId;
    type Context = MatchContext;
    type Event = MatchLogEvent;
    type Notification = Utf8Bytes;

    fn read_id(text: &str) -> Option<MatchId> {
        MatchId::read(text)
    }

    fn read(stored: &Stored) -> Result<MatchLogEvent, CorruptEvents> {
        Ok(match stored.kind.as_str() {
            BEGUN => MatchLogEvent::Created(serde_json::from_value(stored.body.clone())?),
            SEATED => {
                let Seated { side, seat } = serde_json::from_value(stored.body.clone())?;
                MatchLogEvent::Seated { side, seat }
            }
            SAID => {
                let Spoken { side, phrase } = serde_json::from_value(stored.body.clone())?;
                MatchLogEvent::Said { side, phrase }
            }
            _ => MatchLogEvent::Event(serde_json::from_value(stored.body.clone())?),
        })
    }

    fn write(entry: &MatchLogEvent) -> Result<ledger::Event, CorruptEvents> {
        let (kind, body) = match entry {
            MatchLogEvent::Created(begun) => (BEGUN, serde_json::to_value(begun)?),
            MatchLogEvent::Event(event) => (event.what.kind(), serde_json::to_value(event)?),
            MatchLogEvent::Seated { side, seat } => {
                (SEATED, serde_json::to_value(Seated { side: *side, seat: seat.clone() })?)
            }
            MatchLogEvent::Said { side, phrase } => {
                (SAID, serde_json::to_value(Spoken { side: *side, phrase: *phrase })?)
            }
        };
        Ok(ledger::Event { kind: kind.to_owned(), body })
    }

    fn begin(
        around: &MatchContext,
        id: &MatchId,
        first: &MatchLogEvent,
        stamp: EventMeta,
    ) -> Result<MatchState, CorruptEvents> {
        let MatchLogEvent::Created(begun) = first else {
            return Err(CorruptEvents::new(Unreadable::Beginning));
        };
        let begun = MatchCreated::clone(begun);
        let presence = Arc::clone(&around.presence);
        let then = around.time.then_for(begun.terms.control, stamp.at_ms);
        MatchState::new(around.games, id.clone(), begun, stamp.at_ms, then, presence)
            .map_err(CorruptEvents::new)
    }

    fn apply(
        &mut self,
        around: &MatchContext,
        entry: &MatchLogEvent,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match entry {
            MatchLogEvent::Created(_) => return Err(CorruptEvents::new(Unreadable::Beginning)),
            MatchLogEvent::Event(event) => {
                let then = around.time.then_for(self.begun.terms.control, stamp.at_ms);
                self.played.apply(event, then).map_err(CorruptEvents::new)?;
                if event.what.moves_on() {
                    self.moved_at = stamp.version.0;
                }
                if event.what.moves_on() || event.what == MatchEventKind::Resumed {
                    self.awaits_ms = stamp.at_ms;
                }
            }
            MatchLogEvent::Seated { side, seat } => {
                if self.begun.seats[side.index()].sitter != Sitter::Open {
                    return Err(CorruptEvents::new("somebody sits there"));
                }
                self.begun.seats[side.index()] = seat.clone();
                self.awaits_ms = stamp.at_ms;
            }
            MatchLogEvent::Said { side, phrase } => {
                self.words.push(ChatMessage { side: *side, phrase: *phrase, at_ms: stamp.at_ms });
            }
        }
        self.version = stamp.version.0;
        self.changed_ms = stamp.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        let state = if self.is_finished() { State::Ended } else { State::Live };
        let mut labels = match self.begun.audience {
            Audience::Everybody => vec![by_state(state), by_game(self.info().id, state)],
            Audience::Friends => Vec::new(),
        };
        if state == State::Live && self.is_pinned() {
            labels.push(timed());
        }
        labels.extend(self.bots().map(|name| by_bot(name, state)));
        labels.extend(self.people().map(|id| by_person(id, state)));
        labels.extend(self.begun.tournament.as_ref().map(|id| by_tournament(id, state)));
        // A tournament counts as one thing, and pays for its games.
        if state == State::Live && self.begun.tournament.is_none() {
            let payer = self.begun.payer.iter();
            labels.extend(payer.flat_map(|payer| payer.labels(self.begun.lasting())));
        }
        labels.dedup();
        labels
    }

    /// What it was counted as, and whether as one with a clock, was once told otherwise: it is to count no more.
    fn legacy_labels(&self) -> Vec<Label> {
        let clock = self.begun.terms.control.map(|_| timed());
        let payer = self.begun.payer.iter().filter(|_| self.begun.tournament.is_none());
        let counted = payer
            .flat_map(|payer| QuotaKind::OF_MATCHES.into_iter().flat_map(move |what| payer.labels(what)));
        clock.into_iter().chain(counted).collect()
    }

    fn jobs(&self, before: Option<&MatchState>) -> Vec<NewJob> {
        let mut jobs = Vec::new();
        let moved = before.is_none_or(|before| before.moved_at != self.moved_at);
        let resumed = before.is_some_and(|before| before.played.is_paused());
        if (moved || resumed) && self.house_to_move().is_some() {
            let queue = if self.is_waited_for() { MOVES } else { UNATTENDED };
            jobs.push(NewJob::new(queue, json!(EngineMoveJob { id: self.id.clone(), at: self.moved_at })));
        }
        if self.house_to_answer().is_some() && before.is_none_or(|before| before.house_to_answer().is_none())
        {
            jobs.push(NewJob::new(ANSWERS, json!(EngineMoveJob { id: self.id.clone(), at: self.version })));
        }
        if before.is_none() && self.begun.terms.stakes == Stakes::Friendly {
            let delay = self.no_show().unwrap_or(MOST_IDLE);
            jobs.push(NewJob { delay, ..NewJob::new(IDLE, json!(self.id)) });
        }
        if (moved || resumed)
            && let Some((_, person)) = self.person_to_move()
            && self.presence.wants_push(person)
        {
            let turn = EngineMoveJob { id: self.id.clone(), at: self.moved_at };
            jobs.push(NewJob { delay: TOLD_AFTER, ..NewJob::new(TURNS, json!(turn)) });
        }
        // Whose clock runs for days need not be in memory so long: the alarm is kept where the match is.
        let clock = |story: &MatchState| story.played.running().map(|side| (side, story.moved_at));
        if self.is_leisurely()
            && clock(self) != before.and_then(clock)
            && let Some(left_ms) = self.played.time_left()
        {
            let alarm = EngineMoveJob { id: self.id.clone(), at: self.moved_at };
            jobs.push(NewJob { delay: Duration::from_millis(left_ms), ..NewJob::new(CLOCKS, json!(alarm)) });
        }
        let agreed = |story: &MatchState| story.played.rematch_agreed();
        if agreed(self) && !before.is_some_and(agreed) {
            jobs.push(NewJob::new(REMATCHES, json!(self.id)));
        }
        if self.is_finished()
            && !before.is_some_and(MatchState::is_finished)
            && let Some(tournament) = &self.begun.tournament
        {
            jobs.push(NewJob::new(ENDED_GAMES, json!(tournament)));
        }
        if self.is_finished() && !before.is_some_and(MatchState::is_finished) && self.begun.ratings.is_some()
        {
            jobs.push(NewJob::new(RATINGS, json!(EngineMoveJob { id: self.id.clone(), at: self.version })));
        }
        if self.is_finished()
            && !before.is_some_and(MatchState::is_finished)
            && self.begun.audience == Audience::Everybody
        {
            jobs.push(NewJob::new(PLAYED, json!(self.id)));
        }
        jobs
    }

    fn notification(&self, entry: &MatchLogEvent) -> Utf8Bytes {
        match entry {
            MatchLogEvent::Event(event) => frame(self, told(self.info(), event)),
            MatchLogEvent::Seated { side, .. } => {
                frame(self, json!({"type": "seated", "side": self.info().side(*side)}))
            }
            MatchLogEvent::Said { side, phrase } => {
                frame(self, json!({"type": "said", "side": self.info().side(*side), "phrase": phrase}))
            }
            // Nobody can watch what has not begun.
            MatchLogEvent::Created(_) => Utf8Bytes::default(),
        }
    }

    fn changed(&self, around: &MatchContext) {
        let control = self.begun.terms.control;
        around.alarms.set(&self.id, self.played.deadline().map(|at| around.time.alarm_for(control, at)));
        self.people().for_each(|id| around.presence.notify(id, Change::Match(&self.id)));
        if around.news.receiver_count() > 0 {
            let bots: Arc<[String]> = self.bots().map(str::to_owned).collect();
            if !bots.is_empty() {
                let _ = around.news.send(BotNotice::MatchChanged(self.id.clone(), bots));
            }
        }
    }

    fn is_finished(&self) -> bool {
        self.played.verdict().is_some()
    }

    fn preload_label() -> Option<Label> {
        Some(timed())
    }

    /// While a clock runs, or the house is about to start one. Nothing is missed of a match that waits for its first
    /// moves, or rests: it may wait for two weeks.
    fn is_pinned(&self) -> bool {
        let runs = self.played.running().is_some() || self.house_to_move().is_some();
        runs && self.begun.terms.control.is_some() && !self.is_leisurely()
    }

    fn event_limit(entry: &MatchLogEvent) -> u64 {
        match entry {
            // Everything else is an answer to one of these, or brings the end nearer.
            MatchLogEvent::Event(event) => match event.what {
                MatchEventKind::DrawOffered { .. }
                | MatchEventKind::TakebackOffered { .. }
                | MatchEventKind::TakenBack { .. }
                | MatchEventKind::PauseOffered { .. } => MOST_OFFERED,
                _ => u64::MAX,
            },
            _ => u64::MAX,
        }
    }
}

impl MatchState {
    /// A match that begins.
    pub(crate) fn new(
        games: &[&dyn AnyGame],
        id: MatchId,
        begun: MatchCreated,
        at_ms: u64,
        now: Tick,
        presence: Arc<Presence>,
    ) -> Result<MatchState, Unreadable> {
        let game = chautari_game::find(games, &begun.game).map_err(Unreadable::Game)?;
        let played = Match::new(&*game, begun.terms.clone(), now)?;
        Ok(MatchState {
            id,
            begun,
            played,
            version: 1,
            moved_at: 1,
            began_ms: at_ms,
            changed_ms: at_ms,
            awaits_ms: at_ms,
            words: Vec::new(),
            presence,
        })
    }

    pub(crate) fn info(&self) -> &'static Info {
        self.played.record().info()
    }

    /// Whether there are days for a move: nobody is expected to sit there.
    pub fn is_leisurely(&self) -> bool {
        is_leisurely(self.begun.terms.control)
    }

    /// How long somebody is waited for who should be there and has made no move, where one is.
    pub(super) fn no_show(&self) -> Option<Duration> {
        let is_awaited =
            !self.played.is_paused() && self.played.turn().is_some_and(|side| !self.played.has_moved(side));
        self.begun.no_show_ms.filter(|_| is_awaited).map(Duration::from_millis)
    }

    /// How long it will be until it has been idle for too long, by the clock on the wall; nothing if
    /// it has been.
    pub(super) fn patience(&self, now_ms: u64) -> Duration {
        let idle = match self.begun.terms.control {
            _ if self.played.is_paused() => MOST_PAUSED,
            // Whoever has longer than that for a move may take it.
            Some(control) => MOST_IDLE.max(Duration::from_millis(control.longest_initial())),
            None => MOST_IDLE,
        };
        let (most, since_ms) = match self.no_show() {
            Some(no_show) => (no_show, self.awaits_ms),
            None => (idle, self.changed_ms),
        };
        most.saturating_sub(Duration::from_millis(now_ms.saturating_sub(since_ms)))
    }

    /// The match in which its players meet again.
    pub(crate) fn rematch(&self) -> (MatchId, MatchCreated) {
        (MatchId::derived(&["rematch", self.id.as_str()]), self.begun.exchanged())
    }

    /// The side whose move the house is to make.
    pub(crate) fn house_to_move(&self) -> Option<Side> {
        self.played.turn().filter(|&side| !self.played.is_paused() && self.is_house(side))
    }

    /// Whether the house plays this side.
    pub(super) fn is_house(&self, side: Side) -> bool {
        self.begun.terms.players[side.index()] == Player::House
    }

    /// Whether somebody sits at the board and waits for the house. A bot does in a match of its own; in a tournament
    /// nobody looks at it.
    pub(super) fn is_waited_for(&self) -> bool {
        self.begun.seats.iter().any(|seat| match seat.sitter {
            Sitter::Human | Sitter::Person { .. } | Sitter::Open => true,
            Sitter::Bot { .. } => self.begun.tournament.is_none(),
            Sitter::Engine { .. } | Sitter::Random => false,
        })
    }

    /// The person to move, and their side.
    pub(super) fn person_to_move(&self) -> Option<(Side, &PersonId)> {
        let side = self.played.turn().filter(|_| !self.played.is_paused())?;
        Some((side, self.begun.seats[side.index()].sitter.person()?))
    }

    /// The side for which the house is to answer an offer of a draw now. Where it is to move, it answers then.
    pub(crate) fn house_to_answer(&self) -> Option<Side> {
        let side = self.played.draw_offer()?.other();
        (self.is_house(side) && self.house_to_move().is_none()).then_some(side)
    }

    /// The bots that play.
    pub(crate) fn bots(&self) -> impl Iterator<Item = &str> {
        self.begun.seats.iter().filter_map(|seat| seat.sitter.bot())
    }

    /// The people who play.
    pub(crate) fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.begun.seats.iter().filter_map(|seat| seat.sitter.person())
    }

    /// Whether somebody who played has gone for good, as far as this process has heard.
    pub(super) fn has_lost_somebody(&self) -> bool {
        self.people().any(|id| self.presence.is_deleted(id))
    }

    /// Who sits at a side, by the name they have now.
    pub(crate) fn sitter(&self, side: Side) -> Sitter {
        self.begun.seats[side.index()].sitter.as_called(&self.presence)
    }
}

/// An event and the match after it, as watchers get it.
fn frame(story: &MatchState, event: serde_json::Value) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Frame {
        r#type: &'static str,
        version: u64,
        event: serde_json::Value,
        state: View,
    }
    let frame =
        Frame { r#type: "event", version: story.version, event, state: View::new(story, At::LastEvent) };
    serde_json::to_string(&frame).unwrap_or_default().into()
}

/// A move somebody is to make, in the match that has stood so since that version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct EngineMoveJob {
    pub(super) id: MatchId,
    pub(super) at: u64,
}

#[cfg(test)]
mod tests {
    use chautari_arena::live::TimeControl;
    use chautari_ledger::Version;
    use tokio::sync::broadcast;

    use super::super::timers::{ClockTimers, MonotonicClock};
    use super::*;
    use crate::matches::{Seat, Sitter};

    /// Two people without names at a board.
    fn two_humans(control: Option<TimeControl>) -> MatchCreated {
        let seat = Seat { sitter: Sitter::Human, hash: None };
        let players = [Player::Guest; 2];
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control: control.map(Into::into),
            stakes: Stakes::Friendly,
            players,
        };
        MatchCreated {
            game: "baghchal".to_owned(),
            terms,
            seats: [seat.clone(), seat],
            tournament: None,
            audience: Audience::Friends,
            ratings: None,
            no_show_ms: None,
            payer: None,
        }
    }

    #[test]
    fn days_for_a_move_are_not_sat_out_in_memory() {
        const DAY_MS: u64 = 24 * 3_600_000;
        let begin = |per_move_ms| {
            let begun = two_humans(Some(TimeControl::Move { per_move_ms }));
            MatchState::new(chautari_games::GAMES, MatchId::random(), begun, 0, Tick(0), Arc::default())
                .unwrap()
        };
        // Nor is it waited in memory for a first move, which has no clock; then there is one.
        let mut quick = begin(60_000);
        for (text, awaited) in [("mC3", false), ("mA1B1", true), ("mC1", true)] {
            assert!(!quick.is_pinned() || awaited);
            let side = quick.played.turn().unwrap();
            let action = chautari_arena::live::Action::Move { text: text.to_owned() };
            for event in quick.played.decide(side, &action, Tick(0)).unwrap() {
                quick.played.apply(&event, Tick(0)).unwrap();
            }
            let label: &[Label] = if awaited { &[timed()] } else { &[] };
            assert_eq!((quick.is_pinned(), &*quick.labels()), (awaited, label), "{text}");
        }
        let mut story = begin(DAY_MS);
        assert!(!story.is_pinned() && story.labels().is_empty());
        let clocks = |jobs: Vec<NewJob>| -> Vec<_> {
            jobs.into_iter()
                .filter(|job| job.queue == CLOCKS)
                .map(|job| (job.delay, job.body["at"].clone()))
                .collect()
        };
        assert_eq!(clocks(story.jobs(None)), []);
        let mut move_on = |text: &str, at: u64| {
            let before = story.clone();
            let side = story.played.turn().unwrap();
            let action = chautari_arena::live::Action::Move { text: text.to_owned() };
            for event in story.played.decide(side, &action, Tick(at)).unwrap() {
                story.version += 1;
                story.moved_at = story.version;
                story.played.apply(&event, Tick(at)).unwrap();
            }
            clocks(story.jobs(Some(&before)))
        };
        assert_eq!(move_on("mC3", 5), [], "the first moves are not measured");
        assert_eq!(move_on("mA1B1", 7), [(Duration::from_millis(DAY_MS), json!(3))]);
        assert_eq!(move_on("mC1", 9), [(Duration::from_millis(DAY_MS), json!(4))]);
        assert_eq!(story.played.deadline(), Some(Tick(9 + DAY_MS)));
    }

    #[test]
    fn patience_ends_long_after_the_last_event() {
        let begun = two_humans(None);
        let games = chautari_games::GAMES;
        let met = MatchCreated { no_show_ms: Some(60_000), ..begun.clone() };
        let story =
            MatchState::new(games, MatchId::random(), begun.clone(), 1000, Tick(0), Arc::default()).unwrap();
        assert_eq!(story.labels(), [], "only friends find it");
        assert_eq!(story.patience(1000), MOST_IDLE);
        assert_eq!(story.patience(0), MOST_IDLE, "clocks on walls go back");
        assert_eq!(story.patience(1000 + MOST_IDLE.as_millis() as u64 - 5), Duration::from_millis(5));
        assert_eq!(story.patience(u64::MAX), Duration::ZERO);
        // Who has a month for a move has it.
        let days = |days: u64| Duration::from_hours(24 * days);
        let slow = |ms: u64| {
            let control = Some(TimeControl::Move { per_move_ms: ms }.into());
            let begun = MatchCreated { terms: Terms { control, ..begun.terms.clone() }, ..begun.clone() };
            MatchState::new(games, MatchId::random(), begun, 1000, Tick(0), Arc::default()).unwrap()
        };
        assert_eq!(slow(30 * 24 * 3_600_000).patience(1000), days(30));
        assert_eq!(slow(60_000).patience(1000), days(14));
        let queues: Vec<_> = story.jobs(None).into_iter().map(|job| (job.queue, job.delay)).collect();
        assert_eq!(queues, [(IDLE.to_owned(), MOST_IDLE)]);
        // Who meets in the lobby is there: not so long.
        let story = MatchState::new(games, MatchId::random(), met, 1000, Tick(0), Arc::default()).unwrap();
        assert_eq!(story.patience(1000 + 59_000), Duration::from_secs(1));
        assert_eq!(story.jobs(None)[0].delay, Duration::from_mins(1));
    }

    #[test]
    fn a_first_move_is_waited_for_no_longer_because_of_words_and_offers() {
        const WAIT: u64 = 60;
        let around = MatchContext {
            games: chautari_games::GAMES,
            time: MonotonicClock::start(),
            alarms: ClockTimers::default(),
            news: broadcast::Sender::new(1),
            presence: Arc::default(),
        };
        let mut begun = MatchCreated { no_show_ms: Some(WAIT * 1000), ..two_humans(None) };
        begun.seats[1].sitter = Sitter::Open;
        let side = Side::One;
        let said = || MatchLogEvent::Said { side, phrase: Phrase::OneMoment };
        let event = |what| MatchLogEvent::Event(MatchEvent { what, left: None });
        let rows = [
            (MatchLogEvent::Created(Box::new(begun)), 0, WAIT),
            (said(), 10, WAIT - 10),
            (MatchLogEvent::Seated { side: Side::Two, seat: two_humans(None).seats[1].clone() }, 20, WAIT),
            (said(), 30, WAIT - 10),
            (event(MatchEventKind::DrawOffered { side }), 40, WAIT - 20),
            (event(MatchEventKind::DrawDeclined { side: Side::Two }), 50, WAIT - 30),
            (event(MatchEventKind::PauseOffered { side }), 60, WAIT - 40),
            (event(MatchEventKind::Paused), 70, MOST_PAUSED.as_secs()),
            (event(MatchEventKind::ResumeOffered { side }), 1000, MOST_PAUSED.as_secs()),
            (event(MatchEventKind::Resumed), 1010, WAIT),
            (said(), 1020, WAIT - 10),
            (event(MatchEventKind::Moved { side, text: "mC3".to_owned() }), 1030, WAIT),
            (said(), 1040, WAIT - 10),
            // From the first moves on it is the match that is waited for.
            (
                event(MatchEventKind::Moved { side: Side::Two, text: "mA1B1".to_owned() }),
                1050,
                MOST_IDLE.as_secs(),
            ),
            (said(), 1060, MOST_IDLE.as_secs()),
        ];
        let mut story: Option<MatchState> = None;
        for ((entry, second, left), version) in rows.into_iter().zip(1..) {
            let stamp = EventMeta { version: Version(version), at_ms: second * 1000 };
            match &mut story {
                Some(story) => story.apply(&around, &entry, stamp).unwrap(),
                None => story = Some(MatchState::begin(&around, &MatchId::random(), &entry, stamp).unwrap()),
            }
            let patience = story.as_ref().unwrap().patience(stamp.at_ms);
            assert_eq!(patience, Duration::from_secs(left), "{entry:?} at {second}");
        }
    }
}
