//! Games and positions over the wire.

use serde_json::{Value, json};

use crate::support::{TestServer, config, start};

async fn position(server: &TestServer, game: &str, request: Value) -> (u16, Value) {
    let answer = server.post(&format!("/api/v1/games/{game}/position"), request.to_string()).await;
    (answer.status, answer.json())
}

/// Percent-encodes a path segment.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |escaped, byte| escaped + &format!("%{byte:02x}"))
}

#[tokio::test]
async fn every_game_can_be_played_by_what_is_offered() {
    let server = start(config()).await;
    let games = server.get("/api/v1/games").await.json();
    assert!(games.as_array().unwrap().len() >= 5);
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        assert_eq!(server.get(&format!("/api/v1/games/{id}")).await.json()["id"], id);
        let mut moves: Vec<String> = Vec::new();
        for number in 0..30 {
            let (status, answer) = position(&server, id, json!({"moves": moves})).await;
            assert_eq!(status, 200, "{answer}");
            if number == 0 {
                assert_eq!(answer["position"], game["start"]);
            }
            assert_eq!(answer["history"].as_array().map_or(0, Vec::len), moves.len());
            let offers = answer["offers"].as_array().unwrap();
            assert_eq!(offers.is_empty(), !answer["outcome"].is_null());
            let points = answer["scene"]["board"]["points"].as_array().unwrap().len();
            for offer in offers {
                let touched = offer["points"].as_array().unwrap();
                assert!(touched.iter().all(|point| (point.as_u64().unwrap() as usize) < points), "{offer}");
            }
            let Some(offer) = offers.get(number * 7 % offers.len().max(1)) else { break };
            moves.push(offer["move"].as_str().unwrap().to_owned());
        }
        // The position by its own text is the same position.
        let (_, last) = position(&server, id, json!({"moves": moves})).await;
        let (_, same) = position(&server, id, json!({"position": last["position"]})).await;
        assert_eq!((&same["position"], &same["offers"]), (&last["position"], &last["offers"]));
        let by_url = format!("/api/v1/games/{id}/position?moves={}", escaped(&moves.join(" ")));
        assert_eq!(server.get(&by_url).await.json(), last);
    }
}

#[tokio::test]
async fn a_refused_move_is_422_with_reason_points_and_index() {
    let server = start(config()).await;
    let (status, answer) = position(&server, "baghchal", json!({"moves": ["mB1", "mA1B1"]})).await;
    assert_eq!(status, 422);
    let error = &answer["error"];
    assert_eq!((&error["code"], &error["index"]), (&json!("occupied"), &json!(1)));
    assert_eq!(error["points"], json!([1]));
    assert_eq!(error["reasons"].as_array().unwrap().len(), 1);
}

/// The texts of other programs, as they write them.
#[tokio::test]
async fn dialects_of_other_programs_are_read() {
    let server = start(config()).await;
    // An app that counts the rows of Bagh Chal from below.
    for (dialect, after) in [
        ("points-from-below", "TXXXT/XXXXX/XXXXX/XXXXX/XXTXT g c1 mA5C5(B5) #t1"),
        ("points", "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1(B1) #t1"),
    ] {
        let asked = json!({"dialect": dialect, "moves": ["B1", "A1xC1"]});
        let (status, answer) = position(&server, "baghchal", asked).await;
        assert_eq!((status, answer["position"].as_str()), (200, Some(after)), "{answer}");
    }
    // The Ban Chess library's numbers, and a plain game of chess.
    let pgn = "1. {banning: e2e4} d4 {banning: e7e5} d5 2. 1. {banning: c2c4} Nf3 *";
    let asked = json!({"dialect": "pgn", "position": pgn, "write": ["pgn-plain"]});
    let (status, answer) = position(&server, "banchess", asked).await;
    assert_eq!(status, 200, "{answer}");
    assert!(
        answer["texts"]["pgn-plain"].as_str().unwrap().ends_with("\n2. {banning: c2c4} Nf3 *"),
        "{answer}"
    );
    let asked = json!({"dialect": "pgn", "position": "1. e4 e5 2. Nf3 Nc6"});
    let (status, answer) = position(&server, "banchess", asked).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("bans-missing")), "{answer}");
}

#[tokio::test]
async fn an_impossible_position_is_422_with_every_reason() {
    let server = start(config()).await;
    let text = "TXTXT/TXXXX/XXXXX/XXXXX/TXXXT g c0 mA1B2 #t1";
    let (status, answer) = position(&server, "baghchal", json!({"position": text})).await;
    assert_eq!(status, 422);
    assert!(answer["error"]["reasons"].as_array().unwrap().len() >= 2, "{answer}");
}

#[tokio::test]
async fn malformed_text_is_400_with_the_offset() {
    let server = start(config()).await;
    let (status, answer) = position(&server, "baghchal", json!({"position": "TXXXT/XXXXQ"})).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("syntax")));
    assert_eq!(answer["error"]["at"], 10);
    assert!(!answer["error"]["expected"].as_str().unwrap().is_empty());
    let (status, answer) = position(&server, "baghchal", json!({"moves": ["mB1", "?"]})).await;
    assert_eq!((status, &answer["error"]["index"]), (400, &json!(1)));
    let (status, answer) = position(&server, "baghchal", json!({"write": ["klingon"]})).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("unsupported")));
    let (status, answer) = position(&server, "baghchal", json!({"postion": "x"})).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("form")), "{answer}");
    let answer = server.post("/api/v1/games/baghchal/position", "{\n  \"moves\": [\"mB1\",]\n}").await;
    assert_eq!((answer.status, &answer.json()["error"]["at"]), (400, &json!(20)), "{answer:?}");
    let (status, answer) = position(&server, "baghchal", json!({"moves": vec!["mB1"; 5000]})).await;
    assert_eq!(status, 400, "{answer}");
}

#[tokio::test]
async fn an_unknown_game_is_404_with_a_suggestion() {
    let server = start(config()).await;
    let answer = server.get("/api/v1/games/baghchall").await;
    assert_eq!((answer.status, answer.code().as_str()), (404, "missing"));
    assert!(answer.text.contains("Did you mean `baghchal`?"), "{}", answer.text);
    let answer = server.get("/api/v1/games/baghchal:captures=99").await;
    assert_eq!(answer.status, 404, "{}", answer.text);
    assert_eq!(server.get("/api/v1/nothing").await.code(), "missing");
    let answer = server.send(server.client.delete(server.url("/api/v1/games"))).await;
    assert_eq!((answer.status, answer.code().as_str()), (405, "method"));
}

#[tokio::test]
async fn rules_change_behind_a_colon() {
    let server = start(config()).await;
    let answer = server.get("/api/v1/games/baghchal:captures=3").await;
    assert_eq!(answer.json()["rules"][0]["value"], 3, "{}", answer.text);
}

#[tokio::test]
async fn a_position_is_written_in_every_dialect_and_read_from_it() {
    let server = start(config()).await;
    let games = server.get("/api/v1/games").await.json();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let first = position(&server, id, json!({})).await.1["offers"][0]["move"].clone();
        let dialects: Vec<&str> = game["dialects"]
            .as_array()
            .unwrap()
            .iter()
            .map(|dialect| dialect["id"].as_str().unwrap())
            .collect();
        let (status, answer) = position(&server, id, json!({"moves": [first], "write": dialects})).await;
        assert_eq!(status, 200, "{answer}");
        for dialect in dialects {
            let Some(text) = answer["texts"][dialect].as_str() else { continue };
            let (status, again) = position(&server, id, json!({"position": text, "dialect": dialect})).await;
            assert_eq!((status, &again["offers"]), (200, &answer["offers"]), "{id} {dialect}: {text}");
        }
    }
}

#[tokio::test]
async fn a_position_is_drawn_painted_and_animated() {
    let server = start(config()).await;
    for (game, moves) in [("baghchal", "mC3%20mA1B1"), ("gomoku", "")] {
        let path = |kind: &str| {
            format!("/api/v1/games/{game}/picture.{kind}?moves={moves}&size=64&flip=true&theme=dark")
        };
        for (kind, content) in [("svg", "image/svg+xml"), ("png", "image/png"), ("gif", "image/gif")] {
            let answer = server.get(&path(kind)).await;
            assert_eq!((answer.status, answer.header("content-type")), (200, content), "{answer:?}");
            assert!(answer.header("cache-control").contains("max-age"), "{answer:?}");
        }
    }
    for (query, status) in
        [("size=1000000", 400), ("theme=pink", 400), ("moves=mA1", 422), ("position=x", 400)]
    {
        let answer = server.get(&format!("/api/v1/games/baghchal/picture.png?{query}")).await;
        assert_eq!(answer.status, status, "{query}: {answer:?}");
    }
}

#[tokio::test]
async fn a_value_is_searched_or_not_known() {
    let server = start(config()).await;
    let (status, answer) = position(&server, "gomoku", json!({"value": "search"})).await;
    assert_eq!((status, &answer["value"]["kind"]), (200, &json!("guess")), "{answer}");
    // There are no tables here.
    let (status, answer) = position(&server, "baghchal", json!({"value": "exact"})).await;
    assert_eq!((status, answer.get("value")), (200, Some(&Value::Null)), "{answer}");
    assert_eq!(position(&server, "baghchal", json!({})).await.1.get("value"), None);
    assert_eq!(position(&server, "baghchal", json!({"value": "guess"})).await.0, 400);
}

#[tokio::test]
async fn the_rules_are_told_with_the_game() {
    let server = start(config()).await;
    let game = server.get("/api/v1/games/creeper").await.json();
    assert!(game["rules_text"].as_str().unwrap().starts_with('#'), "{game}");
}

#[tokio::test]
async fn many_values_at_once_and_what_each_move_leads_to() {
    let folder = tempfile::tempdir().unwrap();
    let game = chautari_games::find("banchess").unwrap();
    let path: std::sync::Arc<std::path::Path> = folder.path().into();
    let made = std::sync::Arc::clone(&path);
    tokio::task::spawn_blocking(move || game.prepare(&made, &()).unwrap()).await.unwrap();
    let mut config = config();
    config.engines.tables = Some(path);
    let server = start(config).await;
    let rook = "8/8/5k2/8/8/8/1R6/K7 w - - 0 1 1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1";
    let ask = |positions: Vec<&str>| {
        server.post("/api/v1/games/banchess/values", json!({"positions": positions}).to_string())
    };
    let answer = ask(vec![rook, start]).await;
    assert_eq!(answer.json(), json!({"values": [{"winner": "white", "plies": 55}, null]}));
    let answer = ask(vec![rook; 1000]).await;
    assert_eq!(answer.json()["values"].as_array().unwrap().len(), 1000);
    assert_eq!(ask(vec![rook; 1001]).await.status, 400);
    // A text that cannot be read, and a position that cannot be.
    let answer = ask(vec![rook, "nonsense"]).await;
    assert_eq!((answer.status, &answer.json()["error"]["index"]), (400, &json!(1)));
    let answer = ask(vec![rook, rook, "8/8/8/8/8/8/8/8 w - - 0 1 1"]).await;
    assert_eq!((answer.status, &answer.json()["error"]["index"]), (422, &json!(2)));
    let answer = server.post("/api/v1/games/nonsense/values", json!({"positions": []}).to_string()).await;
    assert_eq!(answer.status, 404);
    // No tables of this game: nothing is known.
    let answer = server.post("/api/v1/games/gomoku/values", json!({"positions": []}).to_string()).await;
    assert_eq!(answer.json(), json!({"values": []}));

    let answer = server.post("/api/v1/games/banchess/prospects", json!({"position": rook}).to_string()).await;
    let moves = answer.json()["moves"].as_array().unwrap().clone();
    assert!(!moves.is_empty());
    // After any ban by Black, the best remaining move wins one ply sooner, and some move holds.
    assert_eq!(moves.iter().map(|m| m["value"]["plies"].as_u64().unwrap()).max(), Some(54));
    for m in &moves {
        let (replies, holding) = (m["replies"].as_u64().unwrap(), m["holding"].as_u64().unwrap());
        assert!(m["value"]["winner"] == "white" && (1..=replies).contains(&holding), "{m}");
    }
    let answer = server.post("/api/v1/games/gomoku/prospects", "{}".to_owned()).await;
    assert_eq!(answer.json(), json!({"moves": []}));
}
