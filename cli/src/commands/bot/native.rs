//! A bot on the native API (docs/protocols/api.md): receives events by a stream and plays several games at once.

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

use super::config::BotConfig;
use super::engine::{BotEngine, ClockState, MoveBudget};
use super::http_client::{self, HttpClient, Incoming, MAX_DELAY, MIN_DELAY, PostRequest};
use super::invitation_filter::{Invitation, InvitationFilter};

/// A silent stream is dead after this long. The server sends a keep-alive every 15 s.
const STREAM_TIMEOUT: Duration = Duration::from_secs(45);

/// An event of the bot's stream.
#[derive(Debug)]
enum StreamEvent {
    /// An event of a match, with its name.
    Match(String, MatchEvent),
    Invitation(Invitation),
}

/// An event of a match that may need an action of the bot.
#[derive(Debug, Deserialize)]
struct MatchEvent {
    r#match: String,
    version: u64,
    side: String,
    state: MatchState,
}

/// The state of a match, as far as the bot uses it.
#[derive(Debug, Deserialize)]
struct MatchState {
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

/// A handled event, for the output.
struct HandledEvent {
    name: String,
    event: MatchEvent,
    /// The action taken, if any.
    action: Option<String>,
    seconds: f64,
}

pub(super) async fn play(config: &BotConfig, out: &mut dyn Write) -> anyhow::Result<()> {
    let client = HttpClient::new(&config.server)?;
    let token = token_or_register(&client, config).await?;
    anstream::eprintln!(
        "{} is on {}, waiting for matches and invitations to {}; Ctrl-C stops it.",
        config.name,
        config.server,
        config.game_name
    );
    let games = config.args.games.unwrap_or(1).max(1);
    // Each engine thinks about one game at a time; a free one takes the next turn.
    let engines: Vec<BotEngine> = (0..games).map(|_| config.engine()).collect();
    let bot = Arc::new(NativeBot {
        client: client.clone(),
        token: token.clone(),
        name: config.name.clone(),
        game: config.game,
        filter: InvitationFilter {
            game: config.game_name.clone(),
            accept: config.args.accept.unwrap_or_default(),
            min_clock: config.args.min_clock,
            max_clock: config.args.max_clock,
        },
        user_limit: config.search_limit(),
        engines: Mutex::new(engines),
        free_engines: Semaphore::new(games),
    });
    let (send, mut done) = mpsc::channel::<HandledEvent>(64);
    let (events, mut incoming) = mpsc::channel::<StreamEvent>(64);
    tokio::spawn(run_stream(client, token, events));
    let (mut actions, mut last_active) = (0, Instant::now());
    let mut poll = tokio::time::interval(MIN_DELAY);
    // A new stream repeats all pending events; those already in progress must not be handled twice.
    let mut in_progress = HashSet::new();
    loop {
        tokio::select! {
            received = incoming.recv() => {
                let Some(received) = received else { bail!("The server does not know this bot's token") };
                last_active = Instant::now();
                if let StreamEvent::Match(_, event) = &received
                    && !in_progress.insert((event.r#match.clone(), event.version))
                {
                    continue;
                }
                let (bot, send) = (Arc::clone(&bot), send.clone());
                tokio::spawn(async move {
                    match received {
                        StreamEvent::Invitation(invitation) => bot.answer_invitation(&invitation).await,
                        StreamEvent::Match(name, event) => {
                            let _ = send.send(bot.handle(name, event).await).await;
                        }
                    }
                });
            }
            Some(result) = done.recv() => {
                in_progress.remove(&(result.event.r#match.clone(), result.event.version));
                report(&result, config, out)?;
                actions += u64::from(result.action.is_some());
                last_active = Instant::now();
            }
            _ = poll.tick() => {}
        }
        let enough = config.args.max_actions.is_some_and(|max| actions >= max);
        let idle = config.args.idle_timeout.is_some_and(|timeout| last_active.elapsed() > timeout);
        if enough || (idle && bot.free_engines.available_permits() == games) {
            return Ok(());
        }
    }
}

/// Prints what was done about an event.
fn report(done: &HandledEvent, config: &BotConfig, out: &mut dyn Write) -> anyhow::Result<()> {
    let HandledEvent { name, event, action, seconds } = done;
    let MatchEvent { r#match: id, side, version, state } = event;
    if config.args.json.json {
        let line = json!({"match": id, "event": name, "side": side, "version": version,
            "action": action, "outcome": state.outcome, "seconds": seconds});
        writeln!(out, "{line}")?;
    } else if let Some(action) = action {
        let moves: Vec<&str> = state.moves.iter().map(String::as_str).collect();
        let record = config.game.replay(None, state.start.as_deref(), &moves);
        let human = record.ok().and_then(|record| record.human_line(std::slice::from_ref(action)).pop());
        writeln!(out, "{id}: {side} plays {} ({seconds:.1} s)", human.as_ref().unwrap_or(action))?;
    } else if name == "ended" {
        let outcome = state.outcome.clone().unwrap_or_default();
        let text = outcome["text"].as_str().unwrap_or_default();
        match outcome["winner"].as_str() {
            Some(winner) => writeln!(out, "{id}: over, a win for {winner}: {text}")?,
            None => writeln!(out, "{id}: over, a draw: {text}")?,
        }
    } else if name == "turn" && state.game != config.game_name {
        let (game, ours) = (&state.game, &config.game_name);
        writeln!(out, "{id}: ignored: the game is {game}, but this bot plays {ours}")?;
    }
    Ok(out.flush()?)
}

/// Returns the configured or stored token, or registers the bot and stores its token.
async fn token_or_register(client: &HttpClient, config: &BotConfig) -> anyhow::Result<String> {
    if let Some(token) = config.stored_token()? {
        return Ok(token);
    }
    // The key ensures that retries register one bot and return its token.
    let key = http_client::random_key()?;
    let body = json!({"name": config.name});
    let request = PostRequest { path: "/api/v1/bots", token: None, key: Some(&key), body: &body };
    let (status, body) = client.post(request).await?;
    let Some(token) = body["token"].as_str().filter(|_| status == StatusCode::CREATED) else {
        let text = body["error"]["text"].as_str().unwrap_or("this is not a Chautari server.");
        let advice = match status {
            StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY => {
                "Give the bot's --token, or another --name"
            }
            _ => "--server must be the address of a Chautari server, without a path",
        };
        bail!("The server responded {status}: {text} {advice}");
    };
    config.store_token(token)?;
    Ok(token.to_owned())
}

/// Forwards the events of the bot's stream and reconnects when it is interrupted. Returns if the token is invalid.
async fn run_stream(client: HttpClient, token: String, events: mpsc::Sender<StreamEvent>) {
    let mut delay = MIN_DELAY;
    loop {
        match client.open_stream("/api/v1/bots/me/stream", &token).await {
            Ok(response) if response.status() == StatusCode::UNAUTHORIZED => return,
            Ok(response) if response.status().is_success() => {
                delay = MIN_DELAY;
                if forward_events(response.into_body(), &events).await.is_break() {
                    return;
                }
                anstream::eprintln!("chautari: the stream was interrupted; reconnecting");
            }
            Ok(response) => {
                client.report_retry(&format!("the server responded {}", response.status()), delay);
            }
            Err(error) => client.report_retry(&format!("{error:#}"), delay),
        }
        tokio::time::sleep(delay).await;
        delay = (delay * 2).min(MAX_DELAY);
    }
}

/// Forwards the events of one connection until it is interrupted. Breaks if the receiver is gone.
async fn forward_events(mut stream: Incoming, events: &mpsc::Sender<StreamEvent>) -> ControlFlow<()> {
    let mut text = Vec::new();
    while let Ok(Some(Ok(frame))) = tokio::time::timeout(STREAM_TIMEOUT, stream.frame()).await {
        let Some(bytes) = frame.data_ref() else { continue };
        text.extend_from_slice(bytes);
        while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            if let Some(event) = parse_event(&String::from_utf8_lossy(&event))
                && events.send(event).await.is_err()
            {
                return ControlFlow::Break(());
            }
        }
    }
    ControlFlow::Continue(())
}

/// Parses a server-sent event; `None` for a keep-alive.
fn parse_event(event: &str) -> Option<StreamEvent> {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let (name, data) = (field("event:")?, field("data:")?);
    if name == "invitation" {
        return serde_json::from_str(data).ok().map(StreamEvent::Invitation);
    }
    Some(StreamEvent::Match(name.to_owned(), serde_json::from_str(data).ok()?))
}

/// A bot that plays, shared by the tasks of its events.
struct NativeBot {
    client: HttpClient,
    token: String,
    name: String,
    game: &'static dyn AnyGame,
    filter: InvitationFilter,
    /// The search limits given by the user.
    user_limit: Limit,
    engines: Mutex<Vec<BotEngine>>,
    /// One permit per engine in `engines`.
    free_engines: Semaphore,
}

impl NativeBot {
    /// Accepts or declines an invitation.
    async fn answer_invitation(&self, invitation: &Invitation) {
        if invitation.is_by(&self.name) {
            return;
        }
        let decline_reason = self.filter.decline_reason(invitation);
        let answer = if decline_reason.is_some() { "decline" } else { "accept" };
        let path = format!("/api/v1/invitations/{}/{answer}", invitation.id);
        let request = PostRequest { path: &path, token: Some(&self.token), key: None, body: &json!({}) };
        let sender = invitation.sender_name();
        match (self.client.post(request).await, decline_reason) {
            (Err(error), _) => anstream::eprintln!("chautari: invitation from {sender}: {error:#}"),
            // Withdrawn, or already answered by an attempt whose response was lost.
            (Ok((StatusCode::CONFLICT | StatusCode::NOT_FOUND, _)), _) => {}
            (Ok((status, body)), _) if !status.is_success() => {
                anstream::eprintln!("chautari: invitation from {sender}: {}", error_text(status, &body));
            }
            (Ok(_), Some(why)) => {
                anstream::eprintln!("chautari: declined the invitation from {sender}: {why}");
            }
            (Ok(_), None) => {
                anstream::eprintln!("chautari: accepted the invitation from {sender} to {}", invitation.game);
            }
        }
    }

    /// Handles an event of a match. An error costs the bot this game at most.
    async fn handle(&self, name: String, event: MatchEvent) -> HandledEvent {
        let begun = Instant::now();
        let mut action = None;
        if let Some(choice) = self.decide(&name, &event).await {
            action = match self.act(&event, &choice).await {
                Ok(done) => done.then(|| choice.text().to_owned()),
                Err(ActionError::IllegalMove(why)) => {
                    anstream::eprintln!("chautari: {}: {why}; the bot resigns", event.r#match);
                    self.act(&event, &BotAction::Other("resign"))
                        .await
                        .is_ok_and(|done| done)
                        .then(|| "resign".to_owned())
                }
                Err(ActionError::Other(why)) => {
                    anstream::eprintln!("chautari: {}: {why}", event.r#match);
                    None
                }
            };
        }
        HandledEvent { name, event, action, seconds: begun.elapsed().as_secs_f64() }
    }

    /// Chooses the action for an event, if it needs one. Matches of other games are ignored.
    async fn decide(&self, name: &str, event: &MatchEvent) -> Option<BotAction> {
        let state = &event.state;
        if state.game != self.filter.game {
            return None;
        }
        let is_offered = |by: &Option<String>| by.as_ref().is_some_and(|by| *by != event.side);
        let is_drawish = is_offered(&state.draw_offer);
        match name {
            "turn" | "offer" if is_offered(&state.resume_offer) => Some(BotAction::Other("resume")),
            "turn" | "offer" if is_offered(&state.pause_offer) => Some(BotAction::Other("accept_pause")),
            "turn" => Some(match self.search(event, true).await {
                Ok(answer) if is_drawish && accepts_draw(&answer, state, &event.side) => {
                    BotAction::Other("accept_draw")
                }
                Ok(answer) => BotAction::Move(answer.best),
                Err(error) => {
                    anstream::eprintln!("chautari: {}: {error:#}; the bot resigns", event.r#match);
                    BotAction::Other("resign")
                }
            }),
            "offer" if is_drawish => {
                let answer = self.search(event, false).await;
                let agreed = answer.is_ok_and(|answer| accepts_draw(&answer, state, &event.side));
                Some(BotAction::Other(if agreed { "accept_draw" } else { "decline_draw" }))
            }
            "offer" if is_offered(&state.takeback_offer) => Some(BotAction::Other("decline_takeback")),
            _ => None,
        }
    }

    /// Performs an action in a match. Returns `false` if the match had changed in the meantime.
    async fn act(&self, event: &MatchEvent, action: &BotAction) -> Result<bool, ActionError> {
        // The command id derives from the version, so that a retried action is executed once.
        let (command, json) = match action {
            BotAction::Move(text) => (format!("at-{}", event.version), json!({"type": "move", "move": text})),
            BotAction::Other(kind) => (format!("{kind}-{}", event.version), json!({"type": kind})),
        };
        let body = json!({"command": command, "version": event.version, "action": json});
        let path = format!("/api/v1/matches/{}/actions", event.r#match);
        let request = PostRequest { path: &path, token: Some(&self.token), key: None, body: &body };
        let response = self.client.post(request).await;
        let (status, body) = response.map_err(|error| ActionError::Other(format!("{error:#}")))?;
        let why = || format!("{} failed: {}", action.text(), error_text(status, &body));
        match status {
            StatusCode::OK => Ok(true),
            // The match has changed; the stream reports the new state.
            StatusCode::CONFLICT => Ok(false),
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY
                if matches!(action, BotAction::Move(_)) =>
            {
                Err(ActionError::IllegalMove(why()))
            }
            _ => Err(ActionError::Other(why())),
        }
    }

    /// Searches the position of a match, in the bot's own or in the opponent's turn.
    async fn search(&self, event: &MatchEvent, own_turn: bool) -> anyhow::Result<Answer> {
        let received = Instant::now();
        let _permit = self.free_engines.acquire().await.context("the bot is closed")?;
        let engines = || self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = {
            let mut engines = engines();
            // Prefer the engine that played this game last, for its hash tables.
            let same = engines.iter().position(|engine| engine.last_played(&event.r#match));
            engines.swap_remove(same.unwrap_or(0))
        };
        let MatchState { start, moves, clock, .. } = &event.state;
        let info = self.game.info();
        let side = if event.side == info.side(Side::One) { Side::One } else { Side::Two };
        let decisions_a_turn = || {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let record = self.game.replay(None, start.as_deref(), &moves);
            record.map_or(1.0, |record| record.decisions_a_turn())
        };
        let clock = clock.as_ref().and_then(|clock| parse_clock(clock, info));
        let clock =
            clock.map(|(left, control)| ClockState { left, control, decisions_a_turn: decisions_a_turn() });
        let mut budget = MoveBudget::new(&self.user_limit, clock, side, received.elapsed());
        if !own_turn {
            budget = budget.for_opponents_turn();
        }
        let chosen =
            tokio::task::block_in_place(|| engine.choose(&event.r#match, start.as_deref(), moves, &budget));
        engines().push(engine);
        chosen
    }
}

/// An action in a match.
enum BotAction {
    Move(String),
    /// An action without a move, by its type in the API.
    Other(&'static str),
}

impl BotAction {
    fn text(&self) -> &str {
        match self {
            BotAction::Move(text) => text,
            BotAction::Other(kind) => kind,
        }
    }
}

/// The reason an action failed.
enum ActionError {
    /// The server rejected the move.
    IllegalMove(String),
    Other(String),
}

fn error_text(status: StatusCode, body: &Value) -> String {
    let text = body["error"]["text"].as_str().unwrap_or_default();
    format!("the server responded {status} {text}").trim_end().to_owned()
}

/// Returns whether the bot accepts a draw, judged by its engine's score.
fn accepts_draw(answer: &Answer, state: &MatchState, side: &str) -> bool {
    // The score is from the point of view of the side to move.
    let is_own = state.turn.as_deref() == Some(side);
    let score = answer.score.map(|score| if is_own { score } else { score.flip() });
    score.is_some_and(|score| score.takes_draw(state.moves.len()))
}

/// Parses the clock of a match: the remaining times and the time control.
fn parse_clock(clock: &Value, info: &Info) -> Option<(RemainingTime, TimeControl)> {
    let left = |side| clock[info.side(side)].as_u64();
    let control: TimeControl = serde_json::from_value(clock["control"].clone()).ok()?;
    Some(([left(Side::One)?, left(Side::Two)?], control))
}

#[cfg(test)]
mod tests {
    use chautari_game::Score;

    use super::*;

    fn state(turn: &str, plies: usize) -> MatchState {
        let state = json!({"game": "baghchal", "start": null, "moves": vec!["m"; plies], "turn": turn, "clock": null,
            "draw_offer": "goats", "takeback_offer": null, "pause_offer": null, "resume_offer": null, "outcome": null,
            "version": 7, "offers": []});
        serde_json::from_value(state).unwrap()
    }

    #[test]
    fn events_are_parsed() {
        let event =
            json!({"match": "m", "version": 3, "side": "goats", "state": {"game": "baghchal", "moves": []}});
        let Some(StreamEvent::Match(name, event)) = parse_event(&format!("event: turn\ndata: {event}\n\n"))
        else {
            panic!()
        };
        assert_eq!((name.as_str(), event.version, event.side.as_str()), ("turn", 3, "goats"));
        assert!(parse_event(": still here\n\n").is_none());
        let invitation = json!({"id": "i", "from": {"kind": "bot", "name": "b"}, "game": "gomoku", "rated": false, "clock": null});
        assert!(matches!(
            parse_event(&format!("event: invitation\ndata: {invitation}\n\n")),
            Some(StreamEvent::Invitation(_))
        ));
    }

    #[test]
    fn clocks_are_parsed_by_the_names_of_the_sides() {
        let game = chautari_games::GAMES.iter().find(|game| game.info().id == "baghchal").unwrap();
        let clock = json!({"goats": 60_000, "tigers": 30_000, "running": "goats",
            "control": {"initial_ms": 60_000, "increment_ms": 1000}});
        let (left, control) = parse_clock(&clock, game.info()).unwrap();
        assert_eq!(left, [60_000, 30_000]);
        assert_eq!(control.initial(), 60_000);
        assert!(parse_clock(&Value::Null, game.info()).is_none());
    }

    #[test]
    fn draw_offers_are_judged_from_the_bots_side() {
        let says = |score| Answer { best: "m".to_owned(), score, took: Duration::ZERO };
        let better = says(Some(Score::Guess(40)));
        assert!(!accepts_draw(&better, &state("tigers", 30), "tigers"));
        assert!(
            accepts_draw(&better, &state("goats", 30), "tigers"),
            "the score favours the opponent, who is to move"
        );
        assert!(!accepts_draw(&better, &state("goats", 3), "tigers"), "it is too early for a draw");
        assert!(accepts_draw(&says(Some(Score::Draw)), &state("tigers", 3), "tigers"));
        assert!(!accepts_draw(&says(None), &state("tigers", 30), "tigers"), "there is no score");
    }
}
