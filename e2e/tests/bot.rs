//! `chautari bot` connects a UGI engine to a server: it survives a kill, follows the clock, and passes on its
//! options.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chautari_e2e::{Client, Server, Store, program};
use serde_json::{Value, json};

/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(2);

const GAME: &str = "baghchal:captures=1";
/// The same game in another spelling: the server's form of the name counts.
const TYPED: &str = "baghchal:captures=1,";

/// A running bot and its log.
struct Bot {
    child: Child,
    log: PathBuf,
}

impl Bot {
    fn start(folder: &Path, config: &Path) -> Bot {
        let log = folder.join("bot.log");
        let child = Command::new(program())
            .args(["bot", TYPED, "--config"])
            .arg(config)
            .stdin(Stdio::null())
            .stdout(File::create(folder.join("bot.out")).unwrap())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Bot { child, log }
    }

    fn check(&mut self) {
        let ended = self.child.try_wait().unwrap();
        assert!(ended.is_none(), "{ended:?}: {}", fs::read_to_string(&self.log).unwrap());
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Polls until `look` returns something.
async fn until<T>(bot: &mut Bot, what: &str, mut poll: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = poll().await {
            return found;
        }
        bot.check();
        assert!(begun.elapsed() < TIMEOUT, "{what}: {}", fs::read_to_string(&bot.log).unwrap());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// An engine that logs its input.
fn engine(folder: &Path) -> String {
    let script = folder.join("engine.sh");
    let (input, program) = (folder.join("input.txt"), program());
    let text = format!("tee -a '{}' | '{}' ugi {GAME}\n", input.display(), program.display());
    fs::write(&script, text).unwrap();
    format!("cmd:sh {}", script.display())
}

/// A person who plays the tigers against the bot.
struct Human {
    id: String,
    token: String,
    done: usize,
}

impl Human {
    async fn begin(client: &mut Client) -> Human {
        let seats = json!({"goats": {"kind": "bot", "name": "bridge"}, "tigers": {"kind": "human"}});
        let clock = json!({"initial_ms": 300_000, "increment_ms": 2000});
        let request = json!({"game": GAME, "seats": seats, "clock": clock});
        let begun = client.post("/matches", None, &request).await;
        let token = begun["seats"]["tigers"]["token"].as_str().unwrap().to_owned();
        Human { id: begun["match"].as_str().unwrap().to_owned(), token, done: 0 }
    }

    async fn state(&self, client: &mut Client) -> Value {
        client.get(&format!("/matches/{}", self.id)).await
    }

    async fn act(&mut self, client: &mut Client, action: &Value) {
        self.done += 1;
        let body = json!({"command": format!("human-{}", self.done), "action": action});
        client.post(&format!("/matches/{}/actions", self.id), Some(&self.token), &body).await;
    }

    /// Waits until it is the turn of the tigers, or the match is over. Returns its state.
    async fn turn(&self, client: &mut Client, bot: &mut Bot) -> Value {
        until(bot, "the bot moves", async || {
            let state = self.state(client).await;
            (state["turn"] != "goats").then_some(state)
        })
        .await
    }

    /// Plays this many moves of the tigers, or fewer if the match ends.
    async fn play(&mut self, client: &mut Client, bot: &mut Bot, moves: usize) {
        for _ in 0..moves {
            let state = self.turn(client, bot).await;
            let Some(offer) = state["offers"].get(0) else { return };
            self.act(client, &json!({"type": "move", "move": offer["move"]})).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engine_plays_two_games_through_a_kill() {
    let store = Store::file();
    let folder = store.folder();
    let mut server = Server::start(folder, &store.database, &[]).await;
    let mut client = Client::new(&[server.url("")], 0);
    let config = folder.join("bot.toml");
    let text = format!(
        "server = \"http://{}\"\nname = \"bridge\"\nengine = \"{}\"\ngames = 2\ntoken-file = \"{}\"\n\
         max-clock = \"600s\"\n[options]\nLevel = 1\n",
        server.address(),
        engine(folder),
        folder.join("token").display()
    );
    fs::write(&config, text).unwrap();
    let mut bot = Bot::start(folder, &config);
    until(&mut bot, "it registers", async || {
        let bots = client.get("/bots").await;
        bots["bots"].as_array().unwrap().iter().any(|one| one["name"] == "bridge").then_some(())
    })
    .await;
    let mut games = [Human::begin(&mut client).await, Human::begin(&mut client).await];
    for game in &mut games {
        game.play(&mut client, &mut bot, 1).await;
    }
    server.kill();
    // Long enough for the bot to notice.
    tokio::time::sleep(Duration::from_millis(500)).await;
    server.restart().await;
    for game in &mut games {
        game.play(&mut client, &mut bot, 2).await;
        // A move by the bot would pass over an offer made before it.
        let state = game.turn(&mut client, &mut bot).await;
        assert!(!state["outcome"].is_null() || state["moves"].as_array().unwrap().len() >= 6, "{state}");
        if state["outcome"].is_null() {
            game.act(&mut client, &json!({"type": "offer_pause"})).await;
            until(&mut bot, "it agrees to a pause", async || {
                (game.state(&mut client).await["paused"] == true).then_some(())
            })
            .await;
            game.act(&mut client, &json!({"type": "resume"})).await;
            until(&mut bot, "it plays on", async || {
                (game.state(&mut client).await["paused"] != true).then_some(())
            })
            .await;
            game.act(&mut client, &json!({"type": "resign"})).await;
        }
        let outcome = game.state(&mut client).await["outcome"].clone();
        assert!(
            ["resignation", "captures", "blocked"].contains(&outcome["reason"].as_str().unwrap()),
            "{outcome}"
        );
    }
    let input = fs::read_to_string(folder.join("input.txt")).unwrap();
    assert!(input.contains("setoption name Level value 1"), "{input}");
    let go = input.lines().find(|line| line.starts_with("go ")).unwrap();
    assert!(go.starts_with("go p1time 2") && go.ends_with("p1inc 2000 p2inc 2000"), "its own clock: {go}");

    // Invitations to its game are accepted, unless the time is unlimited.
    let host = client.post("/bots", None, &json!({"name": "host"})).await;
    let key = host["token"].as_str();
    let mut invite = async |game: &str, clock: Value| {
        let terms = json!({"game": game, "rated": false, "clock": clock});
        let asked = client.post("/invitations", key, &json!({"to": {"bot": "bridge"}, "terms": terms})).await;
        let path = format!("/invitations/{}", asked["id"].as_str().unwrap());
        until(&mut bot, "it responds", async || {
            let state = client.get(&path).await["state"].as_str().unwrap().to_owned();
            (state != "open").then_some(state)
        })
        .await
    };
    assert_eq!(invite(GAME, json!({"initial_ms": 60_000})).await, "accepted");
    assert_eq!(invite(GAME, Value::Null).await, "declined");
    assert_eq!(invite("gomoku", json!({"initial_ms": 60_000})).await, "declined");
    bot.check();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engine_that_plays_nonsense_loses_only_that_game() {
    let store = Store::file();
    let folder = store.folder();
    let server = Server::start(folder, &store.database, &[]).await;
    let mut client = Client::new(&[server.url("")], 0);
    let script = folder.join("nonsense.sh");
    let text = "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
        go) echo bestmove nonsense;; quit) exit;; esac; done\n";
    fs::write(&script, text).unwrap();
    let config = folder.join("bot.toml");
    let text = format!(
        "server = \"http://{}\"\nname = \"bridge\"\nengine = \"cmd:sh {}\"\n",
        server.address(),
        script.display()
    );
    fs::write(&config, text).unwrap();
    let mut bot = Bot::start(folder, &config);
    until(&mut bot, "it registers", async || {
        let bots = client.get("/bots").await;
        (!bots["bots"].as_array().unwrap().is_empty()).then_some(())
    })
    .await;
    for _ in 0..2 {
        let game = Human::begin(&mut client).await;
        let outcome = until(&mut bot, "it resigns", async || {
            let outcome = game.state(&mut client).await["outcome"].clone();
            (!outcome.is_null()).then_some(outcome)
        })
        .await;
        assert_eq!((&outcome["winner"], &outcome["reason"]), (&json!("tigers"), &json!("resignation")));
    }
}
