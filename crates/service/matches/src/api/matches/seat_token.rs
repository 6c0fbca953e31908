//! The side that a token may play.

use chautari_game::Side;
use chautari_http::{Problem, RouteCost, Token};
use chautari_people::{Caller, bots};

use crate::Matches;
use crate::model::{MatchState, Player, Seat};

/// The seats of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seated {
    /// One side.
    One(Side),
    /// Both sides, of which this one is to move.
    Both(Side),
}

impl Seated {
    /// The side that a new action is for: the side to move if the token plays both.
    pub(super) fn side(self) -> Side {
        let (Seated::One(side) | Seated::Both(side)) = self;
        side
    }
}

/// Returns the side of the caller's token, as [`seated`] does; the side to move if it plays both.
pub(super) async fn side_of<C: RouteCost>(
    app: &Matches,
    state: &MatchState,
    caller: &Caller<Token, C>,
) -> Result<Side, Problem> {
    Ok(seated(app, state, caller).await?.side())
}

/// Returns the seats of the caller's token: the token of a seat or a bot, or any key of a person who plays. Charges the
/// declared cost.
///
/// Errors with 401 if the token is that of no player.
pub(super) async fn seated<C: RouteCost>(
    app: &Matches,
    state: &MatchState,
    caller: &Caller<Token, C>,
) -> Result<Seated, Problem> {
    let mut sides = sides_of_seats(app, &state.created.seats, &caller.identity).await?;
    if sides == [false; 2]
        && state.people().next().is_some()
        && let Some(person) = caller.person().await?
    {
        sides = Side::ALL.map(|side| state.player(side).person() == Some(&person.id));
    }
    let seated = match sides {
        [true, true] => Seated::Both(state.played.turn().unwrap_or(Side::One)),
        [true, false] => Seated::One(Side::One),
        [false, true] => Seated::One(Side::Two),
        [false, false] => return Err(caller.refuse()),
    };
    caller.accept()?;
    Ok(seated)
}

/// Returns for each seat whether a token opens it.
async fn sides_of_seats(app: &Matches, seats: &[Seat; 2], token: &Token) -> Result<[bool; 2], Problem> {
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
    Ok(admitted)
}
