//! What one's own games show.

use axum::Json;
use axum::extract::State;
use chautari_arena::live::TimeControl;
use chautari_game::{AnyGame, Side};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, Problem, QueryParams};
use chautari_people::people;
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::opponents::{Whose, each_game};
use super::state::MatchState;
use crate::Matches;

/// This many plies make an opening, where it has no name.
const OPENING: usize = 4;

/// The most openings and opponents that are told.
const MOST_LINES: usize = 20;

/// Of which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The game, with its rules.
    game: String,
}

/// How games ended for a person.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = OwnResults)]
struct Results {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Results {
    fn count(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// What one's own games show, of the latest 500.
#[derive(Serialize, ToSchema)]
pub(super) struct Insights {
    /// All of them.
    all: Results,
    sides: Vec<BySide>,
    /// The most used first.
    clocks: Vec<ByClock>,
    /// The most met first.
    opponents: Vec<ByOpponent>,
    /// The most played first; only of games from the usual start.
    openings: Vec<ByOpening>,
}

#[derive(Serialize, ToSchema)]
struct BySide {
    side: &'static str,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize, ToSchema)]
struct ByClock {
    /// What the sides began with; `null` where time was not measured.
    #[schema(required)]
    clock: Option<TimeControl>,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize, ToSchema)]
struct ByOpponent {
    opponent: String,
    #[serde(flatten)]
    results: Results,
}

#[derive(Serialize, ToSchema)]
struct ByOpening {
    /// What it is called, where it has a name: then it is one in whatever order it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<&'static str>,
    /// Else the first plies, in the canonical notation.
    moves: Vec<String>,
    /// The same as people write them.
    human: Vec<String>,
    /// The side that was theirs.
    side: &'static str,
    #[serde(flatten)]
    results: Results,
}

/// How often something was the case, the most often first.
struct Count<K>(Vec<(K, Results)>);

impl<K: PartialEq> Count<K> {
    fn add(&mut self, what: K, add: impl FnOnce(&mut Results)) {
        let index = self.0.iter().position(|(known, _)| *known == what).unwrap_or_else(|| {
            self.0.push((what, Results::default()));
            self.0.len() - 1
        });
        add(&mut self.0[index].1);
    }

    fn told<T>(mut self, line: impl FnMut((K, Results)) -> T) -> Vec<T> {
        self.0.sort_by_key(|(_, results)| std::cmp::Reverse(results.count()));
        self.0.into_iter().take(MOST_LINES).map(line).collect()
    }
}

/// Your results by side, clock, opponent and opening, of your latest 500 games
#[utoipa::path(
    get, operation_id = "get_insights", path = "/people/me/insights", tag = "people", params(Which),
    security(("token" = [])),
    responses(
        (status = OK, body = Insights),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
    ),
)]
pub(super) async fn insights(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    QueryParams(Which { game }): QueryParams<Which>,
) -> Result<Json<Insights>, Problem> {
    let person = people::by_their_key(app.people(), client, &token).await?;
    let game = app.platform().game(&game)?;
    let name = app.platform().name_of(&*game);
    // Many games are looked at, which is work like an engine's.
    app.http().admit(client, Action::Think)?;
    app.platform().read(client, look(&app, &person.id, &*game, name)).await.map(Json)
}

/// What the games of a person show.
async fn look(
    app: &Matches,
    person: &PersonId,
    game: &dyn AnyGame,
    name: String,
) -> Result<Insights, Problem> {
    let info = game.info();
    let mut all = Results::default();
    let (mut sides, mut clocks) = (Count(Vec::new()), Count(Vec::new()));
    let (mut opponents, mut openings) = (Count(Vec::new()), Count(Vec::new()));
    each_game(app, &Whose::Person(person.clone()), |story, side, winner| {
        if story.begun.game != name {
            return;
        }
        let add = |results: &mut Results| match winner {
            None => results.draws += 1,
            Some(winner) if winner == side => results.wins += 1,
            Some(_) => results.losses += 1,
        };
        add(&mut all);
        sides.add(side, add);
        clocks.add(story.begun.terms.control.map(|control| control.of(side)), add);
        opponents.add(story.sitter(side.other()).title(), add);
        if let Some(opening) = opening(story) {
            openings.add((side, opening), add);
        }
    })
    .await?;
    let opened = |((side, (name, moves)), results): ((Side, Opening), Results)| ByOpening {
        name,
        human: game.start().human_line(&moves),
        moves,
        side: info.side(side),
        results,
    };
    Ok(Insights {
        all,
        sides: sides.told(|(side, results)| BySide { side: info.side(side), results }),
        clocks: clocks.told(|(clock, results)| ByClock { clock, results }),
        opponents: opponents.told(|(opponent, results)| ByOpponent { opponent, results }),
        openings: openings.told(opened),
    })
}

/// The name of an opening, or its first plies.
type Opening = (Option<&'static str>, Vec<String>);

/// How a game was opened, where that was for its players to choose.
fn opening(story: &MatchState) -> Option<Opening> {
    let terms = &story.begun.terms;
    if terms.start.is_some() || !terms.opening.is_empty() {
        return None;
    }
    let record = story.played.record();
    if let Some(name) = record.opening() {
        return Some((Some(name), Vec::new()));
    }
    let mut moves = record.moves();
    moves.truncate(OPENING);
    (moves.len() == OPENING).then_some((None, moves))
}
