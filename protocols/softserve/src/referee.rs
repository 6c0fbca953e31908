//! What players ask and are told: whose turn it is, what an action comes to.

use std::str::FromStr;
use std::sync::Arc;

use chautari_game::Side;
use chautari_keeper::{ActError, Command, Deed, Failure, Now};
use chautari_server::{Action, Client, Token, TokenHash};

use crate::clock::now_ms;
use crate::desk::Desk;
use crate::kept::{AtBoard, Board, Pairing, Player, mirroring, playing};
use crate::{ANY, ActionId, CREEPER, Event, GameId, MIRROR, Refusal};

/// Where a player looks for something to do.
pub(crate) enum Scope {
    /// Games against itself, of this kind.
    Mirror((String, Side)),
    /// One event.
    Event(Arc<Now<Event>>),
    /// Every event of this kind of game it is in: anybody may enter it for another one, which its program may not know.
    Any(String),
}

/// Something for a player to do.
pub(crate) struct Turn {
    pub(crate) action: ActionId,
    pub(crate) game: GameId,
    pub(crate) history: Vec<String>,
}

/// Whether a token is the one of which this hash was kept.
pub(crate) fn admits(hash: &str, token: &str) -> bool {
    TokenHash::from_str(hash).is_ok_and(|hash| opens(hash, token))
}

/// The same, for a hash that has been read.
pub(crate) fn opens(hash: TokenHash, token: &str) -> bool {
    Token::from_str(token).is_ok_and(|token| hash.admits(&token))
}

impl Desk {
    /// Whoever says so is this player.
    pub(crate) async fn identify(&self, player: &str, token: &str) -> Result<Arc<Now<Player>>, Refusal> {
        let known = self.player(player).await?;
        known.filter(|known| opens(known.token, token)).ok_or(Refusal::Credentials)
    }

    /// What the name of an event means.
    pub(crate) async fn scope(&self, event: &str, game: Option<String>) -> Result<Scope, Refusal> {
        let canonical = || self.game(game.as_deref().unwrap_or(CREEPER));
        match event {
            MIRROR => Ok(Scope::Mirror(canonical()?)),
            ANY => Ok(Scope::Any(canonical()?.0)),
            name => Ok(Scope::Event(self.event_called(name).await?)),
        }
    }

    /// Something for a player to do, the same until it is done.
    pub(crate) async fn turn(&self, who: &Player, scope: &Scope) -> Result<Option<Turn>, Refusal> {
        let player = who.name.as_str();
        loop {
            let (id, board) = match (self.pick(player, scope).await?, scope) {
                (Some(picked), _) => picked,
                (None, Scope::Mirror(game)) => {
                    // A game is a game, however it is begun.
                    let client = Client::with_token(who.token);
                    self.app()
                        .admit(client, Action::Create)
                        .map_err(|problem| Refusal::Busy(problem.text().to_owned()))?;
                    self.start_mirror(player, game.clone()).await?;
                    continue;
                }
                (None, _) => return Ok(None),
            };
            let board = match board {
                Some(pairing) => {
                    let asked = crate::SheetEvent::Asked { at_ms: now_ms() };
                    self.open(pairing, Command::default(), asked).await?;
                    continue;
                }
                None => self.ask(id, player).await?,
            };
            // Where it was done while we looked, there is something else to do, or nothing.
            let Some(board) = board else { continue };
            if matches!(scope, Scope::Mirror(_)) {
                self.remember_mirror(player, id);
            }
            let sheet = &board.sheet;
            return Ok(Some(Turn {
                action: ActionId::new(id, sheet.ply()),
                game: id,
                history: sheet.states().to_vec(),
            }));
        }
    }

    /// Asks a player for its action; none where another is to act.
    async fn ask(&self, id: GameId, player: &str) -> Result<Option<Arc<Now<Board>>>, Refusal> {
        /// Somebody else is to act by now.
        struct Moved;
        let decide = |board: &Now<Board>| {
            if board.active() != Some(player) {
                return Err(Moved);
            }
            let asked = board.sheet.ask(now_ms()).map(AtBoard::Entered);
            Ok(asked.map_or(Deed::Nothing, |asked| Deed::Do(vec![asked])))
        };
        match self.boards().act(&id, Command::default(), decide).await {
            Ok(done) => Ok(Some(done.now)),
            Err(ActError::Refused(Moved)) => Ok(None),
            Err(ActError::Failed(failure)) => Err(failure.into()),
        }
    }

    /// A game in which this player is to act: one it was asked about before, or else the oldest. With its
    /// pairing where nobody has begun it.
    async fn pick(&self, player: &str, scope: &Scope) -> Result<Option<(GameId, Option<Pairing>)>, Refusal> {
        let label = match scope {
            Scope::Event(event) => {
                let event = self.events().keep(&event.plan.number()).await?;
                return self
                    .pick_of(player, &event)
                    .await
                    .map(|picked| picked.map(|(id, open, _)| (id, open)));
            }
            Scope::Any(_) => playing(player),
            Scope::Mirror((game, _)) => {
                if let Some(id) = self.mirror_of(player)
                    && let Some(board) = self.board(id).await?
                    && board.active() == Some(player)
                    && board.pairing.game == *game
                {
                    return Ok(Some((id, None)));
                }
                mirroring(player)
            }
        };
        let mut first = None;
        for number in self.events().ids(&label).await? {
            let event = self.events().keep(&number).await?;
            let wanted = match scope {
                Scope::Mirror((game, _)) | Scope::Any(game) => event.plan.game == *game,
                Scope::Event(_) => true,
            };
            if !wanted {
                continue;
            }
            match self.pick_of(player, &event).await? {
                Some((id, open, true)) => return Ok(Some((id, open))),
                Some((id, open, false)) => first = first.or(Some((id, open))),
                None => {}
            }
        }
        Ok(first)
    }

    /// The same within one event, and whether the player was asked before.
    async fn pick_of(
        &self,
        player: &str,
        event: &Event,
    ) -> Result<Option<(GameId, Option<Pairing>, bool)>, Refusal> {
        if event.is_closed_by(now_ms()) {
            return Ok(None);
        }
        let begun = self.begun(event).await?;
        let mut first = None;
        for (id, seats) in event.open_games_of(player) {
            if !begun.contains(&id) {
                if first.is_none() && seats[event.plan.first.index()] == player {
                    first = Pairing::of(event, id).map(|pairing| (id, Some(pairing), false));
                }
                continue;
            }
            let Some(board) = self.board(id).await? else { continue };
            if board.active() != Some(player) {
                continue;
            }
            if board.sheet.is_asked() {
                return Ok(Some((id, None, true)));
            }
            first = first.or(Some((id, None, false)));
        }
        Ok(first)
    }

    /// Plays an action that arrived at that time, and says who has won by it.
    pub(crate) async fn submit(
        &self,
        player: &str,
        id: ActionId,
        action: &str,
        arrived_ms: u64,
    ) -> Result<&'static str, Refusal> {
        // Its games are ended one by one, a while after it was closed.
        let closed = match self.board(id.game()).await? {
            Some(board) => self.events().keep(&board.pairing.event).await?.is_closed_by(arrived_ms),
            None => return Err(Refusal::NoSuchAction),
        };
        let decide = |board: &Now<Board>| {
            let sheet = &board.sheet;
            if !sheet.was_asked(id.ply()) {
                return Err(Refusal::NoSuchAction);
            }
            if board.name(sheet.mover(id.ply())) != player {
                return Err(Refusal::NotYourAction);
            }
            if id.ply() < sheet.ply() {
                return Err(Refusal::AlreadySubmitted);
            }
            if closed || sheet.is_closed() {
                return Err(Refusal::EventClosed);
            }
            let happens = sheet.act(action, arrived_ms, Some(self.patience()))?;
            Ok(Deed::Do(vec![AtBoard::Entered(happens)]))
        };
        match self.boards().act(&id.game(), Command::default(), decide).await {
            Ok(done) => Ok(done.now.sheet.winner()),
            Err(ActError::Failed(Failure::Missing { .. })) => Err(Refusal::NoSuchAction),
            Err(error) => Err(error.into()),
        }
    }
}
