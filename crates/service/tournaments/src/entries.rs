//! Who enters a tournament, and whether they may.

use chautari_arena::Rating;
use chautari_http::problem::Kind;
use chautari_http::{Problem, Token};
use chautari_matches::model::{Player, Seat};
use chautari_people::bots;
use chautari_people::people::Person;

use super::limits;
use super::settings::{Entry, Form};
use super::state::{Phase, Tournament};
use crate::Tournaments;

/// Those who are entered when a tournament is begun: bots, engines and random ones.
pub(super) async fn read(
    app: &Tournaments,
    game: &str,
    players: Vec<Player>,
    asker: Option<&Token>,
) -> Result<Vec<Entry>, Problem> {
    let mut entries: Vec<Entry> = Vec::with_capacity(players.len());
    for (index, sitter) in players.into_iter().enumerate() {
        let rating = match &sitter {
            Player::Bot { name } => {
                let found = bots::find(app.people(), name).await?;
                bots::vet_guest(&found, asker, bots::Occasion::Tournament)?;
                if entries.iter().any(|entry| entry.name == *name) {
                    return Err(Problem::unprocessable(
                        "players",
                        format!("The bot `{name}` has entered twice."),
                    ));
                }
                found.rating(game)
            }
            // What the house is worth does not change; see `Entry::rating`.
            Player::Engine { .. } | Player::Random => Rating::default(),
            Player::Human | Player::Person { .. } | Player::Open => {
                let text = "People join with the code of the tournament, or with a card from its host.";
                return Err(Problem::unprocessable("players", text).index(index));
            }
        };
        sitter.vet()?;
        entries.push(entry(&entries, Seat::of(sitter), rating));
    }
    Ok(entries)
}

/// One more, under a name that none of the others has.
pub(super) fn entry(others: &[Entry], seat: Seat, rating: Rating) -> Entry {
    let title = seat.player.title();
    // A space and a bracket cannot be in a name, so that nobody is mistaken for the house.
    let is_taken = |name: &String| others.iter().any(|entry| entry.name == *name);
    let name = std::iter::once(title.clone())
        .chain((2..=others.len() + 2).map(|n| format!("{title} ({n})")))
        .find(|name| !is_taken(name))
        .expect("there are more numbers than players");
    let rating = [rating.rating, rating.deviation, rating.volatility];
    Entry { name, seat, rating, card: false }
}

/// The entry of a person.
pub(super) fn of_person(tournament: &Tournament, person: &Person) -> Entry {
    let sitter = Player::Person { id: person.id.clone(), name: person.name.clone() };
    entry(&tournament.players, Seat::of(sitter), person.rating(&tournament.plan.game))
}

/// Whether one more can enter now.
pub(super) fn vet(tournament: &Tournament) -> Result<(), Problem> {
    vet_more(tournament, 1)
}

/// Whether this many more can enter now.
pub(super) fn vet_more(tournament: &Tournament, more: usize) -> Result<(), Problem> {
    let plan = &tournament.plan;
    if tournament.phase == Phase::Ended {
        return Err(Problem::conflict("The tournament has ended."));
    }
    if plan.format == Form::Knockout && !tournament.rounds.is_empty() {
        return Err(late());
    }
    limits::vet(
        plan.format,
        tournament.players.len() + more,
        plan.rounds,
        plan.games,
        house(&tournament.players),
    )
}

/// Whether somebody who has left can come back.
pub(super) fn vet_return(tournament: &Tournament) -> Result<(), Problem> {
    if tournament.plan.format == Form::Knockout && !tournament.rounds.is_empty() {
        Err(late())
    } else {
        Ok(())
    }
}

fn late() -> Problem {
    Problem::new(Kind::Conflict, "late", "The knockout has begun; nobody else can enter.")
}

/// How many of the players the house plays for.
pub(super) fn house(players: &[Entry]) -> usize {
    players.iter().filter(|entry| !entry.is_guest()).count()
}
