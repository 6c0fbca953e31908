//! How large a tournament may be: by what its games cost, told before anybody begins one.

use axum::Json;
use chautari_http::problem;
use chautari_http::{Problem, QueryParams};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::settings::Form;

pub(super) const MOST_PLAYERS: usize = 256;
pub(super) const MOST_GAMES_PER_PAIR: u32 = 100;
pub(super) const MOST_ROUNDS: u32 = 50;

/// What all games of a tournament may cost together. Two hundred people may all meet; thirty may meet ten times.
const MOST_COST: u64 = 20_000;

/// A game costs one; where the house plays in it, a core has to think for it.
const HOUSE: u64 = 4;

/// A tournament that somebody thinks of.
#[derive(Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Size {
    #[param(inline)]
    format: Option<Form>,
    /// How many enter.
    players: Option<usize>,
    /// How many of them the house plays for: engines, and random ones [default: none].
    house: Option<usize>,
    /// How many rounds a Swiss tournament has [default: enough to find one winner].
    rounds: Option<u32>,
    /// How many games a meeting has [default: 1].
    games_per_pair: Option<u32>,
}

/// What a tournament may have.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentLimits)]
pub(super) struct Limits {
    /// The most players.
    players: usize,
    /// What all games may cost together: one each, and four more where the house plays in it.
    cost: u64,
    /// What the tournament asked about would be.
    #[schema(required)]
    asked: Option<Cost>,
}

/// How many games a tournament has at most, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentCost)]
#[allow(clippy::struct_field_names, reason = "what a tournament costs has a cost")]
pub(super) struct Cost {
    games: u64,
    cost: u64,
    /// Whether it may be begun.
    allowed: bool,
}

/// How large a tournament may be, and how large one would be
#[utoipa::path(
    get, operation_id = "get_tournament_limits", path = "/tournaments/limits", tag = "tournaments", params(Size),
    responses(
        (status = OK, body = Limits, description = "The limits; with `format` and `players`, what such a tournament costs"),
        (status = BAD_REQUEST, body = problem::Body),
    ),
)]
pub(super) async fn limits(QueryParams(size): QueryParams<Size>) -> Json<Limits> {
    let asked = size.format.zip(size.players).map(|(format, players)| {
        let games = size.games_per_pair.unwrap_or(1);
        let cost = cost(format, players, size.rounds.unwrap_or(0), games, size.house.unwrap_or(0));
        // None at all is not the same as nothing said.
        Cost { allowed: cost.allowed && size.rounds != Some(0), ..cost }
    });
    Json(Limits { players: MOST_PLAYERS, cost: MOST_COST, asked })
}

/// What a tournament costs at most. An arena ends by the clock: its games are counted as they are begun. Numbers that no
/// tournament has are counted as the first ones beyond those it may have, so that nothing overflows.
fn cost(format: Form, players: usize, rounds: u32, games: u32, house: usize) -> Cost {
    let fits = players <= MOST_PLAYERS && rounds <= MOST_ROUNDS && (1..=MOST_GAMES_PER_PAIR).contains(&games);
    let (players, rounds) = (players.min(MOST_PLAYERS + 1), rounds.min(MOST_ROUNDS + 1));
    let (n, games) = (players as u64, u64::from(games.min(MOST_GAMES_PER_PAIR + 1)));
    let house = house.min(players) as u64;
    let rounds =
        if rounds == 0 { u64::from(players.next_power_of_two().trailing_zeros()) } else { rounds.into() };
    let all = n * n.saturating_sub(1) / 2;
    // The meetings between guests; in all others the house plays.
    let among_guests = (n - house) * (n - house).saturating_sub(1) / 2;
    let (meetings, with_house) = match format {
        Form::RoundRobin => (all, all - among_guests),
        Form::DoubleRoundRobin => (2 * all, 2 * (all - among_guests)),
        Form::Swiss => (rounds * n.div_ceil(2), rounds * house.min(n.div_ceil(2))),
        // The house may be the one whom everybody meets, or go on to the end.
        Form::Gauntlet => (n.saturating_sub(1), if house > 0 { n.saturating_sub(1) } else { 0 }),
        Form::Knockout => (n.saturating_sub(1), (house * rounds).min(n.saturating_sub(1))),
        Form::Arena => (n, house),
    };
    let (games, cost) = (meetings * games, (meetings + HOUSE * with_house) * games);
    Cost { games, cost, allowed: fits && cost <= MOST_COST }
}

/// Whether a tournament may be so large.
pub(super) fn vet(
    format: Form,
    players: usize,
    rounds: u32,
    games: u32,
    house: usize,
) -> Result<(), Problem> {
    let Cost { games, cost, allowed } = cost(format, players, rounds, games, house);
    if allowed {
        return Ok(());
    }
    if players > MOST_PLAYERS {
        return Err(Problem::unprocessable(
            "players",
            format!("A tournament has at most {MOST_PLAYERS} players."),
        ));
    }
    let text = format!(
        "With {players} players there are {games} games, which cost {cost}; a tournament may cost at most {MOST_COST}."
    );
    Err(Problem::unprocessable("cost", text))
}

/// How many games an arena may begin with this many of its players played for by the house.
pub(super) fn most_arena_games(house: usize) -> usize {
    (if house == 0 { MOST_COST } else { MOST_COST / (1 + HOUSE) }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_players_may_meet_in_two_pairs_of_games() {
        let class = cost(Form::RoundRobin, 30, 0, 4, 0);
        assert_eq!(class, Cost { games: 1740, cost: 1740, allowed: true });
        assert!(vet(Form::RoundRobin, 30, 0, 4, 30).is_ok(), "engines too");
        assert!(vet(Form::DoubleRoundRobin, 128, 0, 4, 0).is_err());
        assert!(vet(Form::Knockout, MOST_PLAYERS + 1, 0, 1, 0).is_err());
        assert_eq!(cost(Form::Gauntlet, 0, 0, 1, 0).games, 0);
        assert!(cost(Form::Swiss, 4, MOST_ROUNDS, 1, 0).allowed, "as long as it may be");
        assert_eq!(
            cost(Form::RoundRobin, 3, 0, 1, 1).cost,
            3 + 2 * 4,
            "two of three games have the house in them"
        );
    }
}
