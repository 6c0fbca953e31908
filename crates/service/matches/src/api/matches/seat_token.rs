//! The side that a token may play.

use chautari_game::Side;
use chautari_http::{Problem, RouteCost, Token};
use chautari_people::{Caller, bots};

use crate::Matches;
use crate::model::{MatchState, Player, Seat};

/// Returns the side of the caller's token: the token of a seat or a bot, or any key of a person who plays. A token of
/// both sides plays the side to move. Charges the declared cost.
///
/// Errors with 401 if the token is that of no player.
pub(super) async fn side_of<C: RouteCost>(
    app: &Matches,
    state: &MatchState,
    caller: &Caller<Token, C>,
) -> Result<Side, Problem> {
    let turn = state.played.turn();
    let mut side = side_of_seat(app, &state.created.seats, &caller.identity, turn).await?;
    if side.is_none()
        && state.people().next().is_some()
        && let Some(person) = caller.person().await?
    {
        side = state.side_of_person(&person.id);
    }
    let side = side.ok_or_else(|| caller.refuse())?;
    caller.accept()?;
    Ok(side)
}

async fn side_of_seat(
    app: &Matches,
    seats: &[Seat; 2],
    token: &Token,
    turn: Option<Side>,
) -> Result<Option<Side>, Problem> {
    let mut admitted = [false; 2];
    // Both are always compared, so that the time taken does not reveal which one matches.
    for (seat, admitted) in seats.iter().zip(&mut admitted) {
        let hash = match &seat.player {
            // The current token of the bot, which may have been renewed during the match.
            Player::Bot { name } => bots::find(app.people(), name).await?.hash,
            _ => seat.hash,
        };
        *admitted = hash.is_some_and(|hash| hash.admits(token));
    }
    Ok(match admitted {
        [true, true] => Some(turn.unwrap_or(Side::One)),
        [true, false] => Some(Side::One),
        [false, true] => Some(Side::Two),
        [false, false] => None,
    })
}
