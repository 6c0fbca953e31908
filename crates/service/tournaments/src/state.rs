//! A tournament as it lies in the ledger.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::live::{Stakes, Terms};
use chautari_arena::{Entrant, GameResult, Pairing, Rating, TournamentState, Worth};
use chautari_game::Side;
use chautari_ledger::{self as ledger, Label, NewJob, Stored, Version};
use chautari_matches::model::{Audience, MatchCreated, Player};
use chautari_people::people::Presence;
use chautari_platform::quota::QuotaKind;
use chautari_platform::{MatchId, PersonId, SeasonId, TournamentId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::settings::{Entry, Form, TournamentSettings};
use crate::ENDED_GAMES;

/// The queue of tournaments to be looked at because of the time: they start, an arena ends, somebody does not come.
pub(super) const CLOCKS: &str = "tournament-clocks";

/// A game that was not to be played after all, because the host paired its round anew.
pub(super) const REPAIRED: &str = "repaired";

/// What happens in a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TournamentEvent {
    /// It was set up; unless it waits for its start, it began.
    Begun(TournamentSettings),
    /// Somebody has entered.
    Entered(Entry),
    /// It has started, with this many rounds if it is a Swiss one.
    Started {
        /// How many.
        rounds: u32,
    },
    /// It is settled who meets in the next round.
    Paired {
        /// Who takes which side in the first game.
        meetings: Vec<[u16; 2]>,
        /// Who gets the points without playing.
        free: Vec<u16>,
    },
    /// A game has ended, or will not be played.
    Settled(Game),
    /// The host has paired boards of the last round anew.
    Replaced {
        /// The boards that are not played.
        boards: Vec<usize>,
        /// Those that are played in their place.
        meetings: Vec<[u16; 2]>,
        /// Who gets the points without playing.
        free: Vec<u16>,
    },
    /// A player has left.
    Withdrawn {
        /// Which.
        player: u16,
        /// It did not leave but never came.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
    },
    /// A player who had left is there again.
    Returned {
        /// Which.
        player: u16,
    },
    /// No more games are begun for now.
    Paused,
    /// They are again.
    Resumed,
    /// All games have been played.
    Ended,
}

impl TournamentEvent {
    fn kind(&self) -> &'static str {
        match self {
            TournamentEvent::Begun(_) => "begun",
            TournamentEvent::Entered(_) => "entered",
            TournamentEvent::Started { .. } => "started",
            TournamentEvent::Replaced { .. } => "replaced",
            TournamentEvent::Returned { .. } => "returned",
            TournamentEvent::Paired { .. } => "paired",
            TournamentEvent::Settled(_) => "settled",
            TournamentEvent::Withdrawn { .. } => "withdrawn",
            TournamentEvent::Paused => "paused",
            TournamentEvent::Resumed => "resumed",
            TournamentEvent::Ended => "ended",
        }
    }
}

/// Which game of a tournament; all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Slot {
    pub(super) round: usize,
    pub(super) board: usize,
    pub(super) game: u32,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    #[serde(flatten)]
    pub(super) slot: Slot,
    /// Who played which side.
    pub(super) sides: [u16; 2],
    pub(super) winner: Option<Side>,
    /// Why it ended.
    pub(super) reason: String,
    /// Whether it is worth points to anybody.
    pub(super) counts: bool,
    /// Where it was played; nowhere, if somebody had withdrawn.
    pub(super) r#match: Option<MatchId>,
    /// Whether both sides came and moved: whoever is entered by somebody else and is not there loses points, but
    /// nothing is learnt about how strong it is.
    #[serde(default = "attended", skip_serializing_if = "is_attended")]
    pub(super) attended: bool,
}

fn attended() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_attended(attended: &bool) -> bool {
    *attended
}

/// Who meets in a round, board by board.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) meetings: Vec<[u16; 2]>,
    pub(super) free: Vec<u16>,
    /// The boards that are not played, because the host has paired them anew.
    pub(super) void: Vec<usize>,
}

/// Whether a tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentState)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// It has not started: players enter.
    Open,
    /// It does.
    Running,
    /// Games that have begun go on; no more are begun.
    Paused,
    /// All games have been played.
    Ended,
}

/// A tournament replayed.
#[derive(Clone)]
pub(crate) struct Tournament {
    pub(super) id: TournamentId,
    pub(super) plan: TournamentSettings,
    /// Who has entered, in that order.
    pub(super) players: Vec<Entry>,
    /// Those who were dropped because they did not come.
    pub(super) absent: Vec<u16>,
    pub(super) field: TournamentState,
    pub(super) rounds: Vec<Round>,
    pub(super) games: Vec<Game>,
    pub(super) phase: Phase,
    pub(super) version: Version,
    /// When it was set up.
    pub(super) began_ms: u64,
    /// When the first games could begin.
    pub(super) started_ms: Option<u64>,
    pub(super) changed_ms: u64,
    presence: Arc<Presence>,
}

/// After so many events there is no pause and no coming and going any more. All of its games are fewer.
const MOST_EVENTS: u64 = 50_000;

impl Aggregate for Tournament {
    const WHAT: &'static str = "tournament";
    const PREFIX: &'static str = TournamentId::PREFIX;
    type Id = TournamentId;
    type Context = Arc<Presence>;
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
        presence: &Arc<Presence>,
        id: &TournamentId,
        first: &TournamentEvent,
        stamp: EventMeta,
    ) -> Result<Tournament, CorruptEvents> {
        let TournamentEvent::Begun(plan) = first else {
            return Err(CorruptEvents::new("a tournament begins with `begun`"));
        };
        let plan = plan.clone();
        let rounds = plan.rounds_for(plan.players.len());
        Ok(Tournament {
            id: id.clone(),
            field: TournamentState::new(plan.format(), plan.players.len() as u16, plan.games)
                .with_swiss_rounds(rounds),
            players: plan.players.clone(),
            absent: Vec::new(),
            rounds: Vec::new(),
            games: Vec::new(),
            phase: if plan.waits { Phase::Open } else { Phase::Running },
            version: stamp.version,
            began_ms: stamp.at_ms,
            started_ms: (!plan.waits).then_some(stamp.at_ms),
            changed_ms: stamp.at_ms,
            presence: Arc::clone(presence),
            plan,
        })
    }

    fn apply(
        &mut self,
        _: &Arc<Presence>,
        event: &TournamentEvent,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            TournamentEvent::Begun(_) => {
                return Err(CorruptEvents::new("a tournament begins only once"));
            }
            TournamentEvent::Entered(entry) => {
                self.players.push(entry.clone());
                self.field.enter(self.rounds.len() as u32);
            }
            TournamentEvent::Started { rounds } => {
                self.field.swiss_rounds = *rounds;
                self.phase = Phase::Running;
                self.started_ms = Some(stamp.at_ms);
            }
            TournamentEvent::Paired { meetings, free } => {
                self.field.byes.extend(free.iter().copied().map(Entrant));
                self.rounds.push(Round { meetings: meetings.clone(), free: free.clone(), void: Vec::new() });
            }
            TournamentEvent::Replaced { boards, meetings, free } => {
                let Some(round) = self.rounds.last_mut() else {
                    return Err(CorruptEvents::new("nothing has been paired"));
                };
                // Who was free and meets somebody now is free no more.
                let plays = |player: &u16| meetings.iter().flatten().any(|other| other == player);
                for player in round.free.extract_if(.., |player| plays(player)) {
                    if let Some(at) = self.field.byes.iter().rposition(|free| *free == Entrant(player)) {
                        self.field.byes.remove(at);
                    }
                }
                round.void.extend(boards);
                round.meetings.extend(meetings);
                round.free.extend(free);
                self.field.byes.extend(free.iter().copied().map(Entrant));
            }
            TournamentEvent::Settled(game) => {
                if game.counts {
                    let sides = game.sides.map(Entrant);
                    self.field.results.push(GameResult { sides, winner: game.winner });
                }
                self.games.push(game.clone());
            }
            TournamentEvent::Withdrawn { player, absent } => {
                self.field.withdrawn.push(Entrant(*player));
                if *absent {
                    self.absent.push(*player);
                }
            }
            TournamentEvent::Returned { player } => {
                self.field.withdrawn.retain(|gone| *gone != Entrant(*player));
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
        let season = self.plan.season.as_ref().map(by_season);
        let payer = self.plan.payer.as_ref().filter(|_| !self.is_finished());
        let payers = payer.into_iter().flat_map(|payer| payer.labels(QuotaKind::Tournament));
        [by_state(self.is_finished())].into_iter().chain(season).chain(payers).collect()
    }

    /// The code that leads to it, for as long as it goes on.
    fn claims(&self) -> Vec<Label> {
        self.plan.code.iter().filter(|_| !self.is_finished()).map(|code| by_code(code)).collect()
    }

    /// A look at it, where somebody has begun it or steered it. What the director itself does is followed
    /// by the next step, or by the end of a game. Where the time brings something, one more then.
    fn jobs(&self, _: &Self::Context, before: Option<&Tournament>) -> Vec<NewJob> {
        if self.is_finished() {
            return Vec::new();
        }
        let mut jobs = Vec::new();
        // What was paired in a round changes by the host alone.
        let boards = |tournament: &Tournament| -> usize {
            tournament.rounds.last().map_or(0, |round| round.meetings.len() + round.void.len())
        };
        let steered = |before: &Tournament| {
            self.field.withdrawn.len() != before.field.withdrawn.len()
                || self.phase != before.phase
                || self.players.len() != before.players.len()
                || (self.rounds.len() == before.rounds.len() && boards(self) != boards(before))
        };
        if before.is_none_or(steered) {
            jobs.push(NewJob::new(ENDED_GAMES, json!(self.id)));
        }
        let clock = |delay_ms: u64, round: Option<usize>| NewJob {
            delay: Duration::from_millis(delay_ms),
            ..NewJob::new(CLOCKS, json!(Clock { id: self.id.clone(), round }))
        };
        if before.is_none() && self.phase == Phase::Open {
            jobs.push(clock(0, None));
        }
        let has_started = |tournament: &Tournament| tournament.started_ms.is_some();
        if let Some(lasts_ms) = self.plan.lasts_ms
            && has_started(self)
            && !before.is_some_and(has_started)
        {
            jobs.push(clock(lasts_ms, None));
        }
        if let Some(no_show_ms) = self.plan.no_show_ms {
            let paired = before.map_or(0, |before| before.rounds.len());
            jobs.extend((paired..self.rounds.len()).map(|round| clock(no_show_ms, Some(round))));
        }
        jobs
    }

    fn notification(&self, _: &Self::Context, _: &TournamentEvent) {}

    fn event_limit(event: &TournamentEvent) -> u64 {
        match event {
            TournamentEvent::Entered(_)
            | TournamentEvent::Replaced { .. }
            | TournamentEvent::Returned { .. }
            | TournamentEvent::Paused => MOST_EVENTS,
            // Each of these follows one of those, or there is a bound of its own on them.
            _ => u64::MAX,
        }
    }

    fn is_finished(&self) -> bool {
        self.phase == Phase::Ended
    }
}

/// When a tournament is to be looked at because of the time, and for which round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Clock {
    pub(super) id: TournamentId,
    pub(super) round: Option<usize>,
}

impl Tournament {
    /// The name of a player, as it is told now.
    pub(super) fn name(&self, player: u16) -> &str {
        match self.players.get(usize::from(player)) {
            Some(Entry { name, seat, .. }) => match seat.player.person() {
                Some(id) => self.presence.display_name(id, name),
                None => name,
            },
            None => "",
        }
    }

    /// What a person is called now who was called so.
    pub(super) fn called<'a>(&self, person: &PersonId, then: &'a str) -> &'a str {
        self.presence.display_name(person, then)
    }

    /// The player of that name.
    pub(super) fn player(&self, name: &str) -> Option<u16> {
        self.players.iter().position(|entry| entry.name == name).map(|index| index as u16)
    }

    /// The player that is this person or bot.
    pub(super) fn player_of(&self, who: &Player) -> Option<u16> {
        let is_same = |entry: &Entry| match (who, &entry.seat.player) {
            (Player::Person { id, .. }, Player::Person { id: other, .. }) => id == other,
            (Player::Bot { name }, Player::Bot { name: other }) => name == other,
            _ => false,
        };
        self.players.iter().position(is_same).map(|index| index as u16)
    }

    pub(super) fn has_withdrawn(&self, player: u16) -> bool {
        self.field.withdrawn.contains(&Entrant(player))
    }

    /// Those who are there, as they entered.
    pub(super) fn present(&self) -> impl Iterator<Item = u16> {
        (0..self.players.len() as u16).filter(|player| !self.has_withdrawn(*player))
    }

    /// When an arena is over.
    pub(super) fn ends_ms(&self) -> Option<u64> {
        Some(self.started_ms? + self.plan.lasts_ms?)
    }

    /// The next game of every board that is not done, with who takes which side: of the current round, and of all
    /// pairings of an arena.
    pub(super) fn due(&self) -> Vec<(Slot, [u16; 2])> {
        let first = if self.plan.format == Form::Arena { 0 } else { self.rounds.len().saturating_sub(1) };
        let mut settled: HashMap<(usize, usize), (u32, bool)> = HashMap::new();
        for game in self.games.iter().filter(|game| game.slot.round >= first) {
            let (count, repaired) = settled.entry((game.slot.round, game.slot.board)).or_default();
            *count += 1;
            *repaired |= game.reason == REPAIRED;
        }
        let mut due = Vec::new();
        for (number, round) in self.rounds.iter().enumerate().skip(first) {
            for (board, &[one, two]) in round.meetings.iter().enumerate() {
                let (game, repaired) = settled.get(&(number, board)).copied().unwrap_or_default();
                let meeting = Pairing { sides: [one, two].map(Entrant) };
                let is_due = if round.void.contains(&board) {
                    !repaired
                } else {
                    self.field.has_next_game(meeting, game)
                };
                if is_due {
                    let sides = if game.is_multiple_of(2) { [one, two] } else { [two, one] };
                    due.push((Slot { round: number, board, game }, sides));
                }
            }
        }
        due
    }

    /// Whether the host has paired this board anew.
    pub(super) fn is_void(&self, slot: Slot) -> bool {
        self.rounds.get(slot.round).is_some_and(|round| round.void.contains(&slot.board))
    }

    /// Where a game is played.
    pub(super) fn match_id(&self, slot: Slot) -> MatchId {
        let Slot { round, board, game } = slot;
        MatchId::derived(&["tournament", self.id.as_str(), &format!("{round}.{board}.{game}")])
    }

    /// How a game begins.
    pub(super) fn begun(&self, slot: Slot, sides: [u16; 2]) -> MatchCreated {
        let seats = sides.map(|player| self.players[usize::from(player)].seat.clone());
        let openings = &self.plan.openings;
        let before: usize = self.rounds[..slot.round].iter().map(|round| round.meetings.len()).sum();
        let number = (before + slot.board) * self.plan.games.div_ceil(2) as usize + slot.game as usize / 2;
        let beginning = openings.get(number % openings.len().max(1)).cloned().unwrap_or_default();
        let terms = Terms {
            start: beginning.start,
            opening: beginning.moves,
            control: self.plan.control.map(Into::into),
            stakes: Stakes::Points,
            players: [seats[0].player.party(), seats[1].player.party()],
        };
        MatchCreated {
            game: self.plan.game.clone(),
            terms,
            seats,
            tournament: Some(self.id.clone()),
            audience: Audience::Everybody,
            ratings: None,
            // Whoever does not come is dropped by the tournament.
            no_show_ms: None,
            payer: self.plan.payer.clone(),
        }
    }

    /// What every player is thought to be worth after the games so far.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        let games = self.rated_games();
        let rate = |(entry, games): (&Entry, &Vec<(Rating, f64)>)| {
            let fixed = entry.seat.player.fixed_rating();
            fixed.unwrap_or_else(|| entry.rating().after(games))
        };
        self.players.iter().zip(&games).map(rate).collect()
    }

    /// The games of every player: what the opponent was thought to be worth, and the points made.
    pub(super) fn rated_games(&self) -> Vec<Vec<(Rating, f64)>> {
        let mut games = vec![Vec::new(); self.players.len()];
        let counts = |game: &&Game| game.counts && game.attended && game.r#match.is_some();
        for game in self.games.iter().filter(counts) {
            for side in Side::ALL {
                let [own, other] = [side, side.other()].map(|side| usize::from(game.sides[side.index()]));
                games[own].push((self.players[other].rating(), Worth::of(game.winner, side).points()));
            }
        }
        games
    }
}

/// Tournaments that go on, or do not.
pub(super) fn by_state(over: bool) -> Label {
    Label::new("tournament", if over { "ended" } else { "live" })
}

/// The tournament this code leads to.
pub(super) fn by_code(code: &str) -> Label {
    Label::new("tournament-code", code)
}

/// The tournaments of a season.
pub(super) fn by_season(season: &SeasonId) -> Label {
    Label::new("tournament-season", season.as_str())
}
