//! Puzzles on a real server: solver and puzzle meet as two players do.

use chautari_server::Config;
use serde_json::{Value, json};

use crate::support::{Answer, TestServer, config, start};
use crate::test_clients::until;

const PUZZLES: &str = "/api/v1/games/baghchal/puzzles";

async fn named(server: &TestServer, name: &str) -> String {
    let person = server.post("/api/v1/people", json!({"name": name}).to_string()).await.json();
    person["token"].as_str().unwrap().to_owned()
}

async fn attempt(server: &TestServer, key: &str, puzzle: &Value, moves: Value) -> Answer {
    let url = server.url(&format!("{PUZZLES}/{}/tries", puzzle["number"]));
    let body = json!({"moves": moves}).to_string();
    server.send(server.client.post(url).bearer_auth(key).body(body)).await
}

async fn standing(server: &TestServer, key: &str) -> Value {
    let url = server.url("/api/v1/people/me/puzzles?game=baghchal");
    server.send(server.client.get(url).bearer_auth(key)).await.json()
}

/// Waits until this many puzzles have ratings.
async fn ratings(server: &TestServer, count: usize) -> Vec<Value> {
    until(|| async {
        let ratings = server.get("/api/v1/games/baghchal/puzzle-ratings").await.json();
        let tries: u64 = ratings.as_array().unwrap().iter().map(|one| one["tries"].as_u64().unwrap()).sum();
        (tries == count as u64).then(|| ratings.as_array().unwrap().clone())
    })
    .await
}

#[tokio::test]
async fn a_puzzle_and_its_solvers_are_rated_by_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    let listed = server.get(&format!("{PUZZLES}?limit=2")).await.json();
    let (first, second) = (&listed["puzzles"][0], &listed["puzzles"][1]);
    assert_eq!(first["tries"], 0);
    let (asha, binod) = (named(&server, "Asha").await, named(&server, "Binod").await);
    assert_eq!(
        standing(&server, &asha).await,
        json!({"rating": 1000.0, "deviation": 350.0, "tried": 0, "solved": 0})
    );

    let solved = attempt(&server, &asha, first, first["moves"].clone()).await;
    assert_eq!(solved.status, 200, "{}", solved.text);
    let solved = solved.json();
    assert_eq!((&solved["solved"], &solved["counted"]), (&json!(true), &json!(true)));
    assert!(solved["you"]["rating"].as_f64().unwrap() > 1000.0, "{solved}");
    // The first try counts, and no later one.
    let again = attempt(&server, &asha, first, json!([])).await.json();
    assert_eq!(
        (&again["solved"], &again["counted"], &again["you"]),
        (&json!(false), &json!(false), &solved["you"])
    );
    // Giving up counts as a failed attempt.
    let gave_up = attempt(&server, &binod, second, json!([])).await.json();
    assert!(gave_up["you"]["rating"].as_f64().unwrap() < 1000.0, "{gave_up}");

    let rated = ratings(&server, 2).await;
    let difficulty = |puzzle: &Value| puzzle["difficulty"].as_i64().unwrap();
    assert_eq!((&rated[0]["number"], &rated[1]["number"]), (&first["number"], &second["number"]));
    assert!(difficulty(&rated[0]) < difficulty(first), "{} is easier than {first}", rated[0]);
    assert!(difficulty(&rated[1]) > difficulty(second), "{} is harder than {second}", rated[1]);
    // The rating of a puzzle is the same in the list.
    let one = server.get(&format!("{PUZZLES}/{}", first["number"])).await.json();
    assert_eq!((&one["difficulty"], &one["tries"]), (&rated[0]["difficulty"], &json!(1)));
    server.stop().await;

    // Everything is loaded from the ledger.
    let server = start(config()).await;
    assert_eq!(standing(&server, &asha).await, solved["you"]);
    assert_eq!(ratings(&server, 2).await, rated);
    attempt(&server, &binod, first, json!([])).await;
    assert!(difficulty(&ratings(&server, 3).await[0]) > difficulty(&rated[0]));
    server.stop().await;
}

#[tokio::test]
async fn a_try_is_judged_by_what_was_played() {
    let server = start(config()).await;
    let key = named(&server, "Asha").await;
    let listed = server.get(&format!("{PUZZLES}?limit=200")).await.json();
    let long: Vec<_> = listed["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["moves"].as_array().unwrap().len() >= 3)
        .collect();
    let right = long[0]["moves"].as_array().unwrap();
    // The beginning of a solution is not the solution.
    assert_eq!(attempt(&server, &key, long[0], json!(right[..1])).await.json()["solved"], false);
    let legal = server
        .post("/api/v1/games/baghchal/position", json!({"position": long[1]["position"]}).to_string())
        .await
        .json();
    let wrong = legal["offers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| &offer["move"])
        .find(|m| **m != long[1]["moves"][0])
        .unwrap();
    assert_eq!(attempt(&server, &key, long[1], json!([wrong])).await.json()["solved"], false);
    assert_eq!(standing(&server, &key).await["tried"], 2);

    let nowhere = attempt(&server, &key, long[2], json!(["mA1A9"])).await;
    assert_eq!((nowhere.status, &nowhere.json()["error"]["index"]), (400, &json!(0)), "{}", nowhere.text);
    assert_eq!(attempt(&server, "nobody", long[2], json!([])).await.status, 401);
    assert_eq!(attempt(&server, &key, &json!({"number": 0}), json!([])).await.status, 404);
    assert_eq!(attempt(&server, &key, &json!({"number": 999_999}), json!([])).await.status, 404);
    // A refused attempt does not count.
    assert_eq!(standing(&server, &key).await["tried"], 2);
    // Under changed rules nothing is known to be right.
    let changed = server.get("/api/v1/games/baghchal:captures=1/puzzle-ratings").await;
    assert_eq!((changed.status, changed.json()), (200, json!([])));
    server.stop().await;
}
