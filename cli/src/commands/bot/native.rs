//! A bot on our own API (docs/protocols/api.md): told by a stream what awaits it, several games at a time.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::StatusCode;
use chautari_arena::live::{RemainingTime, TimeControl};
use chautari_game::{AnyGame, Info, Limit, Side};
use chautari_ugi::Answer;
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};

use super::invited::{Invitation, Taste};
use super::server::{self, Incoming, Question, Server};
use super::thinker::{self, Allowed, Thinker};
use super::{Entry, LONGEST_PAUSE, PAUSE};

/// The server shows every 15 s that it is there.
const SILENCE: Duration = Duration::from_secs(45);

/// What the stream says.
#[derive(Debug)]
enum Heard {
    Awaiting(String, Told),
    Invited(Invitation),
}

/// Something that awaits the bot in a match.
#[derive(Debug, Deserialize)]
struct Told {
    r#match: String,
    version: u64,
    side: String,
    state: State,
}

/// A match, as far as the bot cares.
#[derive(Debug, Deserialize)]
struct State {
    game: String,
    start: Option<String>,
    moves: Vec<String>,
    turn: Option<String>,
    clock: Option<Value>,
    draw_offer: Option<String>,
    takeback_offer: Option<String>,
    pause_offer: Option<String>,
    resume_offer: Option<String>,
    outcome: Option<Value>,
}

/// What was done, to be told to whoever runs the bot.
struct Done {
    told: Told,
    event: String,
    action: Option<String>,
    seconds: f64,
}

pub(super) async fn play(entry: &Entry<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let server = Server::new(&entry.server)?;
    let token = enter(&server, entry).await?;
    anstream::eprintln!(
        "{} waits for whoever plays {} with it; Ctrl-C ends it.",
        entry.name,
        entry.game_name
    );
    let games = entry.options.games.unwrap_or(1).max(1);
    // Each thinks about one game at a time; whichever is free takes the next turn.
    let thinkers: Vec<Thinker> = (0..games).map(|_| entry.thinker()).collect();
    let desk = Arc::new(Desk {
        server: server.clone(),
        token: token.clone(),
        name: entry.name.clone(),
        game: entry.game,
        taste: Taste {
            game: entry.game_name.clone(),
            accept: entry.options.accept.unwrap_or_default(),
            shortest: entry.options.shortest,
            longest: entry.options.longest,
        },
        said: entry.said(),
        thinkers: Mutex::new(thinkers),
        free: Semaphore::new(games),
    });
    let (send, mut done) = mpsc::channel::<Done>(64);
    let (heard, mut awaiting) = mpsc::channel::<Heard>(64);
    tokio::spawn(listen(server, token, heard));
    let (mut plies, mut busy) = (0, Instant::now());
    let mut look = tokio::time::interval(PAUSE);
    // Whoever connects anew is told all that awaits it, and what is being answered is not answered twice.
    let mut in_hand = HashSet::new();
    loop {
        tokio::select! {
            heard = awaiting.recv() => {
                let Some(heard) = heard else { bail!("The server does not know this bot's token") };
                busy = Instant::now();
                if let Heard::Awaiting(_, told) = &heard
                    && !in_hand.insert((told.r#match.clone(), told.version))
                {
                    continue;
                }
                let (desk, send) = (Arc::clone(&desk), send.clone());
                tokio::spawn(async move {
                    match heard {
                        Heard::Invited(invitation) => desk.reply(&invitation).await,
                        Heard::Awaiting(event, told) => {
                            let _ = send.send(desk.answer(event, told).await).await;
                        }
                    }
                });
            }
            Some(result) = done.recv() => {
                in_hand.remove(&(result.told.r#match.clone(), result.told.version));
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
    let Told { r#match: id, side, version, state } = told;
    if entry.options.json.json {
        let line = json!({"match": id, "event": event, "side": side, "version": version,
            "action": action, "outcome": state.outcome, "seconds": seconds});
        writeln!(out, "{line}")?;
    } else if let Some(action) = action {
        let moves: Vec<&str> = state.moves.iter().map(String::as_str).collect();
        let record = entry.game.replay(None, state.start.as_deref(), &moves);
        let human = record.ok().and_then(|record| record.human_line(std::slice::from_ref(action)).pop());
        writeln!(out, "{id}: {side} plays {} ({seconds:.1} s)", human.as_ref().unwrap_or(action))?;
    } else if event == "ended" {
        let outcome = state.outcome.clone().unwrap_or_default();
        let text = outcome["text"].as_str().unwrap_or_default();
        match outcome["winner"].as_str() {
            Some(winner) => writeln!(out, "{id}: over, a win for {winner}: {text}")?,
            None => writeln!(out, "{id}: over, a draw: {text}")?,
        }
    } else if event == "turn" && state.game != entry.game_name {
        let (game, ours) = (&state.game, &entry.game_name);
        writeln!(out, "{id}: not played: it is {game}, and this bot plays {ours}")?;
    }
    Ok(out.flush()?)
}

/// The bot's token: the one that was given or kept, or that of a bot registered now.
async fn enter(server: &Server, entry: &Entry<'_>) -> anyhow::Result<String> {
    if let Some(token) = entry.kept_token()? {
        return Ok(token);
    }
    // However often it must be asked for, one bot is made, and its token is told.
    let key = server::key()?;
    let body = json!({"name": entry.name});
    let question = Question { path: "/api/v1/bots", token: None, key: Some(&key), body: &body };
    let (status, told) = server.post(question).await?;
    let Some(token) = told["token"].as_str().filter(|_| status == StatusCode::CREATED) else {
        let text = told["error"]["text"].as_str().unwrap_or("this is no Chautari server.");
        let advice = match status {
            StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY => {
                "Give the bot's --token, or another --name"
            }
            _ => "--server is the address of a Chautari server, without a path",
        };
        bail!("The server answers {status}: {text} {advice}");
    };
    entry.keep_token(token)?;
    Ok(token.to_owned())
}

/// Carries what awaits the bot here, and comes back whenever the line is cut. Ends where the token is not known.
async fn listen(server: Server, token: String, heard: mpsc::Sender<Heard>) {
    let mut pause = PAUSE;
    loop {
        match server.listen("/api/v1/bots/me/stream", &token).await {
            Ok(answer) if answer.status() == StatusCode::UNAUTHORIZED => return,
            Ok(answer) if answer.status().is_success() => {
                pause = PAUSE;
                if carry(answer.into_body(), &heard).await.is_break() {
                    return;
                }
                anstream::eprintln!("chautari: the stream was cut; connecting again");
            }
            Ok(answer) => {
                anstream::eprintln!("chautari: the server answers {}; trying again", answer.status());
            }
            Err(error) => anstream::eprintln!("chautari: {error:#}; trying again"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Carries what one stream says, until it is cut; breaks off where nobody wants to hear more.
async fn carry(mut stream: Incoming, heard: &mpsc::Sender<Heard>) -> ControlFlow<()> {
    let mut text = Vec::new();
    while let Ok(Some(Ok(frame))) = tokio::time::timeout(SILENCE, stream.frame()).await {
        let Some(bytes) = frame.data_ref() else { continue };
        text.extend_from_slice(bytes);
        while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            if let Some(told) = read(&String::from_utf8_lossy(&event))
                && heard.send(told).await.is_err()
            {
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

/// One server-sent event.
fn read(event: &str) -> Option<Heard> {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let (name, data) = (field("event:")?, field("data:")?);
    if name == "invitation" {
        return serde_json::from_str(data).ok().map(Heard::Invited);
    }
    Some(Heard::Awaiting(name.to_owned(), serde_json::from_str(data).ok()?))
}

struct Desk {
    server: Server,
    token: String,
    name: String,
    game: &'static dyn AnyGame,
    /// The game it was started for, and who may invite it to that; other games are not its business.
    taste: Taste,
    /// What was said about how long to think.
    said: Limit,
    thinkers: Mutex<Vec<Thinker>>,
    free: Semaphore,
}

impl Desk {
    /// Accepts an invitation, or declines it.
    async fn reply(&self, invitation: &Invitation) {
        if invitation.is_by(&self.name) {
            return;
        }
        let objection = self.taste.objection(invitation);
        let answer = if objection.is_some() { "decline" } else { "accept" };
        let path = format!("/api/v1/invitations/{}/{answer}", invitation.id);
        let question = Question { path: &path, token: Some(&self.token), key: None, body: &json!({}) };
        let who = invitation.who();
        match (self.server.post(question).await, objection) {
            (Err(error), _) => anstream::eprintln!("chautari: the invitation of {who}: {error:#}"),
            // It was withdrawn, or answered before by a request whose answer was lost.
            (Ok((StatusCode::CONFLICT | StatusCode::NOT_FOUND, _)), _) => {}
            (Ok((status, told)), _) if !status.is_success() => {
                anstream::eprintln!("chautari: the invitation of {who}: {}", complaint(status, &told));
            }
            (Ok(_), Some(why)) => anstream::eprintln!("chautari: the invitation of {who} is declined: {why}"),
            (Ok(_), None) => {}
        }
    }

    /// Answers what awaits the bot, and says what was done. What goes wrong costs it this game alone.
    async fn answer(&self, event: String, told: Told) -> Done {
        let begun = Instant::now();
        let mut action = None;
        if let Some(wish) = self.decide(&event, &told).await {
            action = match self.act(&told, &wish).await {
                Ok(done) => done.then(|| wish.text().to_owned()),
                Err(Refused::ByRules(why)) => {
                    anstream::eprintln!("chautari: {}: {why}; the bot resigns", told.r#match);
                    self.act(&told, &Wish::Do("resign"))
                        .await
                        .is_ok_and(|done| done)
                        .then(|| "resign".to_owned())
                }
                Err(Refused::Otherwise(why)) => {
                    anstream::eprintln!("chautari: {}: {why}", told.r#match);
                    None
                }
            };
        }
        Done { told, event, action, seconds: begun.elapsed().as_secs_f64() }
    }

    /// What to do about it.
    async fn decide(&self, event: &str, told: &Told) -> Option<Wish> {
        let state = &told.state;
        if state.game != self.taste.game {
            return None;
        }
        let is_offered = |by: &Option<String>| by.as_ref().is_some_and(|by| *by != told.side);
        let is_drawish = is_offered(&state.draw_offer);
        match event {
            "turn" | "offer" if is_offered(&state.resume_offer) => Some(Wish::Do("resume")),
            "turn" | "offer" if is_offered(&state.pause_offer) => Some(Wish::Do("accept_pause")),
            "turn" => Some(match self.think(told, true).await {
                Ok(answer) if is_drawish && agrees(&answer, state, &told.side) => Wish::Do("accept_draw"),
                Ok(answer) => Wish::Move(answer.best),
                Err(error) => {
                    anstream::eprintln!("chautari: {}: {error:#}; the bot resigns", told.r#match);
                    Wish::Do("resign")
                }
            }),
            "offer" if is_drawish => {
                let answer = self.think(told, false).await;
                let agreed = answer.is_ok_and(|answer| agrees(&answer, state, &told.side));
                Some(Wish::Do(if agreed { "accept_draw" } else { "decline_draw" }))
            }
            "offer" if is_offered(&state.takeback_offer) => Some(Wish::Do("decline_takeback")),
            _ => None,
        }
    }

    /// Does something in a match; whether it was done, or things had moved on.
    async fn act(&self, told: &Told, wish: &Wish) -> Result<bool, Refused> {
        // Named after what it answers: said twice, it is done once.
        let (command, action) = match wish {
            Wish::Move(text) => (format!("at-{}", told.version), json!({"type": "move", "move": text})),
            Wish::Do(what) => (format!("{what}-{}", told.version), json!({"type": what})),
        };
        let body = json!({"command": command, "version": told.version, "action": action});
        let path = format!("/api/v1/matches/{}/actions", told.r#match);
        let question = Question { path: &path, token: Some(&self.token), key: None, body: &body };
        let answered = self.server.post(question).await;
        let (status, answer) = answered.map_err(|error| Refused::Otherwise(format!("{error:#}")))?;
        let why = || format!("{} is not done: {}", wish.text(), complaint(status, &answer));
        match status {
            StatusCode::OK => Ok(true),
            // Things have moved on; what awaits the bot now comes by the stream.
            StatusCode::CONFLICT => Ok(false),
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY if matches!(wish, Wish::Move(_)) => {
                Err(Refused::ByRules(why()))
            }
            _ => Err(Refused::Otherwise(why())),
        }
    }

    /// What an engine says about a match, in its turn or in the other side's.
    async fn think(&self, told: &Told, in_turn: bool) -> anyhow::Result<Answer> {
        let came = Instant::now();
        let _place = self.free.acquire().await.context("the bot is closed")?;
        let thinkers = || self.thinkers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut thinker = {
            let mut thinkers = thinkers();
            // Whoever knows this game goes on with it.
            let known = thinkers.iter().position(|one| one.knows(&told.r#match));
            thinkers.swap_remove(known.unwrap_or(0))
        };
        let State { start, moves, clock, .. } = &told.state;
        let info = self.game.info();
        let side = if told.side == info.side(Side::One) { Side::One } else { Side::Two };
        let decisions_a_turn = || {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let record = self.game.replay(None, start.as_deref(), &moves);
            record.map_or(1.0, |record| record.decisions_a_turn())
        };
        let clock = clock.as_ref().and_then(|clock| clocks(clock, info));
        let clock = clock.map(|(left, control)| thinker::Told {
            left,
            control,
            decisions_a_turn: decisions_a_turn(),
        });
        let mut allowed = Allowed::new(&self.said, clock, side, came.elapsed());
        if !in_turn {
            allowed = allowed.beside();
        }
        let chosen =
            tokio::task::block_in_place(|| thinker.choose(&told.r#match, start.as_deref(), moves, &allowed));
        thinkers().push(thinker);
        chosen
    }
}

/// What a bot does in a match.
enum Wish {
    Move(String),
    Do(&'static str),
}

impl Wish {
    fn text(&self) -> &str {
        match self {
            Wish::Move(text) => text,
            Wish::Do(what) => what,
        }
    }
}

/// Why something was not done.
enum Refused {
    /// The move is none.
    ByRules(String),
    Otherwise(String),
}

fn complaint(status: StatusCode, told: &Value) -> String {
    let text = told["error"]["text"].as_str().unwrap_or_default();
    format!("the server answers {status} {text}").trim_end().to_owned()
}

/// Whether the bot takes the draw it is offered, by what its engine thinks of the position.
fn agrees(answer: &Answer, state: &State, side: &str) -> bool {
    // What was thought is how good it is for the side to move.
    let is_own = state.turn.as_deref() == Some(side);
    let score = answer.score.map(|score| if is_own { score } else { score.flip() });
    score.is_some_and(|score| score.takes_draw(state.moves.len()))
}

/// The clocks of a match, as they are told.
fn clocks(told: &Value, info: &Info) -> Option<(RemainingTime, TimeControl)> {
    let left = |side| told[info.side(side)].as_u64();
    let control: TimeControl = serde_json::from_value(told["control"].clone()).ok()?;
    Some(([left(Side::One)?, left(Side::Two)?], control))
}

#[cfg(test)]
mod tests {
    use chautari_game::Score;

    use super::*;

    fn state(turn: &str, plies: usize) -> State {
        let told = json!({"game": "baghchal", "start": null, "moves": vec!["m"; plies], "turn": turn, "clock": null,
            "draw_offer": "goats", "takeback_offer": null, "pause_offer": null, "resume_offer": null, "outcome": null,
            "version": 7, "offers": []});
        serde_json::from_value(told).unwrap()
    }

    #[test]
    fn an_event_is_read() {
        let told =
            json!({"match": "m", "version": 3, "side": "goats", "state": {"game": "baghchal", "moves": []}});
        let Some(Heard::Awaiting(event, told)) = read(&format!("event: turn\ndata: {told}\n\n")) else {
            panic!()
        };
        assert_eq!((event.as_str(), told.version, told.side.as_str()), ("turn", 3, "goats"));
        assert!(read(": still here\n\n").is_none());
        let asked = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "game": "gomoku", "rated": false, "clock": null});
        assert!(matches!(read(&format!("event: invitation\ndata: {asked}\n\n")), Some(Heard::Invited(_))));
    }

    #[test]
    fn clocks_are_read_by_the_names_of_the_sides() {
        let game = chautari_games::GAMES.iter().find(|game| game.info().id == "baghchal").unwrap();
        let told = json!({"goats": 60_000, "tigers": 30_000, "running": "goats",
            "control": {"initial_ms": 60_000, "increment_ms": 1000}});
        let (left, control) = clocks(&told, game.info()).unwrap();
        assert_eq!(left, [60_000, 30_000]);
        assert_eq!(control.initial(), 60_000);
        assert!(clocks(&Value::Null, game.info()).is_none());
    }

    #[test]
    fn a_draw_is_weighed_by_the_side_that_is_offered_it() {
        let says = |score| Answer { best: "m".to_owned(), score, took: Duration::ZERO };
        let better = says(Some(Score::Guess(40)));
        assert!(!agrees(&better, &state("tigers", 30), "tigers"));
        assert!(
            agrees(&better, &state("goats", 30), "tigers"),
            "it is better for the others, who are to move"
        );
        assert!(!agrees(&better, &state("goats", 3), "tigers"), "nothing was tried yet");
        assert!(agrees(&says(Some(Score::Draw)), &state("tigers", 3), "tigers"));
        assert!(!agrees(&says(None), &state("tigers", 30), "tigers"), "nobody knows");
    }
}
