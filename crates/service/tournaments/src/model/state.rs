//! The tournament aggregate: its events, and the state they lead to.

use std::time::Duration;

use crate::ENDED_GAMES;
use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::{Entrant, GameResult, TournamentState};
use chautari_game::Side;
use chautari_ledger::{self as ledger, Label, NewJob, Stored, Version};
use chautari_platform::quota::QuotaKind;
use chautari_platform::{MatchId, SeasonId, TournamentId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::settings::{Entry, NextRound, TournamentSettings};

/// The job queue of tournaments that must be advanced at a certain time: the start, the end of a break or of an arena,
/// a player who does not show up.
pub(crate) const CLOCKS: &str = "tournament-clocks";

/// The reason of a game that is not played because the host changed or undid its pairing.
pub(crate) const REPAIRED: &str = "repaired";

/// The reason of a game to which neither player came.
pub(crate) const ABSENT: &str = "absent";

/// The number of events after which the host can pause and change pairings no more, and players can no longer enter
/// and return. All games of a tournament are fewer.
const MAX_EVENTS: u64 = 50_000;

/// An event of a tournament. Players are named by their index in the order of entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "an event is short-lived, and the first of a stream is the only large one"
)]
pub(crate) enum TournamentEvent {
    /// The tournament was created. It starts at once unless the settings tell it to wait.
    #[serde(rename = "begun")]
    Created(TournamentSettings),
    /// A player entered.
    Entered(Entry),
    /// The tournament started.
    Started {
        /// The number of rounds, in a format that sets it.
        rounds: u32,
    },
    /// A round was paired.
    Paired {
        /// The two players at each board, in the order of sides in the first game.
        meetings: Vec<[u16; 2]>,
        /// The players with a bye.
        free: Vec<u16>,
    },
    /// A game ended, or will not be played.
    Settled(SettledGame),
    /// The host changed pairings of the current round, or it was paired again after its pairing was undone.
    Replaced {
        /// The boards that are no longer played.
        boards: Vec<usize>,
        /// The boards that are played in their place.
        meetings: Vec<[u16; 2]>,
        /// More players with a bye.
        free: Vec<u16>,
    },
    /// The host undid the pairing of the current round, which pauses the tournament.
    Unpaired,
    /// A player left.
    Withdrawn {
        /// The player.
        player: u16,
        /// Whether the player did not show up for a game.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
    },
    /// A player who had left returned.
    Returned {
        /// The player.
        player: u16,
    },
    /// The host paused the tournament.
    Paused,
    /// The host resumed the tournament.
    Resumed,
    /// The tournament ended.
    Ended,
}

impl TournamentEvent {
    fn kind(&self) -> &'static str {
        match self {
            TournamentEvent::Created(_) => "begun",
            TournamentEvent::Entered(_) => "entered",
            TournamentEvent::Started { .. } => "started",
            TournamentEvent::Replaced { .. } => "replaced",
            TournamentEvent::Returned { .. } => "returned",
            TournamentEvent::Paired { .. } => "paired",
            TournamentEvent::Settled(_) => "settled",
            TournamentEvent::Unpaired => "unpaired",
            TournamentEvent::Withdrawn { .. } => "withdrawn",
            TournamentEvent::Paused => "paused",
            TournamentEvent::Resumed => "resumed",
            TournamentEvent::Ended => "ended",
        }
    }
}

/// The place of a game in a tournament. All numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GameSlot {
    pub(crate) round: usize,
    pub(crate) board: usize,
    pub(crate) game: u32,
}

/// A game that ended, or that will not be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SettledGame {
    #[serde(flatten)]
    pub(crate) slot: GameSlot,
    /// The players by side.
    pub(crate) sides: [u16; 2],
    pub(crate) winner: Option<Side>,
    /// The reason for the result.
    pub(crate) reason: String,
    /// Whether the game counts. If not, both players get no points.
    pub(crate) counts: bool,
    /// The match; `None` if the game was decided without one.
    pub(crate) r#match: Option<MatchId>,
    /// Whether both players moved. Only then is the game rated: a missing player loses points but no strength.
    #[serde(default = "attended", skip_serializing_if = "is_attended")]
    pub(crate) attended: bool,
}

fn attended() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn is_attended(attended: &bool) -> bool {
    *attended
}

/// The pairings of a round, board by board.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairedRound {
    pub(crate) meetings: Vec<[u16; 2]>,
    /// The players with a bye.
    pub(crate) free: Vec<u16>,
    /// The boards that are not played, because the host changed their pairings.
    pub(crate) void: Vec<usize>,
    /// Whether the host has undone the whole pairing. Only the last round can be in this state.
    pub(crate) is_undone: bool,
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// The tournament has not started; players can enter.
    Open,
    /// Rounds are paired and games begin.
    Running,
    /// Games in progress continue, but no new ones begin.
    Paused,
    /// The standings are final.
    Ended,
}

/// A tournament, replayed from its events.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    pub(crate) id: TournamentId,
    pub(crate) settings: TournamentSettings,
    /// The players in the order of entry.
    pub(crate) players: Vec<Entry>,
    /// The players who were withdrawn because they did not show up.
    pub(crate) absent: Vec<u16>,
    /// The entries and results, for pairings and standings.
    pub(crate) progress: TournamentState,
    pub(crate) rounds: Vec<PairedRound>,
    pub(crate) games: Vec<SettledGame>,
    pub(crate) phase: Phase,
    pub(crate) version: Version,
    /// The time of creation, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// The time of the start, in milliseconds since 1970.
    pub(crate) started_ms: Option<u64>,
    /// The time of the last pairing or result, in milliseconds since 1970. A break begins at this time.
    pub(super) settled_ms: u64,
    /// The time of the last event, in milliseconds since 1970.
    pub(crate) changed_ms: u64,
}

impl Aggregate for Tournament {
    const WHAT: &'static str = "tournament";
    const PREFIX: &'static str = TournamentId::PREFIX;
    type Id = TournamentId;
    type Context = ();
    type Event = TournamentEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<TournamentId> {
        TournamentId::read(text)
    }

    fn read(stored: &Stored) -> Result<TournamentEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &TournamentEvent) -> Result<ledger::Event, CorruptEvents> {
        Ok(ledger::Event { kind: event.kind().to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        (): &(),
        id: &TournamentId,
        first: &TournamentEvent,
        stamp: EventMeta,
    ) -> Result<Tournament, CorruptEvents> {
        let TournamentEvent::Created(settings) = first else {
            return Err(CorruptEvents::new("the first event of a tournament is its creation"));
        };
        let settings = settings.clone();
        let players = settings.players.len();
        let progress = TournamentState::new(settings.format, players as u16, settings.games);
        Ok(Tournament {
            id: id.clone(),
            players: settings.players.clone(),
            progress: progress.with_swiss_rounds(settings.rounds_for(players)),
            absent: Vec::new(),
            rounds: Vec::new(),
            games: Vec::new(),
            phase: if settings.waits { Phase::Open } else { Phase::Running },
            version: stamp.version,
            began_ms: stamp.at_ms,
            started_ms: (!settings.waits).then_some(stamp.at_ms),
            settled_ms: stamp.at_ms,
            changed_ms: stamp.at_ms,
            settings,
        })
    }

    fn apply(&mut self, (): &(), event: &TournamentEvent, stamp: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            TournamentEvent::Created(_) => {
                return Err(CorruptEvents::new("a tournament is created only once"));
            }
            TournamentEvent::Entered(entry) => {
                self.players.push(entry.clone());
                self.progress.enter(self.paired_rounds());
            }
            TournamentEvent::Started { rounds } => {
                self.progress.swiss_rounds = *rounds;
                self.phase = Phase::Running;
                self.started_ms = Some(stamp.at_ms);
            }
            TournamentEvent::Paired { meetings, free } => {
                self.progress.byes.extend(free.iter().copied().map(Entrant));
                let (meetings, free) = (meetings.clone(), free.clone());
                self.rounds.push(PairedRound { meetings, free, ..PairedRound::default() });
                self.settled_ms = stamp.at_ms;
            }
            TournamentEvent::Replaced { boards, meetings, free } => {
                self.replace(boards, meetings, free)?;
                self.settled_ms = stamp.at_ms;
            }
            TournamentEvent::Unpaired => {
                let round = self.last_round()?;
                round.void = (0..round.meetings.len()).collect();
                round.is_undone = true;
                for player in std::mem::take(&mut round.free) {
                    self.remove_bye(player);
                }
                self.phase = Phase::Paused;
            }
            TournamentEvent::Settled(game) => {
                if game.counts {
                    let sides = game.sides.map(Entrant);
                    self.progress.results.push(GameResult { sides, winner: game.winner });
                }
                self.games.push(game.clone());
                self.settled_ms = stamp.at_ms;
            }
            TournamentEvent::Withdrawn { player, absent } => {
                self.progress.withdrawn.push(Entrant(*player));
                if *absent {
                    self.absent.push(*player);
                }
            }
            TournamentEvent::Returned { player } => {
                self.progress.withdrawn.retain(|gone| *gone != Entrant(*player));
                self.absent.retain(|gone| gone != player);
            }
            TournamentEvent::Paused => self.phase = Phase::Paused,
            TournamentEvent::Resumed => self.phase = Phase::Running,
            TournamentEvent::Ended => self.phase = Phase::Ended,
        }
        self.version = stamp.version;
        self.changed_ms = stamp.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        let season = self.settings.season.as_ref().map(by_season);
        let payer = self.settings.payer.as_ref().filter(|_| !self.is_finished());
        let payers = payer.into_iter().flat_map(|payer| payer.labels(QuotaKind::Tournament));
        [by_state(self.is_finished())].into_iter().chain(season).chain(payers).collect()
    }

    /// The join code, until the tournament has ended.
    fn claims(&self) -> Vec<Label> {
        self.settings.code.iter().filter(|_| !self.is_finished()).map(|code| by_code(code)).collect()
    }

    /// Advances the tournament after its creation and after host actions, and at the times when something is due. Steps
    /// of the director itself need no job: they are followed by its next step, or by the end of a game.
    fn jobs(&self, (): &Self::Context, before: Option<&Tournament>) -> Vec<NewJob> {
        if self.is_finished() {
            return Vec::new();
        }
        let mut jobs = Vec::new();
        if before.is_none_or(|before| self.was_steered(before)) {
            jobs.push(NewJob::new(ENDED_GAMES, json!(self.id)));
        }
        let clock = |delay_ms: u64, round: Option<usize>| NewJob {
            delay: Duration::from_millis(delay_ms),
            ..NewJob::new(CLOCKS, json!(ClockJob { id: self.id.clone(), round }))
        };
        if before.is_none() && self.phase == Phase::Open {
            jobs.push(clock(0, None));
        }
        let has_started = |tournament: &Tournament| tournament.started_ms.is_some();
        if let Some(lasts_ms) = self.settings.lasts_ms
            && has_started(self)
            && !before.is_some_and(has_started)
        {
            jobs.push(clock(lasts_ms, None));
        }
        if let Some(ends_ms) = self.break_ends_ms()
            && before.and_then(Tournament::break_ends_ms) != Some(ends_ms)
        {
            jobs.push(clock(ends_ms.saturating_sub(self.changed_ms), None));
        }
        if let Some(no_show_ms) = self.settings.no_show_ms {
            let paired = before.map_or(0, |before| before.paired_rounds() as usize);
            let rounds = paired..self.paired_rounds() as usize;
            jobs.extend(rounds.map(|round| clock(no_show_ms, Some(round))));
        }
        jobs
    }

    fn notification(&self, (): &Self::Context, _: &TournamentEvent) {}

    fn event_limit(event: &TournamentEvent) -> u64 {
        match event {
            TournamentEvent::Entered(_)
            | TournamentEvent::Replaced { .. }
            | TournamentEvent::Unpaired
            | TournamentEvent::Returned { .. }
            | TournamentEvent::Paused => MAX_EVENTS,
            // Each of the others follows one of these, or has a limit of its own.
            _ => u64::MAX,
        }
    }

    fn is_finished(&self) -> bool {
        self.phase == Phase::Ended
    }
}

impl Tournament {
    /// Changes pairings of the last round.
    fn replace(
        &mut self,
        boards: &[usize],
        meetings: &[[u16; 2]],
        free: &[u16],
    ) -> Result<(), CorruptEvents> {
        let plays = |player: &u16| meetings.iter().flatten().any(|other| other == player);
        let round = self.last_round()?;
        let lost: Vec<u16> = round.free.extract_if(.., |player| plays(player)).collect();
        round.is_undone = false;
        round.void.extend(boards);
        round.meetings.extend(meetings);
        round.free.extend(free);
        for player in lost {
            self.remove_bye(player);
        }
        self.progress.byes.extend(free.iter().copied().map(Entrant));
        Ok(())
    }

    fn last_round(&mut self) -> Result<&mut PairedRound, CorruptEvents> {
        self.rounds.last_mut().ok_or_else(|| CorruptEvents::new("no round has been paired"))
    }

    fn remove_bye(&mut self, player: u16) {
        if let Some(at) = self.progress.byes.iter().rposition(|bye| *bye == Entrant(player)) {
            self.progress.byes.remove(at);
        }
    }

    /// Whether a client changed the tournament, so that the director has to look at it.
    fn was_steered(&self, before: &Tournament) -> bool {
        let boards = |tournament: &Tournament| -> usize {
            tournament.rounds.last().map_or(0, |round| round.meetings.len() + round.void.len())
        };
        let is_by_host = self.settings.next_round != NextRound::WhenDone;
        self.progress.withdrawn.len() != before.progress.withdrawn.len()
            || self.phase != before.phase
            || self.players.len() != before.players.len()
            || (self.rounds.len() == before.rounds.len() && boards(self) != boards(before))
            || (self.rounds.len() != before.rounds.len() && is_by_host)
    }
}

/// The body of a job in the queue [`CLOCKS`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ClockJob {
    pub(crate) id: TournamentId,
    /// The round in which players may not show up; `None` for the start, the end and breaks.
    pub(crate) round: Option<usize>,
}

/// The label of tournaments that have ended, or that have not.
pub(crate) fn by_state(has_ended: bool) -> Label {
    Label::new("tournament", if has_ended { "ended" } else { "live" })
}

/// The label of the tournament with this join code.
pub(crate) fn by_code(code: &str) -> Label {
    Label::new("tournament-code", code)
}

/// The label of the tournaments of a season.
pub(crate) fn by_season(season: &SeasonId) -> Label {
    Label::new("tournament-season", season.as_str())
}
