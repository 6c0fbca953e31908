//! Matches on a real server: played, repeated, raced for, watched, restarted.

use std::collections::HashSet;
use std::time::Duration;

use chautari_http::Connections;
use chautari_server::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{
    EventStream, Person, Watcher, act, begin, by, doing, done, ended, look, playing, register, send, text,
    until,
};

fn two_humans() -> Value {
    json!({"game": "baghchal:captures=1", "seats": {"goats": {"kind": "human"}, "tigers": {"kind": "human"}}})
}

#[tokio::test]
async fn a_match_is_played_to_its_end_and_read_in_every_notation() {
    let server = start(config()).await;
    let m = begin(&server, two_humans()).await;
    assert_eq!((&m.body["version"], &m.body["state"]["turn"]), (&json!(1), &json!("goats")));
    let (goats, tigers) = (m.token("goats"), m.token("tigers"));
    let answer = done(&server, &m.id, goats, "1", playing("mB1")).await;
    assert_eq!((&answer["version"], &answer["state"]["turn"]), (&json!(2), &json!("tigers")));
    assert!(answer["state"]["offers"].as_array().unwrap().iter().any(|o| o["move"] == "mA1C1(B1)"));
    let refused = act(&server, &m.id, tigers, "2", playing("mA1B1")).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "occupied"));
    let unread = act(&server, &m.id, tigers, "3", playing("??")).await;
    assert_eq!((unread.status, unread.code().as_str()), (400, "syntax"));
    let early = act(&server, &m.id, goats, "4", playing("mC3")).await;
    assert_eq!((early.status, early.code().as_str()), (409, "not-your-turn"));
    assert_eq!(early.json()["version"], 2);
    let answer = done(&server, &m.id, tigers, "5", playing("mA1C1(B1)")).await;
    assert_eq!(answer["state"]["outcome"]["winner"], "tigers");
    assert_eq!(answer["state"]["outcome"]["reason"], "captures");
    assert_eq!((&answer["state"]["turn"], &answer["state"]["offers"]), (&Value::Null, &json!([])));
    assert_eq!(answer["state"]["seats"]["goats"], json!({"kind": "human"}));
    let late = act(&server, &m.id, goats, "6", doing("resign")).await;
    assert_eq!((late.status, late.code().as_str()), (409, "game-over"));
    let record = |dialect: &str| format!("/api/v1/matches/{}/record?dialect={dialect}", m.id);
    assert_eq!(server.get(&record("moves")).await.text, "mB1 mA1C1(B1)\n");
    let game = server.get("/api/v1/games/baghchal").await.json();
    for dialect in game["dialects"].as_array().unwrap() {
        let id = dialect["id"].as_str().unwrap().replace('@', "%40");
        let answer = server.get(&record(&id)).await;
        assert_eq!(answer.status, 200, "{id}: {}", answer.text);
    }
    assert_eq!(server.get(&record("klingon")).await.status, 400);
}

#[tokio::test]
async fn a_hundred_copies_of_one_submit_are_one_move_and_one_answer() {
    let server = start(config()).await;
    let m = begin(&server, two_humans()).await;
    let copies = (0..100).map(|_| act(&server, &m.id, m.token("goats"), "same", playing("mC3")));
    let answers = futures_util::future::join_all(copies).await;
    let bodies: HashSet<_> = answers.iter().map(|answer| (answer.status, answer.text.clone())).collect();
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!((answers[0].status, look(&server, &m.id).await["version"].clone()), (200, json!(2)));
    // Also when the match has moved on.
    done(&server, &m.id, m.token("tigers"), "other", playing("mA1A2")).await;
    let again = act(&server, &m.id, m.token("goats"), "same", playing("mC3")).await;
    assert_eq!(again.text, answers[0].text);
}

#[tokio::test]
async fn of_two_moves_for_one_ply_one_is_played() {
    let server = start(config()).await;
    for round in 0..10 {
        let m = begin(&server, two_humans()).await;
        let submit = |command: &'static str, text| {
            let body = json!({"command": command, "version": 1, "action": playing(text)});
            send(&server, &m.id, m.token("goats"), body)
        };
        let (one, two) = tokio::join!(submit("one", "mC3"), submit("two", "mB1"));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}: {} {}", one.text, two.text);
        let (won, lost) = if one.status == 200 { (one, two) } else { (two, one) };
        assert_eq!(lost.json()["state"]["moves"], won.json()["state"]["moves"], "it is told what stands");
        assert_eq!(look(&server, &m.id).await["moves"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_version_is_stale_when_the_position_is() {
    let server = start(config()).await;
    let m = begin(&server, two_humans()).await;
    let (goats, tigers) = (m.token("goats"), m.token("tigers"));
    done(&server, &m.id, tigers, "draw", doing("offer_draw")).await;
    let body = |command: &str, version: u64, text: &str| json!({"command": command, "version": version, "action": playing(text)});
    // Version 2 is the offer; the board is as it was at version 1.
    let answer = send(&server, &m.id, goats, body("a", 1, "mC3")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let stale = send(&server, &m.id, tigers, body("b", 2, "mA1A2")).await;
    assert_eq!((stale.status, stale.json()["version"].clone()), (409, json!(3)));
    let future = send(&server, &m.id, tigers, body("c", 99, "mA1A2")).await;
    assert_eq!(future.status, 409);
    assert_eq!(send(&server, &m.id, tigers, body("d", 3, "mA1A2")).await.status, 200);
}

#[tokio::test]
async fn tokens_open_their_own_seat_only() {
    let server = start(config()).await;
    let (m, other) = (begin(&server, two_humans()).await, begin(&server, two_humans()).await);
    let status = async |token: &str| act(&server, &m.id, token, "x", doing("resign")).await.status;
    assert_eq!(status(other.token("goats")).await, 401);
    assert_eq!(status("nonsense").await, 401);
    let url = server.url(&format!("/api/v1/matches/{}/actions", m.id));
    let none = server.send(server.client.post(url).body("{}")).await;
    assert_eq!((none.status, none.header("www-authenticate")), (401, "Bearer"));
    let missing = act(&server, "0123456789abcdef", m.token("goats"), "x", doing("resign")).await;
    assert_eq!((missing.status, missing.code().as_str()), (404, "missing"));
    assert_eq!(status(m.token("tigers")).await, 200);
    assert_eq!(look(&server, &m.id).await["outcome"]["winner"], "goats");
    let state = server.get(&format!("/api/v1/matches/{}", m.id)).await.text;
    assert!(!state.contains("hash") && !state.contains(m.token("goats")));
}

#[tokio::test]
async fn invalid_match_requests_are_explained() {
    let server = start(config()).await;
    for (request, status, code) in [
        (json!({"game": "chess"}), 404, "missing"),
        (json!({"game": "baghchal", "seats": {"white": {"kind": "human"}}}), 422, "side"),
        (json!({"game": "baghchal", "seats": {"goats": {"kind": "engine", "level": 11}}}), 422, "level"),
        (json!({"game": "baghchal", "seats": {"goats": {"kind": "bot", "name": "nobody"}}}), 404, "missing"),
        (json!({"game": "baghchal", "seats": {"goats": {"kind": "oracle"}}}), 400, "form"),
        (json!({"game": "baghchal", "clock": {"per_move_ms": 0}}), 422, "clock"),
        (json!({"game": "baghchal", "position": "nothing"}), 400, "syntax"),
        (json!({"game": "baghchal", "moves": ["mB1", "mA1B1"]}), 422, "occupied"),
        (json!({"game": "baghchal:captures=1", "moves": ["mB1", "mA1C1(B1)"]}), 422, "game-over"),
        (json!({"game": "baghchal", "color": "red"}), 400, "form"),
    ] {
        let answer = server.post("/api/v1/matches", request.to_string()).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{request}: {}", answer.text);
    }
}

#[tokio::test]
async fn a_restart_in_the_middle_loses_nothing_and_costs_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    let mut request = two_humans();
    request["clock"] = json!({"initial_ms": 600_000, "increment_ms": 0});
    let m = begin(&server, request).await;
    let (goats, tigers) = (m.token("goats"), m.token("tigers"));
    done(&server, &m.id, goats, "1", playing("mC3")).await;
    done(&server, &m.id, tigers, "2", playing("mA1A2")).await;
    let before = act(&server, &m.id, goats, "3", playing("mE3")).await;
    server.stop().await;

    let server = start(config()).await;
    let state = look(&server, &m.id).await;
    assert_eq!((&state["version"], &state["moves"]), (&json!(4), &json!(["mC3", "mA1A2", "mE3"])));
    let left = |state: &Value, side: &str| state["clock"][side].as_u64().unwrap();
    // The clock of the side to move restarted from its stored time.
    assert!(left(&before.json()["state"], "tigers") - left(&state, "tigers") < 5000, "{state}");
    assert_eq!(state["clock"]["running"], "tigers");
    let again = act(&server, &m.id, goats, "3", playing("mE3")).await;
    assert_eq!((again.status, &again.text), (200, &before.text), "the answer is remembered");
    done(&server, &m.id, tigers, "4", playing("mA2A1")).await;
    server.stop().await;
}

#[tokio::test]
async fn watchers_see_what_happens_and_what_they_missed() {
    let server = start(config()).await;
    let m = begin(&server, two_humans()).await;
    let mut watcher = Watcher::open(&server, &m.id, json!({"type": "hello", "from": null})).await;
    let state = watcher.receive().await;
    assert_eq!(
        (&state["type"], &state["version"], &state["state"]["turn"]),
        (&json!("state"), &json!(1), &json!("goats"))
    );
    done(&server, &m.id, m.token("goats"), "1", playing("mB1")).await;
    let event = watcher.receive().await;
    assert_eq!(event["event"], json!({"type": "moved", "side": "goats", "move": "mB1", "human": "B1"}));
    assert_eq!((&event["version"], &event["state"]["moves"]), (&json!(2), &json!(["mB1"])));

    // A player plays over the socket.
    let hello = json!({"type": "hello", "from": 2, "token": m.token("tigers")});
    let mut tiger = Watcher::open(&server, &m.id, hello).await;
    let say =
        |command: &str, text: &str| json!({"type": "action", "command": command, "action": playing(text)});
    tiger.say(say("a", "mA1B1")).await;
    let refused = tiger.receive().await;
    assert_eq!((&refused["type"], &refused["command"]), (&json!("refused"), &json!("a")));
    assert_eq!(refused["error"]["code"], "occupied");
    tiger.say(say("b", "mA1C1(B1)")).await;
    let mut heard = Vec::new();
    while heard.len() < 3 {
        heard.push(tiger.receive().await);
    }
    let ack = heard.iter().find(|frame| frame["type"] == "ack").unwrap();
    assert_eq!((&ack["command"], &ack["version"]), (&json!("b"), &json!(4)));

    // A watcher that reconnects gets the missed events once, in order.
    let mut back = Watcher::open(&server, &m.id, json!({"type": "hello", "from": 2})).await;
    let missed = [back.receive().await, back.receive().await];
    assert_eq!([&missed[0]["version"], &missed[1]["version"]], [3, 4]);
    assert_eq!(missed[1]["event"]["outcome"]["winner"], "tigers");
    assert_eq!(missed[0]["state"]["outcome"], Value::Null);
    let mut lost = Watcher::open(&server, &m.id, json!({"type": "hello", "from": 77})).await;
    assert_eq!(lost.receive().await["type"], "state", "a version that never was");

    // A watcher without a token does not play; nonsense is not understood.
    watcher.say(say("c", "mC3")).await;
    let refused = loop {
        let frame = watcher.receive().await;
        if frame["type"] == "refused" {
            break frame;
        }
    };
    assert_eq!(refused["error"]["code"], "token");
    watcher.say(json!({"type": "sing"})).await;
    assert_eq!(watcher.close_code().await, 1008);
    let stopping = async { server.app.http().shutdown().request() };
    let (code, ()) = tokio::join!(back.close_code(), stopping);
    assert_eq!(code, 1001, "come again");
}

#[tokio::test]
async fn engines_play_every_game_against_each_other() {
    let server = start(config()).await;
    let games = server.get("/api/v1/games").await.json();
    for game in games.as_array().unwrap() {
        let sides = [game["sides"][0].as_str().unwrap(), game["sides"][1].as_str().unwrap()];
        let seats = json!({
            sides[0]: {"kind": "engine", "level": 1, "time_ms": 20},
            sides[1]: {"kind": "random"},
        });
        let m = begin(&server, json!({"game": game["id"], "seats": seats})).await;
        // Long enough to see that both sides play; some games are long.
        let state = until(|| async {
            let state = look(&server, &m.id).await;
            let plies = state["moves"].as_array().unwrap().len();
            (plies >= 6 || !state["outcome"].is_null()).then_some(state)
        })
        .await;
        assert_eq!(state["seats"], seats);
    }
    server.stop().await;
}

/// Four in a row that cannot be stopped, with this side to move.
fn four_of_black(turn: &str) -> String {
    let rows: Vec<_> = (0..19).map(|row| if row == 9 { "7xxxx8" } else { "19" }).collect();
    format!("{} {turn} 0 0", rows.join("/"))
}

async fn outcome(server: &TestServer, id: &str) -> Value {
    until(|| async {
        let state = look(server, id).await;
        (!state["outcome"].is_null()).then(|| state["outcome"].clone())
    })
    .await
}

#[tokio::test]
async fn an_engine_that_loses_takes_a_draw_and_resigns_if_that_is_wanted() {
    let server = start(config()).await;
    let begin_lost = async |turn: &str, resigns: bool| {
        let engine = json!({"kind": "engine", "level": 10, "time_ms": 200, "resigns": resigns});
        let seats = json!({"black": {"kind": "human"}, "white": engine});
        begin(&server, json!({"game": "gomoku", "position": four_of_black(turn), "seats": seats})).await
    };
    let offered = begin_lost("b", false).await;
    done(&server, &offered.id, offered.token("black"), "1", doing("offer_draw")).await;
    assert_eq!(outcome(&server, &offered.id).await["reason"], "agreement");
    let hopeless = begin_lost("w", true).await;
    assert_eq!(outcome(&server, &hopeless.id).await["reason"], "resignation");
    let stubborn = begin_lost("w", false).await;
    until(|| async { (look(&server, &stubborn.id).await["turn"] == "black").then_some(()) }).await;
}

#[tokio::test]
async fn an_engine_answers_a_human_also_after_a_takeback() {
    let server = start(config()).await;
    let seats = json!({"goats": {"kind": "human"}, "tigers": {"kind": "engine", "level": 2, "time_ms": 50}});
    let m = begin(&server, json!({"game": "baghchal", "seats": seats})).await;
    assert!(m.body["seats"]["tigers"].get("token").is_none(), "nobody speaks for the house");
    let goats = m.token("goats");
    let answered = async |plies: usize| {
        until(|| async {
            let state = look(&server, &m.id).await;
            (state["moves"].as_array().unwrap().len() == plies).then_some(state)
        })
        .await
    };
    done(&server, &m.id, goats, "1", playing("mC3")).await;
    answered(2).await;
    let back = done(&server, &m.id, goats, "2", doing("offer_takeback")).await;
    assert_eq!((&back["state"]["moves"], &back["state"]["turn"]), (&json!([]), &json!("goats")));
    done(&server, &m.id, goats, "3", playing("mA2")).await;
    let state = answered(2).await;
    assert_eq!((&state["moves"][0], &state["turn"]), (&json!("mA2"), &json!("goats")));
    done(&server, &m.id, goats, "4", doing("offer_draw")).await;
    let state = until(|| async {
        let state = look(&server, &m.id).await;
        state["draw_offer"].is_null().then_some(state)
    })
    .await;
    assert_eq!(state["outcome"], Value::Null, "two plies are too early for a draw");
    done(&server, &m.id, goats, "5", doing("resign")).await;
    let again = done(&server, &m.id, goats, "6", doing("rematch")).await;
    let next = again["state"]["rematch"]["match"].as_str().unwrap().to_owned();
    let state = look(&server, &next).await;
    assert_eq!(state["seats"], json!({"goats": seats["tigers"], "tigers": seats["goats"]}));
    // The engine begins, and the same token plays the other side.
    let state = until(|| async {
        let state = look(&server, &next).await;
        (state["turn"] == "tigers").then_some(state)
    })
    .await;
    let reply = state["offers"][0]["move"].as_str().unwrap();
    done(&server, &next, goats, "7", playing(reply)).await;
}

#[tokio::test]
async fn from_the_move_that_ended_it_on_it_is_nobodys_turn() {
    let server = start(config()).await;
    let moves = ["0", "100", "1", "150", "2", "200", "3", "250"];
    let m = begin(&server, json!({"game": "gomoku", "moves": moves})).await;
    let mut watcher = Watcher::open(&server, &m.id, json!({"type": "hello"})).await;
    watcher.receive().await;
    done(&server, &m.id, m.token("black"), "five", playing("4")).await;
    let last = watcher.receive().await;
    assert_eq!(
        (&last["event"]["type"], &last["state"]["turn"], &last["state"]["offers"]),
        (&json!("moved"), &Value::Null, &json!([]))
    );
    assert_eq!(watcher.receive().await["state"]["outcome"]["winner"], "black");
    // A list of moves that cannot all be played says which of them cannot.
    for (wrong, status) in [("five", 400), ("0", 422)] {
        let body = json!({"game": "gomoku", "moves": ["0", "100", wrong]}).to_string();
        let told = server.post("/api/v1/matches", body).await;
        assert_eq!((told.status, &told.json()["error"]["index"]), (status, &json!(2)), "{}", told.text);
    }
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_match() {
    let server = start(config()).await;
    let mut request = two_humans();
    request["clock"] = json!({"per_move_ms": 400});
    let m = begin(&server, request).await;
    let mut watcher = Watcher::open(&server, &m.id, json!({"type": "hello"})).await;
    watcher.receive().await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(look(&server, &m.id).await["outcome"], Value::Null, "a clock waits for the first move");
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    done(&server, &m.id, m.token("tigers"), "2", playing("mA1A2")).await;
    let last = loop {
        let frame = watcher.receive().await;
        if frame["event"]["type"] == "ended" {
            break frame;
        }
    };
    assert_eq!(
        (&last["event"]["outcome"]["reason"], &last["event"]["outcome"]["winner"]),
        (&json!("time"), &json!("tigers"))
    );
    assert_eq!(last["state"]["clock"]["goats"], 0);
    let late = act(&server, &m.id, m.token("goats"), "3", playing("mE3")).await;
    assert_eq!((late.status, late.code().as_str()), (409, "game-over"));
}

/// A clock with a delay stands for a moment at every turn, and gives nothing back.
#[tokio::test]
async fn a_delay_passes_before_the_clock_runs() {
    let server = start(config()).await;
    let mut request = two_humans();
    // The delay of an hour never passes in this test.
    request["clock"] = json!({"initial_ms": 5000, "delay_ms": 3_600_000});
    let m = begin(&server, request).await;
    let moves =
        [("goats", "mC3"), ("tigers", "mA1A2"), ("goats", "mE3"), ("tigers", "mA2A1"), ("goats", "mC5")];
    for (number, (side, text)) in moves.into_iter().enumerate() {
        // Long enough for a clock to show.
        tokio::time::sleep(Duration::from_millis(20)).await;
        done(&server, &m.id, m.token(side), &number.to_string(), playing(text)).await;
        let state = look(&server, &m.id).await;
        assert_eq!(
            (&state["clock"]["goats"], &state["clock"]["tigers"]),
            (&json!(5000), &json!(5000)),
            "{text}"
        );
    }

    // When it has passed, the clock runs.
    let mut request = two_humans();
    request["clock"] = json!({"initial_ms": 100, "delay_ms": 300});
    let m = begin(&server, request).await;
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    done(&server, &m.id, m.token("tigers"), "2", playing("mA1A2")).await;
    let state = ended(&server, &m.id).await;
    assert_eq!(
        (&state["outcome"]["reason"], &state["outcome"]["winner"]),
        (&json!("time"), &json!("tigers"))
    );
    server.stop().await;
}

#[tokio::test]
async fn offers_are_made_answered_and_passed_over() {
    let server = start(config()).await;
    let m = begin(&server, two_humans()).await;
    let (goats, tigers) = (m.token("goats"), m.token("tigers"));
    done(&server, &m.id, goats, "1", playing("mC3")).await;
    let answer = done(&server, &m.id, goats, "2", doing("offer_takeback")).await;
    assert_eq!(answer["state"]["takeback_offer"], "goats");
    let answer = done(&server, &m.id, tigers, "3", doing("accept_takeback")).await;
    assert_eq!(answer["state"]["moves"], json!([]));
    let answer = done(&server, &m.id, tigers, "4", doing("offer_draw")).await;
    assert_eq!(answer["state"]["draw_offer"], "tigers");
    let twice = act(&server, &m.id, tigers, "5", doing("offer_draw")).await;
    assert_eq!((twice.status, twice.code().as_str()), (409, "offered-already"));
    let answer = done(&server, &m.id, goats, "6", doing("accept_draw")).await;
    assert_eq!(
        answer["state"]["outcome"],
        json!({
            "winner": null, "reason": "agreement", "text": "both sides agreed to a draw",
        })
    );
    let answer = done(&server, &m.id, goats, "7", doing("rematch")).await;
    assert_eq!(answer["state"]["rematch"], json!({"offered": "goats"}));
    let answer = done(&server, &m.id, tigers, "8", doing("rematch")).await;
    let next = answer["state"]["rematch"]["match"].as_str().unwrap();
    done(&server, next, tigers, "1", playing("mC3")).await;
}

#[tokio::test]
async fn matches_are_listed_page_by_page() {
    let server = start(config()).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(begin(&server, two_humans()).await.id);
    }
    let gomoku = begin(&server, json!({"game": "gomoku"})).await;
    let done_one = begin(&server, two_humans()).await;
    done(&server, &done_one.id, done_one.token("goats"), "x", doing("resign")).await;
    let list = async |query: &str| {
        let body = server.get(&format!("/api/v1/matches?{query}")).await.json();
        let listed: Vec<_> = body["matches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["id"].as_str().unwrap().to_owned())
            .collect();
        (listed, body["next"].clone())
    };
    ids.reverse();
    let (first, next) = list("game=baghchal&limit=3").await;
    assert_eq!(first, ids[..3]);
    let (second, end) = list(&format!("game=baghchal&limit=3&before={next}")).await;
    assert_eq!((second, end), (ids[3..].to_vec(), Value::Null));
    assert_eq!(list("state=ended").await.0, [done_one.id]);
    assert!(list("state=live&limit=100").await.0.contains(&gomoku.id));
    assert_eq!(server.get("/api/v1/matches?state=lost").await.status, 400);
}

#[tokio::test]
async fn bot_stream_announces_matches() {
    let server = start(config()).await;
    let token = register(&server, "goat-herd").await;
    assert_eq!(server.post("/api/v1/bots", r#"{"name":"goat-herd"}"#).await.code(), "taken");
    assert_eq!(server.post("/api/v1/bots", r#"{"name":"a b"}"#).await.status, 422);
    let seats = json!({"goats": {"kind": "bot", "name": "goat-herd"}, "tigers": {"kind": "random"}});
    let request = json!({"game": "baghchal:captures=1", "seats": seats});
    let before = begin(&server, request.clone()).await;
    let mut stream = EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await;
    // Events from before the connection come first.
    let (name, turn) = stream.next().await.unwrap();
    assert_eq!((name.as_str(), &turn["match"], &turn["side"]), ("turn", &json!(before.id), &json!("goats")));
    let after = begin(&server, request).await;
    assert_eq!(stream.next().await.unwrap().1["match"], after.id);
    let (mut open, mut moves) = (HashSet::from([before.id.clone(), after.id.clone()]), 0);
    let mut play = |turn: &Value| {
        moves += 1;
        let text = turn["state"]["offers"][0]["move"].as_str().unwrap().to_owned();
        let id = turn["match"].as_str().unwrap().to_owned();
        (id, format!("{moves}"), playing(&text))
    };
    for id in [&before.id, &after.id] {
        let (id, command, action) = play(&json!({"match": id, "state": look(&server, id).await}));
        done(&server, &id, &token, &command, action).await;
    }
    while !open.is_empty() {
        let (name, told) = stream.next().await.unwrap();
        if name == "ended" {
            assert!(open.remove(told["match"].as_str().unwrap()));
        } else {
            assert_eq!(name, "turn");
            let (id, command, action) = play(&told);
            done(&server, &id, &token, &command, action).await;
        }
    }
    assert_eq!(ended(&server, &before.id).await["turn"], Value::Null);
    let bots = server.get("/api/v1/bots").await.json();
    assert_eq!(bots["bots"][0]["name"], "goat-herd");
    assert_eq!(server.get("/api/v1/bots/nobody").await.status, 404);
    let wrong = server.client.get(server.url("/api/v1/bots/me/stream")).bearer_auth(before.id);
    assert_eq!(server.send(wrong).await.status, 401);
    server.stop().await;
}

#[tokio::test]
async fn bot_stream_announces_offers() {
    let server = start(config()).await;
    let token = register(&server, "goat-herd").await;
    let seats = json!({"goats": {"kind": "human"}, "tigers": {"kind": "bot", "name": "goat-herd"}});
    let m = begin(&server, json!({"game": "baghchal", "seats": &seats})).await;
    let mut stream = EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await;
    // Its own offer stands beside what it is asked, and is not taken for that.
    let other = begin(&server, json!({"game": "baghchal", "seats": seats})).await;
    done(&server, &other.id, &token, "own", doing("offer_draw")).await;
    let rows = [
        (&m, "offer_draw", "draw_offer", "decline_draw"),
        (&m, "offer_pause", "pause_offer", "accept_pause"),
        (&m, "resume", "resume_offer", "resume"),
        (&other, "offer_pause", "pause_offer", "decline_pause"),
    ];
    for (number, (m, asked, field, answer)) in rows.into_iter().enumerate() {
        done(&server, &m.id, m.token("goats"), &format!("ask-{number}"), doing(asked)).await;
        let (name, told) = stream.next().await.unwrap();
        assert_eq!(
            (name.as_str(), &told["match"], &told["side"], &told["state"][field]),
            ("offer", &json!(m.id), &json!("tigers"), &json!("goats")),
            "{asked}"
        );
        done(&server, &m.id, &token, &format!("answer-{number}"), doing(answer)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_stream_ends_when_its_token_is_good_for_nothing_more() {
    let server = start(config()).await;
    let mut token = register(&server, "goat-herd").await;
    let seats = json!({"goats": {"kind": "bot", "name": "goat-herd"}, "tigers": {"kind": "human"}});
    let request = json!({"game": "baghchal", "unlisted": true, "seats": seats});
    let first = begin(&server, request.clone()).await;
    for method in [Method::POST, Method::DELETE] {
        let mut old = EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await;
        assert_eq!(old.next().await.unwrap().1["match"], first.id, "by its own token it is told");
        // A bot with a new token continues with that.
        let mut others = Vec::new();
        let told = by(&server, &token, method.clone(), "/bots/me/token", Value::Null).await;
        if method == Method::POST {
            token = told.json()["token"].as_str().unwrap().to_owned();
            others.push(EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await);
            assert_eq!(others[0].next().await.unwrap().1["match"], first.id);
        }
        let next = begin(&server, request.clone()).await;
        assert_eq!(old.next().await, None, "{method}");
        for other in &mut others {
            assert_eq!(other.next().await.unwrap().1["match"], next.id);
        }
        done(&server, &next.id, next.token("tigers"), "1", doing("resign")).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_watcher_that_never_reads_is_let_go_and_holds_up_nobody() {
    let connections = Connections { write_timeout: Duration::from_millis(500), ..Connections::default() };
    let server =
        start(Config { http: chautari_http::Config { connections, ..config().http }, ..config() }).await;
    let seats = json!({"black": {"kind": "random"}, "white": {"kind": "random"}});
    // The system keeps much for a reader, and a random game may be so short that it keeps all of it.
    for _ in 0..8 {
        let m = begin(&server, json!({"game": "gomoku", "seats": seats})).await;
        let deaf = Watcher::open_narrow(&server, &m.id).await;
        let mut other = Watcher::open(&server, &m.id, json!({"type": "hello"})).await;
        let mut last = 0;
        while last < 100 {
            let frame = other.receive().await;
            last = frame["version"].as_u64().unwrap();
            if !frame["state"]["outcome"].is_null() {
                break;
            }
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        if deaf.read_out().await < last {
            return;
        }
    }
    panic!("it was sent everything, every time");
}

/// Five minutes for the goats, one minute and an increment for the tigers.
fn odds() -> Value {
    json!({"goats": {"initial_ms": 300_000, "increment_ms": 0}, "tigers": {"initial_ms": 60_000, "increment_ms": 1000}})
}

#[tokio::test]
async fn each_side_has_its_own_clock_at_time_odds() {
    let server = start(config()).await;
    let mut request = two_humans();
    request["clock"] = odds();
    let m = begin(&server, request).await;
    let clock = &m.body["state"]["clock"];
    assert_eq!((&clock["goats"], &clock["tigers"]), (&json!(300_000), &json!(60_000)));
    assert_eq!(clock["control"], odds());
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    // The first move of each side is untimed, so that only the increment of the tigers changes a clock.
    let moved = done(&server, &m.id, m.token("tigers"), "2", playing("mA1B1")).await;
    let clock = &moved["state"]["clock"];
    assert_eq!((&clock["goats"], &clock["tigers"]), (&json!(300_000), &json!(61_000)));
    // In the rematch players exchange sides and keep their clocks.
    done(&server, &m.id, m.token("goats"), "5", doing("resign")).await;
    done(&server, &m.id, m.token("goats"), "6", doing("rematch")).await;
    let agreed = done(&server, &m.id, m.token("tigers"), "7", doing("rematch")).await;
    let rematch = look(&server, &text(&agreed["state"]["rematch"]["match"])).await;
    let exchanged = json!({"goats": odds()["tigers"], "tigers": odds()["goats"]});
    assert_eq!(rematch["clock"]["control"], exchanged);
    let lines = server.get("/api/v1/matches.ndjson?state=ended").await.text;
    let record: Value = serde_json::from_str(lines.trim()).unwrap();
    assert_eq!(record["clock"], odds());
    server.stop().await;
}

#[tokio::test]
async fn time_odds_that_cannot_be_played_are_refused() {
    let server = start(config()).await;
    let minute = json!({"initial_ms": 60_000});
    let rows = [
        (json!({"goats": minute}), "clock"),
        (json!({"goats": minute, "lions": minute}), "clock"),
        (json!({"goats": minute, "tigers": {"initial_ms": 0}}), "clock"),
        (json!({"goats": minute, "tigers": 5}), "form"),
        (json!({"goats": minute, "initial_ms": 5}), "form"),
    ];
    for (clock, code) in rows {
        let request = json!({"game": "baghchal", "clock": clock}).to_string();
        let answer = server.post("/api/v1/matches", request).await;
        assert_eq!(answer.code(), code, "{clock}: {}", answer.text);
    }
    // One clock written twice is one clock.
    let m = begin(&server, json!({"game": "baghchal", "clock": {"goats": minute, "tigers": minute}})).await;
    let control = json!({"initial_ms": 60_000, "increment_ms": 0});
    assert_eq!(m.body["state"]["clock"]["control"], control);
    server.stop().await;
}

#[tokio::test]
async fn invitation_at_time_odds_leads_to_a_match_at_time_odds() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let terms = |rated: bool| json!({"game": "baghchal", "clock": odds(), "rated": rated, "side": "goats"});
    let rated = asha.post(&server, "/invitations", json!({"terms": terms(true)})).await;
    assert_eq!((rated.status, &*rated.code()), (422, "rated"), "ratings need equal clocks: {}", rated.text);
    let made = asha.post(&server, "/invitations", json!({"terms": terms(false)})).await;
    assert_eq!((made.status, &made.json()["clock"]), (201, &odds()), "{}", made.text);
    // Matchmaking pairs players with the same clocks.
    let mut wish = terms(false);
    wish["side"] = Value::Null;
    let paired = bina.post(&server, "/play-now", wish).await.json();
    let game = look(&server, &text(&paired["match"])).await;
    assert_eq!((&game["seats"]["goats"]["name"], &game["clock"]["control"]), (&json!("Asha"), &odds()));
    assert_eq!((&game["clock"]["goats"], &game["clock"]["tigers"]), (&json!(300_000), &json!(60_000)));
    server.stop().await;
}
