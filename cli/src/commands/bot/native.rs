//! A bot on our own API (docs/protocols/api.md): told by a stream what awaits it, several games at a time.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::StreamExt;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};

use super::{Entry, LONGEST_PAUSE, PAUSE, Server, Thinker};

/// What an answer may take on its way.
const JOURNEY: Duration = Duration::from_millis(100);
/// The server shows every 15 s that it is there.
const SILENCE: Duration = Duration::from_secs(45);

/// Something that awaits the bot.
#[derive(Debug, Deserialize)]
struct Told {
    r#match: String,
    version: u64,
    side: String,
    state: Value,
}

/// What was done, to be told to whoever runs the bot.
struct Done {
    told: Told,
    event: String,
    action: Option<String>,
    seconds: f64,
}

pub(super) async fn play(entry: &Entry<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let server = Server::new(&entry.server);
    let token = enter(&server, entry).await?;
    let games = entry.options.games.unwrap_or(1).max(1);
    // Each thinks about one game at a time; whichever is free takes the next turn.
    let thinkers: Vec<Thinker> = (0..games).map(|_| entry.thinker()).collect();
    let desk = Arc::new(Desk {
        server: server.clone(),
        token: token.clone(),
        game: entry.game_name.to_owned(),
        thinkers: Mutex::new(thinkers),
        free: Semaphore::new(games),
    });
    let (send, mut done) = mpsc::channel::<anyhow::Result<Done>>(64);
    let (heard, mut awaiting) = mpsc::channel::<(String, Told)>(64);
    tokio::spawn(listen(server, token, heard));
    let (mut plies, mut busy) = (0, Instant::now());
    let mut look = tokio::time::interval(PAUSE);
    loop {
        tokio::select! {
            told = awaiting.recv() => {
                let Some((event, told)) = told else { bail!("The server does not know this bot's token") };
                busy = Instant::now();
                let (desk, send) = (Arc::clone(&desk), send.clone());
                tokio::spawn(async move { let _ = send.send(desk.answer(event, told).await).await; });
            }
            Some(result) = done.recv() => {
                let result = result?;
                report(&result, entry, out)?;
                plies += u64::from(result.action.is_some());
                busy = Instant::now();
            }
            _ = look.tick() => {}
        }
        let enough = entry.options.plies.is_some_and(|most| plies >= most);
        let idle = entry.options.idle.is_some_and(|idle| busy.elapsed() > idle);
        if enough || (idle && desk.free.available_permits() == games) {
            return Ok(());
        }
    }
}

fn report(done: &Done, entry: &Entry, out: &mut dyn Write) -> anyhow::Result<()> {
    let Done { told, event, action, seconds } = done;
    let outcome = &told.state["outcome"];
    if entry.options.json.json {
        let line = json!({"match": told.r#match, "event": event, "side": told.side, "version": told.version,
            "action": action, "outcome": outcome, "seconds": seconds});
        writeln!(out, "{line}")?;
    } else if let Some(action) = action {
        writeln!(out, "{}: {} plays {action} ({seconds:.1} s)", told.r#match, told.side)?;
    } else if event == "ended" {
        let winner = outcome["winner"].as_str().unwrap_or("nobody");
        let reason = outcome["reason"].as_str().unwrap_or_default();
        writeln!(out, "{}: over, {winner} has won: {reason}", told.r#match)?;
    } else if event == "turn" && told.state["game"] != entry.game_name {
        let game = told.state["game"].as_str().unwrap_or("another game");
        writeln!(out, "{}: not played: it is {game}, and this bot plays {}", told.r#match, entry.game_name)?;
    }
    Ok(out.flush()?)
}

/// The bot's token: the one that was given or kept, or that of a bot registered now.
async fn enter(server: &Server, entry: &Entry<'_>) -> anyhow::Result<String> {
    if let Some(token) = entry.kept_token()? {
        return Ok(token);
    }
    let (status, told) = server.post("/api/v1/bots", None, &json!({"name": entry.name})).await?;
    let Some(token) = told["token"].as_str().filter(|_| status == StatusCode::CREATED) else {
        let text = told["error"]["text"].as_str().unwrap_or("this is no Chautari server");
        bail!("The server answers {status}: {text} Give the bot's --token, or another --name");
    };
    entry.keep_token(token)?;
    Ok(token.to_owned())
}

/// Carries what awaits the bot here, and comes back whenever the line is cut. Ends where the token is not known.
async fn listen(server: Server, token: String, heard: mpsc::Sender<(String, Told)>) {
    let mut pause = PAUSE;
    loop {
        let asked = server.line.get(format!("{}/api/v1/bots/me/stream", server.url)).bearer_auth(&token);
        match asked.send().await {
            Ok(answer) if answer.status() == StatusCode::UNAUTHORIZED => return,
            Ok(answer) if answer.status().is_success() => {
                pause = PAUSE;
                let mut stream = answer.bytes_stream();
                let mut text = String::new();
                while let Ok(Some(Ok(bytes))) = tokio::time::timeout(SILENCE, stream.next()).await {
                    text.push_str(&String::from_utf8_lossy(&bytes));
                    while let Some(end) = text.find("\n\n") {
                        let event: String = text.drain(..end + 2).collect();
                        if let Some(told) = read(&event)
                            && heard.send(told).await.is_err()
                        {
                            return;
                        }
                    }
                }
                anstream::eprintln!("chautari: the stream was cut; connecting again");
            }
            Ok(answer) => {
                anstream::eprintln!("chautari: the server answers {}; trying again", answer.status());
            }
            Err(error) => anstream::eprintln!("chautari: {error}; trying again"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// The name and data of one server-sent event.
fn read(event: &str) -> Option<(String, Told)> {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Some((field("event:")?.to_owned(), serde_json::from_str(field("data:")?).ok()?))
}

struct Desk {
    server: Server,
    token: String,
    /// The game it was started for; others are not its business.
    game: String,
    thinkers: Mutex<Vec<Thinker>>,
    free: Semaphore,
}

impl Desk {
    /// Answers what awaits the bot, and says what was done.
    async fn answer(&self, event: String, told: Told) -> anyhow::Result<Done> {
        let begun = Instant::now();
        let is_ours = told.state["game"].as_str().is_some_and(|game| game == self.game);
        let action = match event.as_str() {
            "turn" if is_ours => {
                let chosen = self.choose(&told).await?;
                Some((json!({"type": "move", "move": chosen}), chosen))
            }
            "offer" if !told.state["draw_offer"].is_null() => {
                Some((json!({"type": "decline_draw"}), "decline_draw".to_owned()))
            }
            "offer" => Some((json!({"type": "decline_takeback"}), "decline_takeback".to_owned())),
            _ => None,
        };
        let mut done = None;
        if let Some((action, text)) = action {
            // Named after what it answers: said twice, it is done once.
            let command = format!("at-{}", told.version);
            let body = json!({"command": command, "version": told.version, "action": action});
            let path = format!("/api/v1/matches/{}/actions", told.r#match);
            let (status, answer) = self.server.post(&path, Some(&self.token), &body).await?;
            match status {
                StatusCode::OK => done = Some(text),
                // Things have moved on; what awaits the bot now comes by the stream.
                StatusCode::CONFLICT => {}
                status => bail!("The server answers {status} to {text}: {}", answer["error"]["text"]),
            }
        }
        Ok(Done { told, event, action: done, seconds: begun.elapsed().as_secs_f64() })
    }

    async fn choose(&self, told: &Told) -> anyhow::Result<String> {
        let came = Instant::now();
        let _place = self.free.acquire().await.context("the bot is closed")?;
        let thinkers = || self.thinkers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut thinker = {
            let mut thinkers = thinkers();
            // Whoever knows this game goes on with it.
            let known = thinkers.iter().position(|one| one.known.as_ref() == Some(&told.r#match));
            thinkers.swap_remove(known.unwrap_or(0))
        };
        let moves: Vec<String> = serde_json::from_value(told.state["moves"].clone())?;
        let start = told.state["start"].as_str();
        let time = time(&told.state["clock"], &told.side).map(|time| time.saturating_sub(came.elapsed()));
        let chosen = tokio::task::block_in_place(|| thinker.choose(&told.r#match, start, &moves, time));
        thinkers().push(thinker);
        chosen
    }
}

/// How long the bot may think over a move, by its clock: a thirtieth of what is left and most of what it gains.
fn time(clock: &Value, side: &str) -> Option<Duration> {
    let left = Duration::from_millis(clock[side].as_u64()?);
    let control = &clock["control"];
    let wish = if let Some(per_move) = control["per_move_ms"].as_u64() {
        Duration::from_millis(per_move) * 4 / 5
    } else {
        let gain = Duration::from_millis(control["increment_ms"].as_u64().unwrap_or_default());
        left / 30 + gain * 3 / 4
    };
    Some(wish.min(left.saturating_sub(JOURNEY)).max(Duration::from_millis(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_becomes_a_time_for_the_move() {
        let game = json!({"goats": 60_000, "tigers": 30_000, "control": {"initial_ms": 60_000, "increment_ms": 1000}});
        assert_eq!(time(&game, "goats"), Some(Duration::from_millis(2750)));
        assert_eq!(time(&game, "tigers"), Some(Duration::from_millis(1750)));
        let short = json!({"goats": 150, "control": {"initial_ms": 60_000, "increment_ms": 5000}});
        assert_eq!(time(&short, "goats"), Some(Duration::from_millis(50)), "never more than is left");
        let each = json!({"goats": 1000, "control": {"per_move_ms": 1000}});
        assert_eq!(time(&each, "goats"), Some(Duration::from_millis(800)));
        assert_eq!(time(&Value::Null, "goats"), None);
    }

    #[test]
    fn an_event_is_read() {
        let text = "event: turn\ndata: {\"match\":\"m\",\"version\":3,\"side\":\"goats\",\"state\":{}}\n\n";
        let (event, told) = read(text).unwrap();
        assert_eq!((event.as_str(), told.version, told.side.as_str()), ("turn", 3, "goats"));
        assert!(read(": still here\n\n").is_none());
    }
}
