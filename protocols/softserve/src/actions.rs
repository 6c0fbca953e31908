//! Assigns pending actions to players and validates the actions they submit.

use std::str::FromStr;
use std::sync::Arc;

use chautari_aggregate::Freshness;
use chautari_aggregate::{ActError, Command, Decision, RepositoryError, Versioned};
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::{Action, Billed, Token, TokenHash};

use crate::clock::now_ms;
use crate::service::SoftserveService;
use crate::store::{Board, BoardEvent, Pairing, Player, asked, mirroring, playing};
use crate::{ANY, ActionId, CREEPER, Event, GameId, MIRROR, Plan, Refusal};

/// Where a player looks for something to do.
pub(crate) enum Scope {
    /// Games against itself, of this kind.
    Mirror((String, Side)),
    /// One event.
    Event(Arc<Versioned<Event>>),
    /// All events of this kind of game that the player is in. Anyone may enter it for another game, which its
    /// program may not know.
    Any(String),
}

impl Scope {
    /// Returns `true` if the scope includes this event.
    fn has(&self, plan: &Plan) -> bool {
        match self {
            Scope::Mirror((game, _)) => plan.is_mirror() && plan.game == *game,
            Scope::Event(event) => plan.number() == event.plan.number(),
            Scope::Any(game) => !plan.is_mirror() && plan.game == *game,
        }
    }
}

/// Something for a player to do.
pub(crate) struct PendingAction {
    pub(crate) action: ActionId,
    pub(crate) game: GameId,
    pub(crate) history: Vec<String>,
}

/// Returns `true` if the token matches the stored hash, given as text.
pub(crate) fn admits(hash: &str, token: &str) -> bool {
    TokenHash::from_str(hash).is_ok_and(|hash| opens(hash, token))
}

/// Like [`admits`], but for a parsed hash.
pub(crate) fn opens(hash: TokenHash, token: &str) -> bool {
    Token::from_str(token).is_ok_and(|token| hash.admits(&token))
}

impl SoftserveService {
    /// Authenticates a player by its name and token.
    pub(crate) async fn identify(
        &self,
        player: &str,
        token: &str,
    ) -> Result<Arc<Versioned<Player>>, Refusal> {
        let known = self.player(player).await?;
        known.filter(|known| opens(known.token, token)).ok_or(Refusal::Credentials)
    }

    /// Resolves the name of an event, `mirror` and `*` included.
    pub(crate) async fn scope(&self, event: &str, game: Option<String>) -> Result<Scope, Refusal> {
        let canonical = || self.game(game.as_deref().unwrap_or(CREEPER));
        match event {
            MIRROR => Ok(Scope::Mirror(canonical()?)),
            ANY => Ok(Scope::Any(canonical()?.0)),
            name => Ok(Scope::Event(self.event_called(name).await?)),
        }
    }

    /// Something for a player to do, the same until it is done.
    pub(crate) async fn next_action(
        &self,
        who: &Player,
        address: Client,
        scope: &Scope,
    ) -> Result<Option<PendingAction>, Refusal> {
        let player = who.name.as_str();
        loop {
            let (id, board) = match (self.pick(player, scope).await?, scope) {
                (Some(picked), _) => picked,
                (None, Scope::Mirror(game)) => {
                    self.charge(Billed::token(who.token, address), Action::Create)?;
                    self.start_mirror(player, game.clone()).await?;
                    continue;
                }
                (None, _) => return Ok(None),
            };
            let board = match board {
                Some(pairing) => {
                    let asked = crate::GameEvent::Requested { at_ms: now_ms() };
                    self.open(pairing, Command::default(), asked).await?;
                    continue;
                }
                None => self.ask(id, player).await?,
            };
            // If the action was made in the meantime, there is another one, or none.
            let Some(board) = board else { continue };
            if matches!(scope, Scope::Mirror(_)) {
                self.remember_mirror(player, id);
            }
            let state = &board.game_state;
            return Ok(Some(PendingAction {
                action: ActionId::new(id, state.ply()),
                game: id,
                history: state.states().to_vec(),
            }));
        }
    }

    /// Asks a player for its action; none where another is to act.
    async fn ask(&self, id: GameId, player: &str) -> Result<Option<Arc<Versioned<Board>>>, Refusal> {
        /// It is another player's turn.
        struct Moved;
        let decide = |board: &Versioned<Board>| {
            if board.active() != Some(player) {
                return Err(Moved);
            }
            let asked = board.game_state.ask(now_ms()).map(BoardEvent::Game);
            Ok(asked.map_or(Decision::NoChange, |asked| Decision::Append(vec![asked])))
        };
        match self.boards().act(&id, Command::default(), decide).await {
            Ok(done) => Ok(Some(done.now)),
            Err(ActError::Refused(Moved)) => Ok(None),
            Err(ActError::Failed(failure)) => Err(failure.into()),
        }
    }

    /// Finds a game in which this player must act: one whose action was already requested, otherwise the
    /// first one in the oldest event. Includes the pairing if the game has not begun. Others decide how many
    /// games a player is in, so it does not load them all.
    async fn pick(&self, player: &str, scope: &Scope) -> Result<Option<(GameId, Option<Pairing>)>, Refusal> {
        if let Scope::Mirror((game, _)) = scope
            && let Some(id) = self.mirror_of(player)
            && let Some(board) = self.board(id).await?
            && board.active() == Some(player)
            && board.pairing.game == *game
        {
            return Ok(Some((id, None)));
        }
        for id in self.boards().ids(&asked(player)).await? {
            let Some(board) = self.board(id).await? else { continue };
            let event = self.events().load(&board.pairing.event, Freshness::Resident).await?;
            let is_requested = board.active() == Some(player) && board.game_state.is_requested();
            if is_requested && scope.has(&event.plan) && !event.is_closed_by(now_ms()) {
                return Ok(Some((id, None)));
            }
        }
        let numbers = match scope {
            Scope::Event(event) => vec![event.plan.number()],
            Scope::Any(_) => self.events().ids(&playing(player)).await?,
            Scope::Mirror(_) => self.events().ids(&mirroring(player)).await?,
        };
        for number in numbers {
            let event = self.events().load(&number, Freshness::Resident).await?;
            if scope.has(&event.plan)
                && let Some(picked) = self.pick_of(player, &event).await?
            {
                return Ok(Some(picked));
            }
        }
        Ok(None)
    }

    /// The oldest game of an event in which a player is to act.
    async fn pick_of(
        &self,
        player: &str,
        event: &Event,
    ) -> Result<Option<(GameId, Option<Pairing>)>, Refusal> {
        if event.is_closed_by(now_ms()) {
            return Ok(None);
        }
        let begun = self.begun(event).await?;
        for (id, seats) in event.open_games_of(player) {
            if !begun.contains(&id) {
                if seats[event.plan.first.index()] == player {
                    return Ok(Pairing::of(event, id).map(|pairing| (id, Some(pairing))));
                }
            } else if let Some(board) = self.board(id).await?
                && board.active() == Some(player)
            {
                return Ok(Some((id, None)));
            }
        }
        Ok(None)
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
            Some(board) => {
                self.events().load(&board.pairing.event, Freshness::Resident).await?.is_closed_by(arrived_ms)
            }
            None => return Err(Refusal::NoSuchAction),
        };
        let decide = |board: &Versioned<Board>| {
            let state = &board.game_state;
            if !state.was_requested(id.ply()) {
                return Err(Refusal::NoSuchAction);
            }
            if board.name(state.mover(id.ply())) != player {
                return Err(Refusal::NotYourAction);
            }
            if id.ply() < state.ply() {
                return Err(Refusal::AlreadySubmitted);
            }
            if closed || state.is_closed() {
                return Err(Refusal::EventClosed);
            }
            let happens = state.act(action, arrived_ms, Some(self.timeout()))?;
            Ok(Decision::Append(vec![BoardEvent::Game(happens)]))
        };
        match self.boards().act(&id.game(), Command::default(), decide).await {
            Ok(done) => Ok(done.now.game_state.winner()),
            Err(ActError::Failed(RepositoryError::Missing { .. })) => Err(Refusal::NoSuchAction),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use chautari_games::GAMES;
    use chautari_platform::Platform;
    use chautari_server::{App, Config};

    use super::*;
    use crate::service::NewEvent;
    use crate::store::PlayerRegistered;
    use crate::{GameEvent, Settings, Timeliness};

    fn service(app: &Platform) -> SoftserveService {
        SoftserveService::new(app.clone(), Settings::default())
    }

    #[tokio::test]
    async fn polling_loads_only_one_of_many_games() {
        let config = Config { database: "sqlite::memory:".to_owned(), ..Config::default() };
        let app = App::open(config, GAMES).await.unwrap();
        let one = service(app.platform());
        let token = Token::new();
        for name in ["a", "b"] {
            let registered = PlayerRegistered {
                name: name.to_owned(),
                email: String::new(),
                token: token.hash(),
                code: None,
                key: None,
            };
            one.come(registered, &token).await.unwrap();
        }
        let game = one.game(CREEPER).unwrap();
        let mut last = None;
        for number in 0..3 {
            let new_event = NewEvent {
                name: Some(format!("cup {number}")),
                game: game.clone(),
                players: vec!["a".to_owned(), "b".to_owned()],
                game_pairs: 20,
                token: token.hash(),
                closes_in: None,
                payer: "b".to_owned(),
                key: None,
            };
            let event = one.create_event(new_event).await.unwrap().0;
            // In each of its games `a` is to act: where `b` is first, after the first action.
            for id in event.plan.games() {
                let pairing = Pairing::of(&event, id).unwrap();
                let first = match pairing.seats[game.1.index()].as_str() {
                    "a" => continue,
                    _ => GameEvent::Played { action: "a5a4".to_owned(), at_ms: 0, pace: Timeliness::InTime },
                };
                assert!(one.open(pairing, Command::default(), first).await.unwrap());
                last = Some((event.plan.title().to_owned(), id));
            }
        }
        let player = one.player("a").await.unwrap().unwrap();
        let client = Client::internal("test");
        let (title, _) = last.unwrap();
        // The action that the last event requested comes first, whether one polls that event or all of them.
        let scope = one.scope(&title, None).await.unwrap();
        let asked = one.next_action(&player, client, &scope).await.unwrap().unwrap();
        // A process that has just begun has read what it needs, and nothing else.
        for event in ["*", &title] {
            let other = service(app.platform());
            let scope = other.scope(event, None).await.unwrap();
            let turn = other.next_action(&player, client, &scope).await.unwrap().unwrap();
            assert_eq!(turn.action, asked.action, "{event}");
            assert_eq!(other.boards().cached_count(), 1, "{event}");
        }
        one.submit("a", asked.action, "a5a4", now_ms()).await.unwrap();
        let other = service(app.platform());
        let scope = other.scope("*", None).await.unwrap();
        let turn = other.next_action(&player, client, &scope).await.unwrap().unwrap();
        assert_ne!(turn.game, asked.game, "now the oldest");
        assert!(other.boards().cached_count() <= 2, "{}", other.boards().cached_count());
    }
}
