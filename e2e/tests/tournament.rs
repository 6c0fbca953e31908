//! A tournament of bots ends although servers are killed: every acknowledged move is stored once, and the
//! standings match the games.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chautari_e2e::{Client, Request, Rng, Server, Store};
use futures_util::StreamExt;
use serde_json::{Value, json};

const BOTS: usize = 8;

/// How long a tournament may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(8);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_survives_kills() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    hold(vec![server], 6, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn tournaments_survive_a_hundred_kills() {
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &[]).await;
    hold(vec![server], 100, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_on_two_servers_survives_kills() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    hold(vec![one, other], 6, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: a hundred kills"]
async fn tournaments_on_two_servers_survive_a_hundred_kills() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &[]).await;
    let other = Server::start(store.folder(), &store.database, &[]).await;
    hold(vec![one, other], 100, 4).await;
}

/// Holds tournaments one after the other until this many servers have been killed.
async fn hold(mut servers: Vec<Server>, kills: usize, seed: u64) {
    let urls: Vec<_> = servers.iter().map(|server| server.url("")).collect();
    let mut client = Client::new(&urls, 0);
    let acknowledged = Acknowledged::default();
    let mut bots = tokio::task::JoinSet::new();
    for n in 0..BOTS {
        let name = format!("bot-{n}");
        let registered = client.post("/bots", None, &json!({"name": name})).await;
        let bot = Bot {
            client: Client::new(&urls, n),
            token: registered["token"].as_str().unwrap().to_owned(),
            rng: Rng::new(seed * 100 + n as u64),
            acknowledged: acknowledged.clone(),
        };
        bots.spawn(bot.play());
    }
    let mut rng = Rng::new(seed);
    let (mut killed, mut moves, mut tournaments) = (0, 0, 0);
    while killed < kills {
        let players: Vec<_> = (0..BOTS).map(|n| json!({"bot": format!("bot-{n}")})).collect();
        let request = json!({
            "name": "Kills", "game": "baghchal", "format": "swiss", "rounds": 3, "players": players,
            "clock": {"per_move_ms": 120_000},
        });
        let begun = client.post("/tournaments", None, &request).await;
        let path = format!("/tournaments/{}", begun["tournament"].as_str().unwrap());
        let start = Instant::now();
        let end = loop {
            tokio::time::sleep(Duration::from_millis(50 + rng.below(700) as u64)).await;
            if killed < kills {
                let which = rng.below(servers.len());
                servers[which].kill();
                killed += 1;
                servers[which].restart().await;
            }
            let state = client.get(&path).await;
            if state["state"] == "ended" {
                break state;
            }
            assert!(start.elapsed() < TIMEOUT, "the tournament does not end: {state:#}");
        };
        moves += check(&mut client, &end, &acknowledged).await;
        tournaments += 1;
    }
    eprintln!("{moves} acknowledged actions in {tournaments} tournaments over {killed} kills, all there");
    bots.abort_all();
}

/// The acknowledged actions of the bots, by match and version.
type Acknowledged = Arc<Mutex<BTreeMap<(String, u64), BotAction>>>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum BotAction {
    Moved(String),
    Resigned,
}

struct Bot {
    client: Client,
    token: String,
    rng: Rng,
    acknowledged: Acknowledged,
}

impl Bot {
    /// Plays all matches until aborted.
    async fn play(mut self) {
        loop {
            // A stopped server closes the stream; the next stream repeats all pending turns.
            self.listen().await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn listen(&mut self) -> Option<()> {
        let mut stream = self.client.stream("/bots/me/stream", &self.token).await?;
        let mut text = Vec::new();
        while let Some(Ok(bytes)) = stream.next().await {
            text.extend_from_slice(&bytes);
            while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = text.drain(..end + 2).collect();
                let event = String::from_utf8(event).unwrap();
                if event.lines().any(|line| line == "event: turn") {
                    let data = event.lines().find_map(|line| line.strip_prefix("data: "))?;
                    self.take_turn(&serde_json::from_str(data).unwrap()).await;
                }
            }
        }
        Some(())
    }

    async fn take_turn(&mut self, turn: &Value) {
        let offers = turn["state"]["offers"].as_array().unwrap();
        let plies = turn["state"]["moves"].as_array().unwrap().len();
        let (action, taken) = if plies >= 14 && self.rng.below(3) == 0 {
            (json!({"type": "resign"}), BotAction::Resigned)
        } else {
            let text = offers[self.rng.below(offers.len())]["move"].as_str().unwrap();
            (json!({"type": "move", "move": text}), BotAction::Moved(text.to_owned()))
        };
        let id = turn["match"].as_str().unwrap();
        // A repeated turn, as after a kill, may lead to another move, which is another command.
        let command = format!("{}-{}", turn["version"], self.rng.below(usize::MAX));
        let body = json!({"command": command, "version": turn["version"], "action": action});
        let path = format!("/matches/{id}/actions");
        let request = Request { path: &path, token: Some(&self.token), body: Some(&body) };
        let answer = self.client.send_until_final(&request).await;
        // An earlier command of this bot may have been carried out already.
        if answer.status != 409 {
            let version = answer.done()["version"].as_u64().unwrap();
            let before = self.acknowledged.lock().unwrap().insert((id.to_owned(), version), taken);
            assert_eq!(before, None, "two actions at version {version} of match {id}");
        }
    }
}

/// Checks a finished tournament against its games, and the games against the acknowledged actions. Returns the
/// number of actions.
async fn check(client: &mut Client, tournament: &Value, acknowledged: &Acknowledged) -> usize {
    let mut actions = 0;
    let mut tally: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let rounds = tournament["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    for round in rounds {
        let meetings = round["meetings"].as_array().unwrap();
        assert_eq!(meetings.len(), BOTS / 2);
        for game in meetings.iter().flat_map(|meeting| meeting["games"].as_array().unwrap()) {
            let id = game["match"].as_str().unwrap();
            let state = client.get(&format!("/matches/{id}")).await;
            actions += check_game(id, &state, acknowledged);
            let winner = state["outcome"]["winner"].as_str().map(|side| &state["seats"][side]["name"]);
            assert_eq!(&game["winner"], winner.unwrap_or(&Value::Null), "{game} {}", state["outcome"]);
            for seat in state["seats"].as_object().unwrap().values() {
                let result = match winner {
                    Some(name) if name == &seat["name"] => 0,
                    None => 1,
                    Some(_) => 2,
                };
                tally.entry(seat["name"].as_str().unwrap().to_owned()).or_default()[result] += 1;
            }
        }
    }
    let standings = tournament["standings"].as_array().unwrap();
    assert_eq!(standings.len(), BOTS);
    let mut last = f64::INFINITY;
    for place in standings {
        let [wins, draws, losses] = tally[place["player"].as_str().unwrap()];
        assert_eq!(wins + draws + losses, 3, "everyone plays every round: {place}");
        let points = wins as f64 + draws as f64 / 2.0;
        let expected = json!([wins, draws, losses, points]);
        assert_eq!(json!([place["wins"], place["draws"], place["losses"], place["points"]]), expected);
        assert!(points <= last, "the best come first: {standings:#?}");
        last = points;
    }
    actions
}

/// Every acknowledged action is in the match at its version, and there are no others.
fn check_game(id: &str, state: &Value, acknowledged: &Acknowledged) -> usize {
    assert_ne!(state["outcome"]["reason"], "time", "a bot did not get its turn in match {id}");
    let moves = state["moves"].as_array().unwrap();
    let mut happened: BTreeMap<u64, BotAction> = (2..)
        .zip(moves)
        .map(|(version, text)| (version, BotAction::Moved(text.as_str().unwrap().to_owned())))
        .collect();
    // The end comes after the last move: in an append of its own after a resignation, otherwise in the append
    // of that move.
    let end = match state["outcome"]["reason"].as_str().unwrap() {
        "resignation" => BotAction::Resigned,
        _ => happened.pop_last().unwrap().1,
    };
    happened.insert(moves.len() as u64 + 2, end);
    let first = (id.to_owned(), 0);
    let last = (id.to_owned(), u64::MAX);
    let all = acknowledged.lock().unwrap();
    let expected: BTreeMap<u64, BotAction> =
        all.range(first..=last).map(|((_, version), taken)| (*version, taken.clone())).collect();
    assert_eq!(happened, expected, "match {id}");
    assert_eq!(state["version"].as_u64(), Some(moves.len() as u64 + 2));
    happened.len()
}
