//! Games that several clients play at once, asking again when no answer comes, while servers are
//! killed: what every client saw must have happened in one order.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chautari_e2e::history::{self, Deed, Log, Operation, Span};
use chautari_e2e::{Client, Dice, Request, Server, Store};
use serde_json::{Value, json};

/// A match both of whose sides anybody here may play.
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

    /// The token of the side to move; `None` once it is over.
    fn token(&self, state: &Value) -> Option<&str> {
        self.tokens.get(state["turn"].as_str()?).map(String::as_str)
    }
}

/// The moves of a match so far, each told apart by where it stands.
fn entries(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().unwrap();
    moves.iter().enumerate().map(|(ply, text)| format!("{ply}:{}", text.as_str().unwrap())).collect()
}

/// The event that begins a match is its first; then come moves, and with the last of them, in one
/// append, the end.
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
async fn a_hundred_copies_of_a_move_are_one_move() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    copies(&[server.url("")]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_copies_sent_to_two_servers_are_one_move() {
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
            client.insist(&Request { path: &path, token: Some(&token), body: Some(&body) }).await
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
async fn games_survive_kills_in_one_order() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![server], 8, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn games_survive_a_hundred_kills_in_one_order() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![server], 100, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_on_two_servers_survive_kills_in_one_order() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![one, other], 8, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn games_on_two_servers_survive_a_hundred_kills_in_one_order() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    play_through_kills(vec![one, other], 100, 4).await;
}

/// How many clients play each game.
const CLIENTS: usize = 4;
/// How many games are played at once.
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
            // One game after the other, as long as servers are being killed.
            while !stop.load(Ordering::Relaxed) {
                let game = Game::begin(&mut Client::new(&urls, table)).await;
                operations += play(&urls, &game, begun, &stop, seed * 1000 + plays * 10 + table as u64).await;
                plays += 1;
            }
            operations
        });
    }
    let mut dice = Dice::new(seed);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(50 + dice.roll(400) as u64)).await;
        let which = dice.roll(servers.len());
        servers[which].kill();
        servers[which].restart().await;
    }
    stop.store(true, Ordering::Relaxed);
    let operations: usize = tables.join_all().await.into_iter().sum();
    eprintln!("{operations} operations over {kills} kills, each game in one order");
    assert!(operations > kills * 5, "only {operations} operations");
}

/// Several clients play one game to its end, or until it is time to stop; then what they saw is
/// checked. How much they saw.
async fn play(urls: &[String], game: &Game, begun: Instant, stop: &Arc<AtomicBool>, seed: u64) -> usize {
    let (log, told) = saw(urls, game, begun, stop, seed).await;
    if let Err(fault) = history::check(&log, &told) {
        panic!("match {}: {fault}\n{told:#?}", game.id);
    }
    told.len()
}

/// The same without the check: the game in the end, and what each of them saw of it.
async fn saw(
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
            dice: Dice::new(seed * 100 + me as u64),
            seen: Vec::new(),
        };
        players.spawn(player.play(stop.clone()));
    }
    let told = players.join_all().await.concat();
    (log(&Client::new(urls, 0).get(&game.path()).await), told)
}

/// What a server would have told that loses, doubles or forgets: planted in what a real one told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fault_planted_in_a_real_history_is_found() {
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
    let (log, told) = saw(&urls, &game, begun, &stop, 5).await;
    assert_eq!(history::check(&log, &told), Ok(()));

    let mut lost = log.clone();
    let (_, entry) = lost.pop_last().unwrap();
    assert!(history::check(&lost, &told).is_err(), "{entry} was acknowledged or seen, and is gone");
    let mut doubled = log.clone();
    doubled.insert(log.keys().last().unwrap() + 1, entry);
    assert!(history::check(&doubled, &told).is_err(), "it stands there twice");

    // Every answer to a look, in turn, comes from before the move that had been acknowledged when it was asked.
    let mut stale = 0;
    for at in 0..told.len() {
        let Deed::Look { version, .. } = told[at].deed else { continue };
        let known = |other: &Operation| {
            let over = other.span.answered.is_some_and(|answered| answered < told[at].span.asked);
            over && matches!(other.deed, Deed::Write { version: Some(written), .. } if written == version)
        };
        if told.iter().any(known) {
            let mut planted = told.clone();
            let entries = log.range(..version).map(|(_, entry)| entry.clone()).collect();
            planted[at].deed = Deed::Look { version: version - 1, entries: Some(entries) };
            assert!(history::check(&log, &planted).is_err(), "a stale look: {:?}", planted[at]);
            stale += 1;
        }
    }
    assert!(stale > 10, "only {stale} looks could be stale");
}

struct Player {
    client: Client,
    game: Game,
    me: usize,
    begun: Instant,
    dice: Dice,
    seen: Vec<Operation>,
}

impl Player {
    async fn play(mut self, stop: Arc<AtomicBool>) -> Vec<Operation> {
        while !stop.load(Ordering::Relaxed) {
            let asked = self.begun.elapsed();
            let state = self.client.get(&self.game.path()).await;
            self.saw(asked, &state);
            let Some(token) = self.game.token(&state).map(str::to_owned) else { break };
            self.try_move(&state, &token).await;
        }
        self.seen
    }

    /// Plays a move nobody else here would play in this position, so that it is known whose it was.
    async fn try_move(&mut self, state: &Value, token: &str) {
        let offers = state["offers"].as_array().unwrap();
        let mine: Vec<_> = offers.iter().skip(self.me).step_by(CLIENTS).collect();
        let Some(offer) = mine.get(self.dice.roll(mine.len())) else { return };
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
        let answer = if self.dice.roll(10) == 0 {
            // Some do not ask again, and never learn what came of it.
            self.client.ask(&request).await.filter(|answer| answer.status < 500)
        } else {
            Some(self.client.insist(&request).await)
        };
        let span = Span { asked, answered: answer.is_some().then(|| self.begun.elapsed()) };
        match answer {
            None => self.seen.push(Operation { span, deed: Deed::Write { entry, version: None } }),
            Some(answer) if answer.status == 200 => {
                let version = answer.json()["version"].as_u64();
                assert!(version.is_some(), "{answer:?}");
                self.seen.push(Operation { span, deed: Deed::Write { entry, version } });
            }
            Some(answer) => {
                // Another was faster; the refusal says where the match stands.
                assert_eq!(answer.status, 409, "{answer:?}");
                self.saw(asked, &answer.json()["state"]);
            }
        }
    }

    fn saw(&mut self, asked: Duration, state: &Value) {
        let span = Span { asked, answered: Some(self.begun.elapsed()) };
        let version = state["version"].as_u64().unwrap();
        self.seen.push(Operation { span, deed: Deed::Look { version, entries: Some(entries(state)) } });
    }
}
