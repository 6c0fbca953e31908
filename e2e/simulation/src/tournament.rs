//! Tournaments: the pairings of the arena, as an aggregate.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::{Entrant, Format, GameResult, Pairing, Round, TournamentState};
use chautari_game::Side;
use chautari_ledger::{Event, Label, NewJob, Stored};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::NodeContext;
use crate::matches::DIRECTIONS;

/// The place of a game: its round, its board, and its number on that board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Slot {
    pub(crate) round: u32,
    pub(crate) board: u32,
    pub(crate) game: u32,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.board, self.game)
    }
}

/// An event of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TournamentChange {
    Created { format: Format, games: u32 },
    Entered { player: String },
    Started,
    Paired { pairings: Vec<[u16; 2]>, byes: Vec<u16> },
    Settled { slot: Slot, match_id: String, winner: Option<Side> },
    Finished,
}

/// A tournament: entries, pairings and results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tournament {
    pub(crate) id: String,
    pub(crate) arena: TournamentState,
    pub(crate) players: Vec<String>,
    pub(crate) rounds: Vec<Vec<Pairing>>,
    /// The match of each game that has ended.
    pub(crate) settled: BTreeMap<Slot, String>,
    pub(crate) is_started: bool,
    pub(crate) is_finished: bool,
}

/// The next step of a tournament.
pub(crate) enum NextStep {
    /// Players may enter, or all is done.
    Nothing,
    /// These games are in progress, or must begin.
    Play(Vec<Slot>),
    Pair(Round),
    Finish,
}

impl Tournament {
    pub(crate) fn new(id: &str, first: &TournamentChange) -> Result<Tournament, CorruptEvents> {
        let TournamentChange::Created { format, games } = first else {
            return Err(CorruptEvents::new("a tournament begins with its format"));
        };
        Ok(Tournament {
            id: id.to_owned(),
            arena: TournamentState::new(*format, 0, *games).with_swiss_rounds(3),
            players: Vec::new(),
            rounds: Vec::new(),
            settled: BTreeMap::new(),
            is_started: false,
            is_finished: false,
        })
    }

    pub(crate) fn take_in(&mut self, change: &TournamentChange) -> Result<(), CorruptEvents> {
        let allow = |is_possible: bool| {
            is_possible.then_some(()).ok_or_else(|| CorruptEvents::new(format!("{change:?} is out of place")))
        };
        allow(!self.is_finished)?;
        match change {
            TournamentChange::Created { .. } => allow(false)?,
            TournamentChange::Entered { player } => {
                allow(!self.is_started && !self.players.contains(player))?;
                self.arena.enter(0);
                self.players.push(player.clone());
            }
            TournamentChange::Started => {
                allow(!self.is_started && self.players.len() >= 2)?;
                self.is_started = true;
            }
            TournamentChange::Paired { pairings, byes } => {
                // With all games of the round before settled, and as the arena pairs.
                let round = Round {
                    pairings: pairings.iter().map(|sides| Pairing { sides: sides.map(Entrant) }).collect(),
                    byes: byes.iter().copied().map(Entrant).collect(),
                };
                allow(self.is_started && self.open_games().is_empty())?;
                allow(self.arena.next_round(self.rounds.len() as u32).as_ref() == Some(&round))?;
                self.arena.byes.extend(&round.byes);
                self.rounds.push(round.pairings);
            }
            TournamentChange::Settled { slot, match_id, winner } => {
                allow(self.open_games().contains(slot))?;
                self.arena.results.push(GameResult { sides: self.sides(*slot), winner: *winner });
                self.settled.insert(*slot, match_id.clone());
            }
            TournamentChange::Finished => {
                allow(self.is_started && self.open_games().is_empty())?;
                allow(self.arena.next_round(self.rounds.len() as u32).is_none())?;
                self.is_finished = true;
            }
        }
        Ok(())
    }

    /// The games of the current round that are in progress, or must begin: one per board.
    fn open_games(&self) -> Vec<Slot> {
        let Some((round, pairings)) = self.rounds.iter().enumerate().next_back() else { return Vec::new() };
        let next = |(board, pairing): (usize, &Pairing)| {
            let (round, board) = (round as u32, board as u32);
            let all = self.settled.len() as u32;
            let played = (0..=all).find(|&game| !self.settled.contains_key(&Slot { round, board, game }))?;
            self.arena.has_next_game(*pairing, played).then_some(Slot { round, board, game: played })
        };
        pairings.iter().enumerate().filter_map(next).collect()
    }

    pub(crate) fn next_step(&self) -> NextStep {
        if !self.is_started || self.is_finished {
            return NextStep::Nothing;
        }
        let open = self.open_games();
        if !open.is_empty() {
            return NextStep::Play(open);
        }
        self.arena.next_round(self.rounds.len() as u32).map_or(NextStep::Finish, NextStep::Pair)
    }

    /// The entrants of a game, in the order of their sides, which are exchanged after each game.
    fn sides(&self, slot: Slot) -> [Entrant; 2] {
        let [one, two] = self.rounds[slot.round as usize][slot.board as usize].sides;
        if slot.game.is_multiple_of(2) { [one, two] } else { [two, one] }
    }

    pub(crate) fn players_of(&self, slot: Slot) -> [String; 2] {
        self.sides(slot).map(|entrant| self.players[usize::from(entrant.0)].clone())
    }
}

impl Aggregate for Tournament {
    const WHAT: &'static str = "tournament";
    const PREFIX: &'static str = "tournament-";

    type Id = String;
    type Context = Arc<NodeContext>;
    type Event = TournamentChange;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<TournamentChange, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &TournamentChange) -> Result<Event, CorruptEvents> {
        let body = serde_json::to_value(event)?;
        let kind = match event {
            TournamentChange::Created { .. } => "created",
            TournamentChange::Entered { .. } => "entered",
            TournamentChange::Started => "started",
            TournamentChange::Paired { .. } => "paired",
            TournamentChange::Settled { .. } => "settled",
            TournamentChange::Finished => "finished",
        };
        Ok(Event { kind: kind.to_owned(), body })
    }

    fn begin(
        _: &Arc<NodeContext>,
        id: &String,
        first: &TournamentChange,
        _: EventMeta,
    ) -> Result<Tournament, CorruptEvents> {
        Tournament::new(id, first)
    }

    fn apply(
        &mut self,
        _: &Arc<NodeContext>,
        event: &TournamentChange,
        _: EventMeta,
    ) -> Result<(), CorruptEvents> {
        self.take_in(event)
    }

    fn labels(&self) -> Vec<Label> {
        vec![Label::new("tournaments", if self.is_finished { "over" } else { "open" })]
    }

    fn jobs(&self, _: &Self::Context, before: Option<&Tournament>) -> Vec<NewJob> {
        let begins = self.is_started && before.is_some_and(|before| !before.is_started);
        begins.then(|| NewJob::new(DIRECTIONS, json!({ "tournament": self.id }))).into_iter().collect()
    }

    fn notification(&self, _: &Self::Context, _: &TournamentChange) {}

    fn is_finished(&self) -> bool {
        self.is_finished
    }

    fn follows_remote() -> bool {
        true
    }
}
