//! The invariants. The audit sees every stored append and every acknowledgement, and nothing of the servers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use chautari_aggregate::Aggregate;
use chautari_arena::live::{MatchEventKind, Tick};
use chautari_game::Side;
use chautari_ledger::{CommandId, Stored, StreamId};

use crate::matches::{INCREMENT_MS, MatchChange, MatchState};
use crate::people::{Invitation, InvitationChange, Person, PersonChange};
use crate::tournament::{Tournament, TournamentChange};
use crate::world::{World, lock};

/// Rounding of the clocks, in milliseconds.
const ROUNDING_MS: u64 = 2;

#[derive(Clone)]
pub(crate) struct Audit {
    world: World,
    books: Arc<Mutex<Books>>,
}

/// The state that the stored events lead to.
#[derive(Default)]
struct Books {
    matches: BTreeMap<String, BookedMatch>,
    tournaments: BTreeMap<String, Tournament>,
    /// The matches that must exist because an invitation was accepted.
    promised: BTreeSet<String>,
    names: BTreeMap<String, String>,
    people: BTreeSet<String>,
    scores: BTreeSet<(String, String)>,
    acknowledged: Vec<(StreamId, CommandId)>,
    appends: u64,
    /// The true time of the last append to each stream.
    changed_ms: BTreeMap<StreamId, u64>,
}

struct BookedMatch {
    state: MatchState,
    /// The true time of the last event.
    last_ms: u64,
}

impl Audit {
    /// Watches the store of a world.
    pub(crate) fn new(world: &World) -> Audit {
        let audit = Audit { world: world.clone(), books: Arc::default() };
        let observer = audit.clone();
        world.store().observe(move |stream, events| {
            if let Err(fault) = observer.stored(stream, events) {
                observer.world.fail(format!("{stream}: {fault}"));
            }
        });
        audit
    }

    /// The number of appends so far.
    pub(crate) fn appends(&self) -> u64 {
        lock(&self.books).appends
    }

    /// The true time of the last append to a stream.
    pub(crate) fn changed_ms(&self, stream: &StreamId) -> u64 {
        lock(&self.books).changed_ms.get(stream).copied().unwrap_or_default()
    }

    /// The number of matches and of finished tournaments so far.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let books = lock(&self.books);
        (books.matches.len(), books.tournaments.values().filter(|tournament| tournament.is_finished).count())
    }

    /// A client was told that a command was carried out.
    pub(crate) fn acknowledged(&self, stream: &StreamId, command: &str) {
        let command = CommandId::new(command);
        self.require_stored(stream, &command);
        lock(&self.books).acknowledged.push((stream.clone(), command));
    }

    fn require_stored(&self, stream: &StreamId, command: &CommandId) {
        let events = self.world.store().events(stream).len() as u64;
        let is_stored =
            self.world.store().reply(stream, command).is_some_and(|reply| reply.version.0 <= events);
        if !is_stored {
            self.world.fail(format!("{stream}: the command {command} was acknowledged and is not stored"));
        }
    }

    /// A client was told that its move is this ply.
    pub(crate) fn played(&self, stream: &StreamId, command: &str, ply: usize, text: &str) {
        self.acknowledged(stream, command);
        let Some(id) = MatchState::id(stream) else { return };
        let stands = lock(&self.books).matches.get(&id).map(|booked| {
            let moves = booked.state.live.record().moves();
            moves.get(ply).cloned()
        });
        if stands != Some(Some(text.to_owned())) {
            self.world
                .fail(format!("{stream}: {text} was acknowledged as ply {ply}, where {stands:?} stands"));
        }
    }

    fn stored(&self, stream: &StreamId, events: &[Stored]) -> Result<(), String> {
        let (now, mut books) = (self.world.true_ms(), lock(&self.books));
        books.appends += 1;
        books.changed_ms.insert(stream.clone(), now);
        let kinds: Vec<_> = events.iter().map(|event| format!("{} {}", event.version, event.kind)).collect();
        self.world.note(stream.as_str(), &format!("stored {}", kinds.join(", ")));
        for event in events {
            if let Some(id) = MatchState::id(stream) {
                books.book_match(&id, event, now)?;
            } else if let Some(id) = Tournament::id(stream) {
                books.book_tournament(&id, event)?;
            } else if let Some(id) = Invitation::id(stream) {
                let change = Invitation::read(event).map_err(|e| e.to_string())?;
                if let InvitationChange::Accepted { .. } = change
                    && !books.promised.insert(format!("m-{id}"))
                {
                    return Err("it was accepted twice".to_owned());
                }
            } else if let Some(id) = Person::id(stream) {
                books.book_person(&id, event)?;
            }
        }
        Ok(())
    }

    /// Checks what must hold once nothing is in progress.
    pub(crate) fn close(&self) {
        let (world, books) = (&self.world, lock(&self.books));
        for (queue, body) in world.store().jobs() {
            world.fail(format!("the job {body} of {queue} was never done"));
        }
        for (id, booked) in &books.matches {
            if !booked.state.is_finished() {
                world.fail(format!("match-{id}: it never ended"));
            }
            for player in &booked.state.players {
                if books.people.contains(player) && !books.scores.contains(&(player.clone(), id.clone())) {
                    world.fail(format!("match-{id}: it does not count for person-{player}"));
                }
            }
            let tournament = booked.state.tournament.as_ref().and_then(|id| books.tournaments.get(id));
            if tournament.is_some_and(|tournament| !tournament.settled.values().any(|settled| settled == id))
            {
                world.fail(format!("match-{id}: its tournament does not know it"));
            }
        }
        for id in &books.promised {
            if !books.matches.contains_key(id) {
                world.fail(format!("match-{id}: its invitation was accepted, and it never began"));
            }
        }
        for (id, tournament) in &books.tournaments {
            if tournament.is_started && !tournament.is_finished {
                world.fail(format!("tournament-{id}: it never ended"));
            }
        }
        for (stream, command) in &books.acknowledged {
            self.require_stored(stream, command);
        }
    }
}

impl Books {
    fn book_match(&mut self, id: &str, event: &Stored, now: u64) -> Result<(), String> {
        let change = MatchState::read(event).map_err(|e| e.to_string())?;
        let Some(booked) = self.matches.get_mut(id) else {
            let state = MatchState::new(id, &change, Tick(now)).map_err(|e| e.to_string())?;
            self.matches.insert(id.to_owned(), BookedMatch { state, last_ms: now });
            return Ok(());
        };
        if let MatchChange::Played(event) = &change {
            let live = &booked.state.live;
            let (Some(before), Some(after)) = (live.left_at_last_event(), event.left) else {
                return Err("it has no clocks".to_owned());
            };
            let (running, elapsed) = (live.running(), now.saturating_sub(booked.last_ms));
            for side in Side::ALL {
                let (before, after) = (before[side.index()], after[side.index()]);
                let is_mover =
                    matches!(&event.what, MatchEventKind::Moved { side: mover, .. } if *mover == side);
                let gain = if is_mover { INCREMENT_MS } else { 0 };
                if running != Some(side) && before != after {
                    return Err(format!(
                        "the clock of {side:?} went from {before} to {after} ms and did not run"
                    ));
                }
                if after > before + gain {
                    return Err(format!("the clock of {side:?} went up from {before} to {after} ms"));
                }
                if before + gain - after > elapsed + ROUNDING_MS {
                    return Err(format!(
                        "{side:?} was charged {} ms for {elapsed} ms",
                        before + gain - after
                    ));
                }
            }
        }
        booked.state.take_in(&change, Tick(now)).map_err(|e| e.to_string())?;
        booked.last_ms = now;
        Ok(())
    }

    fn book_tournament(&mut self, id: &str, event: &Stored) -> Result<(), String> {
        let change = Tournament::read(event).map_err(|e| e.to_string())?;
        if let TournamentChange::Settled { slot, match_id, winner } = &change {
            let verdict = self.matches.get(match_id).and_then(|booked| booked.state.live.verdict());
            if verdict.map(|verdict| &verdict.winner) != Some(winner) {
                return Err(format!(
                    "game {slot} was settled as {winner:?}, and match-{match_id} says {verdict:?}"
                ));
            }
        }
        let Some(tournament) = self.tournaments.get_mut(id) else {
            let tournament = Tournament::new(id, &change).map_err(|e| e.to_string())?;
            self.tournaments.insert(id.to_owned(), tournament);
            return Ok(());
        };
        tournament.take_in(&change).map_err(|e| e.to_string())
    }

    fn book_person(&mut self, id: &str, event: &Stored) -> Result<(), String> {
        match Person::read(event).map_err(|e| e.to_string())? {
            PersonChange::Registered { name } => {
                self.people.insert(id.to_owned());
                if let Some(other) = self.names.insert(name.clone(), id.to_owned()) {
                    return Err(format!("{name} is the name of person-{other}, too"));
                }
            }
            PersonChange::Scored { match_id, .. } => {
                if !self.scores.insert((id.to_owned(), match_id.clone())) {
                    return Err(format!("match-{match_id} counts twice"));
                }
            }
        }
        Ok(())
    }
}
