//! Reviews on a real server: worked out once, and kept.

use chautari_server::Config;
use serde_json::json;

use crate::players::{begin, doing, done, playing, until};
use crate::support::{config, start};

#[tokio::test]
async fn a_match_is_reviewed_once_and_the_review_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let config = || Config { database: database.clone(), ..config() };
    let server = start(config()).await;
    let m = begin(&server, json!({"game": "baghchal:captures=1"})).await;
    let path = format!("/api/v1/matches/{}/review", m.id);
    assert_eq!(server.post(&path, "").await.status, 409, "it goes on");
    done(&server, &m.id, m.token("goats"), "1", playing("mC3")).await;
    done(&server, &m.id, m.token("tigers"), "2", playing("mA1A2")).await;
    done(&server, &m.id, m.token("goats"), "3", playing("mB1")).await;
    done(&server, &m.id, m.token("tigers"), "4", playing("mA2A1")).await;
    done(&server, &m.id, m.token("goats"), "5", playing("mA4")).await;
    assert_eq!(server.get(&path).await.json(), json!({"done": false, "standings": []}));
    done(&server, &m.id, m.token("tigers"), "6", playing("mA1C1(B1)")).await;
    assert_eq!(server.post(&path, "").await.status, 200);
    let reviewed = until(|| async {
        let review = server.get(&path).await.json();
        (review["done"] == true).then_some(review)
    })
    .await;
    let standings = reviewed["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 7);
    assert_eq!((&standings[0]["turn"], &standings[0]["exact"]), (&json!("goats"), &json!(false)));
    // One capture wins: before it the tigers see so, after it the rules say so.
    assert_eq!(standings[5]["score"], json!({"kind": "win", "value": 1}), "{reviewed}");
    assert_eq!(standings[5]["best"], "mA1C1(B1)");
    assert_eq!(standings[6], json!({"turn": "goats", "score": {"kind": "loss", "value": 0}, "exact": true}));
    server.stop().await;

    let server = start(config()).await;
    assert_eq!(server.post(&path, "").await.json(), reviewed);
    assert_eq!(server.get("/api/v1/matches/nothing/review").await.status, 404);
    assert_eq!(server.get("/api/v1/matches/0123456789abcdef/review").await.status, 404);
    let empty = begin(&server, json!({"game": "baghchal"})).await;
    done(&server, &empty.id, empty.token("goats"), "1", doing("resign")).await;
    let answer = server.post(&format!("/api/v1/matches/{}/review", empty.id), "").await;
    assert_eq!((answer.status, answer.code().as_str()), (422, "plies"));
    server.stop().await;
}
