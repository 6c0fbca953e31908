//! Several servers on one PostgreSQL: to their clients they are one.

use chautari_server::Config;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::support::{TestServer, config, start};
use crate::test_clients::{
    EventStream, Person, Watcher, act, begin, done, look, playing, register, send, text, until,
};

/// The address of a new database; `None`, and a note about it, where there is no PostgreSQL: run it under
/// `scripts/postgres with`.
pub(crate) async fn database(name: &str) -> Option<String> {
    let Ok(server) = std::env::var("CHAUTARI_TEST_POSTGRES") else {
        chautari_testing::missing_tool(
            "tests with PostgreSQL: there is none; those of the embedded database run",
        );
        return None;
    };
    let name = format!("server_{name}_{}", std::process::id());
    let mut connection = PgConnection::connect(&server).await.unwrap();
    let sql = format!("CREATE DATABASE {name}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    let (base, _) = server.rsplit_once('/').unwrap();
    Some(format!("{base}/{name}"))
}

/// Servers that share a new database, where there is PostgreSQL.
async fn two(name: &str) -> Option<[TestServer; 2]> {
    let database = database(name).await?;
    let config = || Config { database: database.clone(), ..config() };
    Some([start(config()).await, start(config()).await])
}

fn two_humans() -> Value {
    json!({"game": "baghchal:captures=1", "clock": {"initial_ms": 600_000}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_made_here_is_seen_there() {
    let Some([here, there]) = two("seen").await else { return };
    let m = begin(&here, two_humans()).await;
    let mut watcher = Watcher::open(&there, &m.id, json!({"type": "hello"})).await;
    assert_eq!(watcher.receive().await["version"], 1);
    let first = act(&here, &m.id, m.token("goats"), "1", playing("mB1")).await;
    let event = watcher.receive().await;
    assert_eq!((&event["version"], &event["event"]["move"]), (&json!(2), &json!("mB1")));
    // The other one gives the same answer to the same command, and takes the next move.
    let again = act(&there, &m.id, m.token("goats"), "1", playing("mB1")).await;
    assert_eq!((first.status, &first.text), (200, &again.text));
    done(&there, &m.id, m.token("tigers"), "2", playing("mA1C1(B1)")).await;
    // An acknowledged event is visible at the other server at once, every time.
    assert_eq!(look(&here, &m.id).await["outcome"]["winner"], "tigers");
    for round in 0..20 {
        let m = begin(&here, two_humans()).await;
        done(&here, &m.id, m.token("goats"), "1", playing("mC3")).await;
        done(&there, &m.id, m.token("tigers"), "2", playing("mA1A2")).await;
        assert_eq!(look(&here, &m.id).await["version"], 3, "round {round}");
        done(&here, &m.id, m.token("goats"), "3", playing("mE3")).await;
        assert_eq!(look(&there, &m.id).await["version"], 4, "round {round}");
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_moves_for_one_ply_at_two_servers_are_one() {
    let Some([here, there]) = two("race").await else { return };
    for round in 0..10 {
        let m = begin(&here, two_humans()).await;
        let submit = |server, command: &'static str, text| {
            let body = json!({"command": command, "version": 1, "action": playing(text)});
            send(server, &m.id, m.token("goats"), body)
        };
        let (one, two) = tokio::join!(submit(&here, "one", "mC3"), submit(&there, "two", "mB1"));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}: {} {}", one.text, two.text);
        let states = [look(&here, &m.id).await, look(&there, &m.id).await];
        assert_eq!(states[0]["moves"].as_array().unwrap().len(), 1);
        assert_eq!(states[0]["moves"], one.json()["state"]["moves"]);
        assert_eq!(one.json()["state"]["moves"], two.json()["state"]["moves"]);
    }
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_hears_there_of_a_match_begun_here_and_a_tournament_outlives_a_server() {
    let Some([here, there]) = two("outlive").await else { return };
    let token = register(&here, "nomad").await;
    let mut stream = EventStream::open(&there, "/api/v1/bots/me/stream", Some(&token)).await;
    let seats = json!({"goats": {"kind": "bot", "name": "nomad"}, "tigers": {"kind": "random"}});
    let m = begin(&here, json!({"game": "baghchal", "seats": seats})).await;
    let (name, told) = stream.next().await.unwrap();
    assert_eq!((name.as_str(), &told["match"]), ("turn", &json!(m.id)));
    done(&there, &m.id, &token, "1", playing("mC3")).await;
    let (name, told) = stream.next().await.unwrap();
    assert_eq!((name.as_str(), told["state"]["moves"].as_array().unwrap().len()), ("turn", 2));

    let request = json!({
        "name": "relay", "game": "baghchal:captures=2", "format": "round_robin",
        "players": [{"random": true}, {"random": true}, {"random": true}, {"random": true}],
    });
    let answer = here.post("/api/v1/tournaments", request.to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let id = answer.json()["tournament"].as_str().unwrap().to_owned();
    here.stop().await;
    let state = until(|| async {
        let state = there.get(&format!("/api/v1/tournaments/{id}")).await.json();
        (state["state"] == "ended").then_some(state)
    })
    .await;
    let points: f64 =
        state["standings"].as_array().unwrap().iter().map(|place| place["points"].as_f64().unwrap()).sum();
    assert!((points - 6.0).abs() < 1e-9, "{state}");
    there.stop().await;
}

async fn people(server: &TestServer) -> [Person; 2] {
    [Person::new(server, "Asha").await, Person::new(server, "Bina").await]
}

fn blitz() -> Value {
    json!({"game": "baghchal", "clock": {"initial_ms": 300_000}, "rated": true})
}

/// Returns the number of invitations in the lobby of a server.
async fn offered(server: &TestServer) -> usize {
    server.get("/api/v1/invitations").await.json().as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_stays_as_long_as_its_maker_has_a_window_anywhere() {
    let Some([here, there]) = two("windows").await else { return };
    let [asha, _] = people(&here).await;
    let (one, other) = (asha.enter(&here).await, asha.enter(&there).await);
    let mut stranger = Watcher::enter_lobby(&there, json!({"type": "hello"})).await;
    asha.post(&here, "/invitations", json!({"terms": blitz()})).await;
    stranger.receive_matching(|frame| frame["added"].as_array().is_some_and(|added| added.len() == 1)).await;
    // Long enough for each to know of the other's window.
    until(|| async { (offered(&there).await == 1).then_some(()) }).await;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    drop(one);
    tokio::time::sleep(std::time::Duration::from_secs(7)).await;
    assert_eq!([offered(&here).await, offered(&there).await], [1, 1], "she is there");
    drop(other);
    stranger.receive_matching(|frame| frame["gone"].as_array().is_some_and(|gone| gone.len() == 1)).await;
    until(|| async { (offered(&here).await == 0).then_some(()) }).await;
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_shared_between_servers() {
    let Some([here, there]) = two("presence").await else { return };
    let [asha, bina] = people(&here).await;
    let mut stranger = Watcher::enter_lobby(&there, json!({"type": "hello"})).await;
    stranger.receive_matching(|frame| frame["here"] == 1).await;
    let window = asha.enter(&here).await;
    stranger.receive_matching(|frame| frame["here"] == 2).await;
    let is_here =
        async |name: &str| there.get(&format!("/api/v1/people/{name}")).await.json()["here"] == true;
    assert!(is_here("Asha").await && !is_here("Bina").await);
    drop(window);
    until(|| async { (!is_here("Asha").await).then_some(()) }).await;
    // A deleted account has no name at either server.
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let begun = bina.post(&here, "/matches", json!({"game": "baghchal", "seats": seats})).await;
    let game = text(&begun.json()["match"]);
    assert_eq!(look(&there, &game).await["seats"]["goats"]["name"], "Bina");
    assert_eq!(bina.ask(&here, reqwest::Method::DELETE, "/people/me", Value::Null).await.status, 204);
    until(|| async { (look(&there, &game).await["seats"]["goats"]["name"] == "somebody").then_some(()) })
        .await;
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_two_servers_meet_play_and_are_told() {
    let Some([here, there]) = two("meet").await else { return };
    let [asha, bina] = people(&here).await;
    let mut window = asha.enter(&here).await;
    let mut other = bina.enter(&there).await;
    for round in 0..10 {
        let ask = |who, server| Person::post(who, server, "/play-now", blitz());
        let (one, two) = tokio::join!(ask(&asha, &here), ask(&bina, &there));
        let fate = async |answer: Value| {
            let Some(own) = answer["invitation"]["id"].as_str() else { return text(&answer["match"]) };
            until(|| async {
                let fate = here.get(&format!("/api/v1/invitations/{own}")).await.json();
                fate["match"].as_str().map(str::to_owned)
            })
            .await
        };
        let (one, two) = (fate(one.json()).await, fate(two.json()).await);
        assert_eq!(one, two, "round {round}");
        for lobby in [&mut window, &mut other] {
            lobby.receive_matching(|frame| frame["matches"][0]["id"] == json!(one)).await;
        }
        // A person's action at one server reaches windows at the other.
        done(&here, &one, &asha.key, "r", json!({"type": "resign"})).await;
        other.receive_matching(|frame| frame["ended"] == json!([one])).await;
        window.receive_matching(|frame| frame["ended"] == json!([one])).await;
    }
    here.stop().await;
    there.stop().await;
}
