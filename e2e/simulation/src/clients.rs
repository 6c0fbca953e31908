//! Simulated players: they play, invite, enter tournaments, repeat what was not answered, and vanish.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chautari_aggregate::Aggregate;
use chautari_arena::Format;
use tokio::time::{sleep, timeout};

use crate::audit::Audit;
use crate::matches::MatchState;
use crate::node::{Node, Refusal};
use crate::people::{Invitation, Person};
use crate::tournament::Tournament;
use crate::world::{World, lock};

/// How often a client sends a request that was not answered, each time to any server.
const TRIES: usize = 6;

/// The longest a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The servers that are running; an empty place is one that is down.
pub(crate) type Servers = Arc<Mutex<Vec<Option<Node>>>>;

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) world: World,
    pub(crate) servers: Servers,
    pub(crate) audit: Audit,
    pub(crate) tournaments: Arc<Vec<String>>,
}

impl Client {
    /// Acts until the faults end, or vanishes before.
    pub(crate) async fn run(self) {
        if !self.register().await {
            return;
        }
        let mut number = 0;
        while !self.world.is_quiet() {
            sleep(self.world.millis(50, 1500)).await;
            if self.world.happens(4) {
                self.world.note(&self.name, "vanishes");
                return;
            }
            number += 1;
            match self.world.below(12) {
                0 => self.invite(number).await,
                1 | 2 => self.accept().await,
                3 => self.enter().await,
                _ => self.play(number).await,
            }
        }
    }

    /// Sends a request to any server. `Err(None)` means that no answer came.
    async fn send<T, F: Future<Output = Result<T, Refusal>>>(
        &self,
        work: impl Fn(Node) -> F,
    ) -> Result<T, Option<String>> {
        let node = {
            let servers = lock(&self.servers);
            let place = self.world.below(servers.len());
            servers[place].clone()
        };
        let Some(node) = node else {
            sleep(Duration::from_millis(200)).await;
            return Err(None);
        };
        sleep(self.world.millis(0, 20)).await;
        let life = node.life.clone();
        let answer = tokio::select! {
            biased;
            () = life.over() => return Err(None),
            answer = timeout(PATIENCE, work(node)) => answer,
        };
        sleep(self.world.millis(0, 20)).await;
        if self.world.happens(30) {
            return Err(None);
        }
        match answer {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Refusal::Refused(why))) => Err(Some(why)),
            Ok(Err(Refusal::Unknown(_))) | Err(_) => Err(None),
        }
    }

    /// Sends a request until it is answered. Returns whether it was done.
    async fn insist<F: Future<Output = Result<(), Refusal>>>(
        &self,
        about: &str,
        what: &str,
        work: impl Fn(Node) -> F,
    ) -> bool {
        for attempt in 1..=TRIES {
            match self.send(&work).await {
                Ok(()) => {
                    self.world.note(about, &format!("{} {what}: done at try {attempt}", self.name));
                    return true;
                }
                Err(Some(why)) => {
                    self.world.note(about, &format!("{} {what}: refused at try {attempt}, {why}", self.name));
                    return false;
                }
                Err(None) => sleep(self.world.millis(10, 800)).await,
            }
        }
        self.world.note(about, &format!("{} {what}: never answered", self.name));
        false
    }

    /// Registers under one of few names, some of which others want too. Returns whether that was acknowledged.
    async fn register(&self) -> bool {
        let wanted = format!("name{}", self.world.below(6));
        let stream = Person::stream(&self.name);
        for name in [wanted, format!("own-{}", self.name)] {
            let register = async |node: Node| node.register(&self.name, &name).await;
            if self.insist(stream.as_str(), &format!("registers as {name}"), register).await {
                self.audit.acknowledged(&stream, "register");
                return true;
            }
        }
        false
    }

    async fn invite(&self, number: usize) {
        let id = format!("{}-{number}", self.name);
        let stream = Invitation::stream(&id);
        if self
            .insist(stream.as_str(), "invites", async |node: Node| node.invite(&id, &self.name).await)
            .await
        {
            self.audit.acknowledged(&stream, "offer");
        }
    }

    async fn accept(&self) {
        let Ok(Some(id)) = self.send(async |node: Node| node.open_invitation(&self.name).await).await else {
            return;
        };
        let stream = Invitation::stream(&id);
        if self
            .insist(stream.as_str(), "accepts", async |node: Node| node.accept(&id, &self.name).await)
            .await
        {
            self.audit.acknowledged(&stream, &format!("accept-{}", self.name));
        }
    }

    /// Creates, enters or starts a tournament.
    async fn enter(&self) {
        let number = self.world.below(self.tournaments.len());
        let id = &self.tournaments[number];
        let stream = Tournament::stream(id);
        let formats =
            [Format::RoundRobin, Format::DoubleRoundRobin, Format::Swiss, Format::Knockout, Format::Gauntlet];
        let (format, games) =
            (formats[(self.world.seed() as usize + number) % formats.len()], 1 + number as u32 % 2);
        let create = async |node: Node| node.create_tournament(id, format, games).await;
        if !self.insist(stream.as_str(), "creates", create).await {
            return;
        }
        let enter = async |node: Node| node.enter(id, &self.name).await;
        self.insist(stream.as_str(), "enters", enter).await;
        if self.world.below(4) == 0 {
            self.insist(stream.as_str(), "starts", async |node: Node| node.start_tournament(id).await).await;
        }
    }

    /// Plays a move in one of the own matches; now and then two different ones at once, from two windows.
    async fn play(&self, number: usize) {
        let Ok(mine) = self.send(async |node: Node| node.my_matches(&self.name).await).await else { return };
        if mine.is_empty() {
            return;
        }
        let id = &mine[self.world.below(mine.len())];
        let Ok(Some(seen)) = self.send(async |node: Node| node.look(id, &self.name).await).await else {
            return;
        };
        if seen.moves.is_empty() {
            return;
        }
        let stream = MatchState::stream(id);
        if self.world.below(60) == 0 {
            let command = format!("resign-{}", self.name);
            let resign = async |node: Node| node.resign(id, seen.side, &command).await;
            self.insist(stream.as_str(), "resigns", resign).await;
            return;
        }
        let windows = if self.world.below(5) == 0 { 2 } else { 1 };
        let plays = (0..windows).map(|window| {
            let text = seen.moves[self.world.below(seen.moves.len())].clone();
            let (client, id, stream) = (self.clone(), id.clone(), stream.clone());
            let (side, plies) = (seen.side, seen.plies);
            async move {
                let command = format!("{}-{number}-{window}", client.name);
                let play = async |node: Node| node.play(&id, side, plies, &text, &command).await;
                let what = format!("plays {text} as ply {plies} from window {window}");
                if client.insist(stream.as_str(), &what, play).await {
                    client.audit.played(&stream, &command, plies, &text);
                }
            }
        });
        let tasks: Vec<_> = plays.map(tokio::spawn).collect();
        for task in tasks {
            let _ = task.await;
        }
    }
}
