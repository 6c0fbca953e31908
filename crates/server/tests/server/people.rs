//! People: names, the lobby, challenges, links, words, ratings.

use chautari_arena::Rating;
use chautari_ledger::{Append, Event, Ledger, StreamId, Version};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{config, start};
use crate::test_clients::{
    EventStream, Person, Watcher, act, begin, by, doing, done, look, playing, register, text, until,
};

fn blitz(side: Option<&str>) -> Value {
    json!({"game": "baghchal", "clock": {"initial_ms": 300_000, "increment_ms": 2000}, "rated": true, "side": side})
}

#[tokio::test]
async fn a_name_is_ones_own_on_every_device_until_one_goes() {
    let server = start(config()).await;
    let asha = Person::new(&server, " Asha  Rai ").await;
    assert_eq!(asha.name, "Asha Rai");
    for name in ["asha rai", "ASHA-RAI", "аsha rai", "Asha  Rai"] {
        let answer = server.post("/api/v1/people", json!({"name": name}).to_string()).await;
        assert!([409, 422].contains(&answer.status), "{name}: {}", answer.text);
    }
    for name in ["", "me", "a/b", "somebody", "раypal"] {
        let answer = server.post("/api/v1/people", json!({"name": name}).to_string()).await;
        assert!([409, 422].contains(&answer.status), "{name}: {}", answer.text);
    }
    // Bots and people share their names.
    let bot = server.post("/api/v1/bots", json!({"name": "Goat"}).to_string()).await;
    assert_eq!(bot.status, 201);
    assert_eq!(server.post("/api/v1/people", json!({"name": "goat"}).to_string()).await.code(), "taken");

    // A link to another device works once. A repeated request gets the same response.
    let again = async || {
        let request = server.client.post(server.url("/api/v1/people/me/links")).bearer_auth(&asha.key);
        server.send(request.header("idempotency-key", "0b2f6c1e-5f0e-4c43")).await
    };
    let (link, told) = (again().await, again().await);
    assert_eq!((link.status, &told.text), (201, &link.text));
    let other = asha.post(&server, "/people/me/links", Value::Null).await.json();
    assert_ne!(other["code"], link.json()["code"]);
    let code = json!({"code": link.json()["code"]}).to_string();
    let phone = server.post("/api/v1/people/links", code.clone()).await;
    assert_eq!((phone.status, &phone.json()["name"]), (201, &json!("Asha Rai")), "{}", phone.text);
    assert_eq!(server.post("/api/v1/people/links", code).await.status, 401, "it was used");
    let phone = Person { name: asha.name.clone(), key: text(&phone.json()["token"]) };
    assert_ne!(phone.key, asha.key);
    assert_eq!(phone.get(&server, "/people/me").await["devices"], 2);

    // A named game from either device; the name disappears when the account is deleted.
    let request =
        json!({"game": "baghchal", "seats": {"goats": {"kind": "person"}, "tigers": {"kind": "open"}}});
    let begun = asha.post(&server, "/matches", request).await;
    assert_eq!(begun.status, 201, "{}", begun.text);
    let id = text(&begun.json()["match"]);
    done(&server, &id, &phone.key, "1", playing("C3")).await;
    assert_eq!(look(&server, &id).await["seats"]["goats"]["name"], "Asha Rai");
    assert_eq!(phone.get(&server, "/people/me/matches").await["matches"][0]["your_turn"], false);
    assert_eq!(asha.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    assert_eq!(look(&server, &id).await["seats"]["goats"]["name"], "somebody");
    assert_eq!(phone.ask(&server, Method::GET, "/people/me", Value::Null).await.status, 401);
    assert_eq!(server.get("/api/v1/people/Asha%20Rai").await.status, 404);
    Person::new(&server, "Asha Rai").await;
    server.stop().await;
}

#[tokio::test]
async fn two_meet_in_the_lobby_and_are_rated() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let mut hers = asha.enter(&server).await;
    let mut other = bina.enter(&server).await;
    let mut stranger = Watcher::enter_lobby(&server, json!({"type": "hello"})).await;

    let made = asha.post(&server, "/invitations", json!({"terms": blitz(Some("goats"))})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let id = text(&made.json()["id"]);
    for lobby in [&mut other, &mut stranger] {
        let heard = lobby.receive_matching(|frame| frame["added"][0]["id"] == json!(id)).await;
        assert_eq!(heard["added"][0]["from"]["name"], "Asha");
    }
    assert_eq!(server.get("/api/v1/invitations").await.json()[0]["rated"], true);
    assert_eq!(
        asha.post(&server, &format!("/invitations/{id}/accept"), Value::Null).await.code(),
        "yourself"
    );

    // Play now finds what is wanted, and not what is not.
    let paired = bina.post(&server, "/play-now", blitz(Some("tigers"))).await;
    assert_eq!(paired.status, 200, "{}", paired.text);
    let game = text(&paired.json()["match"]);
    stranger.receive_matching(|frame| frame["gone"][0] == json!(id)).await;
    let you = hers.receive_matching(|frame| frame["matches"][0]["id"] == json!(game)).await;
    assert_eq!(
        (&you["matches"][0]["side"], &you["matches"][0]["your_turn"]),
        (&json!("goats"), &json!(true))
    );
    let late = bina.post(&server, &format!("/invitations/{id}/accept"), Value::Null).await;
    assert_eq!(late.json()["match"], json!(game), "who has accepted may ask again");

    done(&server, &game, &asha.key, "1", playing("C3")).await;
    other.receive_matching(|frame| frame["matches"][0]["your_turn"] == true).await;
    let tigers_move = text(&look(&server, &game).await["offers"][0]["move"]);
    done(&server, &game, &bina.key, "1", playing(&tigers_move)).await;
    done(&server, &game, &bina.key, "2", doing("resign")).await;
    let ratings = until(|| async {
        let me = asha.get(&server, "/people/me").await;
        me["ratings"]["baghchal"]["rating"].as_f64()
    })
    .await;
    assert!(ratings > 1500.0);
    let loser =
        until(|| async { bina.get(&server, "/people/me").await["ratings"]["baghchal"]["rating"].as_f64() })
            .await;
    assert!(loser < 1500.0);
    let board = server.get("/api/v1/games/baghchal/people").await.json();
    assert_eq!((&board[0]["name"], &board[1]["name"]), (&json!("Asha"), &json!("Bina")));
    let met = server.get("/api/v1/people/bina/opponents").await.json();
    assert_eq!(met, json!([{"opponent": "Asha", "wins": 0, "draws": 0, "losses": 1}]));
    assert_eq!(server.get("/api/v1/people/Asha/ratings").await.json().as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_vanishes_with_its_maker() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let mut stranger = Watcher::enter_lobby(&server, json!({"type": "hello"})).await;
    let hers = asha.enter(&server).await;
    for _ in 0..2 {
        // A repeated request waits only once.
        assert_eq!(asha.post(&server, "/play-now", blitz(None)).await.json()["match"], Value::Null);
    }
    stranger.receive_matching(|frame| frame["added"].as_array().is_some_and(|added| added.len() == 1)).await;
    drop(hers);
    stranger.receive_matching(|frame| frame["gone"].as_array().is_some_and(|gone| gone.len() == 1)).await;
    assert_eq!(server.get("/api/v1/invitations").await.json(), json!([]));
    server.stop().await;
}

#[tokio::test]
async fn the_table_of_the_best_is_kept_up() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let best = async || {
        let table = server.get("/api/v1/games/baghchal/people").await.json();
        table.as_array().unwrap().iter().map(|place| text(&place["name"])).collect::<Vec<_>>()
    };
    assert_eq!(best().await, [""; 0]);
    for (loser, after) in [(&bina, ["Asha", "Bina"]), (&asha, ["Bina", "Asha"])] {
        // Twice, so that the second result outweighs the first.
        for _ in 0..2 {
            let made = asha.post(&server, "/invitations", json!({"terms": blitz(Some("goats"))})).await;
            let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
            let game = text(&bina.post(&server, &path, Value::Null).await.json()["match"]);
            done(&server, &game, &asha.key, "1", playing("C3")).await;
            let tigers = text(&look(&server, &game).await["offers"][0]["move"]);
            done(&server, &game, &bina.key, "1", playing(&tigers)).await;
            done(&server, &game, &loser.key, "r", doing("resign")).await;
        }
        until(|| async { (best().await == after).then_some(()) }).await;
    }
    assert_eq!(asha.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    assert_eq!(best().await, ["Bina"]);
    server.stop().await;
}

#[tokio::test]
async fn a_challenge_is_accepted_declined_or_answered_with_other_terms() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let chitra = Person::new(&server, "Chitra").await;
    let challenge = json!({"to": {"person": "bina"}, "terms": {"game": "gomoku"}});
    let made = asha.post(&server, "/invitations", challenge.clone()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/invitations/{}", text(&made.json()["id"]));
    assert_eq!(server.get("/api/v1/invitations").await.json(), json!([]), "it is not in the lobby");
    assert_eq!(chitra.post(&server, &format!("{path}/accept"), Value::Null).await.status, 403);
    assert_eq!(asha.post(&server, &format!("{path}/decline"), Value::Null).await.status, 403);
    assert_eq!(bina.get(&server, "/invitations/mine").await[0]["from"]["name"], "Asha");

    // Other terms turn it round.
    let terms = json!({"game": "creeper", "clock": {"per_move_ms": 86_400_000u64}});
    let turned = bina.post(&server, &format!("{path}/terms"), terms).await;
    assert_eq!((turned.status, &turned.json()["to"]["name"]), (200, &json!("Asha")), "{}", turned.text);
    assert_eq!(bina.post(&server, &format!("{path}/accept"), Value::Null).await.status, 422);
    let accepted = asha.post(&server, &format!("{path}/accept"), Value::Null).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    let game = look(&server, &text(&accepted.json()["match"])).await;
    assert_eq!(
        (&game["game"], &game["clock"]["control"]["per_move_ms"]),
        (&json!("creeper"), &json!(86_400_000u64))
    );
    assert_eq!(bina.get(&server, "/people/me/matches").await["matches"][0]["id"], game["id"]);

    // Declined is declined; a blocked player cannot ask again.
    let made = asha.post(&server, "/invitations", challenge.clone()).await;
    let path = format!("/invitations/{}", text(&made.json()["id"]));
    let declined = bina.post(&server, &format!("{path}/decline"), Value::Null).await;
    assert_eq!(declined.json()["state"], "declined");
    assert_eq!(asha.post(&server, &format!("{path}/accept"), Value::Null).await.status, 422);
    assert_eq!(bina.ask(&server, Method::PUT, "/people/me/blocks/asha", Value::Null).await.status, 204);
    assert_eq!(asha.post(&server, "/invitations", challenge.clone()).await.status, 403);
    assert_eq!(bina.get(&server, "/people/me").await["blocked"], json!(["Asha"]));
    // Nor do they meet by chance.
    bina.post(&server, "/play-now", blitz(None)).await;
    assert_eq!(asha.post(&server, "/play-now", blitz(None)).await.json()["match"], Value::Null);
    assert_eq!(bina.ask(&server, Method::DELETE, "/people/me/blocks/asha", Value::Null).await.status, 204);
    assert_eq!(asha.post(&server, "/invitations", challenge).await.status, 201);
    server.stop().await;
}

#[tokio::test]
async fn the_first_who_comes_by_a_link_plays_and_the_next_one_watches() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let request = json!({
        "game": "baghchal", "unlisted": true,
        "seats": {"goats": {"kind": "person"}, "tigers": {"kind": "open"}},
    });
    let begun = asha.post(&server, "/matches", request).await;
    assert_eq!(begun.status, 201, "{}", begun.text);
    let id = text(&begun.json()["match"]);
    assert_eq!(server.get("/api/v1/matches").await.json()["matches"], json!([]), "it is in no list");
    assert_eq!(asha.get(&server, "/people/me/matches").await["matches"][0]["id"], json!(id));

    let mut watcher = Watcher::open(&server, &id, json!({"type": "hello"})).await;
    watcher.receive_matching(|frame| frame["type"] == "state").await;
    let path = format!("/api/v1/matches/{id}/seats");
    let sat = server.post(&path, "{}").await;
    assert_eq!((sat.status, &sat.json()["side"]), (200, &json!("tigers")), "{}", sat.text);
    let seated = watcher.receive_matching(|frame| frame["event"]["type"] == "seated").await;
    assert_eq!(seated["state"]["seats"]["tigers"]["kind"], "human");
    assert_eq!(server.post(&path, "{}").await.code(), "seated");
    assert_eq!(asha.post(&server, &format!("/matches/{id}/seats"), json!({})).await.status, 409);
    let friend = text(&sat.json()["token"]);

    // They talk, in phrases there are.
    let said =
        by(&server, &friend, Method::POST, &format!("/matches/{id}/words"), json!({"phrase": "hello"})).await;
    assert_eq!(said.status, 200, "{}", said.text);
    let heard = watcher.receive_matching(|frame| frame["event"]["type"] == "said").await;
    assert_eq!((&heard["event"]["side"], &heard["event"]["phrase"]), (&json!("tigers"), &json!("hello")));
    assert_eq!(heard["state"]["words"][0]["phrase"], "hello");
    let rude = asha.post(&server, &format!("/matches/{id}/words"), json!({"phrase": "you fool"})).await;
    assert_eq!(rude.status, 400);
    let report = asha.post(&server, &format!("/matches/{id}/reports"), json!({"why": "stalling"})).await;
    assert_eq!(report.status, 204, "{}", report.text);
    let stranger = Person::new(&server, "Bina").await;
    assert_eq!(
        stranger.post(&server, &format!("/matches/{id}/reports"), json!({"why": "other"})).await.status,
        401
    );

    done(&server, &id, &asha.key, "1", playing("C3")).await;
    let offers = look(&server, &id).await["offers"].clone();
    done(&server, &id, &friend, "1", playing(offers[0]["move"].as_str().unwrap())).await;
    server.stop().await;
}

#[tokio::test]
async fn an_unlisted_match_is_in_no_list_by_whatever_it_is_looked_for() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let token = register(&server, "herd").await;
    let begun = async |unlisted: bool| {
        let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "bot", "name": "herd"}});
        let request = json!({"game": "baghchal", "unlisted": unlisted, "seats": seats});
        let begun = asha.post(&server, "/matches", request).await;
        assert_eq!(begun.status, 201, "{}", begun.text);
        let id = text(&begun.json()["match"]);
        done(&server, &id, &asha.key, "1", playing("mC3")).await;
        done(&server, &id, &token, "1", playing("mA1A2")).await;
        id
    };
    let (hidden, listed) = (begun(true).await, begun(false).await);
    for state in ["live", "ended"] {
        for by in ["", "&game=baghchal", "&player=herd", "&person=asha", "&player=herd&person=asha"] {
            let told = server.get(&format!("/api/v1/matches?state={state}{by}")).await.json();
            let ids: Vec<_> = told["matches"].as_array().unwrap().iter().map(|it| text(&it["id"])).collect();
            assert!(ids.iter().eq([&listed]), "{state}{by}: {ids:?}");
            let lines = server.get(&format!("/api/v1/matches.ndjson?state={state}{by}")).await;
            assert!(lines.text.contains(&listed) && !lines.text.contains(&hidden), "{state}{by}");
        }
        let own = asha.get(&server, &format!("/people/me/matches?state={state}")).await;
        assert_eq!(own["matches"].as_array().unwrap().len(), 2, "they are hers all the same");
        if state == "live" {
            done(&server, &hidden, &asha.key, "2", doing("resign")).await;
            done(&server, &listed, &token, "2", doing("resign")).await;
        }
    }
    let met = |opponent: &str, wins: u32, losses: u32| json!([{"opponent": opponent, "wins": wins, "draws": 0, "losses": losses}]);
    assert_eq!(server.get("/api/v1/people/asha/opponents").await.json(), met("herd", 1, 0));
    assert_eq!(server.get("/api/v1/bots/herd/opponents").await.json(), met("Asha", 0, 1));
    let insights = asha.get(&server, "/people/me/insights?game=baghchal").await;
    assert_eq!(insights["all"], json!({"wins": 1, "draws": 0, "losses": 1}));
    server.stop().await;
}

#[tokio::test]
async fn a_bot_says_who_may_invite_it() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let token = register(&server, "shy").await;
    let welcome =
        |from: &str| by(&server, &token, Method::PUT, "/bots/me/invitations", json!({"from": from}));
    let against = json!({"game": "baghchal", "seats": {"tigers": {"kind": "bot", "name": "shy"}}});
    let tournament = json!({
        "name": "Tournament", "game": "baghchal", "format": "round_robin", "players": [{"bot": "shy"}, {"engine": 1}],
    });
    assert_eq!(
        asha.post(&server, "/matches", against.clone()).await.status,
        201,
        "open unless it says otherwise"
    );

    assert_eq!(welcome("none").await.status, 204);
    assert_eq!(asha.post(&server, "/matches", against.clone()).await.code(), "closed");
    assert_eq!(server.post("/api/v1/tournaments", tournament.to_string()).await.code(), "closed");
    let challenge = json!({"to": {"bot": "shy"}, "terms": {"game": "baghchal", "side": "goats"}});
    assert_eq!(asha.post(&server, "/invitations", challenge.clone()).await.code(), "closed");

    assert_eq!(welcome("ask").await.status, 204);
    assert_eq!(server.get("/api/v1/bots/shy").await.json()["invitations"], "ask");
    assert_eq!(asha.post(&server, "/matches", against.clone()).await.code(), "ask");
    let told = server.post("/api/v1/tournaments", tournament.to_string()).await;
    assert!(told.code() == "ask" && told.text.contains("join with its own token"), "{told:?}");
    // The bot's own token may enter it.
    assert_eq!(by(&server, &token, Method::POST, "/tournaments", tournament).await.status, 201);
    let mut listener = EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await;
    let made = asha.post(&server, "/invitations", challenge).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let id = text(&made.json()["id"]);
    loop {
        let (kind, told) = listener.next().await.unwrap();
        if kind == "invitation" {
            assert_eq!((&told["id"], &told["from"]["name"]), (&json!(id), &json!("Asha")));
            break;
        }
    }
    let accepted = by(&server, &token, Method::POST, &format!("/invitations/{id}/accept"), Value::Null).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    let game = text(&accepted.json()["match"]);
    done(&server, &game, &asha.key, "1", playing("C3")).await;
    server.stop().await;
}

#[tokio::test]
async fn invitations_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let stored = || chautari_server::Config { database: database.clone(), ..config() };
    let server = start(stored()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let made =
        asha.post(&server, "/invitations", json!({"to": {"person": "Bina"}, "terms": blitz(None)})).await;
    let id = text(&made.json()["id"]);
    asha.post(&server, "/play-now", blitz(None)).await;
    server.stop().await;

    let server = start(stored()).await;
    let hers = asha.enter(&server).await;
    let open = until(|| async {
        let open = server.get("/api/v1/invitations").await.json();
        (open.as_array().unwrap().len() == 1).then_some(open)
    })
    .await;
    assert_eq!(open[0]["from"]["name"], "Asha", "it waits in the lobby as before");
    let accepted = bina.post(&server, &format!("/invitations/{id}/accept"), Value::Null).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    let mut his = bina.enter(&server).await;
    drop(hers);
    asha.post(&server, "/invitations", json!({"to": {"person": "Bina"}, "terms": blitz(None)})).await;
    his.receive_matching(|frame| frame["invitations"].as_array().is_some_and(|all| all.len() == 1)).await;
    server.stop().await;
}

/// Moves the events of a stream back in time, with their checksums.
async fn move_back(pool: &sqlx::SqlitePool, stream: &str, ago_ms: i64) {
    let sql = "SELECT version, kind, body, at_ms, labels FROM events WHERE stream = $1";
    let rows: Vec<(i64, String, String, i64, String)> =
        sqlx::query_as(sql).bind(stream).fetch_all(pool).await.unwrap();
    assert!(!rows.is_empty());
    for (version, kind, body, at_ms, labels) in rows {
        let at_ms = at_ms - ago_ms;
        let mut sum = crc32fast::Hasher::new();
        for text in [stream, &kind, &body, &labels] {
            sum.update(&(text.len() as u64).to_le_bytes());
            sum.update(text.as_bytes());
        }
        for number in [version, at_ms] {
            sum.update(&number.to_le_bytes());
        }
        let sql = "UPDATE events SET at_ms = $1, sum = $2 WHERE stream = $3 AND version = $4";
        let update = sqlx::query(sql).bind(at_ms).bind(i64::from(sum.finalize())).bind(stream).bind(version);
        update.execute(pool).await.unwrap();
    }
}

#[tokio::test]
async fn a_name_is_free_once_its_owner_has_been_away_for_a_year() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let stored = || chautari_server::Config { database: database.clone(), ..config() };
    let server = start(stored()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let mut last_here = Vec::new();
    for (somebody, days) in [(&asha, 366), (&bina, 364)] {
        let id = text(&somebody.get(&server, "/people/me").await["person"]);
        last_here.push((format!("person-{id}"), days * 24 * 3600 * 1000_i64));
    }
    server.stop().await;
    let pool = sqlx::SqlitePool::connect(&database).await.unwrap();
    for (stream, ago_ms) in last_here {
        move_back(&pool, &stream, ago_ms).await;
    }
    pool.close().await;

    let server = start(stored()).await;
    let taken = server.post("/api/v1/people", json!({"name": "bina"}).to_string()).await;
    assert_eq!((taken.status, taken.code().as_str()), (409, "taken"));
    Person::new(&server, "asha").await;
    assert_eq!(
        asha.ask(&server, Method::GET, "/people/me", Value::Null).await.status,
        401,
        "it is not hers any more"
    );
    // An owner who returns in time keeps the name.
    assert_eq!(bina.get(&server, "/people/me").await["name"], "Bina");
    server.stop().await;
}

#[tokio::test]
async fn insights_are_results_by_side_clock_opponent_and_opening() {
    let server = start(config()).await;
    let asha = server.post("/api/v1/people", json!({"name": "Asha"}).to_string()).await.json();
    let key = asha["token"].as_str().unwrap();
    for (side, other, clock) in [("goats", "tigers", None), ("tigers", "goats", Some(600_000))] {
        let mut body =
            json!({"game": "baghchal", "seats": {side: {"kind": "person"}, other: {"kind": "human"}}});
        if let Some(ms) = clock {
            body["clock"] = json!({"initial_ms": ms, "increment_ms": 0});
        }
        let post = server.client.post(server.url("/api/v1/matches")).bearer_auth(key).body(body.to_string());
        let begun = server.send(post).await.json();
        let id = begun["match"].as_str().unwrap();
        let theirs = begun["seats"][other]["token"].as_str().unwrap();
        for (ply, text) in ["mC3", "mA1A2", "mC1", "mA2A1"].into_iter().enumerate() {
            let token = if (ply % 2 == 0) == (side == "goats") { key } else { theirs };
            crate::test_clients::done(
                &server,
                id,
                token,
                &ply.to_string(),
                crate::test_clients::playing(text),
            )
            .await;
        }
        // The opponent resigns in the first game, Asha in the second.
        let loser = if side == "goats" { theirs } else { key };
        crate::test_clients::done(&server, id, loser, "end", crate::test_clients::doing("resign")).await;
    }
    let look = |game: &str| {
        server.client.get(server.url(&format!("/api/v1/people/me/insights?game={game}"))).bearer_auth(key)
    };
    let seen = server.send(look("baghchal")).await.json();
    assert_eq!(seen["all"], json!({"wins": 1, "draws": 0, "losses": 1}));
    let by = |what: &str, field: &str, value: &Value| {
        let lines = seen[what].as_array().unwrap();
        let line = lines.iter().find(|line| line[field] == *value).unwrap_or_else(|| panic!("{seen}"));
        (line["wins"].as_u64().unwrap(), line["losses"].as_u64().unwrap())
    };
    assert_eq!(
        (by("sides", "side", &json!("goats")), by("sides", "side", &json!("tigers"))),
        ((1, 0), (0, 1))
    );
    assert_eq!(by("clocks", "clock", &Value::Null), (1, 0));
    assert_eq!(by("opponents", "opponent", &json!("human")), (1, 1));
    assert_eq!(seen["openings"].as_array().unwrap().len(), 2, "one a side");
    assert_eq!(seen["openings"][0]["human"], json!(["C3", "A1–A2", "C1", "A2–A1"]));
    assert_eq!(server.send(look("gomoku")).await.json()["all"]["wins"], 0);
    assert_eq!(server.send(look("chess")).await.status, 404);
    assert_eq!(server.get("/api/v1/people/me/insights?game=baghchal").await.status, 401);
}

#[tokio::test]
async fn a_game_is_adjourned_and_played_on_another_day() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let kept = || chautari_server::Config { database: database.clone(), ..config() };
    let server = start(kept()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let begun = asha
        .post(
            &server,
            "/matches",
            json!({"game": "baghchal", "seats": seats, "clock": {"initial_ms": 60_000}}),
        )
        .await;
    let id = text(&begun.json()["match"]);
    assert_eq!(bina.post(&server, &format!("/matches/{id}/seats"), json!({})).await.status, 200);
    done(&server, &id, &asha.key, "1", playing("C3")).await;
    done(&server, &id, &bina.key, "1", doing("offer_pause")).await;
    let paused = done(&server, &id, &asha.key, "2", doing("accept_pause")).await;
    assert_eq!((&paused["state"]["paused"], &paused["state"]["offers"]), (&json!(true), &json!([])));
    assert_eq!(paused["state"]["clock"]["running"], Value::Null);
    let mine = bina.get(&server, "/people/me/matches").await;
    assert_eq!(
        (&mine["matches"][0]["paused"], &mine["matches"][0]["your_turn"]),
        (&json!(true), &json!(false))
    );
    let early = act(&server, &id, &bina.key, "2", playing("mA1B1")).await;
    assert_eq!((early.status, early.code()), (409, "paused".to_owned()));
    server.stop().await;

    let server = start(kept()).await;
    assert_eq!(look(&server, &id).await["paused"], true, "a restart ends no pause");
    done(&server, &id, &bina.key, "3", doing("resume")).await;
    assert_eq!(look(&server, &id).await["resume_offer"], "tigers");
    let resumed = done(&server, &id, &asha.key, "3", doing("resume")).await;
    assert_eq!((&resumed["state"]["paused"], &resumed["state"]["turn"]), (&Value::Null, &json!("tigers")));
    done(&server, &id, &bina.key, "4", playing("mA1B1")).await;

    // The engine pauses with its opponent, and moves after the pause.
    let seats = json!({"goats": {"kind": "engine", "level": 1}, "tigers": {"kind": "human"}});
    let begun = begin(&server, json!({"game": "baghchal", "seats": seats})).await;
    let tigers = begun.token("tigers");
    until(|| async { (look(&server, &begun.id).await["turn"] == "tigers").then_some(()) }).await;
    done(&server, &begun.id, tigers, "1", doing("offer_pause")).await;
    done(&server, &begun.id, tigers, "2", doing("resume")).await;
    let move_of_tigers = text(&look(&server, &begun.id).await["offers"][0]["move"]);
    done(&server, &begun.id, tigers, "3", playing(&move_of_tigers)).await;
    until(|| async { (look(&server, &begun.id).await["turn"] == "tigers").then_some(()) }).await;

    // A rated game is played to its end.
    let made = asha.post(&server, "/invitations", json!({"terms": blitz(Some("goats"))})).await;
    let rated =
        bina.post(&server, &format!("/invitations/{}/accept", text(&made.json()["id"])), Value::Null).await;
    let refused = act(&server, &text(&rated.json()["match"]), &asha.key, "1", doing("offer_pause")).await;
    assert_eq!((refused.status, refused.code()), (422, "for-points".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn a_game_against_an_engine_counts_where_it_is_wanted() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let asked = |more: Value| {
        let mut asked = json!({"game": "baghchal", "rated": true, "clock": {"initial_ms": 300_000},
            "seats": {"goats": {"kind": "person"}, "tigers": {"kind": "engine", "level": 10}}});
        for (name, value) in more.as_object().unwrap() {
            asked[name] = value.clone();
        }
        asked
    };
    let wrong = [
        json!({"clock": null}),
        json!({"moves": ["C3"]}),
        json!({"seats": {"goats": {"kind": "person"}, "tigers": {"kind": "open"}}}),
        json!({"seats": {"goats": {"kind": "human"}, "tigers": {"kind": "engine", "level": 1}}}),
        json!({"seats": {"goats": {"kind": "person"}, "tigers": {"kind": "engine", "level": 1, "time_ms": 5}}}),
    ];
    for more in wrong {
        let refused = asha.post(&server, "/matches", asked(more.clone())).await;
        assert_eq!((refused.status, refused.code()), (422, "rated".to_owned()), "{more}");
    }
    let begun = asha.post(&server, "/matches", asked(json!({}))).await;
    assert_eq!((begun.status, &begun.json()["state"]["rated"]), (201, &json!(true)), "{}", begun.text);
    let id = text(&begun.json()["match"]);
    done(&server, &id, &asha.key, "1", playing("C3")).await;
    until(|| async { (look(&server, &id).await["turn"] == "goats").then_some(()) }).await;
    // The engine would accept any takeback.
    for what in ["offer_takeback", "offer_pause"] {
        assert_eq!(act(&server, &id, &asha.key, what, doing(what)).await.code(), "for-points");
    }
    done(&server, &id, &asha.key, "2", doing("resign")).await;
    let rating =
        until(|| async { asha.get(&server, "/people/me").await["ratings"]["baghchal"]["rating"].as_f64() })
            .await;
    assert!((1400.0..1500.0).contains(&rating), "who loses to the strongest has lost little: {rating}");
    server.stop().await;
}

#[tokio::test]
async fn bots_and_people_share_their_names_however_they_look() {
    let server = start(config()).await;
    Person::new(&server, "Iain Rai").await;
    let bot = async |name: &str| server.post("/api/v1/bots", json!({"name": name}).to_string()).await;
    for name in ["iain-rai", "lain.rai", "IAINRAI"] {
        assert_eq!(bot(name).await.code(), "taken", "{name}");
    }
    assert_eq!(bot("goat-herd").await.status, 201);
    for name in ["goat herd", "G0at Herd", "goatherd"] {
        let person = server.post("/api/v1/people", json!({"name": name}).to_string()).await;
        assert_eq!(person.code(), "taken", "{name}");
        assert_eq!(bot(&name.replace(' ', "_")).await.code(), "taken", "{name}");
    }
    assert_eq!(bot("goat-herd-2").await.status, 201);
    server.stop().await;
}

#[tokio::test]
async fn deleted_account_leaves_matches_and_tournaments() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let begin = async || {
        let begun = asha.post(&server, "/matches", json!({"game": "baghchal", "seats": seats})).await;
        text(&begun.json()["match"])
    };
    let (played, alone) = (begin().await, begin().await);
    assert_eq!(bina.post(&server, &format!("/matches/{played}/seats"), json!({})).await.status, 200);
    let cup = json!({"name": "Tournament", "game": "baghchal", "format": "swiss", "rounds": 1, "entrance": "anybody"});
    let cup = text(&bina.post(&server, "/tournaments", cup).await.json()["tournament"]);
    let join = format!("/tournaments/{cup}/join");
    for who in [&asha, &bina] {
        assert_eq!(who.post(&server, &join, json!({})).await.status, 200);
    }
    assert_eq!(asha.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    let over = crate::test_clients::ended(&server, &played).await;
    assert_eq!(
        (&over["outcome"]["winner"], &over["outcome"]["reason"]),
        (&json!("tigers"), &json!("resignation"))
    );
    assert_eq!(crate::test_clients::ended(&server, &alone).await["outcome"]["reason"], "abandoned");
    let state = until(|| async {
        let state = server.get(&format!("/api/v1/tournaments/{cup}")).await.json();
        (state["players"][0]["withdrawn"] == true).then_some(state)
    })
    .await;
    assert_eq!(
        (&state["players"][0]["name"], &state["players"][1]["withdrawn"]),
        (&json!("somebody"), &json!(false))
    );
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_leaves_has_a_key_no_more() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let link = asha.post(&server, "/people/me/links", Value::Null).await;
    let phone = server.post("/api/v1/people/links", json!({"code": link.json()["code"]}).to_string()).await;
    let phone = Person { name: asha.name.clone(), key: text(&phone.json()["token"]) };
    assert_eq!(phone.ask(&server, Method::DELETE, "/people/me/key", Value::Null).await.status, 204);
    assert_eq!(phone.ask(&server, Method::GET, "/people/me", Value::Null).await.status, 401);
    assert_eq!(asha.get(&server, "/people/me").await["devices"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_registered_by_a_person_is_theirs() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let made = asha.post(&server, "/bots", json!({"name": "herd"})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    register(&server, "stray").await;
    assert_eq!(asha.get(&server, "/people/me").await["bots"], json!(["herd"]));
    assert_eq!(server.get("/api/v1/people/asha").await.json()["bots"], json!(["herd"]));
    let old = text(&made.json()["token"]);
    let welcome = json!({"from": "none"});
    assert_eq!(by(&server, &old, Method::PUT, "/bots/me/invitations", welcome.clone()).await.status, 204);
    // Only she can replace its token, and only that of her own.
    assert_eq!(bina.post(&server, "/bots/herd/token", Value::Null).await.status, 403);
    assert_eq!(asha.post(&server, "/bots/stray/token", Value::Null).await.status, 403);
    assert_eq!(asha.post(&server, "/bots/nobody/token", Value::Null).await.status, 404);
    let renewed = asha.post(&server, "/bots/herd/token", Value::Null).await;
    assert_eq!((renewed.status, &renewed.json()["bot"]), (200, &json!("herd")), "{}", renewed.text);
    let new = text(&renewed.json()["token"]);
    assert_eq!(by(&server, &old, Method::PUT, "/bots/me/invitations", welcome.clone()).await.status, 401);
    assert_eq!(by(&server, &new, Method::PUT, "/bots/me/invitations", welcome).await.status, 204);
    // And only she says for it who may invite it.
    let from = |whose: &Person, bot: &str| {
        let (key, path) = (whose.key.clone(), format!("/bots/{bot}/invitations"));
        let server = &server;
        async move { by(server, &key, Method::PUT, &path, json!({"from": "ask"})).await.status }
    };
    assert_eq!(from(&bina, "herd").await, 403);
    assert_eq!((from(&asha, "stray").await, from(&asha, "nobody").await), (403, 404));
    assert_eq!(server.get("/api/v1/bots/herd").await.json()["invitations"], "none");
    for _ in 0..2 {
        assert_eq!(from(&asha, "herd").await, 204, "whoever says it twice says the same");
    }
    assert_eq!(server.get("/api/v1/bots/herd").await.json()["invitations"], "ask");
    server.stop().await;
}

#[tokio::test]
async fn a_bot_has_results_by_opponent_as_people_have() {
    let server = start(config()).await;
    let asha = Person::new(&server, "Asha").await;
    let token = register(&server, "herd").await;
    let request = |other: Value| json!({"game": "baghchal", "seats": {"goats": other, "tigers": {"kind": "bot", "name": "herd"}}});
    let begun = async || {
        let begun = asha.post(&server, "/matches", request(json!({"kind": "person"}))).await;
        assert_eq!(begun.status, 201, "{}", begun.text);
        text(&begun.json()["match"])
    };
    for loser in [&token, &asha.key, &token] {
        let id = begun().await;
        done(&server, &id, &asha.key, "1", playing("mC3")).await;
        done(&server, &id, &token, "1", playing("mA1A2")).await;
        done(&server, &id, loser, "2", doing("resign")).await;
    }
    let stranger = begin(&server, request(json!({"kind": "human"}))).await;
    done(&server, &stranger.id, stranger.token("goats"), "1", playing("mC3")).await;
    done(&server, &stranger.id, &token, "1", playing("mA1A2")).await;
    done(&server, &stranger.id, stranger.token("goats"), "2", doing("resign")).await;
    // Unfinished games and games without moves are no results.
    begun().await;
    done(&server, &begun().await, &token, "1", doing("resign")).await;

    let met = server.get("/api/v1/bots/herd/opponents").await;
    let asha_and = json!({"opponent": "Asha", "wins": 1, "draws": 0, "losses": 2});
    let stranger = json!({"opponent": "human", "wins": 1, "draws": 0, "losses": 0});
    assert_eq!((met.status, met.json()), (200, json!([asha_and, stranger])), "{}", met.text);
    let hers = server.get("/api/v1/people/asha/opponents").await.json();
    assert_eq!(hers, json!([{"opponent": "herd", "wins": 2, "draws": 0, "losses": 1}]));
    assert_eq!(server.get("/api/v1/bots/nobody/opponents").await.status, 404);
    assert_eq!(server.get("/api/v1/bots/Asha/opponents").await.status, 404, "she is no bot");
    server.stop().await;
}

#[tokio::test]
async fn your_games_say_what_is_left_on_their_clocks() {
    const DAY_MS: u64 = 86_400_000;
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let meet = async |clock: Value| {
        let terms = json!({"game": "baghchal", "side": "goats", "clock": clock});
        let made =
            asha.post(&server, "/invitations", json!({"to": {"person": "Bina"}, "terms": terms})).await;
        let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
        let accepted = bina.post(&server, &path, Value::Null).await;
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        text(&accepted.json()["match"])
    };
    let slow = meet(json!({"per_move_ms": 3 * DAY_MS})).await;
    let free = meet(Value::Null).await;
    let of = |told: &Value, id: &str| {
        told["matches"].as_array().unwrap().iter().find(|game| game["id"] == json!(id)).cloned().unwrap()
    };
    let before = of(&asha.get(&server, "/people/me/matches").await, &slow);
    let clock = json!({"goats": 3 * DAY_MS, "tigers": 3 * DAY_MS, "running": null, "control": {"per_move_ms": 3 * DAY_MS}});
    assert_eq!(before["time_left"], clock, "no clock runs before the first moves");

    let mut window = asha.enter(&server).await;
    done(&server, &slow, &asha.key, "1", playing("mC3")).await;
    done(&server, &slow, &bina.key, "1", playing("mA1A2")).await;
    let heard = window.receive_matching(|frame| frame["matches"][0]["time_left"]["running"] == "goats").await;
    let listed = asha.get(&server, "/people/me/matches").await;
    for told in [of(&heard, &slow), of(&listed, &slow)] {
        assert_eq!((&told["your_turn"], &told["time_left"]["running"]), (&json!(true), &json!("goats")));
        assert_eq!(told["time_left"]["tigers"], json!(3 * DAY_MS));
        assert!(told["time_left"]["goats"].as_u64().unwrap() <= 3 * DAY_MS, "{told}");
    }
    assert_eq!(of(&listed, &free).get("time_left"), None, "where time is not measured, none is left");
    done(&server, &slow, &asha.key, "2", doing("resign")).await;
    let ended = asha.get(&server, "/people/me/matches?state=ended").await;
    assert_eq!(of(&ended, &slow).get("time_left"), None, "nor once it is over");
    server.stop().await;
}

#[tokio::test]
async fn deleted_account_has_no_name_in_invitations() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let challenge = json!({"to": {"person": "Bina"}, "terms": {"game": "gomoku"}});
    let made = asha.post(&server, "/invitations", challenge.clone()).await;
    let path = format!("/invitations/{}", text(&made.json()["id"]));
    assert_eq!(bina.post(&server, &format!("{path}/decline"), Value::Null).await.status, 200);
    let turned = bina
        .post(&server, "/invitations", json!({"to": {"person": "Asha"}, "terms": {"game": "gomoku"}}))
        .await;
    let other = format!("/invitations/{}", text(&turned.json()["id"]));
    assert_eq!(asha.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    for (path, gone, stays) in [(path, "from", "to"), (other, "to", "from")] {
        let told = server.get(&format!("/api/v1{path}")).await.json();
        assert_eq!(
            (&told[gone]["name"], &told[stays]["name"]),
            (&json!("somebody"), &json!("Bina")),
            "{told}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn there_is_no_rematch_with_somebody_who_has_gone() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let request =
        json!({"game": "baghchal", "seats": {"goats": {"kind": "person"}, "tigers": {"kind": "open"}}});
    let id = text(&asha.post(&server, "/matches", request).await.json()["match"]);
    assert_eq!(bina.post(&server, &format!("/matches/{id}/seats"), json!({})).await.status, 200);
    done(&server, &id, &asha.key, "1", doing("resign")).await;
    done(&server, &id, &asha.key, "2", doing("rematch")).await;
    assert_eq!(asha.ask(&server, Method::DELETE, "/people/me", Value::Null).await.status, 204);
    let refused = act(&server, &id, &bina.key, "1", doing("rematch")).await;
    assert_eq!((refused.status, refused.code()), (409, "gone".to_owned()), "{}", refused.text);
    assert!(refused.text.contains("gone"), "{}", refused.text);
    assert_eq!(refused.json()["state"]["id"], json!(id), "and where the match stands");
    assert_eq!(bina.get(&server, "/people/me/matches").await["matches"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn invitation_of_a_deleted_account_cannot_be_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let stored = || chautari_server::Config { database: database.clone(), ..config() };
    let server = start(stored()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let id = text(&asha.get(&server, "/people/me").await["person"]);
    let challenge = json!({"to": {"person": "Bina"}, "terms": {"game": "gomoku"}});
    let made = asha.post(&server, "/invitations", challenge).await;
    let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
    server.stop().await;
    // One that another process made while hers were taken back.
    let ledger = Ledger::open(&database).await.unwrap();
    let stream = StreamId::new(format!("person-{id}"));
    let version = ledger.read(&stream, Version::START).await.unwrap().last().unwrap().version;
    let deleted = Event { kind: "deleted".to_owned(), body: json!({"type": "deleted"}) };
    ledger.append(Append::new(stream, version).event(deleted)).await.unwrap();
    ledger.close().await;
    drop(ledger);

    let server = start(stored()).await;
    let refused = bina.post(&server, &path, Value::Null).await;
    assert_eq!((refused.status, refused.code()), (409, "gone".to_owned()), "{}", refused.text);
    assert_eq!(bina.get(&server, "/people/me/matches").await["matches"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn a_rated_rematch_is_rated_by_what_both_are_worth_by_then() {
    let server = start(config()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let made = asha.post(&server, "/invitations", json!({"terms": blitz(Some("goats"))})).await;
    let path = format!("/invitations/{}/accept", text(&made.json()["id"]));
    let mut game = text(&bina.post(&server, &path, Value::Null).await.json()["match"]);
    let worth =
        async |who: &Person| who.get(&server, "/people/me").await["ratings"]["baghchal"]["rating"].as_f64();
    let mut ratings = [Rating::default(); 2];
    // Asha wins all of them, from either side.
    for round in 0..3 {
        let (goats, tigers) = if round % 2 == 0 { (&asha, &bina) } else { (&bina, &asha) };
        done(&server, &game, &goats.key, "1", playing("mC3")).await;
        done(&server, &game, &tigers.key, "1", playing("mA1A2")).await;
        done(&server, &game, &bina.key, "2", doing("resign")).await;
        let [one, two] = ratings;
        ratings = [one.after(&[(two, 1.0)]), two.after(&[(one, 0.0)])];
        let told = until(|| async {
            let told = [worth(&asha).await?, worth(&bina).await?];
            let are_moved = told.iter().zip([one, two]).all(|(now, then)| (now - then.rating).abs() > 0.2);
            are_moved.then_some(told)
        })
        .await;
        for (now, expected) in told.iter().zip(ratings) {
            assert!((now - expected.rating).abs() < 0.11, "round {round}: {told:?}, not {ratings:?}");
        }
        done(&server, &game, &asha.key, "3", doing("rematch")).await;
        let agreed = done(&server, &game, &bina.key, "3", doing("rematch")).await;
        game = text(&agreed["state"]["rematch"]["match"]);
        assert_eq!(look(&server, &game).await["rated"], true);
    }
    server.stop().await;
}
