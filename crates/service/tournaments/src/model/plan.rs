//! The settings of a new tournament: limits and defaults.

use std::ops::RangeInclusive;

use chautari_arena::live::TimeControl;
use chautari_arena::{Format, PairedBy};
use chautari_http::TokenHash;
use chautari_matches::model::is_correspondence;

use super::limits::{MAX_GAMES_PER_PAIRING, MAX_ROUNDS};
use super::refusal::Refusal;
use super::settings::{EntryPolicy, NextRound};

pub(super) const MAX_NAME: usize = 80;

const DAY_MS: u64 = 24 * 3_600_000;

/// The longest time in advance for which a start can be planned.
const MAX_START_AHEAD_MS: u64 = 366 * DAY_MS;

const DURATION_MS: RangeInclusive<u64> = 1000..=DAY_MS;
const DEFAULT_DURATION_MS: u64 = 3_600_000;

const BREAK_MS: RangeInclusive<u64> = 1000..=DAY_MS;
const DEFAULT_BREAK_MS: u64 = 60_000;

const NO_SHOW_MS: RangeInclusive<u64> = 500..=7 * DAY_MS;
const DEFAULT_NO_SHOW_MS: u64 = 180_000;

/// The time control of guests. Without a clock, a player who does not show up would be waited for without end.
const DEFAULT_CLOCK: TimeControl = TimeControl::Game { initial_ms: 300_000, increment_ms: 2000, delay_ms: 0 };

/// The chosen settings of a new tournament. `None` selects the default.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPlan {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) rounds: Option<u32>,
    pub(crate) games_per_pair: Option<u32>,
    pub(crate) entrance: EntryPolicy,
    pub(crate) waits: Option<bool>,
    pub(crate) starts_ms: Option<u64>,
    pub(crate) no_show_ms: Option<u64>,
    pub(crate) lasts_ms: Option<u64>,
    pub(crate) next_round: NextRound,
    pub(crate) break_ms: Option<u64>,
    pub(crate) clock: Option<TimeControl>,
}

/// The settings of a new tournament after [`TournamentPlan::check`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CheckedPlan {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) rounds: Option<u32>,
    pub(crate) games: u32,
    pub(crate) entrance: EntryPolicy,
    pub(crate) waits: bool,
    pub(crate) starts_ms: Option<u64>,
    pub(crate) no_show_ms: Option<u64>,
    pub(crate) lasts_ms: Option<u64>,
    pub(crate) next_round: NextRound,
    pub(crate) break_ms: u64,
    pub(crate) control: Option<TimeControl>,
}

impl TournamentPlan {
    /// Checks the settings against the limits and fills in the defaults. `players` is the number of players entered at
    /// the creation, `has_guests` whether the server does not play for all of them.
    pub(crate) fn check(self, players: usize, has_guests: bool, now_ms: u64) -> Result<CheckedPlan, Refusal> {
        let is_open = self.entrance != EntryPolicy::Closed;
        let waits = self.waits.unwrap_or(is_open || self.starts_ms.is_some());
        if !waits && players < self.format.min_present() {
            return Err(Refusal::NoPlayersToStart);
        }
        let games = self.games_per_pair.unwrap_or(1);
        if !(1..=MAX_GAMES_PER_PAIRING).contains(&games) {
            return Err(Refusal::GamesPerPairing);
        }
        if self.rounds.is_some_and(|rounds| !(1..=MAX_ROUNDS).contains(&rounds)) {
            return Err(Refusal::Rounds);
        }
        if self.starts_ms.is_some_and(|starts| starts > now_ms + MAX_START_AHEAD_MS) {
            return Err(Refusal::StartTime);
        }
        let is_by_clock = self.format.paired_by() == PairedBy::Clock;
        let control = self.clock.map(TimeControl::vet).transpose();
        let control = control.map_err(|error| Refusal::Clock(error.to_string()))?;
        let control = control.or((waits || is_open || has_guests).then_some(DEFAULT_CLOCK));
        Ok(CheckedPlan {
            name: read_name(self.name).ok_or(Refusal::Name)?,
            format: self.format,
            rounds: self.rounds,
            games: if is_by_clock { 1 } else { games },
            entrance: self.entrance,
            waits,
            starts_ms: self.starts_ms,
            no_show_ms: no_show(self.no_show_ms, waits, control)?,
            lasts_ms: duration(self.lasts_ms, is_by_clock)?,
            next_round: self.next_round,
            break_ms: break_between(self.break_ms, self.next_round)?,
            control,
        })
    }
}

/// Returns the name of a tournament or season if it is neither blank nor too long.
pub(crate) fn read_name(name: String) -> Option<String> {
    (!name.trim().is_empty() && name.len() <= MAX_NAME && chautari_game::is_plain_line(&name)).then_some(name)
}

/// Returns the duration of a tournament, which only one paired by the clock has.
fn duration(chosen: Option<u64>, is_by_clock: bool) -> Result<Option<u64>, Refusal> {
    match chosen {
        Some(_) if !is_by_clock => Err(Refusal::HasNoDuration),
        None if !is_by_clock => Ok(None),
        chosen => {
            let ms = chosen.unwrap_or(DEFAULT_DURATION_MS);
            DURATION_MS.contains(&ms).then_some(Some(ms)).ok_or(Refusal::Duration)
        }
    }
}

/// Returns the break between rounds, in milliseconds; 0 without breaks.
fn break_between(chosen: Option<u64>, next_round: NextRound) -> Result<u64, Refusal> {
    match (next_round, chosen) {
        (NextRound::AfterBreak, chosen) => {
            let ms = chosen.unwrap_or(DEFAULT_BREAK_MS);
            BREAK_MS.contains(&ms).then_some(ms).ok_or(Refusal::Break)
        }
        (_, None) => Ok(0),
        (_, Some(_)) => Err(Refusal::Break),
    }
}

/// Returns the time after which a missing player is withdrawn; `None` if the clock alone decides.
fn no_show(chosen: Option<u64>, waits: bool, control: Option<TimeControl>) -> Result<Option<u64>, Refusal> {
    match chosen {
        Some(0) => Ok(None),
        Some(ms) if NO_SHOW_MS.contains(&ms) => Ok(Some(ms)),
        Some(_) => Err(Refusal::NoShow),
        None => Ok((waits && !is_correspondence(control.map(Into::into))).then_some(DEFAULT_NO_SHOW_MS)),
    }
}

/// Derives a join code: six letters and digits that cannot be mistaken for each other when read aloud.
pub(crate) fn code(hash: TokenHash) -> String {
    const ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    let mut number = hash.digest();
    let mut next = || {
        let sign = ALPHABET[(number % 31) as usize];
        number /= 31;
        char::from(sign)
    };
    (0..6).map(|_| next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: u64 = 1_000_000;

    fn plan(format: Format) -> TournamentPlan {
        TournamentPlan {
            name: "Cup".to_owned(),
            format,
            rounds: None,
            games_per_pair: None,
            entrance: EntryPolicy::Closed,
            waits: None,
            starts_ms: None,
            no_show_ms: None,
            lasts_ms: None,
            next_round: NextRound::WhenDone,
            break_ms: None,
            clock: None,
        }
    }

    #[test]
    fn tournament_of_engines_starts_at_once_without_a_clock() {
        let checked = plan(Format::RoundRobin).check(2, false, NOW_MS).unwrap();
        assert_eq!((checked.waits, checked.control, checked.no_show_ms), (false, None, None));
        assert_eq!(plan(Format::RoundRobin).check(1, false, NOW_MS), Err(Refusal::NoPlayersToStart));
        assert!(plan(Format::Arena).check(0, false, NOW_MS).is_ok(), "players may come at any time");
    }

    #[test]
    fn open_tournament_waits_and_has_a_clock_and_a_no_show_time() {
        let open = TournamentPlan { entrance: EntryPolicy::Code, ..plan(Format::Swiss) };
        let checked = open.check(0, false, NOW_MS).unwrap();
        assert_eq!((checked.waits, checked.control), (true, Some(DEFAULT_CLOCK)));
        assert_eq!(checked.no_show_ms, Some(DEFAULT_NO_SHOW_MS));
        let patient = TournamentPlan {
            entrance: EntryPolicy::Code,
            clock: Some(TimeControl::Move { per_move_ms: DAY_MS }),
            ..plan(Format::Swiss)
        };
        assert_eq!(patient.check(0, false, NOW_MS).unwrap().no_show_ms, None, "correspondence");
    }

    #[test]
    fn only_a_tournament_by_the_clock_has_a_duration() {
        let lasting = |format, lasts_ms| TournamentPlan { lasts_ms, ..plan(format) }.check(2, false, NOW_MS);
        assert_eq!(lasting(Format::Arena, None).unwrap().lasts_ms, Some(DEFAULT_DURATION_MS));
        assert_eq!(lasting(Format::Arena, Some(999)), Err(Refusal::Duration));
        assert_eq!(lasting(Format::Swiss, Some(60_000)), Err(Refusal::HasNoDuration));
        assert_eq!(lasting(Format::Swiss, None).unwrap().lasts_ms, None);
    }

    #[test]
    fn break_needs_the_rounds_to_begin_after_it() {
        let with = |next_round, break_ms| {
            TournamentPlan { next_round, break_ms, ..plan(Format::Swiss) }
                .check(2, false, NOW_MS)
                .map(|checked| checked.break_ms)
        };
        assert_eq!(with(NextRound::WhenDone, None), Ok(0));
        assert_eq!(with(NextRound::ByHost, Some(5000)), Err(Refusal::Break));
        assert_eq!(with(NextRound::AfterBreak, None), Ok(DEFAULT_BREAK_MS));
        assert_eq!(with(NextRound::AfterBreak, Some(999)), Err(Refusal::Break));
        assert_eq!(with(NextRound::AfterBreak, Some(5000)), Ok(5000));
    }

    #[test]
    fn values_beyond_the_limits_are_refused() {
        let with = |change: fn(&mut TournamentPlan)| {
            let mut plan = plan(Format::Swiss);
            change(&mut plan);
            plan.check(2, false, NOW_MS)
        };
        assert_eq!(with(|plan| plan.name = " ".to_owned()), Err(Refusal::Name));
        assert_eq!(with(|plan| plan.name = "x".repeat(MAX_NAME + 1)), Err(Refusal::Name));
        assert_eq!(with(|plan| plan.games_per_pair = Some(0)), Err(Refusal::GamesPerPairing));
        assert_eq!(with(|plan| plan.rounds = Some(MAX_ROUNDS + 1)), Err(Refusal::Rounds));
        assert_eq!(with(|plan| plan.starts_ms = Some(u64::MAX)), Err(Refusal::StartTime));
        assert_eq!(with(|plan| plan.no_show_ms = Some(499)), Err(Refusal::NoShow));
    }
}
