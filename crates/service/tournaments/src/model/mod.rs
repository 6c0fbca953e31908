//! The rules of tournaments and seasons: pure functions of events and settings, without HTTP or I/O.

mod commands;
mod entries;
mod games;
mod limits;
mod openings;
mod plan;
mod refusal;
mod season;
mod settings;
mod state;

pub(crate) use commands::{Attendance, PairingChange};
pub(crate) use entries::{entry, of_person};
pub(crate) use games::NextRoundStart;
pub(crate) use limits::{MAX_COST, MAX_PLAYERS, TournamentCost, check_size, cost, max_arena_games};
pub(crate) use openings::{OpeningChoices, ReadError};
pub(crate) use plan::{CheckedPlan, TournamentPlan, code, read_name};
pub(crate) use refusal::{Refusal, RefusalKind};
pub(crate) use season::{
    MAX_SEASONS, MAX_TOURNAMENTS, Season, SeasonEvent, SeasonPlace, by_host, season_table,
};
pub(crate) use settings::{Entry, EntryPolicy, NextRound, OpeningMoves, TournamentSettings};
pub(crate) use state::{
    ABSENT, CLOCKS, ClockJob, GameSlot, PairedRound, Phase, REPAIRED, SettledGame, Tournament,
    TournamentEvent, by_code, by_season, by_state,
};
