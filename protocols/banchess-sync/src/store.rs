//! A game as it is kept: every action is in the ledger before anybody hears of it.

use std::str::FromStr;

use chautari_banchess::Player;
use chautari_ledger::{Append, AppendError, Event, Ledger, StreamId, Unavailable, Version};
use chautari_server::{Problem, Token, TokenHash};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Frame, Played, Refusal, Session};

/// Something that happened in a game.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Happening {
    Created { fen: Option<String>, white: TokenHash, black: TokenHash },
    Played { action: String },
}

impl Happening {
    fn event(&self) -> Event {
        Event { kind: "banchess".to_owned(), body: json!(self) }
    }
}

/// What is said about a game that cannot be used just now.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// By the contract.
    Refused(Refusal),
    /// This client asks too much.
    Busy(Problem),
    /// The ledger does not answer.
    Away(String),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refused(refusal)
    }
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Trouble {
        Trouble::Busy(problem)
    }
}

impl From<Unavailable> for Trouble {
    fn from(unavailable: Unavailable) -> Trouble {
        Trouble::Away(unavailable.to_string())
    }
}

/// A game and how far it is known.
pub(crate) struct Kept {
    pub(crate) session: Session,
    stream: StreamId,
    version: Version,
    seats: [TokenHash; 2],
}

/// The stream of the game with this id.
pub(crate) fn stream(id: &str) -> StreamId {
    StreamId::new(format!("banchess-{id}"))
}

/// Begins a game; gives its id and the tokens of White and Black.
pub(crate) async fn create(ledger: &Ledger, fen: Option<String>) -> Result<(String, [Token; 2]), Trouble> {
    // Whoever knows the id may watch, so it must not be guessed.
    let id: String = Token::new().reveal().chars().take(16).collect();
    let tokens = [Token::new(), Token::new()];
    let [white, black] = [tokens[0].hash(), tokens[1].hash()];
    let created = Happening::Created { fen, white, black };
    match ledger.append(Append::new(stream(&id), Version::START).event(created.event())).await {
        Ok(_) => Ok((id, tokens)),
        Err(error) => Err(Trouble::Away(error.to_string())),
    }
}

impl Kept {
    /// The game with this id, as it stands.
    pub(crate) async fn load(ledger: &Ledger, id: &str) -> Result<Kept, Trouble> {
        let missing = || Trouble::Refused(Refusal::Missing(id.chars().take(64).collect()));
        let events = ledger.read(&stream(id), Version::START).await?;
        let first = events.first().ok_or_else(missing)?;
        let Ok(Happening::Created { fen, white, black }) = serde_json::from_value(first.body.clone()) else {
            return Err(Trouble::Away(format!("the game {id} does not begin as games do")));
        };
        let session = Session::begin(fen.as_deref()).map_err(|fault| Trouble::Away(fault.to_string()))?;
        let mut kept = Kept { session, stream: stream(id), version: first.version, seats: [white, black] };
        for stored in &events[1..] {
            kept.take_in(stored)?;
        }
        Ok(kept)
    }

    fn take_in(&mut self, stored: &chautari_ledger::Stored) -> Result<(), Trouble> {
        if let Ok(Happening::Played { action }) = serde_json::from_value(stored.body.clone()) {
            let away = |refusal: Refusal| {
                Trouble::Away(format!("{} does not replay: {}", self.stream, refusal.text()))
            };
            self.session.replay(&action).map_err(away)?;
        }
        self.version = stored.version;
        Ok(())
    }

    /// Takes in what has happened since, and gives the actions.
    pub(crate) async fn catch_up(&mut self, ledger: &Ledger) -> Result<Vec<String>, Trouble> {
        let before = self.session.history().len();
        for stored in ledger.read(&self.stream, self.version).await? {
            self.take_in(&stored)?;
        }
        Ok(self.session.history().split_off(before))
    }

    /// Whose seat a token opens.
    pub(crate) fn seat(&self, token: &str) -> Option<Player> {
        let token = Token::from_str(token).ok()?;
        let [white, black] = &self.seats;
        match () {
            () if white.admits(&token) => Some(Player::White),
            () if black.admits(&token) => Some(Player::Black),
            () => None,
        }
    }

    /// Plays an action, durably, from where the game stands then. The game itself stays where it is
    /// known to stand: [`catch_up`](Self::catch_up) brings the action like any other.
    pub(crate) async fn play(
        &mut self,
        ledger: &Ledger,
        seat: Option<Player>,
        frame: &Frame,
    ) -> Result<Result<Played, Overtaken>, Trouble> {
        let mut next = self.session.clone();
        let played = next.play(seat, &frame.action, frame.ply)?;
        let happening = Happening::Played { action: played.action.clone() };
        let append = Append::new(self.stream.clone(), self.version).event(happening.event());
        match ledger.append(append).await {
            Ok(_) => Ok(Ok(played)),
            Err(AppendError::Conflict { .. }) => Ok(Err(Overtaken)),
            Err(error) => Err(Trouble::Away(error.to_string())),
        }
    }
}

/// Somebody else was quicker: look again.
pub(crate) struct Overtaken;
