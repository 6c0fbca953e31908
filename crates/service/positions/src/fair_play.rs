//! Fair play: no engine, explorer or exact values for a position that the client is playing for points.
//!
//! The positions in play are known to a later service, so it registers a [`PositionsInPlay`] here.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use chautari_game::{AnyRecord, Key};
use chautari_http::{ErrorCode, Kind, Problem, Token};
use futures_util::future::BoxFuture;

use crate::Positions;

/// A position on the board of a live match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlay {
    /// The id of the game, without its rules: advice under other rules would be of use too.
    pub game: &'static str,
    /// The hash of the position.
    pub key: Key,
}

impl InPlay {
    /// Returns the current position of a record.
    pub fn of(record: &dyn AnyRecord) -> InPlay {
        InPlay { game: record.info().id, key: record.key() }
    }
}

/// The source of the positions that a player must find the next move of alone.
pub trait PositionsInPlay: Send + Sync {
    /// Loads the current positions of the live rated and tournament matches that a token plays in.
    fn of_token(&self, token: Token) -> BoxFuture<'static, Result<Vec<InPlay>, Problem>>;
}

/// The token of a client who asks for help with a position; `None` if none was sent.
pub struct Player {
    source: Option<Arc<dyn PositionsInPlay>>,
    token: Option<Token>,
}

impl<S: Send + Sync> FromRequestParts<S> for Player
where
    Positions: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Player, Self::Rejection> {
        let source = Positions::from_ref(state).positions_in_play();
        Ok(Player { source, token: Token::shown(&parts.headers) })
    }
}

impl Player {
    /// Loads the positions that this client must not get help with.
    pub async fn in_play(&self) -> Result<ForbiddenPositions, Problem> {
        Ok(ForbiddenPositions(match (&self.source, &self.token) {
            (Some(source), Some(token)) => source.of_token(token.clone()).await?,
            _ => Vec::new(),
        }))
    }

    /// Errors with `in-play` if the client plays this position.
    pub async fn vet(&self, position: InPlay) -> Result<(), Problem> {
        self.in_play().await?.vet(&position)
    }
}

/// The positions that a client must not get help with.
pub struct ForbiddenPositions(Vec<InPlay>);

impl ForbiddenPositions {
    /// Whether there are none, so that positions need not be parsed to be compared.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Errors with `in-play` if the client plays this position.
    pub(crate) fn vet(&self, position: &InPlay) -> Result<(), Problem> {
        if self.0.contains(position) { Err(in_play()) } else { Ok(()) }
    }
}

fn in_play() -> Problem {
    Problem::new(
        Kind::Forbidden,
        ErrorCode::InPlay,
        "This position is on the board of a game of yours that counts. There is no help with it until the game is over.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &str, moves: usize) -> InPlay {
        let game = chautari_game::find(chautari_games::GAMES, game).unwrap();
        let mut record = game.start();
        for _ in 0..moves {
            let text = record.legal_moves()[0].text.clone();
            record.play(&text).unwrap();
        }
        InPlay::of(&*record)
    }

    #[test]
    fn only_the_position_on_the_board_is_refused_under_any_rules() {
        let forbidden = ForbiddenPositions(vec![after("baghchal:captures=1", 2)]);
        let is_refused = |position: &InPlay| {
            forbidden.vet(position).is_err_and(|problem| *problem.code() == ErrorCode::InPlay)
        };
        assert!(is_refused(&after("baghchal:captures=1", 2)));
        assert!(is_refused(&after("baghchal", 2)), "other rules");
        assert!(!is_refused(&after("baghchal:captures=1", 1)), "an earlier position");
        assert!(!is_refused(&after("gomoku", 2)));
    }
}
