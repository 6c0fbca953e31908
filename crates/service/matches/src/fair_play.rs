//! Positions that players of live rated and tournament matches get no help with.

use chautari_aggregate::Aggregate as _;
use chautari_http::{Problem, Token};
use chautari_people::people::holder;
use chautari_people::{People, bots};
use chautari_platform::MatchId;
use chautari_positions::{InPlay, PositionsInPlay};
use futures_util::future::BoxFuture;

use crate::model::{MatchState, MatchStatus, by_bot, by_person};
use crate::store::MatchStore;

/// The matches of the people and bots of this server.
pub(crate) struct MatchesInPlay {
    people: People,
    store: MatchStore,
}

impl MatchesInPlay {
    pub(crate) fn new(people: People, store: MatchStore) -> MatchesInPlay {
        MatchesInPlay { people, store }
    }
}

impl PositionsInPlay for MatchesInPlay {
    fn of_token(&self, token: Token) -> BoxFuture<'static, Result<Vec<InPlay>, Problem>> {
        let (people, store) = (self.people.clone(), self.store.clone());
        Box::pin(async move {
            let mut positions = Vec::new();
            for id in live_matches(&people, &store, &token).await? {
                let Some(state) = store.find(&id).await? else { continue };
                if let Some(position) = position_in_play(&state) {
                    positions.push(position);
                }
            }
            Ok(positions)
        })
    }
}

/// Returns the live matches of the person or bot whose token this is. Only they play for points.
async fn live_matches(people: &People, store: &MatchStore, token: &Token) -> Result<Vec<MatchId>, Problem> {
    let label = if let Some(person) = holder(people, token).await? {
        by_person(&person.id, MatchStatus::Live)
    } else if let Some(bot) = bots::holder(people, token).await? {
        by_bot(&bot.name, MatchStatus::Live)
    } else {
        return Ok(Vec::new());
    };
    Ok(store.repository().ids(&label).await?)
}

/// Returns the position of a match whose players have to find the next move alone. Before the first move it is a
/// common start, which may be studied.
fn position_in_play(state: &MatchState) -> Option<InPlay> {
    let counts = state.created.ratings.is_some() || state.created.tournament.is_some();
    let record = state.played.record();
    let has_begun = record.len() > state.created.terms.opening.len();
    (counts && has_begun && !state.is_finished()).then(|| InPlay::of(record))
}
