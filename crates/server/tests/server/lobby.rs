//! The lobby: matchmaking, availability, and messages to its windows.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestServer, config, start};
use crate::test_clients::{Person, Watcher, by, doing, done, look, playing, register, text, until};

fn blitz(side: Option<&str>) -> Value {
    json!({"game": "baghchal", "clock": {"initial_ms": 300_000, "increment_ms": 2000}, "rated": true, "side": side})
}

/// Returns the sides of the maker of an invitation and of the player who accepts it.
fn sides_of(game: &Value) -> (String, String) {
    let name = |side: &str| text(&game["seats"][side]["name"]);
    (name("goats"), name("tigers"))
}

#[tokio::test]
async fn open_side_is_paired_with_any_side() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    for (round, side) in ["goats", "tigers", "goats", "tigers", "goats", "tigers"].into_iter().enumerate() {
        let waits = asha.post(&server, "/play-now", blitz(None)).await;
        assert_eq!(waits.json()["match"], Value::Null, "round {round}: {}", waits.text);
        let paired = bina.post(&server, "/play-now", blitz(Some(side))).await.json();
        let game = look(&server, &text(&paired["match"])).await;
        assert_eq!(game["seats"][side]["name"], "Bina", "round {round}");
    }
    // Players who want the same side are not paired.
    asha.post(&server, "/play-now", blitz(Some("goats"))).await;
    assert_eq!(bina.post(&server, "/play-now", blitz(Some("goats"))).await.json()["match"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn repeated_play_now_starts_one_match() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let ask = async |who: &Person, key: &str| asking(&server, who, key, blitz(None)).await.json();
    let waits = ask(&asha, "the-key-of-Asha's").await;
    assert_eq!(ask(&asha, "the-key-of-Asha's").await, waits);
    let plays = ask(&bina, "the-key-of-Bina's").await;
    // Another player with the same wish is waiting now.
    let _chitra = Person::new(&server, "Chitra").await.post(&server, "/play-now", blitz(None)).await;
    assert!(!plays["match"].is_null(), "{plays}");
    assert_eq!(ask(&bina, "the-key-of-Bina's").await, plays);
    assert_eq!(ask(&asha, "the-key-of-Asha's").await["match"], plays["match"]);
    for (who, key) in [(&asha, "the-key-of-Asha's"), (&bina, "the-key-of-Bina's")] {
        let other = asking(&server, who, key, blitz(Some("goats"))).await;
        assert_eq!((other.status, &*other.code()), (409, "reused"), "{}", other.text);
    }
    let left = server.get("/api/v1/invitations").await.json();
    assert_eq!(left.as_array().map(Vec::len), Some(1), "one who waits is left in peace: {left}");
    server.stop().await;
}

async fn asking(server: &TestServer, who: &Person, key: &str, wish: Value) -> Answer {
    let request = server.client.post(server.url("/api/v1/play-now")).bearer_auth(&who.key);
    server.send(request.header("idempotency-key", key).body(wish.to_string())).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_that_comes_twice_at_once_sits_down_once() {
    let server = start(config()).await;
    let makers = [Person::new(&server, "Asha").await, Person::new(&server, "Bina").await];
    for round in 0..10 {
        for maker in &makers {
            let made = maker.post(&server, "/invitations", json!({"terms": blitz(None)})).await;
            assert_eq!(made.status, 201, "round {round}: {}", made.text);
        }
        let who = Person::new(&server, &format!("Guest {round}")).await;
        let key = format!("the-key-of-guest-{round}");
        let ask = || asking(&server, &who, &key, blitz(None));
        let (one, two) = tokio::join!(ask(), ask());
        assert_eq!(one.json(), two.json(), "round {round}");
        let left = server.get("/api/v1/invitations").await.json();
        for open in left.as_array().unwrap() {
            let maker = makers.iter().find(|maker| open["from"]["name"] == *maker.name).unwrap();
            let id = text(&open["id"]);
            assert_eq!(
                maker.ask(&server, Method::DELETE, &format!("/invitations/{id}"), Value::Null).await.status,
                204
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn malformed_lobby_frames_get_an_error() {
    let server = start(config()).await;
    let mut unknown = Watcher::enter_lobby(&server, json!({"type": "hello", "token": "bad"})).await;
    assert_eq!(unknown.receive_matching(|frame| frame["type"] == "you").await["name"], Value::Null);
    unknown.say(json!({"type": "dance"})).await;
    assert_eq!(unknown.close_code().await, 1008);
    for first in [json!({"type": "ping"}), json!(5), json!({"type": "hello", "token": 5})] {
        assert_eq!(Watcher::enter_lobby(&server, first.clone()).await.close_code().await, 1008, "{first}");
    }
    server.stop().await;
}

#[tokio::test]
async fn incoming_invitations_do_not_use_up_the_quota() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let challenge = json!({"to": {"person": "Bina"}, "terms": {"game": "baghchal"}});
    for number in 0..20 {
        let made = asha.post(&server, "/invitations", challenge.clone()).await;
        assert_eq!(made.status, 201, "{number}: {}", made.text);
    }
    assert_eq!(asha.post(&server, "/invitations", challenge).await.code(), "quota");
    let made = bina.post(&server, "/invitations", json!({"terms": {"game": "baghchal"}})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    server.stop().await;
}

#[tokio::test]
async fn chance_decides_the_side_when_somebody_sits_down_and_not_before() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    // One request has one name; accepted again and again, its side would be the same were it in the name.
    let mut seen = BTreeSet::new();
    for round in 0..64 {
        let made = asha.post(&server, "/invitations", json!({"terms": blitz(None)})).await;
        let id = text(&made.json()["id"]);
        let is_even = id.bytes().fold(0u8, u8::wrapping_add).is_multiple_of(2);
        let accepted = bina.post(&server, &format!("/invitations/{id}/accept"), Value::Null).await;
        assert_eq!(accepted.status, 200, "round {round}: {}", accepted.text);
        let (goats, _) = sides_of(&look(&server, &text(&accepted.json()["match"])).await);
        seen.insert((is_even, goats));
        if seen.len() == 4 {
            break;
        }
    }
    assert_eq!(seen.len(), 4, "nobody can tell by the name of an invitation: {seen:?}");
    server.stop().await;
}

#[tokio::test]
async fn bots_meet_by_play_now() {
    let server = start(config()).await;
    let (one, two) = (register(&server, "one").await, register(&server, "two").await);
    let waits = by(&server, &one, Method::POST, "/play-now", blitz(None)).await;
    assert_eq!(waits.json()["match"], Value::Null, "{}", waits.text);
    let paired = by(&server, &two, Method::POST, "/play-now", blitz(None)).await;
    let game = look(&server, &text(&paired.json()["match"])).await;
    let (goats, tigers) = sides_of(&game);
    assert_eq!(BTreeSet::from([&*goats, &*tigers]), ["one", "two"].into());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_who_ask_at_the_same_moment_meet() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    for round in 0..20 {
        let ask = |who| Person::post(who, &server, "/play-now", blitz(None));
        let (one, two) = tokio::join!(ask(&asha), ask(&bina));
        for answer in [&one, &two] {
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        // The first player waits, and finds the match in the invitation.
        let fate = async |answer: Value| {
            let Some(own) = answer["invitation"]["id"].as_str() else { return text(&answer["match"]) };
            text(&server.get(&format!("/api/v1/invitations/{own}")).await.json()["match"])
        };
        let (one, two) = (fate(one.json()).await, fate(two.json()).await);
        assert_eq!(one, two, "round {round}");
        assert_eq!(server.get("/api/v1/invitations").await.json(), json!([]), "round {round}");
        done(&server, &one, &asha.key, "r", doing("resign")).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn seated_player_leaves_the_lobby() {
    let server = start(config()).await;
    let all = [Person::new(&server, "Asha").await, Person::new(&server, "Bina").await];
    let [asha, bina] = &all;
    let chitra = Person::new(&server, "Chitra").await;
    let offer = |game: &str| json!({"terms": {"game": game, "clock": {"initial_ms": 300_000}}});
    let open = async || {
        let open = server.get("/api/v1/invitations").await.json();
        open.as_array().unwrap().iter().map(|it| text(&it["game"])).collect::<Vec<_>>()
    };
    let made = asha.post(&server, "/invitations", offer("gomoku")).await;
    asha.post(&server, "/invitations", offer("creeper")).await;
    bina.post(&server, "/invitations", offer("banchess")).await;
    assert_eq!(open().await.len(), 3);
    let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
    assert_eq!(bina.post(&server, &path, Value::Null).await.status, 200);
    assert_eq!(open().await, [""; 0], "both sit at a board");

    // Days a move leave one free.
    let days = json!({"terms": {"game": "gomoku", "clock": {"per_move_ms": 86_400_000u64}}});
    let made = asha.post(&server, "/invitations", days).await;
    bina.post(&server, "/invitations", offer("banchess")).await;
    let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
    assert_eq!(bina.post(&server, &path, Value::Null).await.status, 200);
    assert_eq!(open().await, ["banchess"]);

    // However one sits down: by a link, too.
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let begun = chitra.post(&server, "/matches", json!({"game": "baghchal", "seats": seats})).await;
    let game = text(&begun.json()["match"]);
    assert_eq!(bina.post(&server, &format!("/matches/{game}/seats"), json!({})).await.status, 200);
    until(|| async { open().await.is_empty().then_some(()) }).await;
    server.stop().await;
}

#[tokio::test]
async fn windows_get_only_changes() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let mut games = Vec::new();
    for _ in 0..2 {
        let begun = asha.post(&server, "/matches", json!({"game": "baghchal", "seats": seats})).await;
        games.push(text(&begun.json()["match"]));
        let path = format!("/matches/{}/seats", games[games.len() - 1]);
        assert_eq!(bina.post(&server, &path, json!({})).await.status, 200);
    }
    let mut his =
        Watcher::enter_lobby(&server, json!({"type": "hello", "token": bina.key, "lobby": false})).await;
    let all = his.receive().await;
    assert_eq!((&all["type"], all["matches"].as_array().unwrap().len()), (&json!("you"), 2));
    done(&server, &games[0], &asha.key, "1", playing("C3")).await;
    let changed = his.receive().await;
    assert_eq!(changed["type"], "yours");
    assert_eq!(changed["matches"].as_array().unwrap().len(), 1, "only the one that moved on: {changed}");
    assert_eq!(
        (&changed["matches"][0]["id"], &changed["matches"][0]["your_turn"]),
        (&json!(games[0]), &json!(true))
    );
    let made =
        asha.post(&server, "/invitations", json!({"to": {"person": "Bina"}, "terms": blitz(None)})).await;
    let id = text(&made.json()["id"]);
    let changed = his.receive().await;
    assert_eq!((&changed["matches"], &changed["invitations"][0]["id"]), (&json!([]), &json!(id)));
    asha.ask(&server, Method::DELETE, &format!("/invitations/{id}"), Value::Null).await;
    assert_eq!(his.receive().await["closed"], json!([id]));
    done(&server, &games[1], &asha.key, "1", doing("resign")).await;
    assert_eq!(his.receive().await["ended"], json!([games[1]]));
    // One has gone, by another device.
    assert_eq!(bina.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    his.receive_matching(|frame| frame["type"] == "you" && frame["name"].is_null()).await;
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_is_renewed_now_and_then_and_not_by_every_window() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let made = asha.post(&server, "/invitations", json!({"terms": blitz(None)})).await;
    let stream = chautari_ledger::StreamId::new(format!("invitation-{}", text(&made.json()["id"])));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let version = async || server.app.platform().ledger().version(&stream).await.unwrap().0;
    assert_eq!(version().await, 1);
    let mut windows = Vec::new();
    for _ in 0..5 {
        windows.push(asha.enter(&server).await);
    }
    assert_eq!(version().await, 2, "a hello says that she is there, once");
    server.stop().await;
}

#[tokio::test]
async fn signed_out_window_gets_no_more_messages() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let link = asha.post(&server, "/people/me/links", Value::Null).await;
    let phone = server.post("/api/v1/people/links", json!({"code": link.json()["code"]}).to_string()).await;
    let phone = Person { name: asha.name.clone(), key: text(&phone.json()["token"]) };
    let (mut hers, mut left) = (asha.enter(&server).await, phone.enter(&server).await);
    assert_eq!(phone.ask(&server, Method::DELETE, "/people/me/key", Value::Null).await.status, 204);
    for _ in 0..2 {
        let challenge = json!({"to": {"person": "Asha"}, "terms": {"game": "gomoku"}});
        assert_eq!(bina.post(&server, "/invitations", challenge).await.status, 201);
        let heard = hers.receive_matching(|frame| frame["type"] == "yours").await;
        assert_eq!(heard["invitations"][0]["from"]["name"], "Bina", "the other device is told");
    }
    let nobody = json!({"type": "you", "name": null, "invitations": [], "matches": []});
    assert_eq!(
        left.receive_matching(|frame| frame["type"] == "you" || frame["type"] == "yours").await,
        nobody
    );
    left.say(json!({"type": "ping"})).await;
    left.receive_matching(|frame| {
        assert_ne!(frame["type"], "yours", "{frame}");
        frame["type"] == "pong"
    })
    .await;
    server.stop().await;
}
