//! Seasons: tournaments whose points add up to one table.
//!
//! A season stores only its name and host. Tournaments name the season they belong to, and the table is computed from
//! their standings, so that nothing has to be kept in step.

use std::collections::HashMap;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_ledger::{self as ledger, Label, Stored};
use chautari_matches::model::Player;
use chautari_platform::{PersonId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::state::{Phase, Tournament};

/// The largest number of tournaments per season.
pub(crate) const MAX_TOURNAMENTS: usize = 100;

/// The largest number of seasons per person.
pub(crate) const MAX_SEASONS: usize = 50;

/// An event of a season.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum SeasonEvent {
    /// The season was created.
    #[serde(rename = "begun")]
    Created {
        /// The name.
        name: String,
        /// The person whose tournaments it consists of.
        host: PersonId,
    },
    /// An event that only a later version of the program knows.
    #[serde(other)]
    Unknown,
}

/// A season, replayed from its events.
#[derive(Clone, Debug)]
pub(crate) struct Season {
    pub(crate) id: SeasonId,
    pub(crate) name: String,
    pub(crate) host: PersonId,
    /// The time of creation, in milliseconds since 1970.
    pub(crate) began_ms: u64,
}

impl Aggregate for Season {
    const WHAT: &'static str = "season";
    const PREFIX: &'static str = SeasonId::PREFIX;
    type Id = SeasonId;
    type Context = ();
    type Event = SeasonEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<SeasonId> {
        SeasonId::read(text)
    }

    fn read(stored: &Stored) -> Result<SeasonEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &SeasonEvent) -> Result<ledger::Event, CorruptEvents> {
        let body = serde_json::to_value(event)?;
        let kind = body["type"].as_str().unwrap_or_default().to_owned();
        Ok(ledger::Event { kind, body })
    }

    fn begin((): &(), id: &SeasonId, first: &SeasonEvent, stamp: EventMeta) -> Result<Season, CorruptEvents> {
        let SeasonEvent::Created { name, host } = first else {
            return Err(CorruptEvents::new("the first event of a season is its creation"));
        };
        Ok(Season { id: id.clone(), name: name.clone(), host: host.clone(), began_ms: stamp.at_ms })
    }

    fn apply(&mut self, (): &(), _: &SeasonEvent, _: EventMeta) -> Result<(), CorruptEvents> {
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![by_host(&self.host)]
    }

    fn notification(&self, (): &Self::Context, _: &SeasonEvent) {}

    fn is_finished(&self) -> bool {
        false
    }
}

/// The label of the seasons of a person.
pub(crate) fn by_host(host: &PersonId) -> Label {
    Label::new("season-host", host.as_str())
}

/// A row of a season's table.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeasonPlace {
    /// The rank, from 1. Players who are equal in all criteria share one.
    pub(crate) rank: usize,
    /// The name of the player, in the latest tournament.
    pub(crate) player: String,
    /// The points of all tournaments together.
    pub(crate) points: f64,
    /// The number of finished tournaments in which the player was first.
    pub(crate) firsts: u32,
    /// The number of games won.
    pub(crate) wins: u32,
    /// The points in each tournament, oldest tournament first; `null` if the player did not take part.
    #[schema(value_type = Vec<Option<f64>>)]
    pub(crate) by_tournament: Vec<Option<f64>>,
}

impl SeasonPlace {
    /// Returns the ranking criteria, greater is better. Points are counted in halves, so that they are exact.
    fn criteria(&self) -> (u64, u32, u32) {
        ((2.0 * self.points) as u64, self.firsts, self.wins)
    }
}

/// Returns the key by which a player is recognised in other tournaments of the season.
fn identity(sitter: &Player, name: &str) -> String {
    match sitter {
        Player::Person { id, .. } => format!("person {id}"),
        Player::Bot { name } => format!("bot {name}"),
        _ => format!("engine {name}"),
    }
}

/// Computes the table of a season from its tournaments, oldest first. `name` returns the current name of a player.
pub(crate) fn season_table<'a>(
    tournaments: &[&'a Tournament],
    name: impl Fn(&'a Tournament, u16) -> &'a str,
) -> Vec<SeasonPlace> {
    let mut rows: HashMap<String, SeasonPlace> = HashMap::new();
    for (index, tournament) in tournaments.iter().copied().enumerate() {
        // Without any result all players share the first rank, but none has won the tournament.
        let is_won = tournament.phase == Phase::Ended && !tournament.progress.results.is_empty();
        for place in tournament.progress.standings() {
            let player = place.player.0;
            let entry = &tournament.players[usize::from(player)];
            let row = rows.entry(identity(&entry.seat.player, &entry.name)).or_insert_with(|| SeasonPlace {
                rank: 0,
                player: String::new(),
                points: 0.0,
                firsts: 0,
                wins: 0,
                by_tournament: vec![None; tournaments.len()],
            });
            let points = f64::from(place.half_points) / 2.0;
            name(tournament, player).clone_into(&mut row.player);
            row.points += points;
            row.wins += place.games[0];
            row.firsts += u32::from(place.rank == 1 && is_won);
            row.by_tournament[index] = Some(points);
        }
    }
    let mut rows: Vec<SeasonPlace> = rows.into_values().collect();
    rows.sort_by(|a, b| b.criteria().cmp(&a.criteria()).then_with(|| a.player.cmp(&b.player)));
    let criteria: Vec<_> = rows.iter().map(SeasonPlace::criteria).collect();
    for (row, own) in rows.iter_mut().zip(&criteria) {
        row.rank = 1 + criteria.iter().take_while(|other| *other != own).count();
    }
    rows
}
