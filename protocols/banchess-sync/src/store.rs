//! A game as it is kept: every action is in the ledger before anybody hears of it.

use std::str::FromStr;

use chautari_aggregate::{
    ActError, Aggregate, Command, CorruptEvents, Decision, EventMeta, Repository, RepositoryError, Versioned,
};
use chautari_banchess::Player;
use chautari_http::idempotency;
use chautari_http::idempotency::IdempotencyKey;
use chautari_http::{Problem, Token, TokenHash};
use chautari_ledger::{Event, Label, Stored};
use chautari_platform::Platform;
use serde::{Deserialize, Serialize};

use crate::{Frame, Played, Refusal, Session};

/// Something that happened in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Happening {
    Created { fen: Option<String>, white: TokenHash, black: TokenHash },
    Played { action: String },
}

/// What is said about a game that cannot be used just now.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// By the contract.
    Refused(Refusal),
    /// By the server: this client asks too much, or asks for something else under the same key.
    Busy(Problem),
    /// The ledger does not answer.
    Away,
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

impl From<RepositoryError> for Trouble {
    fn from(failure: RepositoryError) -> Trouble {
        if let RepositoryError::Missing { id, .. } = failure {
            return Trouble::Refused(Refusal::Missing(id.chars().take(64).collect()));
        }
        if let RepositoryError::Reused = failure {
            return Trouble::Busy(failure.into());
        }
        tracing::warn!(cause = %failure, "a Ban Chess game could not be read or written");
        Trouble::Away
    }
}

impl From<ActError<Refusal>> for Trouble {
    fn from(error: ActError<Refusal>) -> Trouble {
        match error {
            ActError::Refused(refusal) => Trouble::Refused(refusal),
            ActError::Failed(failure) => failure.into(),
        }
    }
}

/// Who plays, by which token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) player: Player,
    pub(crate) token: TokenHash,
}

/// A game as it is kept: what was played, and who may play.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) session: Session,
    seats: [TokenHash; 2],
}

impl Aggregate for Kept {
    const WHAT: &'static str = "game";
    const PREFIX: &'static str = "banchess-";
    type Id = String;
    type Context = ();
    type Event = Happening;
    /// The action that was played.
    type Notification = String;

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<Happening, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(happening: &Happening) -> Result<Event, CorruptEvents> {
        Ok(Event { kind: "banchess".to_owned(), body: serde_json::to_value(happening)? })
    }

    fn begin((): &(), _: &String, first: &Happening, _: EventMeta) -> Result<Kept, CorruptEvents> {
        let Happening::Created { fen, white, black } = first else {
            return Err(CorruptEvents::new("a game begins by being created"));
        };
        let session =
            Session::begin(fen.as_deref()).map_err(|fault| CorruptEvents::new(fault.to_string()))?;
        Ok(Kept { session, seats: [*white, *black] })
    }

    fn apply(&mut self, (): &(), happening: &Happening, _: EventMeta) -> Result<(), CorruptEvents> {
        match happening {
            Happening::Created { .. } => Err(CorruptEvents::new("a game is created only once")),
            Happening::Played { action } => {
                self.session.replay(action).map_err(|refusal| CorruptEvents::new(refusal.text()))
            }
        }
    }

    fn claims(&self) -> Vec<Label> {
        self.seats.map(by_seat).to_vec()
    }

    fn notification(&self, (): &Self::Context, happening: &Happening) -> String {
        match happening {
            Happening::Played { action } => action.clone(),
            Happening::Created { .. } => String::new(),
        }
    }

    fn is_finished(&self) -> bool {
        self.session.is_over()
    }
}

/// All games that are kept here.
pub(crate) type Games = Repository<Kept>;

/// The game a seat's token belongs to.
fn by_seat(hash: TokenHash) -> Label {
    Label::new("banchess-seat", hash.to_hex())
}

/// The game that this token opens a seat of.
pub(crate) async fn named_by(games: &Games, token: &str) -> Result<Option<String>, Trouble> {
    let Ok(token) = Token::from_str(token) else { return Ok(None) };
    Ok(games.ids(&by_seat(token.hash())).await?.into_iter().next())
}

/// Begins a game; gives its id and the tokens of White and Black. The same key gets the same ones.
pub(crate) async fn create(
    app: &Platform,
    games: &Games,
    fen: Option<String>,
    key: Option<&IdempotencyKey>,
) -> Result<(String, [Token; 2]), Trouble> {
    // Whoever knows the id may watch, so it must not be guessed.
    let id = idempotency::derived_id(app.http(), key, "banchess").unwrap_or_else(|| Token::new().reveal());
    let id: String = id.chars().take(16).collect();
    let tokens =
        ["white", "black"].map(|colour| idempotency::token(app.http(), key, &format!("banchess {colour}")));
    let [white, black] = [tokens[0].hash(), tokens[1].hash()];
    games.create(&id, idempotency::command(key), vec![Happening::Created { fen, white, black }]).await?;
    Ok((id, tokens))
}

/// Plays an action, durably, from where the game stands then.
pub(crate) async fn play(
    games: &Games,
    id: &String,
    seat: Option<Player>,
    frame: &Frame,
) -> Result<Played, Trouble> {
    let mut played = None;
    let decide = |now: &Versioned<Kept>| {
        let done = now.session.clone().play(seat, &frame.action, frame.ply)?;
        let happening = Happening::Played { action: done.action.clone() };
        played = Some(done);
        Ok(Decision::Append(vec![happening]))
    };
    games.act(id, Command::default(), decide).await?;
    played.ok_or(Trouble::Away)
}

impl Kept {
    /// The seat a token opens.
    pub(crate) fn seat(&self, token: &str) -> Option<Seat> {
        let token = Token::from_str(token).ok()?;
        let [white, black] = &self.seats;
        let player = match () {
            () if white.admits(&token) => Player::White,
            () if black.admits(&token) => Player::Black,
            () => return None,
        };
        Some(Seat { player, token: token.hash() })
    }
}
