//! Queries of exact tables, on the compute pool, because tables may have to be read from disk.

use chautari_compute::TaskContext;
use chautari_game::{AnyGame, AnyOracle, OracleError};
use chautari_http::{Client, Problem};

use crate::Positions;

/// Runs a query of the tables of a game. Returns `None` if there are none.
///
/// An error of the query may name the index of the position it is about.
pub async fn query_tables<T: Send + 'static>(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    query: impl FnOnce(&dyn AnyOracle, &TaskContext) -> Result<T, (Option<usize>, OracleError)> + Send + 'static,
) -> Result<Option<T>, Problem> {
    let Some(folder) = app.platform().engines().tables() else { return Ok(None) };
    let run = app.platform().compute(client, move |task| {
        let oracle = game.oracle(&folder).map_err(|error| (None, error))?;
        oracle.map(|oracle| query(&*oracle, task)).transpose()
    });
    match run.await? {
        Ok(answer) => Ok(answer),
        Err((index, OracleError::Query(fault))) => {
            let problem = Problem::from(fault);
            Err(match index {
                Some(index) => problem.index(index),
                None => problem,
            })
        }
        Err((_, cause @ OracleError::Tables(_))) => {
            // A client gets the same answer as without tables; the operator has to know.
            tracing::warn!(%cause, "tables cannot be read");
            Ok(None)
        }
    }
}
