//! The match aggregate: a match replayed from its events.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::live::{Match, MatchEventKind, Player as Party, Stakes, Tick};
use chautari_game::{AnyGame, Info, Side};
use chautari_ledger::{self as ledger, Label, NewJob, Stored};
use chautari_people::people::{Change, Presence};
use chautari_platform::{MatchId, PersonId};
use chautari_wire::{At, MatchEvent, MatchFrame};
use serde_json::json;

use super::chat::ChatMessage;
use super::context::{BotNotice, MatchContext};
use super::created::{Audience, MatchCreated, MatchLogEvent, UnplayableMatch};
use super::labels::{MatchStatus, by_bot, by_game, by_person, by_status, by_tournament, clock_running};
use super::player::Player;
use super::queues::{
    BACKGROUND_ENGINE_MOVES, CORRESPONDENCE_CLOCKS, DRAW_ANSWERS, ENGINE_MOVES, INACTIVITY, MatchJob,
    RATINGS, REMATCHES, TURN_NOTICES,
};
use super::timers::is_correspondence;
use super::view::match_view;

/// Grace period: no turn notification if the player returns within it.
const TURN_NOTICE_DELAY: Duration = Duration::from_secs(3);

/// A friendly match without events for this long is abandoned.
const MAX_IDLE: Duration = Duration::from_hours(14 * 24);

/// A paused match without events for this long is abandoned.
const MAX_PAUSE: Duration = Duration::from_hours(90 * 24);

/// Events after which no offers are accepted, only moves, so that a match cannot grow without end. No game played to
/// its end has half as many.
const MAX_EVENTS_WITH_OFFERS: u64 = 5000;

/// A match, replayed from its stream.
#[derive(Clone)]
pub struct MatchState {
    /// The id of the match.
    pub id: MatchId,
    /// The event that created the match. Its open seats are filled as players take them.
    pub created: MatchCreated,
    /// The match as played so far, under the rules of its game.
    pub played: Match,
    /// The number of events.
    pub(crate) version: u64,
    /// The version since which the position is on the board. Clients that have seen different later versions agree on
    /// the position.
    pub(crate) moved_at: u64,
    /// When the match began, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// The time of the last event, in milliseconds since 1970.
    pub(crate) changed_ms: u64,
    /// Since when the next move is awaited, in milliseconds since 1970. Chat and offers do not change it.
    pub awaits_ms: u64,
    /// The chat messages, oldest first.
    pub(super) chat: Vec<ChatMessage>,
}

impl Aggregate for MatchState {
    const WHAT: &'static str = "match";
    const PREFIX: &'static str = MatchId::PREFIX;
    type Id = MatchId;
    type Context = MatchContext;
    type Event = MatchLogEvent;
    /// A [`MatchFrame`] as JSON, serialised once for all watchers.
    type Notification = Bytes;

    fn read_id(text: &str) -> Option<MatchId> {
        MatchId::read(text)
    }

    fn read(stored: &Stored) -> Result<MatchLogEvent, CorruptEvents> {
        Ok(MatchLogEvent::read(stored)?)
    }

    fn write(event: &MatchLogEvent) -> Result<ledger::Event, CorruptEvents> {
        Ok(event.write()?)
    }

    fn begin(
        context: &MatchContext,
        id: &MatchId,
        first: &MatchLogEvent,
        meta: EventMeta,
    ) -> Result<MatchState, CorruptEvents> {
        let MatchLogEvent::Created(created) = first else {
            return Err(CorruptEvents::new(UnplayableMatch::Beginning));
        };
        let created = MatchCreated::clone(created);
        let now = context.clock.event_time(created.terms.control, meta.at_ms);
        MatchState::new(context.games, id.clone(), created, meta.at_ms, now).map_err(CorruptEvents::new)
    }

    fn apply(
        &mut self,
        context: &MatchContext,
        event: &MatchLogEvent,
        meta: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            MatchLogEvent::Created(_) => return Err(CorruptEvents::new(UnplayableMatch::Beginning)),
            MatchLogEvent::Event(event) => {
                let now = context.clock.event_time(self.created.terms.control, meta.at_ms);
                self.played.apply(event, now).map_err(CorruptEvents::new)?;
                if event.what.moves_on() {
                    self.moved_at = meta.version.0;
                }
                if event.what.moves_on() || event.what == MatchEventKind::Resumed {
                    self.awaits_ms = meta.at_ms;
                }
            }
            MatchLogEvent::Seated { side, seat } => {
                if self.player(*side) != &Player::Open {
                    return Err(CorruptEvents::new("the seat is taken"));
                }
                self.created.seats[side.index()] = seat.clone();
                self.awaits_ms = meta.at_ms;
            }
            MatchLogEvent::Said { side, phrase } => {
                self.chat.push(ChatMessage { side: *side, phrase: *phrase, at_ms: meta.at_ms });
            }
        }
        self.version = meta.version.0;
        self.changed_ms = meta.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        let status = if self.is_finished() { MatchStatus::Ended } else { MatchStatus::Live };
        let mut labels = match self.created.audience {
            Audience::Everybody => vec![by_status(status), by_game(self.info().id, status)],
            Audience::Friends => Vec::new(),
        };
        if status == MatchStatus::Live && self.is_pinned() {
            labels.push(clock_running());
        }
        labels.extend(self.bots().map(|name| by_bot(name, status)));
        labels.extend(self.people().map(|id| by_person(id, status)));
        labels.extend(self.created.tournament.as_ref().map(|id| by_tournament(id, status)));
        // A tournament counts against the quota as a whole.
        if status == MatchStatus::Live && self.created.tournament.is_none() {
            let payer = self.created.payer.iter();
            labels.extend(payer.flat_map(|payer| payer.labels(self.created.quota_kind())));
        }
        labels.dedup();
        labels
    }

    fn jobs(&self, context: &MatchContext, before: Option<&MatchState>) -> Vec<NewJob> {
        let mut jobs = self.play_jobs(&context.presence, before);
        if self.is_finished() && !before.is_some_and(MatchState::is_finished) {
            if self.created.ratings.is_some() {
                let job = MatchJob { id: self.id.clone(), at: self.version };
                jobs.push(NewJob::new(RATINGS, json!(job)));
            }
            let ended =
                |queue: &super::EndedMatchQueue| (queue.body)(self).map(|body| NewJob::new(queue.name, body));
            jobs.extend(context.ended_queues.iter().filter_map(ended));
        }
        jobs
    }

    fn notification(&self, context: &MatchContext, event: &MatchLogEvent) -> Bytes {
        let event = match event {
            MatchLogEvent::Event(event) => MatchEvent::new(&self.played, event),
            MatchLogEvent::Seated { side, .. } => MatchEvent::seated(self.info(), *side),
            MatchLogEvent::Said { side, phrase } => MatchEvent::said(self.info(), *side, *phrase),
            // A match cannot have watchers before it is created.
            MatchLogEvent::Created(_) => return Bytes::new(),
        };
        let frame = MatchFrame::Event {
            version: self.version,
            event: Box::new(event),
            state: Box::new(match_view(self, &context.presence, At::LastEvent)),
        };
        serde_json::to_vec(&frame).unwrap_or_default().into()
    }

    fn changed(&self, context: &MatchContext) {
        let control = self.created.terms.control;
        let timer = self.played.deadline().map(|at| context.clock.timer_for(control, at));
        context.timers.set(&self.id, timer);
        self.people().for_each(|id| context.presence.notify(id, Change::Match(&self.id)));
        if context.notices.receiver_count() > 0 {
            let bots: Arc<[String]> = self.bots().map(str::to_owned).collect();
            if !bots.is_empty() {
                let _ = context.notices.send(BotNotice::MatchChanged(self.id.clone(), bots));
            }
        }
    }

    fn is_finished(&self) -> bool {
        self.played.verdict().is_some()
    }

    fn preload_label() -> Option<Label> {
        Some(clock_running())
    }

    /// Whether a clock runs, or an engine is about to start one. A match that waits for its first moves, or is paused,
    /// may do so for weeks and needs no memory.
    fn is_pinned(&self) -> bool {
        let runs = self.played.running().is_some() || self.engine_to_move().is_some();
        runs && self.created.terms.control.is_some() && !self.is_correspondence()
    }

    fn event_limit(event: &MatchLogEvent) -> u64 {
        match event {
            // All other events answer one of these, or bring the end nearer.
            MatchLogEvent::Event(event) => match event.what {
                MatchEventKind::DrawOffered { .. }
                | MatchEventKind::TakebackOffered { .. }
                | MatchEventKind::TakenBack { .. }
                | MatchEventKind::PauseOffered { .. } => MAX_EVENTS_WITH_OFFERS,
                _ => u64::MAX,
            },
            _ => u64::MAX,
        }
    }
}

impl MatchState {
    /// Creates the state of a match that has just begun.
    pub(crate) fn new(
        games: &[&dyn AnyGame],
        id: MatchId,
        created: MatchCreated,
        at_ms: u64,
        now: Tick,
    ) -> Result<MatchState, UnplayableMatch> {
        let game = chautari_game::find(games, &created.game).map_err(UnplayableMatch::Game)?;
        let played = Match::new(&*game, created.terms.clone(), now)?;
        Ok(MatchState {
            id,
            created,
            played,
            version: 1,
            moved_at: 1,
            began_ms: at_ms,
            changed_ms: at_ms,
            awaits_ms: at_ms,
            chat: Vec::new(),
        })
    }

    /// Returns the jobs that follow from a change of the play.
    fn play_jobs(&self, presence: &Presence, before: Option<&MatchState>) -> Vec<NewJob> {
        let mut jobs = Vec::new();
        let moved = before.is_none_or(|before| before.moved_at != self.moved_at);
        let resumed = before.is_some_and(|before| before.played.is_paused());
        let job = |at: u64| json!(MatchJob { id: self.id.clone(), at });
        if (moved || resumed) && self.engine_to_move().is_some() {
            let queue = if self.is_attended() { ENGINE_MOVES } else { BACKGROUND_ENGINE_MOVES };
            jobs.push(NewJob::new(queue, job(self.moved_at)));
        }
        let has_answer = |state: &MatchState| state.engine_to_answer_draw().is_some();
        if has_answer(self) && !before.is_some_and(has_answer) {
            jobs.push(NewJob::new(DRAW_ANSWERS, job(self.version)));
        }
        if before.is_none() && self.created.terms.stakes == Stakes::Friendly {
            let delay = self.no_show().unwrap_or(MAX_IDLE);
            jobs.push(NewJob { delay, ..NewJob::new(INACTIVITY, json!(self.id)) });
        }
        if (moved || resumed)
            && let Some((_, person)) = self.person_to_move()
            && presence.wants_push(person)
        {
            let delay = TURN_NOTICE_DELAY;
            jobs.push(NewJob { delay, ..NewJob::new(TURN_NOTICES, job(self.moved_at)) });
        }
        // A stored job instead of a timer in memory, where a correspondence match does not stay for days.
        let clock = |state: &MatchState| state.played.running().map(|side| (side, state.moved_at));
        if self.is_correspondence()
            && clock(self) != before.and_then(clock)
            && let Some(left_ms) = self.played.time_left()
        {
            let delay = Duration::from_millis(left_ms);
            jobs.push(NewJob { delay, ..NewJob::new(CORRESPONDENCE_CLOCKS, job(self.moved_at)) });
        }
        let agreed = |state: &MatchState| state.played.rematch_agreed();
        if agreed(self) && !before.is_some_and(agreed) {
            jobs.push(NewJob::new(REMATCHES, json!(self.id)));
        }
        jobs
    }

    pub(crate) fn info(&self) -> &'static Info {
        self.played.record().info()
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Side) -> &Player {
        &self.created.seats[side.index()].player
    }

    /// Whether the match gives hours or days per move, so that its players are not expected to stay online.
    pub fn is_correspondence(&self) -> bool {
        is_correspondence(self.created.terms.control)
    }

    /// Returns the time limit for a first move, if the match has one and the side to move has not moved yet.
    pub(crate) fn no_show(&self) -> Option<Duration> {
        let is_awaited =
            !self.played.is_paused() && self.played.turn().is_some_and(|side| !self.played.has_moved(side));
        self.created.no_show_ms.filter(|_| is_awaited).map(Duration::from_millis)
    }

    /// Returns the time until the match is abandoned for inactivity; zero if it is due. `now_ms` is the wall-clock time.
    pub(crate) fn time_to_abandonment(&self, now_ms: u64) -> Duration {
        let idle = match self.created.terms.control {
            _ if self.played.is_paused() => MAX_PAUSE,
            // A side may use all the time of its clock.
            Some(control) => MAX_IDLE.max(Duration::from_millis(control.longest_initial())),
            None => MAX_IDLE,
        };
        let (limit, since_ms) = match self.no_show() {
            Some(no_show) => (no_show, self.awaits_ms),
            None => (idle, self.changed_ms),
        };
        limit.saturating_sub(Duration::from_millis(now_ms.saturating_sub(since_ms)))
    }

    /// Returns the id and the creation of the rematch. Both are derived from this match, so that creating the rematch
    /// twice creates it once.
    pub(crate) fn rematch(&self) -> (MatchId, MatchCreated) {
        (MatchId::derived(&["rematch", self.id.as_str()]), self.created.exchanged())
    }

    /// Whether a built-in engine plays this side.
    pub(crate) fn is_engine(&self, side: Side) -> bool {
        self.created.terms.players[side.index()] == Party::House
    }

    /// Returns the side to move, if an engine plays it.
    pub(crate) fn engine_to_move(&self) -> Option<Side> {
        self.played.turn().filter(|&side| !self.played.is_paused() && self.is_engine(side))
    }

    /// Returns the side for which an engine has to answer a draw offer now. An engine that is to move answers with its
    /// move instead.
    pub(crate) fn engine_to_answer_draw(&self) -> Option<Side> {
        let side = self.played.draw_offer()?.other();
        (self.is_engine(side) && self.engine_to_move().is_none()).then_some(side)
    }

    /// Whether a player waits for the engine. Bots in a tournament do not count, because no person watches them.
    pub(crate) fn is_attended(&self) -> bool {
        self.created.seats.iter().any(|seat| match seat.player {
            Player::Human | Player::Person { .. } | Player::Open => true,
            Player::Bot { .. } => self.created.tournament.is_none(),
            Player::Engine { .. } | Player::Random => false,
        })
    }

    /// Returns the person to move, and their side.
    pub(crate) fn person_to_move(&self) -> Option<(Side, &PersonId)> {
        let side = self.played.turn().filter(|_| !self.played.is_paused())?;
        Some((side, self.player(side).person()?))
    }

    /// Returns the names of the bots that play.
    pub(crate) fn bots(&self) -> impl Iterator<Item = &str> {
        self.created.seats.iter().filter_map(|seat| seat.player.bot())
    }

    /// Returns the ids of the people who play.
    pub(crate) fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.created.seats.iter().filter_map(|seat| seat.player.person())
    }

    /// Returns the side of a person; the side to move if they play both.
    pub(crate) fn side_of_person(&self, person: &PersonId) -> Option<Side> {
        let mut sides = self.played.turn().into_iter().chain(Side::ALL);
        sides.find(|side| self.player(*side).person() == Some(person))
    }

    /// Whether both sides have moved, so that the result says something about the players.
    pub(crate) fn both_have_moved(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.played.has_moved(side))
    }

    /// Whether a player is known to this process to have deleted their account.
    pub(crate) fn has_deleted_player(&self, presence: &Presence) -> bool {
        self.people().any(|id| presence.is_deleted(id))
    }
}

#[cfg(test)]
mod tests {
    use chautari_arena::live::{Action, MatchEvent, Terms, TimeControl, TimeControls};
    use chautari_ledger::Version;
    use chautari_wire::Phrase;
    use serde_json::Value;
    use tokio::sync::broadcast;

    use super::super::timers::{ClockTimers, MonotonicClock};
    use super::*;
    use crate::model::{EndedMatchQueue, Seat};

    const DAY_MS: u64 = 24 * 3_600_000;

    /// A context whose only subscriber gets the ids of all finished matches.
    fn context() -> MatchContext {
        MatchContext {
            games: chautari_games::GAMES,
            clock: MonotonicClock::start(),
            timers: ClockTimers::default(),
            notices: broadcast::Sender::new(1),
            presence: Arc::default(),
            ended_queues: vec![EndedMatchQueue { name: "ended", body: |state| Some(json!(state.id)) }],
        }
    }

    /// A match of two players without names.
    fn two_humans(control: Option<TimeControls>) -> MatchCreated {
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control,
            stakes: Stakes::Friendly,
            players: [Party::Guest; 2],
        };
        MatchCreated {
            game: "baghchal".to_owned(),
            terms,
            seats: [Seat::of(Player::Human), Seat::of(Player::Human)],
            tournament: None,
            audience: Audience::Friends,
            ratings: None,
            no_show_ms: None,
            payer: None,
        }
    }

    fn begin(created: MatchCreated) -> MatchState {
        MatchState::new(chautari_games::GAMES, MatchId::random(), created, 1000, Tick(0)).unwrap()
    }

    fn per_move(per_move_ms: u64) -> MatchState {
        begin(two_humans(Some(TimeControl::Move { per_move_ms }.into())))
    }

    /// Carries out an action of the side to move.
    fn act(state: &mut MatchState, action: &Action, at: u64) {
        let side = state.played.turn().unwrap();
        for event in state.played.decide(side, action, Tick(at)).unwrap() {
            state.version += 1;
            state.moved_at = state.version;
            state.played.apply(&event, Tick(at)).unwrap();
        }
    }

    fn move_to(text: &str) -> Action {
        Action::Move { text: text.to_owned() }
    }

    #[test]
    fn match_is_pinned_from_its_first_timed_move() {
        let mut quick = per_move(60_000);
        // The first move of each side is untimed, so the match need not stay in memory until then.
        for (text, pinned) in [("mC3", false), ("mA1B1", true), ("mC1", true)] {
            assert!(!quick.is_pinned() || pinned);
            act(&mut quick, &move_to(text), 0);
            let label: &[Label] = if pinned { &[clock_running()] } else { &[] };
            assert_eq!((quick.is_pinned(), &*quick.labels()), (pinned, label), "{text}");
        }
    }

    #[test]
    fn correspondence_clock_is_a_stored_job() {
        let context = context();
        let mut state = per_move(DAY_MS);
        assert!(!state.is_pinned() && state.labels().is_empty());
        let clocks = |jobs: Vec<NewJob>| -> Vec<_> {
            jobs.into_iter()
                .filter(|job| job.queue == CORRESPONDENCE_CLOCKS)
                .map(|job| (job.delay, job.body["at"].clone()))
                .collect()
        };
        assert_eq!(clocks(state.jobs(&context, None)), []);
        let mut play = |text: &str, at: u64| {
            let before = state.clone();
            act(&mut state, &move_to(text), at);
            clocks(state.jobs(&context, Some(&before)))
        };
        assert_eq!(play("mC3", 5), [], "the first moves are untimed");
        assert_eq!(play("mA1B1", 7), [(Duration::from_millis(DAY_MS), json!(3))]);
        assert_eq!(play("mC1", 9), [(Duration::from_millis(DAY_MS), json!(4))]);
        assert_eq!(state.played.deadline(), Some(Tick(9 + DAY_MS)));
    }

    #[test]
    fn idle_match_is_abandoned_after_two_weeks_or_its_longest_clock() {
        let state = begin(two_humans(None));
        assert_eq!(state.labels(), [], "the match is unlisted");
        assert_eq!(state.time_to_abandonment(1000), MAX_IDLE);
        assert_eq!(state.time_to_abandonment(0), MAX_IDLE, "the wall clock was set back");
        let almost = 1000 + MAX_IDLE.as_millis() as u64 - 5;
        assert_eq!(state.time_to_abandonment(almost), Duration::from_millis(5));
        assert_eq!(state.time_to_abandonment(u64::MAX), Duration::ZERO);
        let days = |days: u64| Duration::from_hours(24 * days);
        assert_eq!(per_move(30 * DAY_MS).time_to_abandonment(1000), days(30));
        assert_eq!(per_move(60_000).time_to_abandonment(1000), days(14));
        let queues: Vec<_> =
            state.jobs(&context(), None).into_iter().map(|job| (job.queue, job.delay)).collect();
        assert_eq!(queues, [(INACTIVITY.to_owned(), MAX_IDLE)]);
    }

    #[test]
    fn match_between_present_players_is_abandoned_without_a_first_move() {
        let state = begin(MatchCreated { no_show_ms: Some(60_000), ..two_humans(None) });
        assert_eq!(state.time_to_abandonment(1000 + 59_000), Duration::from_secs(1));
        assert_eq!(state.jobs(&context(), None)[0].delay, Duration::from_mins(1));
    }

    #[test]
    fn other_services_get_a_job_when_a_match_ends_and_only_then() {
        let context = context();
        let mut state = begin(two_humans(None));
        let queues = |state: &MatchState, before: Option<&MatchState>| -> Vec<(String, Value)> {
            let jobs = state.jobs(&context, before).into_iter();
            jobs.map(|job| (job.queue, job.body)).filter(|(queue, _)| queue == "ended").collect()
        };
        assert_eq!(queues(&state, None), []);
        let before = state.clone();
        act(&mut state, &Action::Resign, 0);
        assert_eq!(queues(&state, Some(&before)), [("ended".to_owned(), json!(state.id))]);
        assert_eq!(queues(&state, Some(&state)), []);
    }

    #[test]
    fn rematch_exchanges_sides_and_each_player_keeps_their_clock() {
        let [long, short] = [60_000, 10_000].map(|per_move_ms| TimeControl::Move { per_move_ms });
        let mut created = two_humans(Some(TimeControls::new([long, short])));
        created.seats[1] = Seat::of(Player::Bot { name: "b".to_owned() });
        let (_, rematch) = begin(created.clone()).rematch();
        assert_eq!(rematch.terms.control, Some(TimeControls::new([short, long])));
        assert_eq!(rematch.seats[0], created.seats[1]);
        let (_, again) = begin(rematch).rematch();
        assert_eq!(again, created);
    }

    #[test]
    fn chat_and_offers_do_not_extend_the_time_for_a_first_move() {
        const WAIT: u64 = 60;
        let context = context();
        let mut created = MatchCreated { no_show_ms: Some(WAIT * 1000), ..two_humans(None) };
        created.seats[1] = Seat::of(Player::Open);
        let side = Side::One;
        let said = || MatchLogEvent::Said { side, phrase: Phrase::OneMoment };
        let event = |what| MatchLogEvent::Event(MatchEvent { what, left: None });
        let moved = |side, text: &str| event(MatchEventKind::Moved { side, text: text.to_owned() });
        let rows = [
            (MatchLogEvent::Created(Box::new(created)), 0, WAIT),
            (said(), 10, WAIT - 10),
            (MatchLogEvent::Seated { side: Side::Two, seat: Seat::of(Player::Human) }, 20, WAIT),
            (said(), 30, WAIT - 10),
            (event(MatchEventKind::DrawOffered { side }), 40, WAIT - 20),
            (event(MatchEventKind::DrawDeclined { side: Side::Two }), 50, WAIT - 30),
            (event(MatchEventKind::PauseOffered { side }), 60, WAIT - 40),
            (event(MatchEventKind::Paused), 70, MAX_PAUSE.as_secs()),
            (event(MatchEventKind::ResumeOffered { side }), 1000, MAX_PAUSE.as_secs()),
            (event(MatchEventKind::Resumed), 1010, WAIT),
            (said(), 1020, WAIT - 10),
            (moved(side, "mC3"), 1030, WAIT),
            (said(), 1040, WAIT - 10),
            // Once both sides have moved, only inactivity ends the match.
            (moved(Side::Two, "mA1B1"), 1050, MAX_IDLE.as_secs()),
            (said(), 1060, MAX_IDLE.as_secs()),
        ];
        let mut state: Option<MatchState> = None;
        for ((event, second, left), version) in rows.into_iter().zip(1..) {
            let meta = EventMeta { version: Version(version), at_ms: second * 1000 };
            match &mut state {
                Some(state) => state.apply(&context, &event, meta).unwrap(),
                None => {
                    state = Some(MatchState::begin(&context, &MatchId::random(), &event, meta).unwrap());
                }
            }
            let time = state.as_ref().unwrap().time_to_abandonment(meta.at_ms);
            assert_eq!(time, Duration::from_secs(left), "{event:?} at {second}");
        }
    }
}
