//! Current names of players. A deleted account has a neutral name, also where it played under its own.

use chautari_matches::model::Player;
use chautari_people::people::Presence;

use crate::Tournaments;
use crate::model::Tournament;

/// Resolves the current names of players.
#[derive(Clone, Copy)]
pub(super) struct PlayerNames<'a>(&'a Presence);

impl<'a> PlayerNames<'a> {
    pub(super) fn new(app: &'a Tournaments) -> PlayerNames<'a> {
        PlayerNames(app.people().presence())
    }

    /// Returns the current name of a player.
    pub(super) fn of(self, tournament: &'a Tournament, player: u16) -> &'a str {
        let name = tournament.entry_name(player);
        match tournament.players.get(usize::from(player)).map(|entry| &entry.seat.player) {
            Some(Player::Person { id, .. }) => self.0.display_name(id, name),
            _ => name,
        }
    }

    /// Returns a player with the current name.
    pub(super) fn player(self, player: &Player) -> Player {
        match player {
            Player::Person { id, name } => {
                Player::Person { id: id.clone(), name: self.0.display_name(id, name).to_owned() }
            }
            other => other.clone(),
        }
    }
}
