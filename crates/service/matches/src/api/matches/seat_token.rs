//! The side that a token may play.

use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::{Problem, Token};
use chautari_people::{bots, people};

use crate::Matches;
use crate::model::{MatchState, Player, Seat};

/// Returns the side of a token: the token of a seat or a bot, or any key of a person who plays. A token of both sides
/// plays the side to move.
pub(super) async fn side_of(
    app: &Matches,
    client: Client,
    state: &MatchState,
    token: &Token,
) -> Result<Side, Problem> {
    let mut side = side_of_seat(app, &state.created.seats, token, state.played.turn()).await?;
    if side.is_none()
        && state.people().next().is_some()
        && let Some(person) = people::holder(app.people(), token).await?
    {
        side = state.side_of_person(&person.id);
    }
    let side = side.ok_or_else(|| app.http().wrong_token(client))?;
    app.http().vouch(token);
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
