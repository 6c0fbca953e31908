//! Entries: unique names, and the checks before a player enters or returns.

use chautari_arena::Rating;
use chautari_matches::model::{Player, Seat};
use chautari_people::people::Person;

use super::limits;
use super::refusal::Refusal;
use super::settings::Entry;
use super::state::{Phase, Tournament};

/// Creates an entry. If the name is taken, it gets a number, such as `random (2)`.
pub(crate) fn entry(others: &[Entry], seat: Seat, rating: Rating) -> Entry {
    let title = seat.player.title();
    // Names of people and bots contain no space followed by a bracket, so they cannot imitate a numbered engine.
    let is_taken = |name: &String| others.iter().any(|entry| entry.name == *name);
    let name = std::iter::once(title.clone())
        .chain((2..=others.len() + 2).map(|n| format!("{title} ({n})")))
        .find(|name| !is_taken(name))
        .expect("there are more numbers than players");
    let rating = [rating.rating, rating.deviation, rating.volatility];
    Entry { name, seat, rating, card: false }
}

/// Creates the entry of a person.
pub(crate) fn of_person(tournament: &Tournament, person: &Person) -> Entry {
    let player = Player::Person { id: person.id.clone(), name: person.name.clone() };
    entry(&tournament.players, Seat::of(player), person.rating(&tournament.settings.game))
}

impl Tournament {
    /// Checks whether this many more players can enter now.
    pub(crate) fn check_entry(&self, more: usize) -> Result<(), Refusal> {
        self.check_return()?;
        let size = self.settings.size(self.players.len() + more, self.engines());
        limits::check(self.settings.format, size)
    }

    /// Checks whether a player who has left can return.
    pub(crate) fn check_return(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::Ended);
        }
        if !self.settings.format.takes_late_entries() && !self.rounds.is_empty() {
            return Err(Refusal::Late);
        }
        Ok(())
    }

    /// The number of players that the server plays for.
    pub(crate) fn engines(&self) -> usize {
        self.players.iter().filter(|entry| !entry.is_guest()).count()
    }
}
