//! The module that a browser holds says what the server says, in the same form: a page can ask either.

use std::ops::ControlFlow;

use chautari_game::{AnyGame, Rng};
use chautari_games::GAMES;
use chautari_wasm::Dispatcher;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{act, begin, doing, playing};

/// The most plies of a game, and the step between those that are compared.
const LONGEST: usize = 64;
const EVERY: usize = 9;

/// Returns the response of the module as the server would send it: status and body.
fn module(question: &Value) -> (u16, Value) {
    let answer = Dispatcher::default().handle(&question.to_string(), &mut |_| ControlFlow::Continue(()));
    let mut answer: Value = serde_json::from_str(&answer).unwrap();
    match answer.as_object_mut().and_then(|fields| fields.remove("status")) {
        Some(status) => (status.as_u64().unwrap() as u16, answer),
        None => (200, answer),
    }
}

/// Asserts that the module and the server give the same response on a line of play.
async fn alike(server: &TestServer, asked: &str, game: &str, body: &Value) {
    let answer = server.post(&format!("/api/v1/games/{game}/{asked}"), body.to_string()).await;
    let mut question = json!({"ask": asked, "line": {"game": game}});
    for (name, value) in body.as_object().unwrap() {
        let place =
            if ["write", "move"].contains(&name.as_str()) { &mut question } else { &mut question["line"] };
        place[name] = value.clone();
    }
    assert_eq!(module(&question), (answer.status, answer.json()), "{question}");
}

#[tokio::test]
async fn the_games_are_the_same() {
    let server = start(config()).await;
    assert_eq!(module(&json!({"ask": "games"})).1, server.get("/api/v1/games").await.json());
    for game in GAMES.iter().map(|game| game.info().id).chain(["chess"]) {
        let answer = server.get(&format!("/api/v1/games/{game}")).await;
        assert_eq!(module(&json!({"ask": "game", "game": game})), (answer.status, answer.json()), "{game}");
    }
}

/// A game by chance: its moves.
fn played(game: &dyn AnyGame, seed: u64) -> Vec<String> {
    let (mut dice, mut record) = (Rng::new(seed), game.start());
    while record.len() < LONGEST {
        let offers = record.offers();
        let Some(offer) = dice.pick(&offers) else { break };
        record.play(&offer.text).unwrap();
    }
    record.moves()
}

#[tokio::test]
async fn positions_are_the_same() {
    let server = start(config()).await;
    for game in GAMES {
        let id = game.info().id;
        let dialects: Vec<_> = game.dialects().iter().map(|dialect| dialect.id).collect();
        let moves = played(*game, 1);
        for ply in (0..moves.len()).step_by(EVERY) {
            let (line, next) = (&moves[..ply], &moves[ply]);
            alike(&server, "position", id, &json!({"moves": line, "write": dialects})).await;
            alike(&server, "position", id, &json!({"moves": line, "typed": next})).await;
            alike(&server, "remarks", id, &json!({"moves": line, "move": next})).await;
        }
        alike(&server, "position", id, &json!({"moves": moves, "write": dialects})).await;
    }
}

#[tokio::test]
async fn refusals_are_the_same() {
    let server = start(config()).await;
    for game in GAMES {
        let (id, first) = (game.info().id, game.start().offers()[0].text.clone());
        for body in [
            json!({"moves": ["nonsense"]}),
            json!({"moves": [first, first]}),
            json!({"position": "nonsense"}),
            json!({"position": game.start().position(), "dialect": "nothing"}),
            json!({"moves": [first], "typed": "nonsense"}),
            json!({"write": ["nothing"]}),
            json!({"moves": vec!["x"; 5000]}),
        ] {
            alike(&server, "position", id, &body).await;
        }
        alike(&server, "remarks", id, &json!({"moves": [first], "move": "nonsense"})).await;
        alike(&server, "remarks", id, &json!({"moves": [first], "move": first})).await;
    }
    alike(&server, "position", "chess", &json!({})).await;
    alike(&server, "position", "baghchal:captures=0", &json!({})).await;
}

/// Without what differs because the one counts its matches and the other does not.
fn lasting(mut state: Value) -> Value {
    for name in ["id", "began_ms", "history"] {
        state.as_object_mut().unwrap().remove(name);
    }
    state
}

#[tokio::test]
async fn matches_are_the_same() {
    let server = start(config()).await;
    for game in GAMES {
        let id = game.info().id;
        let begun = begin(&server, json!({"game": id})).await;
        let (status, mut here) =
            module(&json!({"ask": "begin", "id": "m", "now_ms": 0, "line": {"game": id}, "seats": {}}));
        assert_eq!(
            (status, lasting(here["state"].clone())),
            (200, lasting(begun.body["state"].clone())),
            "{id}"
        );
        let [one, two] = game.info().sides;
        let mut record = game.start();
        let mut deeds = Vec::new();
        for text in played(*game, 2).into_iter().take(6) {
            deeds.push((game.info().side(record.turn()), playing(&text)));
            record.play(&text).unwrap();
        }
        let mover = game.info().side(record.turn());
        deeds.extend([
            (mover, playing("nonsense")),
            (if mover == one { two } else { one }, playing(&record.offers()[0].text)),
            (one, doing("offer_draw")),
            (two, doing("decline_draw")),
            (two, doing("accept_draw")),
            (two, doing("offer_takeback")),
            (one, doing("accept_takeback")),
            (one, doing("offer_pause")),
            (two, doing("accept_pause")),
            (one, doing("resign")),
            (one, doing("resign")),
        ]);
        for (number, (side, action)) in deeds.into_iter().enumerate() {
            let there = act(&server, &begun.id, begun.token(side), &number.to_string(), action.clone()).await;
            let question = json!({"ask": "act", "match": here["match"], "now_ms": 0, "since_ms": 0, "side": side, "action": action});
            let (status, said) = module(&question);
            let (here_said, there_said) = if status == 200 {
                (lasting(said["state"].clone()), lasting(there.json()["state"].clone()))
            } else {
                (said["error"].clone(), there.json()["error"].clone())
            };
            assert_eq!((status, here_said), (there.status, there_said), "{id}, {side}: {action}");
            if status == 200 {
                here = said;
            }
        }
        assert_eq!(here["state"]["outcome"]["reason"], "resignation", "{id}");
    }
}

#[tokio::test]
async fn thoughts_are_the_same() {
    let server = start(config()).await;
    for game in GAMES {
        let id = game.info().id;
        let asked = json!({"nodes": 400, "lines": 2, "seed": 1});
        let answer = server.post(&format!("/api/v1/games/{id}/analysis"), asked.to_string()).await;
        let last = answer.text.lines().filter_map(|line| line.strip_prefix("data:")).next_back().unwrap();
        let mut there: Value = serde_json::from_str(last).unwrap();
        let question = json!({"ask": "think", "line": {"game": id}, "nodes": 400, "lines": 2, "seed": 1});
        let (_, mut here) = module(&question);
        for thought in [&mut here, &mut there] {
            assert!(thought["seconds"].take().is_f64(), "{thought}");
        }
        assert_eq!(here, there, "{id}");
    }
}
