//! Fair play: no help with positions that a player plays for points, and none of it for anyone else.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{Person, begin, by, doing, done, look, playing, register, text};

/// The requests for help with a position, as paths and bodies.
fn requests(position: &str) -> Vec<(&'static str, Value)> {
    let line = json!({"position": position});
    vec![
        ("/games/baghchal/analysis", json!({"position": position, "depth": 1})),
        ("/games/baghchal/position", json!({"position": position, "value": "search"})),
        ("/games/baghchal/position", json!({"position": position, "value": "exact"})),
        ("/games/baghchal:captures=1/position", json!({"position": position, "value": "exact"})),
        ("/games/baghchal/values", json!({"positions": [position]})),
        ("/games/baghchal/prospects", line.clone()),
        ("/games/baghchal/played", line),
    ]
}

async fn vet(server: &TestServer, key: &str, position: &str, expected: (u16, &str)) {
    for (path, body) in requests(position) {
        let answer = by(server, key, Method::POST, path, body).await;
        let code = if answer.status == 200 { String::new() } else { answer.code() };
        assert_eq!((answer.status, &*code), expected, "{path}: {}", answer.text);
    }
}

/// Two people begin a match, and both move once.
async fn played(server: &TestServer, [one, two]: [&Person; 2], rated: bool) -> String {
    let terms =
        json!({"game": "baghchal", "clock": {"initial_ms": 300_000}, "rated": rated, "side": "goats"});
    let made = one.post(server, "/invitations", json!({"terms": terms, "to": {"person": two.name}})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
    let id = text(&two.post(server, &path, Value::Null).await.json()["match"]);
    done(server, &id, &one.key, "1", playing("C3")).await;
    let reply = text(&look(server, &id).await["legal_moves"][0]["move"]);
    done(server, &id, &two.key, "1", playing(&reply)).await;
    id
}

#[tokio::test]
async fn players_get_no_help_with_their_rated_game_until_it_is_over() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let stranger = Person::new(&server, "Chet").await;
    let id = played(&server, [&asha, &bina], true).await;
    let position = text(&look(&server, &id).await["position"]);
    vet(&server, &asha.key, &position, (403, "in-play")).await;
    vet(&server, &bina.key, &position, (403, "in-play")).await;
    vet(&server, &stranger.key, &position, (200, "")).await;

    // Legal moves and the moves so far are no help, and neither are other positions.
    let line = json!({"position": position});
    let described = asha.post(&server, "/games/baghchal/position", line).await;
    assert_eq!(described.status, 200, "{}", described.text);
    let offers = look(&server, &id).await["legal_moves"].clone();
    let remarks = json!({"position": position, "move": offers[0]["move"]});
    let refused = asha.post(&server, "/games/baghchal/remarks", remarks).await;
    assert_eq!((refused.status, &*refused.code()), (403, "in-play"));
    let earlier = json!({"moves": [], "value": "search"});
    assert_eq!(asha.post(&server, "/games/baghchal/position", earlier).await.status, 200);
    let start = server.post("/api/v1/games/baghchal/position", "{}").await.json()["position"].clone();
    let many = json!({"positions": [start, position]});
    let refused = asha.post(&server, "/games/baghchal/values", many).await;
    assert_eq!((refused.status, &refused.json()["error"]["index"]), (403, &json!(1)), "{}", refused.text);

    done(&server, &id, &bina.key, "2", doing("resign")).await;
    vet(&server, &asha.key, &position, (200, "")).await;
    server.stop().await;
}

#[tokio::test]
async fn friendly_games_may_be_analysed() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let id = played(&server, [&asha, &bina], false).await;
    let position = text(&look(&server, &id).await["position"]);
    vet(&server, &asha.key, &position, (200, "")).await;
    // A player without a name in a match without a tournament, and a bot that does not play.
    let m = begin(&server, json!({"game": "baghchal"})).await;
    vet(&server, m.token("goats"), &position, (200, "")).await;
    let bot = register(&server, "goat-herd").await;
    vet(&server, &bot, &position, (200, "")).await;
    server.stop().await;
}
