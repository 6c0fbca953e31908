//! `GET /people/me/insights`: statistics of the client's matches.

use axum::Json;
use axum::extract::State;
use chautari_arena::live::TimeControl;
use chautari_game::{AnyGame, Side};
use chautari_http::cost::Think;
use chautari_http::problem;
use chautari_http::{Problem, QueryParams};
use chautari_people::people::Person;
use chautari_people::{Caller, SignedIn};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::opponents::{Subject, visit_matches};
use crate::Matches;
use crate::model::{MatchState, player_view};

/// Plies that identify an opening without a name.
const OPENING_PLIES: usize = 4;

/// Entries per list.
const MAX_ENTRIES: usize = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GetInsightsParams {
    /// The game, with its rules.
    game: String,
}

/// The results of a person.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = OwnResults)]
struct Results {
    /// The number of matches won.
    wins: u32,
    /// The number of draws.
    draws: u32,
    /// The number of matches lost.
    losses: u32,
}

impl Results {
    fn total(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// Statistics of a person's latest 500 matches.
#[derive(Serialize, ToSchema)]
pub(super) struct Insights {
    /// The results of all matches.
    all: Results,
    /// The results by side.
    sides: Vec<BySide>,
    /// The results by the person's time control, most frequent first.
    clocks: Vec<ByClock>,
    /// The results by opponent, most frequent first.
    opponents: Vec<ByOpponent>,
    /// The results by opening, most frequent first; only matches from the usual start.
    openings: Vec<ByOpening>,
}

/// The results with one side.
#[derive(Serialize, ToSchema)]
struct BySide {
    /// The side of the person.
    side: &'static str,
    #[serde(flatten)]
    results: Results,
}

/// The results with one time control.
#[derive(Serialize, ToSchema)]
struct ByClock {
    /// The time control of the person; `null` for unlimited time.
    #[schema(required)]
    clock: Option<TimeControl>,
    #[serde(flatten)]
    results: Results,
}

/// The results against one opponent.
#[derive(Serialize, ToSchema)]
struct ByOpponent {
    /// The name of the opponent.
    opponent: String,
    #[serde(flatten)]
    results: Results,
}

/// The results with one opening and side.
#[derive(Serialize, ToSchema)]
struct ByOpening {
    /// The name of the opening, if it has one. Transpositions are merged then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<&'static str>,
    /// The first plies of an opening without a name, in the canonical notation.
    moves: Vec<String>,
    /// These plies as people write them.
    human: Vec<String>,
    /// The side of the person.
    side: &'static str,
    #[serde(flatten)]
    results: Results,
}

/// Results by key.
struct Tally<K>(Vec<(K, Results)>);

impl<K: PartialEq> Tally<K> {
    fn add(&mut self, key: K, add: impl FnOnce(&mut Results)) {
        let index = self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, Results::default()));
            self.0.len() - 1
        });
        add(&mut self.0[index].1);
    }

    /// Returns the most frequent entries, mapped.
    fn top<T>(mut self, entry: impl FnMut((K, Results)) -> T) -> Vec<T> {
        self.0.sort_by_key(|(_, results)| std::cmp::Reverse(results.total()));
        self.0.into_iter().take(MAX_ENTRIES).map(entry).collect()
    }
}

/// Get your results by side, clock, opponent and opening
///
/// Use it to show a person their strengths and weaknesses in a game. Counts their latest 500 matches.
#[utoipa::path(
    get, operation_id = "get_insights", path = "/people/me/insights", tag = "people", params(GetInsightsParams),
    security(("token" = [])),
    responses(
        (status = OK, body = Insights, description = "Your results"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn get(
    State(app): State<Matches>,
    // Hundreds of replays cost as much as a search.
    caller: Caller<SignedIn<Person>, Think>,
    QueryParams(GetInsightsParams { game }): QueryParams<GetInsightsParams>,
) -> Result<Json<Insights>, Problem> {
    let game = app.platform().game(&game)?;
    let name = app.platform().name_of(&*game);
    app.platform().read(caller.client, insights(&app, &caller.identity.id, &*game, name)).await.map(Json)
}

async fn insights(
    app: &Matches,
    person: &PersonId,
    game: &dyn AnyGame,
    name: String,
) -> Result<Insights, Problem> {
    let (info, presence) = (game.info(), app.store().presence());
    let mut all = Results::default();
    let (mut sides, mut clocks) = (Tally(Vec::new()), Tally(Vec::new()));
    let (mut opponents, mut openings) = (Tally(Vec::new()), Tally(Vec::new()));
    visit_matches(app, &Subject::Person(person.clone()), |state, side, winner| {
        if state.created.game != name {
            return;
        }
        let add = |results: &mut Results| match winner {
            None => results.draws += 1,
            Some(winner) if winner == side => results.wins += 1,
            Some(_) => results.losses += 1,
        };
        add(&mut all);
        sides.add(side, add);
        clocks.add(state.created.terms.control.map(|control| control.of(side)), add);
        opponents.add(player_view(state.player(side.other()), presence).title(), add);
        if let Some(opening) = opening(state) {
            openings.add((side, opening), add);
        }
    })
    .await?;
    let by_opening = |((side, (name, moves)), results): ((Side, Opening), Results)| ByOpening {
        name,
        human: game.start().human_line(&moves),
        moves,
        side: info.side(side),
        results,
    };
    Ok(Insights {
        all,
        sides: sides.top(|(side, results)| BySide { side: info.side(side), results }),
        clocks: clocks.top(|(clock, results)| ByClock { clock, results }),
        opponents: opponents.top(|(opponent, results)| ByOpponent { opponent, results }),
        openings: openings.top(by_opening),
    })
}

/// The name of an opening, or its first plies.
type Opening = (Option<&'static str>, Vec<String>);

/// Returns the opening of a match, if its players chose it.
fn opening(state: &MatchState) -> Option<Opening> {
    let terms = &state.created.terms;
    if terms.start.is_some() || !terms.opening.is_empty() {
        return None;
    }
    let record = state.played.record();
    if let Some(name) = record.opening() {
        return Some((Some(name), Vec::new()));
    }
    let mut moves = record.moves();
    moves.truncate(OPENING_PLIES);
    (moves.len() == OPENING_PLIES).then_some((None, moves))
}
