//! Numeric ids of events, games and actions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An event, from 1 in the order they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(value_type = u64))]
#[serde(transparent)]
pub struct EventId(pub u64);

/// A game, from 1 in the order they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(value_type = u64))]
#[serde(transparent)]
pub struct GameId(pub u64);

/// The id of an action: one ply of one game.
///
/// It encodes both, so it is unique and needs no lookup. Half a million games fit into the 32 bits in which
/// some clients store it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(value_type = u64))]
#[serde(transparent)]
pub struct ActionId(pub u64);

/// A game that has had this many plies is a draw, so that every ply has an [`ActionId`].
pub const MOST_PLIES: usize = 4000;

const PLIES: u64 = 4096;

impl ActionId {
    /// The action at a ply of a game, counted from 0.
    pub fn new(game: GameId, ply: usize) -> ActionId {
        ActionId(game.0.saturating_mul(PLIES).saturating_add(ply as u64 % PLIES))
    }

    /// Its game.
    pub fn game(self) -> GameId {
        GameId(self.0 / PLIES)
    }

    /// Its ply, counted from 0.
    pub fn ply(self) -> usize {
        (self.0 % PLIES) as usize
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_knows_its_game_and_ply() {
        for (game, ply) in [(1, 0), (7, 12), (524_287, MOST_PLIES)] {
            let action = ActionId::new(GameId(game), ply);
            assert_eq!((action.game(), action.ply()), (GameId(game), ply));
            assert!(i32::try_from(action.0).is_ok());
        }
    }
}
