//! What players ask and are told: whose turn it is, what an action comes to.

use std::str::FromStr;

use chautari_server::{Token, TokenHash};

use crate::clock::now_ms;
use crate::desk::{Change, Desk};
use crate::{ANY, ActionId, EventId, GameId, MIRROR, Refusal, Verdict};

/// Where a player looks for something to do.
pub(crate) enum Scope {
    /// Games against itself, of this kind.
    Mirror(String),
    /// One event.
    Event(EventId),
    /// Every event it is in, or only those of one kind of game.
    Any(Option<String>),
}

/// Something for a player to do.
pub(crate) struct Turn {
    pub(crate) action: ActionId,
    pub(crate) game: GameId,
    pub(crate) history: Vec<String>,
}

/// Whether a token is the one of which this hash was kept.
pub(crate) fn admits(hash: &str, token: &str) -> bool {
    match (TokenHash::from_str(hash), Token::from_str(token)) {
        (Ok(hash), Ok(token)) => hash.admits(&token),
        _ => false,
    }
}

impl Desk {
    /// Whoever says so is this player.
    pub(crate) async fn identify(&self, player: &str, token: &str) -> Result<(), Refusal> {
        let hash = |desk: &Desk| desk.hall(|hall| hall.player(player).map(|known| known.token.clone()));
        if hash(self).is_none() {
            // It may have come in by another door.
            self.catch_up().await?;
        }
        if hash(self).is_some_and(|hash| admits(&hash, token)) { Ok(()) } else { Err(Refusal::Credentials) }
    }

    /// What the name of an event means.
    pub(crate) async fn scope(&self, event: &str, game: Option<String>) -> Result<Scope, Refusal> {
        match event {
            MIRROR => Ok(Scope::Mirror(game.unwrap_or_else(|| super::CREEPER.to_owned()))),
            ANY => Ok(Scope::Any(game)),
            name => {
                let find = || self.hall(|hall| hall.event_named(name).map(|event| event.id));
                if let Some(id) = find() {
                    return Ok(Scope::Event(id));
                }
                self.catch_up().await?;
                find().map(Scope::Event).ok_or(Refusal::NoSuchEvent)
            }
        }
    }

    /// Something for a player to do, the same until it is done.
    pub(crate) async fn turn(&self, player: &str, scope: &Scope) -> Result<Option<Turn>, Refusal> {
        loop {
            let Some(id) = self.pick(player, scope).await? else { return Ok(None) };
            let mut seated = self.sit(id).await?;
            if seated.active() != Some(player) {
                // It was done while we looked, or somebody was gone before it could be noted.
                self.note(&seated);
                continue;
            }
            if let Some(happens) = seated.table().ask(now_ms())
                && self.act(&mut seated, &happens, None).await? == Change::Overtaken
            {
                continue;
            }
            let table = seated.table();
            return Ok(Some(Turn {
                action: ActionId::new(id, table.ply()),
                game: id,
                history: table.states().to_vec(),
            }));
        }
    }

    /// A game in which this player is to act: one it was asked about before, or else the oldest.
    async fn pick(&self, player: &str, scope: &Scope) -> Result<Option<GameId>, Refusal> {
        let candidates: Vec<(GameId, [String; 2])> = match scope {
            Scope::Mirror(game) => return self.mirror(player, game).await.map(Some),
            Scope::Event(event) => self.hall(|hall| {
                let games = hall.event(*event).map(|event| event.games().collect()).unwrap_or_default();
                seats(hall, games, |_| true)
            }),
            Scope::Any(game) => self.hall(|hall| {
                let fits = |kind: &str| game.as_ref().is_none_or(|game| game == kind);
                seats(hall, hall.games_of(player).to_vec(), fits)
            }),
        };
        let mut first = None;
        for (id, seats) in candidates {
            if !seats.iter().any(|name| name == player) {
                continue;
            }
            let standing = self.standing(id).await?;
            if standing.verdict != Verdict::Ongoing || seats[standing.turn.index()] != player {
                continue;
            }
            if standing.asked {
                return Ok(Some(id));
            }
            first = first.or(Some(id));
        }
        Ok(first)
    }

    /// The unfinished game of a player against itself, or a new one.
    async fn mirror(&self, player: &str, game: &str) -> Result<GameId, Refusal> {
        self.app().game(game).map_err(|_| Refusal::NoSuchGame(format!("there is no game {game}")))?;
        loop {
            let last = self.hall(|hall| hall.mirror_of(player, game));
            if let Some(id) = last
                && self.standing(id).await?.verdict == Verdict::Ongoing
            {
                return Ok(id);
            }
            self.change(|hall| {
                // Whoever asked at the same moment may have begun it.
                let fresh = hall.mirror_of(player, game) == last;
                Ok(fresh.then(|| hall.start_mirror(player.to_owned(), game.to_owned())))
            })
            .await?;
        }
    }

    /// Plays an action that arrived at that time, and says who has won by it.
    pub(crate) async fn submit(
        &self,
        player: &str,
        id: ActionId,
        action: &str,
        arrived_ms: u64,
    ) -> Result<&'static str, Refusal> {
        loop {
            let mut seated = self.sit(id.game()).await.map_err(|refusal| match refusal {
                Refusal::NoSuchTable => Refusal::NoSuchAction,
                refusal => refusal,
            })?;
            let table = seated.table();
            if !table.was_asked(id.ply()) {
                return Err(Refusal::NoSuchAction);
            }
            if seated.name(table.mover(id.ply())) != player {
                return Err(Refusal::NotYourAction);
            }
            if id.ply() < table.ply() {
                return Err(Refusal::AlreadySubmitted);
            }
            let happens = table.act(action, arrived_ms, Some(self.settings.think_time))?;
            if self.act(&mut seated, &happens, None).await? == Change::Made {
                return Ok(seated.table().winner());
            }
        }
    }
}

fn seats(hall: &crate::Hall, games: Vec<GameId>, fits: impl Fn(&str) -> bool) -> Vec<(GameId, [String; 2])> {
    let pairing = |id| hall.pairing(id).map(|pairing| (id, pairing));
    games
        .into_iter()
        .filter_map(pairing)
        .filter(|(_, pairing)| pairing.event.is_some() && fits(&pairing.game))
        .map(|(id, pairing)| (id, pairing.seats.clone()))
        .collect()
}
