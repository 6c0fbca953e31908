//! A match as it lies in the ledger: how it began, and what happened since.

use std::time::Duration;

use chautari_arena::live::{Event, Match, Player, Stakes, Terms, Tick};
use chautari_game::{AnyGame, Info, Side};
use chautari_ledger::{self as ledger, Label, LabelChange, NewJob, Stored};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::seat::Seat;
use crate::names::{MatchId, TournamentId};

/// The kind of the first event of every match.
const BEGUN: &str = "begun";

/// The queue of moves that the house is to make.
pub(super) const MOVES: &str = "house-moves";

/// The queue of rematches to be set up.
pub(super) const REMATCHES: &str = "rematches";

/// The queue of matches to be looked at when nothing may have happened in them for long.
pub(super) const IDLE: &str = "idle-matches";

/// A match for fun in which nothing has happened for so long is abandoned.
pub(super) const MOST_IDLE: Duration = Duration::from_hours(14 * 24);

/// How a match began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Begun {
    /// The game, with its rules: `baghchal:captures=3`.
    pub(crate) game: String,
    pub(crate) terms: Terms,
    /// In the order of [`Side::ALL`].
    pub(crate) seats: [Seat; 2],
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tournament: Option<TournamentId>,
}

impl Begun {
    /// The same match with sides exchanged. Whoever held a seat holds the other one by the same token.
    fn exchanged(&self) -> Begun {
        let [one, two] = self.seats.clone();
        let [first, second] = self.terms.players;
        let terms = Terms { players: [second, first], ..self.terms.clone() };
        Begun { terms, seats: [two, one], ..self.clone() }
    }
}

/// Why a stream is no match that can be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Game(String),
    #[error("{0}")]
    Broken(#[from] chautari_arena::live::Broken),
    #[error("a match must begin with `begun`")]
    NoBeginning,
}

/// A match replayed: everything its stream says.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) id: MatchId,
    pub(crate) begun: Begun,
    pub(crate) played: Match,
    /// How many events it has.
    pub(crate) version: u64,
    /// The version since which this position stands, so that two who saw different events but the
    /// same position can agree on it.
    pub(crate) moved_at: u64,
    /// When it began, by the clock on the wall; for people to read.
    pub(crate) began_ms: u64,
    /// When something last happened, likewise.
    pub(crate) changed_ms: u64,
}

impl Story {
    /// Replays a stream; `None` where there is none.
    pub(crate) fn replay(
        games: &[&dyn AnyGame],
        id: &MatchId,
        stored: &[Stored],
        now: Tick,
    ) -> Result<Option<Story>, Unreadable> {
        let Some((first, rest)) = stored.split_first() else { return Ok(None) };
        if first.kind != BEGUN {
            return Err(Unreadable::NoBeginning);
        }
        let begun: Begun = serde_json::from_value(first.body.clone())?;
        let mut story = Story::begin(games, id.clone(), begun, first.at_ms, now)?;
        for event in rest {
            story.hear(event, now)?;
        }
        Ok(Some(story))
    }

    /// A match that begins.
    pub(crate) fn begin(
        games: &[&dyn AnyGame],
        id: MatchId,
        begun: Begun,
        at_ms: u64,
        now: Tick,
    ) -> Result<Story, Unreadable> {
        let game = chautari_game::find(games, &begun.game).map_err(Unreadable::Game)?;
        let played = Match::new(&*game, begun.terms.clone(), now)?;
        Ok(Story { id, begun, played, version: 1, moved_at: 1, began_ms: at_ms, changed_ms: at_ms })
    }

    /// Takes what the ledger says happened next.
    pub(crate) fn hear(&mut self, stored: &Stored, now: Tick) -> Result<Event, Unreadable> {
        let event: Event = serde_json::from_value(stored.body.clone())?;
        self.happen(&event, stored.at_ms, now)?;
        Ok(event)
    }

    /// Lets it have happened.
    pub(crate) fn happen(&mut self, event: &Event, at_ms: u64, now: Tick) -> Result<(), Unreadable> {
        self.played.apply(event, now)?;
        self.version += 1;
        if event.what.moves_on() {
            self.moved_at = self.version;
        }
        self.changed_ms = at_ms;
        Ok(())
    }

    pub(crate) fn info(&self) -> &'static Info {
        self.played.record().info()
    }

    /// How long it will be until it has been idle for too long, by the clock on the wall; nothing if
    /// it has been.
    pub(super) fn patience(&self, now_ms: u64) -> Duration {
        MOST_IDLE.saturating_sub(Duration::from_millis(now_ms.saturating_sub(self.changed_ms)))
    }

    /// The match in which its players meet again.
    pub(crate) fn rematch(&self) -> (MatchId, Begun) {
        (MatchId::derived(&["rematch", self.id.as_str()]), self.begun.exchanged())
    }

    /// The side whose move the house is to make.
    pub(crate) fn house_to_move(&self) -> Option<Side> {
        let is_house = |side: &Side| self.begun.terms.players[side.index()] == Player::House;
        self.played.turn().filter(is_house)
    }

    /// The bots that play.
    pub(crate) fn bots(&self) -> impl Iterator<Item = &str> {
        self.begun.seats.iter().filter_map(|seat| seat.sitter.bot())
    }

    /// The first event, for the ledger.
    pub(crate) fn first_event(&self) -> Result<ledger::Event, serde_json::Error> {
        Ok(ledger::Event { kind: BEGUN.to_owned(), body: serde_json::to_value(&self.begun)? })
    }

    /// What a match that begins can be found by.
    pub(crate) fn first_labels(&self) -> Vec<LabelChange> {
        self.labels(State::Live).into_iter().map(LabelChange::Set).collect()
    }

    /// What changes about that when it ends.
    pub(crate) fn last_labels(&self) -> Vec<LabelChange> {
        let clear = self.labels(State::Live).into_iter().map(LabelChange::Clear);
        clear.chain(self.labels(State::Ended).into_iter().map(LabelChange::Set)).collect()
    }

    fn labels(&self, state: State) -> Vec<Label> {
        let mut labels = vec![by_state(state), by_game(self.info().id, state)];
        if state == State::Live && self.begun.terms.control.is_some() {
            labels.push(timed());
        }
        labels.extend(self.bots().map(|name| by_bot(name, state)));
        labels.dedup();
        labels
    }

    /// What is to be done now that it stands like this, by whoever is free. `since` is what it was.
    pub(crate) fn chores(&self, since: Option<&Story>) -> Vec<NewJob> {
        let mut chores = Vec::new();
        let moved = since.is_none_or(|since| since.moved_at != self.moved_at);
        if moved && self.house_to_move().is_some() {
            chores.push(NewJob::new(MOVES, json!(HouseMove { id: self.id.clone(), at: self.moved_at })));
        }
        if since.is_none() && self.begun.terms.stakes == Stakes::Friendly {
            chores.push(NewJob { delay: MOST_IDLE, ..NewJob::new(IDLE, json!(self.id)) });
        }
        let agreed = |story: &Story| story.played.rematch_agreed();
        if agreed(self) && !since.is_some_and(agreed) {
            chores.push(NewJob::new(REMATCHES, json!(self.id)));
        }
        let over = |story: &Story| story.played.verdict().is_some();
        if over(self)
            && !since.is_some_and(over)
            && let Some(tournament) = &self.begun.tournament
        {
            chores.push(crate::tournaments::chore(tournament));
        }
        chores
    }
}

/// A move the house is to make, in the match that has stood so since that version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct HouseMove {
    pub(super) id: MatchId,
    pub(super) at: u64,
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// It does.
    Live,
    /// It does not.
    Ended,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Live => "live",
            State::Ended => "ended",
        }
    }
}

/// Matches in this state.
pub(super) fn by_state(state: State) -> Label {
    Label::new("match", state.word())
}

/// Matches of this game in this state.
pub(super) fn by_game(game: &str, state: State) -> Label {
    Label::new(format!("match-of-{game}"), state.word())
}

/// Matches of this bot in this state.
pub(crate) fn by_bot(name: &str, state: State) -> Label {
    Label::new(format!("match-by-{name}"), state.word())
}

/// Matches whose clocks run.
pub(super) fn timed() -> Label {
    Label::new("match-clock", "running")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Seat, Sitter};

    #[test]
    fn patience_ends_long_after_the_last_event() {
        let seat = Seat { sitter: Sitter::Human, hash: None };
        let terms = Terms {
            start: None,
            opening: Vec::new(),
            control: None,
            stakes: Stakes::Friendly,
            players: [Player::Guest; 2],
        };
        let begun =
            Begun { game: "baghchal".to_owned(), terms, seats: [seat.clone(), seat], tournament: None };
        let story = Story::begin(chautari_games::GAMES, MatchId::random(), begun, 1000, Tick(0)).unwrap();
        assert_eq!(story.patience(1000), MOST_IDLE);
        assert_eq!(story.patience(0), MOST_IDLE, "clocks on walls go back");
        assert_eq!(story.patience(1000 + MOST_IDLE.as_millis() as u64 - 5), Duration::from_millis(5));
        assert_eq!(story.patience(u64::MAX), Duration::ZERO);
        let queues: Vec<_> = story.chores(None).into_iter().map(|job| (job.queue, job.delay)).collect();
        assert_eq!(queues, [(IDLE.to_owned(), MOST_IDLE)]);
    }
}
