//! Several clients play games, repeating unanswered requests, while servers are killed: what all clients saw
//! must be linearizable.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chautari_e2e::history::{self, Log, Operation, OperationKind, Span};
use chautari_e2e::{Client, Request, Rng, Server, Store};
use serde_json::{Value, json};

/// A match of which the clients may play both sides.
#[derive(Clone)]
struct Game {
    id: String,
    tokens: BTreeMap<String, String>,
}

impl Game {
    async fn begin(client: &mut Client) -> Self {
        let begun = client.post("/matches", None, &json!({"game": "baghchal"})).await;
        let seats = begun["seats"].as_object().unwrap();
        let token = |seat: &Value| seat["token"].as_str().unwrap().to_owned();
        let tokens = seats.iter().map(|(side, seat)| (side.clone(), token(seat))).collect();
        Self { id: begun["match"].as_str().unwrap().to_owned(), tokens }
    }

    fn path(&self) -> String {
        format!("/matches/{}", self.id)
    }

    /// The token of the side to move; `None` if the match is over.
    fn token(&self, state: &Value) -> Option<&str> {
        self.tokens.get(state["turn"].as_str()?).map(String::as_str)
    }
}

/// The moves of a match so far, made unique by their position.
fn entries(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().unwrap();
    moves.iter().enumerate().map(|(ply, text)| format!("{ply}:{}", text.as_str().unwrap())).collect()
}

/// Version 1 is the creation of the match, followed by the moves. The end is appended together with the last
/// move.
fn log(state: &Value) -> Log {
    let mut log: Log = (2..).zip(entries(state)).collect();
    if !state["outcome"].is_null()
        && let Some((version, entry)) = log.pop_last()
    {
        log.insert(version + 1, entry);
    }
    assert_eq!(state["version"].as_u64(), Some(log.keys().last().copied().unwrap_or(1)));
    log
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundred_copies_of_a_move_are_one_move() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    copies(&[server.url("")]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hundred_copies_sent_to_two_servers_are_one_move() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    copies(&[one.url(""), other.url("")]).await;
}

async fn copies(servers: &[String]) {
    let mut client = Client::new(servers, 0);
    let game = Game::begin(&mut client).await;
    let state = client.get(&game.path()).await;
    let token = game.token(&state).unwrap().to_owned();
    let body = json!({
        "command": "the-only-one",
        "version": state["version"],
        "action": {"type": "move", "move": state["offers"][0]["move"]},
    });
    let path = format!("{}/actions", game.path());
    let mut copies = tokio::task::JoinSet::new();
    for n in 0..100 {
        let mut client = Client::new(servers, n);
        let (path, token, body) = (path.clone(), token.clone(), body.clone());
        copies.spawn(async move {
            client.send_until_final(&Request { path: &path, token: Some(&token), body: Some(&body) }).await
        });
    }
    let answers = copies.join_all().await;
    let texts: BTreeSet<_> = answers.iter().map(|answer| (answer.status, &answer.text)).collect();
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert_eq!(answers[0].status, 200);
    assert_eq!(answers[0].json()["version"], 2);
    assert_eq!(log(&client.get(&game.path()).await).len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_stay_linearizable_through_kills() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![server], 8, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn games_stay_linearizable_through_a_hundred_kills() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![server], 100, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_on_two_servers_stay_linearizable_through_kills() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![one, other], 8, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn games_on_two_servers_stay_linearizable_through_a_hundred_kills() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![one, other], 100, 4).await;
}

/// Number of clients per game.
const CLIENTS: usize = 4;
/// Number of concurrent games.
const GAMES: usize = 3;

async fn play_through_kills(mut servers: Vec<Server>, kills: usize, seed: u64) {
    let urls: Vec<_> = servers.iter().map(|server| server.url("")).collect();
    let begun = Instant::now();
    let stop = Arc::new(AtomicBool::new(false));
    let mut tables = tokio::task::JoinSet::new();
    for table in 0..GAMES {
        let (urls, stop) = (urls.clone(), stop.clone());
        tables.spawn(async move {
            let mut plays = 0;
            let mut operations = 0;
            // One game after the other, until the last kill.
            while !stop.load(Ordering::Relaxed) {
                let game = Game::begin(&mut Client::new(&urls, table)).await;
                operations += play(&urls, &game, begun, &stop, seed * 1000 + plays * 10 + table as u64).await;
                plays += 1;
            }
            operations
        });
    }
    let mut rng = Rng::new(seed);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(50 + rng.below(400) as u64)).await;
        let which = rng.below(servers.len());
        servers[which].kill();
        servers[which].restart().await;
    }
    stop.store(true, Ordering::Relaxed);
    let operations: usize = tables.join_all().await.into_iter().sum();
    eprintln!("{operations} operations over {kills} kills, each game linearizable");
    assert!(operations > kills * 5, "only {operations} operations");
}

/// Lets several clients play one game until it ends or is stopped, and checks their history. Returns the number
/// of operations.
async fn play(urls: &[String], game: &Game, begun: Instant, stop: &Arc<AtomicBool>, seed: u64) -> usize {
    let (log, operations) = record_history(urls, game, begun, stop, seed).await;
    if let Err(fault) = history::check(&log, &operations) {
        panic!("match {}: {fault}\n{operations:#?}", game.id);
    }
    operations.len()
}

/// Like [`play`], without the check. Returns the final log and the operations.
async fn record_history(
    urls: &[String],
    game: &Game,
    begun: Instant,
    stop: &Arc<AtomicBool>,
    seed: u64,
) -> (Log, Vec<Operation>) {
    let mut players = tokio::task::JoinSet::new();
    for me in 0..CLIENTS {
        let player = Player {
            client: Client::new(urls, me),
            game: game.clone(),
            me,
            begun,
            rng: Rng::new(seed * 100 + me as u64),
            seen: Vec::new(),
        };
        players.spawn(player.play(stop.clone()));
    }
    let operations = players.join_all().await.concat();
    (log(&Client::new(urls, 0).get(&game.path()).await), operations)
}

/// Plants faults of a server that loses, doubles or forgets moves into a real history.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn planted_faults_in_a_real_history_are_found() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    let urls = [server.url("")];
    let game = Game::begin(&mut Client::new(&urls, 0)).await;
    let stop = Arc::new(AtomicBool::new(false));
    let (begun, ending) = (Instant::now(), stop.clone());
    let (mut watcher, path) = (Client::new(&urls, 0), game.path());
    tokio::spawn(async move {
        while self::log(&watcher.get(&path).await).len() <= 15 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        ending.store(true, Ordering::Relaxed);
    });
    let (log, operations) = record_history(&urls, &game, begun, &stop, 5).await;
    assert_eq!(history::check(&log, &operations), Ok(()));

    let mut lost = log.clone();
    let (_, entry) = lost.pop_last().unwrap();
    assert!(history::check(&lost, &operations).is_err(), "{entry} was acknowledged or seen, and is lost");
    let mut doubled = log.clone();
    doubled.insert(log.keys().last().unwrap() + 1, entry);
    assert!(history::check(&doubled, &operations).is_err(), "it is stored twice");

    // Replaces each read in turn by one from before a move that had been acknowledged when the read began.
    let mut stale = 0;
    for at in 0..operations.len() {
        let OperationKind::Read { version, .. } = operations[at].kind else { continue };
        let known = |other: &Operation| {
            let over = other.span.answered.is_some_and(|answered| answered < operations[at].span.asked);
            over && matches!(other.kind, OperationKind::Write { version: Some(written), .. } if written == version)
        };
        if operations.iter().any(known) {
            let mut planted = operations.clone();
            let entries = log.range(..version).map(|(_, entry)| entry.clone()).collect();
            planted[at].kind = OperationKind::Read { version: version - 1, entries: Some(entries) };
            assert!(history::check(&log, &planted).is_err(), "a stale read: {:?}", planted[at]);
            stale += 1;
        }
    }
    assert!(stale > 10, "only {stale} reads could be stale");
}

struct Player {
    client: Client,
    game: Game,
    me: usize,
    begun: Instant,
    rng: Rng,
    seen: Vec<Operation>,
}

impl Player {
    async fn play(mut self, stop: Arc<AtomicBool>) -> Vec<Operation> {
        while !stop.load(Ordering::Relaxed) {
            let asked = self.begun.elapsed();
            let state = self.client.get(&self.game.path()).await;
            self.note_read(asked, &state);
            let Some(token) = self.game.token(&state).map(str::to_owned) else { break };
            self.try_move(&state, &token).await;
        }
        self.seen
    }

    /// Plays a move that no other client here would play in this position, so that its author is known.
    async fn try_move(&mut self, state: &Value, token: &str) {
        let offers = state["offers"].as_array().unwrap();
        let mine: Vec<_> = offers.iter().skip(self.me).step_by(CLIENTS).collect();
        let Some(offer) = mine.get(self.rng.below(mine.len())) else { return };
        let text = offer["move"].as_str().unwrap();
        let entry = format!("{}:{text}", state["moves"].as_array().unwrap().len());
        let body = json!({
            "command": format!("{}-{}", self.me, self.seen.len()),
            "version": state["version"],
            "action": {"type": "move", "move": text},
        });
        let path = format!("{}/actions", self.game.path());
        let request = Request { path: &path, token: Some(token), body: Some(&body) };
        let asked = self.begun.elapsed();
        let answer = if self.rng.below(10) == 0 {
            // Sometimes the client does not retry and never learns the outcome.
            self.client.send_once(&request).await.filter(|answer| answer.status < 500)
        } else {
            Some(self.client.send_until_final(&request).await)
        };
        let span = Span { asked, answered: answer.is_some().then(|| self.begun.elapsed()) };
        match answer {
            None => self.seen.push(Operation { span, kind: OperationKind::Write { entry, version: None } }),
            Some(answer) if answer.status == 200 => {
                let version = answer.json()["version"].as_u64();
                assert!(version.is_some(), "{answer:?}");
                self.seen.push(Operation { span, kind: OperationKind::Write { entry, version } });
            }
            Some(answer) => {
                // Another client was faster; the response contains the state of the match.
                assert_eq!(answer.status, 409, "{answer:?}");
                self.note_read(asked, &answer.json()["state"]);
            }
        }
    }

    fn note_read(&mut self, asked: Duration, state: &Value) {
        let span = Span { asked, answered: Some(self.begun.elapsed()) };
        let version = state["version"].as_u64().unwrap();
        self.seen
            .push(Operation { span, kind: OperationKind::Read { version, entries: Some(entries(state)) } });
    }
}
