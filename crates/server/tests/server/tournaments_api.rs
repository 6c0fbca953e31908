//! Tournaments for people: by a code, by cards, through no-shows and restarts, to the last standing.

use std::time::Duration;

use chautari_server::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestServer, config, start};
use crate::test_clients::{EventStream, Person, by, doing, done, look, playing, register, text, until};

/// A tournament and its host.
struct Tournament {
    path: String,
    token: String,
    code: String,
}

impl Tournament {
    async fn begin(server: &TestServer, key: Option<&str>, request: Value) -> Tournament {
        let url = server.url("/api/v1/tournaments");
        let mut asked = server.client.post(url).body(request.to_string());
        if let Some(key) = key {
            asked = asked.bearer_auth(key);
        }
        let answer = server.send(asked).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let told = answer.json();
        Tournament {
            path: format!("/tournaments/{}", text(&told["tournament"])),
            token: text(&told["token"]),
            code: told["code"].as_str().unwrap_or_default().to_owned(),
        }
    }

    async fn show(&self, server: &TestServer) -> Value {
        server.get(&format!("/api/v1{}", self.path)).await.json()
    }

    /// The host does something, and it is done.
    async fn steer(&self, server: &TestServer, what: &str, body: Value) -> Value {
        let answer = by(server, &self.token, Method::POST, &format!("{}/{what}", self.path), body).await;
        assert!([200, 201].contains(&answer.status), "{what}: {}", answer.text);
        answer.json()
    }

    /// Starts it, whether the players are connected or not.
    async fn start(&self, server: &TestServer) -> Value {
        self.steer(server, "start", json!({"anyway": true})).await
    }

    async fn join(&self, server: &TestServer, who: &Person) {
        let answer = who.post(server, &format!("{}/join", self.path), json!({"code": self.code})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Waits until it stands like this.
    async fn until(&self, server: &TestServer, is_so: impl Fn(&Value) -> bool) -> Value {
        until(|| async {
            let state = self.show(server).await;
            is_so(&state).then_some(state)
        })
        .await
    }

    async fn ended(&self, server: &TestServer) -> Value {
        self.until(server, |state| state["state"] == "ended").await
    }

    /// Returns the unfinished games: their addresses and players.
    async fn boards(&self, server: &TestServer) -> Vec<(String, Vec<String>)> {
        let state = self.show(server).await;
        let rounds = state["rounds"].as_array().unwrap();
        let meetings = rounds.iter().flat_map(|round| round["meetings"].as_array().unwrap());
        let games = meetings.flat_map(|meeting| meeting["games"].as_array().unwrap().clone());
        let open = games.filter(|game| game["reason"].is_null());
        let players = |game: &Value| game["sides"].as_object().unwrap().values().map(text).collect();
        open.map(|game| (text(&game["match"]), players(&game))).collect()
    }

    /// Waits until everybody named is at a board, and gives it with the two.
    async fn board_of(&self, server: &TestServer, name: &str) -> (String, Vec<String>) {
        until(|| async {
            let found = self
                .boards(server)
                .await
                .into_iter()
                .find(|(_, players)| players.iter().any(|it| it == name));
            let (id, players) = found?;
            // It may be paired and not begun.
            let begun = server.get(&format!("/api/v1/matches/{id}")).await.status == 200;
            begun.then_some((id, players))
        })
        .await
    }
}

async fn people<const N: usize>(server: &TestServer, names: [&str; N]) -> [Person; N] {
    let mut all = Vec::new();
    for name in names {
        all.push(Person::new(server, name).await);
    }
    all.try_into().unwrap_or_else(|_| unreachable!())
}

fn swiss(rounds: u32) -> Value {
    json!({
        "name": "Class", "game": "baghchal", "format": "swiss", "rounds": rounds, "entrance": "code",
        "clock": {"initial_ms": 600_000}, "no_show_ms": 600_000,
    })
}

fn place<'a>(state: &'a Value, name: &str) -> &'a Value {
    let standings = state["standings"].as_array().unwrap();
    standings.iter().find(|place| place["player"] == name).unwrap_or_else(|| panic!("{name}: {state}"))
}

#[tokio::test]
async fn people_join_by_a_code_and_play_when_the_host_says() {
    let server = start(config()).await;
    let [host, asha, bina, chitra] = people(&server, ["Host", "Asha", "Bina", "Chitra"]).await;
    let cup = Tournament::begin(&server, Some(&host.key), swiss(2)).await;
    assert_eq!(cup.code.len(), 6);
    assert!(!cup.show(&server).await.to_string().contains(&cup.code), "it is for those who are told");
    // By the code, however it is typed.
    let typed = format!("{} {}", &cup.code[..3].to_lowercase(), &cup.code[3..]);
    let found = server.get(&format!("/api/v1/tournaments/codes/{typed}")).await;
    assert_eq!((found.status, &found.json()["state"]), (200, &json!("open")), "{}", found.text);
    assert_eq!(server.get("/api/v1/tournaments/codes/WRONG2").await.status, 404);
    let join = format!("{}/join", cup.path);
    assert_eq!(asha.post(&server, &join, json!({"code": "WRONG2"})).await.status, 403);
    assert_eq!(asha.post(&server, &join, json!({})).await.status, 403);
    let start_path = format!("{}/start", cup.path);
    assert_eq!(host.post(&server, &start_path, Value::Null).await.status, 409, "it takes two");
    for who in [&asha, &asha, &bina, &chitra] {
        cup.join(&server, who).await;
    }
    assert_eq!(asha.post(&server, &start_path, Value::Null).await.status, 403);
    // A bot comes by the code, too.
    let bot = register(&server, "robot").await;
    let joined = by(&server, &bot, Method::POST, &join, json!({"code": cup.code})).await;
    assert_eq!(joined.json()["entrants"], 4, "{}", joined.text);
    let left = asha.post(&server, &format!("{}/withdraw", cup.path), json!({"player": "Bina"})).await;
    assert_eq!(left.status, 403, "only themselves");
    assert_eq!(
        by(&server, &bot, Method::POST, &format!("{}/withdraw", cup.path), json!({})).await.status,
        200
    );
    // The host's own key starts it. The server asks first, because only one of the three is connected.
    let window = bina.enter(&server).await;
    let missing = host.post(&server, &start_path, Value::Null).await;
    assert_eq!((missing.status, missing.code()), (409, "not-here".to_owned()), "{}", missing.text);
    assert_eq!((&missing.json()["present"], &missing.json()["players"]), (&json!(1), &json!(3)));
    assert_eq!(cup.show(&server).await["state"], "open");
    drop(window);
    let started = host.post(&server, &start_path, json!({"anyway": true})).await;
    assert_eq!(started.json()["state"], "running", "{}", started.text);

    for round in 1..=2 {
        let state = cup
            .until(&server, |state| {
                state["round"] == round && state["rounds"][round - 1]["free"][0].is_string()
            })
            .await;
        let free = text(&state["rounds"][round - 1]["free"][0]);
        let players: Vec<_> = [&asha, &bina, &chitra].into_iter().filter(|who| who.name != free).collect();
        let (id, _) = cup.board_of(&server, &players[0].name).await;
        // It is among their games, and waits for one of them.
        let own = players[0].get(&server, "/people/me/matches").await;
        assert_eq!(own["matches"][0]["tournament"], state["id"]);
        done(&server, &id, &players[0].key, "r", doing("resign")).await;
    }
    let state = cup.ended(&server).await;
    let total: f64 =
        ["Asha", "Bina", "Chitra"].iter().map(|name| place(&state, name)["points"].as_f64().unwrap()).sum();
    assert!((total - 4.0).abs() < 1e-9, "two games and two free rounds: {state}");
    let criteria = json!(["points", "buchholz", "sonneborn_berger", "wins"]);
    assert_eq!(
        state["rules"],
        json!({
            "title": "Swiss", "paired_by": "rounds", "sets_rounds": true, "takes_late_entries": true,
            "can_change_pairings": true, "min_present": 2, "ranked_by": criteria,
        })
    );
    assert_eq!(
        server.get(&format!("/api/v1/tournaments/codes/{}", cup.code)).await.status,
        404,
        "it leads nowhere now"
    );
    let late = host.post(&server, &join, json!({"code": cup.code})).await;
    assert_eq!(late.status, 409, "{}", late.text);
    let pgn = server.get(&format!("/api/v1{}/export.pgn", cup.path)).await;
    assert_eq!(pgn.text.matches("[Event \"Class\"]").count(), 2, "{}", pgn.text);
    for (table, lines) in [("standings", 5), ("crosstable", 5), ("players", 5), ("games", 3)] {
        let csv = server.get(&format!("/api/v1{}/export.csv?table={table}", cup.path)).await;
        assert_eq!((csv.status, csv.text.lines().count()), (200, lines), "{table}: {}", csv.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn absent_player_is_dropped_and_can_return() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let stored = || Config { database: database.clone(), ..config() };
    let server = start(stored()).await;
    let [asha, bina, absent] = people(&server, ["Asha", "Bina", "Absent"]).await;
    let mut request = swiss(3);
    request["no_show_ms"] = json!(1500);
    let cup = Tournament::begin(&server, None, request).await;
    for who in [&asha, &bina, &absent] {
        cup.join(&server, who).await;
    }
    cup.start(&server).await;
    // Asha and Bina are connected and play on wherever they meet, through a restart; the third one never moves.
    let mut server = server;
    let mut windows = [asha.enter(&server).await, bina.enter(&server).await];
    let mut restarted = false;
    let state = loop {
        let state = cup.show(&server).await;
        if state["state"] == "ended" {
            break state;
        }
        for (id, players) in cup.boards(&server).await {
            if server.get(&format!("/api/v1/matches/{id}")).await.status != 200 {
                continue;
            }
            if players.iter().all(|name| name != "Absent") {
                let answer = by(
                    &server,
                    &asha.key,
                    Method::POST,
                    &format!("/matches/{id}/actions"),
                    json!({"command": "r", "action": doing("resign")}),
                )
                .await;
                assert!([200, 409].contains(&answer.status), "{}", answer.text);
            } else {
                // A player who is present moves.
                let here = if players.contains(&asha.name) { &asha } else { &bina };
                let offers = look(&server, &id).await["offers"].clone();
                if let Some(text) = offers[0]["move"].as_str() {
                    let command = json!({"command": format!("m-{text}"), "action": playing(text)});
                    by(&server, &here.key, Method::POST, &format!("/matches/{id}/actions"), command).await;
                }
            }
        }
        if !restarted {
            server.stop().await;
            server = start(stored()).await;
            windows = [asha.enter(&server).await, bina.enter(&server).await];
            restarted = true;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let players = state["players"].as_array().unwrap();
    let dropped = players.iter().find(|player| player["name"] == "Absent").unwrap();
    assert_eq!((&dropped["withdrawn"], &dropped["absent"]), (&json!(true), &json!(true)), "{state}");
    assert!(place(&state, "Absent")["wins"] == 0);
    for name in ["Asha", "Bina"] {
        let player = players.iter().find(|player| player["name"] == name).unwrap();
        assert_eq!(player["withdrawn"], false, "{state}");
    }
    drop(windows);
    server.stop().await;
}

#[tokio::test]
async fn pairing_of_two_absent_players_is_no_win() {
    let server = start(config()).await;
    let all = people(&server, ["Asha", "Bina", "Chitra", "Dil"]).await;
    let mut request = swiss(1);
    request["no_show_ms"] = json!(600);
    request["next_round"] = json!("by_host");
    let cup = Tournament::begin(&server, None, request).await;
    for who in &all {
        cup.join(&server, who).await;
    }
    let _window = all[0].enter(&server).await;
    cup.start(&server).await;
    // Asha is connected; the others are not, and no one moves.
    let state = cup
        .until(&server, |state| {
            let players = state["players"].as_array().unwrap();
            players.iter().filter(|player| player["absent"] == true).count() >= 3
                && state["rounds"][0]["meetings"][1]["games"][0]["reason"].is_string()
                && state["rounds"][0]["meetings"][0]["games"][0]["reason"].is_string()
        })
        .await;
    let games: Vec<&Value> = state["rounds"][0]["meetings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|meeting| &meeting["games"][0])
        .collect();
    let plays_asha = |game: &&&Value| game["sides"].as_object().unwrap().values().any(|name| name == "Asha");
    let missed = games.iter().find(|game| !plays_asha(game)).unwrap();
    assert_eq!(
        (&missed["winner"], &missed["counts"], &missed["reason"]),
        (&Value::Null, &json!(false), &json!("absent")),
        "{state}"
    );
    for name in ["Bina", "Chitra", "Dil"] {
        assert_eq!(place(&state, name)["points"], 0.0, "{state}");
    }
    server.stop().await;
}

#[tokio::test]
async fn host_begins_rounds_undoes_a_pairing_and_readmits() {
    let server = start(config()).await;
    let all = people(&server, ["Asha", "Bina", "Chitra", "Dil"]).await;
    let mut request = swiss(3);
    request["next_round"] = json!("by_host");
    let cup = Tournament::begin(&server, None, request).await;
    let post = |what: &'static str, body: Value| {
        let path = format!("{}/{what}", cup.path);
        let (server, token) = (&server, &cup.token);
        async move { by(server, token, Method::POST, &path, body).await }
    };
    assert_eq!(post("undo-pairing", Value::Null).await.status, 409, "nothing is paired");
    for who in &all[..3] {
        cup.join(&server, who).await;
    }
    cup.start(&server).await;
    let (first, _) = cup.board_of(&server, "Asha").await;
    // One was forgotten: the host undoes the pairing, lets her join, and pairs again.
    let undone = cup.steer(&server, "undo-pairing", Value::Null).await;
    assert_eq!(
        (&undone["state"], &undone["round"], &undone["rounds"]),
        (&json!("paused"), &json!(0), &json!([]))
    );
    assert_eq!(
        cup.steer(&server, "undo-pairing", Value::Null).await["state"],
        "paused",
        "a repeated request"
    );
    cup.join(&server, &all[3]).await;
    cup.steer(&server, "resume", Value::Null).await;
    let state = cup.until(&server, |state| state["round"] == 1).await;
    assert_eq!(state["rounds"][0]["meetings"].as_array().unwrap().len(), 2, "{state}");
    assert_eq!(look(&server, &first).await["outcome"]["reason"], "abandoned");
    let (second, _) = cup.board_of(&server, "Asha").await;
    assert_ne!(first, second);
    // The second round waits for the host, and begins once.
    let early = post("next-round", json!({"round": 2})).await;
    assert_eq!((early.status, early.code()), (409, "conflict".to_owned()), "{}", early.text);
    let (id, players) = cup.board_of(&server, "Asha").await;
    done(&server, &id, &all[0].key, "r", doing("resign")).await;
    let other = all.iter().find(|who| !players.contains(&who.name)).unwrap();
    let (id, _) = cup.board_of(&server, &other.name).await;
    done(&server, &id, &other.key, "r", doing("resign")).await;
    let state = cup.until(&server, |state| state["awaits_host"] == true).await;
    assert_eq!(state["round"], 1);
    // Meanwhile a player leaves, and the host lets her back in.
    cup.steer(&server, "withdraw", json!({"player": "Bina"})).await;
    assert_eq!(
        all[0].post(&server, &format!("{}/readmit", cup.path), json!({"player": "Bina"})).await.status,
        403
    );
    let back = cup.steer(&server, "readmit", json!({"player": "Bina"})).await;
    assert_eq!(back["players"][1]["withdrawn"], false);
    assert_eq!(post("readmit", json!({"player": "Nobody"})).await.status, 404);
    for _ in 0..2 {
        let begun = post("next-round", json!({"round": 2})).await;
        assert_eq!((begun.status, &begun.json()["round"]), (200, &json!(2)), "{}", begun.text);
    }
    assert_eq!(cup.show(&server).await["rounds"][1]["meetings"].as_array().unwrap().len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn next_round_begins_after_a_break_and_not_during_a_pause() {
    let server = start(config()).await;
    let [asha, bina] = people(&server, ["Asha", "Bina"]).await;
    let mut request = swiss(3);
    request["next_round"] = json!("after_break");
    request["break_ms"] = json!(999);
    assert_eq!(server.post("/api/v1/tournaments", request.to_string()).await.status, 422);
    request["break_ms"] = json!(1500);
    let cup = Tournament::begin(&server, None, request).await;
    cup.join(&server, &asha).await;
    cup.join(&server, &bina).await;
    cup.start(&server).await;
    let (id, _) = cup.board_of(&server, "Asha").await;
    done(&server, &id, &asha.key, "r", doing("resign")).await;
    let state = cup.until(&server, |state| state["next_round_ms"].is_u64()).await;
    let changed = state["changed_ms"].as_u64().unwrap();
    assert_eq!((&state["round"], state["next_round_ms"].as_u64()), (&json!(1), Some(changed + 1500)));
    let state = cup.until(&server, |state| state["round"] == 2).await;
    assert!(state["changed_ms"].as_u64().unwrap() >= changed + 1500, "{state}");
    // A break goes on after a pause.
    let (id, _) = cup.board_of(&server, "Asha").await;
    done(&server, &id, &asha.key, "r", doing("resign")).await;
    cup.until(&server, |state| state["next_round_ms"].is_u64()).await;
    assert!(cup.steer(&server, "pause", Value::Null).await["next_round_ms"].is_null());
    cup.steer(&server, "resume", Value::Null).await;
    cup.until(&server, |state| state["round"] == 3).await;
    server.stop().await;
}

#[tokio::test]
async fn dropped_player_returns_and_late_player_enters() {
    let server = start(config()).await;
    let [asha, bina, late] = people(&server, ["Asha", "Bina", "Late"]).await;
    let mut request = swiss(2);
    request["format"] = json!("round_robin");
    request["rounds"] = Value::Null;
    let cup = Tournament::begin(&server, None, request).await;
    cup.join(&server, &asha).await;
    cup.join(&server, &bina).await;
    cup.start(&server).await;
    let (first, _) = cup.board_of(&server, "Asha").await;
    cup.join(&server, &late).await;
    cup.steer(&server, "withdraw", json!({"player": "Bina"})).await;
    until(|| async { (!look(&server, &first).await["outcome"].is_null()).then_some(()) }).await;
    cup.join(&server, &bina).await;
    // Leaving lost her the game; after her return she meets players who entered meanwhile.
    let mut met = vec![];
    while met.len() < 2 {
        let (id, players) = cup.board_of(&server, "Late").await;
        done(&server, &id, &late.key, "r", doing("resign")).await;
        met.push(players);
        cup.until(&server, |state| {
            state["state"] == "ended" || state["rounds"].as_array().unwrap().len() > met.len() + 1
        })
        .await;
    }
    let state = cup.ended(&server).await;
    assert_eq!(
        (&place(&state, "Late")["losses"], &place(&state, "Asha")["wins"]),
        (&json!(2), &json!(2)),
        "{state}"
    );
    assert_eq!(place(&state, "Bina")["wins"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_host_sees_which_bots_listen() {
    let server = start(config()).await;
    let [host] = people(&server, ["Host"]).await;
    let token = register(&server, "herd").await;
    let mut request = swiss(1);
    request["waits"] = json!(true);
    request["players"] = json!([{"kind": "bot", "name": "herd"}, {"kind": "random"}]);
    let cup = Tournament::begin(&server, Some(&host.key), request).await;
    let roster = format!("{}/roster", cup.path);
    let here = || async {
        let told = host.get(&server, &roster).await;
        [told["players"][0]["here"].clone(), told["players"][1]["here"].clone()]
    };
    assert_eq!(here().await, [Value::Null, Value::Null], "one that asks for its turn is here, too");
    let stream = EventStream::open(&server, "/api/v1/bots/me/stream", Some(&token)).await;
    assert_eq!(here().await, [json!(true), Value::Null]);
    drop(stream);
    until(|| async { here().await[0].is_null().then_some(()) }).await;
    server.stop().await;
}

#[tokio::test]
async fn a_host_hands_out_cards_sees_who_is_here_and_uses_them_again() {
    let server = start(config()).await;
    let [host, _asha] = people(&server, ["Host", "Asha"]).await;
    let mut request = swiss(1);
    request["entrance"] = json!("closed");
    request["waits"] = json!(true);
    let cup = Tournament::begin(&server, Some(&host.key), request.clone()).await;
    let roster = format!("{}/roster", cup.path);
    assert_eq!(server.post(&format!("/api/v1{roster}"), "{}").await.status, 401);
    let wrong = host.post(&server, &roster, json!({"names": ["Bikash", "a/b"]})).await;
    assert_eq!((wrong.status, &wrong.json()["error"]["index"]), (422, &json!(1)), "{}", wrong.text);
    let made = host.post(&server, &roster, json!({"names": ["Asha", "Bikash"]})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let cards = made.json()["cards"].clone();
    assert_eq!(
        (&cards[0]["asked"], &cards[0]["name"]),
        (&json!("Asha"), &json!("Asha 2")),
        "another has the name"
    );
    let bikash = Person { name: text(&cards[1]["name"]), key: text(&cards[1]["token"]) };
    assert_eq!(bikash.get(&server, "/people/me").await["name"], "Bikash");
    let listed = |told: &Value| {
        let rows = told["players"].as_array().unwrap().clone();
        rows.iter().map(|row| (text(&row["name"]), row["here"].clone())).collect::<Vec<_>>()
    };
    let told = host.get(&server, &roster).await;
    assert_eq!(listed(&told), [("Asha 2".to_owned(), json!(false)), ("Bikash".to_owned(), json!(false))]);
    let _window = bikash.enter(&server).await;
    let told = host.get(&server, &roster).await;
    assert_eq!(listed(&told)[1].1, json!(true));
    assert_eq!(bikash.ask(&server, Method::GET, &roster, Value::Null).await.status, 403);
    // The same class plays again with the same cards.
    let next = Tournament::begin(&server, Some(&host.key), request).await;
    let again = host
        .post(&server, &format!("{}/roster", next.path), json!({"from": cup.path.rsplit('/').next()}))
        .await;
    assert_eq!((&again.json()["cards"], &again.json()["again"]), (&json!([]), &json!(2)), "{}", again.text);
    assert_eq!(next.show(&server).await["entrants"], 2);
    let stranger = Person::new(&server, "Stranger").await;
    let join = stranger.post(&server, &format!("{}/join", next.path), json!({})).await;
    assert_eq!(join.status, 403, "it is closed");
    server.stop().await;
}

#[tokio::test]
async fn a_knockout_leaves_one() {
    let server = start(config()).await;
    let all = people(&server, ["Asha", "Bina", "Chitra", "Dil", "Esha"]).await;
    let mut request = swiss(1);
    request["format"] = json!("knockout");
    request["rounds"] = Value::Null;
    let cup = Tournament::begin(&server, None, request).await;
    for who in &all {
        cup.join(&server, who).await;
    }
    cup.start(&server).await;
    // The player who entered later loses.
    let state = loop {
        let state = cup.show(&server).await;
        if state["state"] == "ended" {
            break state;
        }
        for (id, players) in cup.boards(&server).await {
            let loser = all.iter().rfind(|who| players.contains(&who.name)).unwrap();
            let action = json!({"command": "r", "action": doing("resign")});
            by(&server, &loser.key, Method::POST, &format!("/matches/{id}/actions"), action).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(state["of_rounds"], 3);
    assert_eq!(state["standings"][0]["player"], "Asha");
    assert_eq!(state["standings"][0]["survived"], 3);
    assert_eq!(state["standings"][1]["player"], "Bina", "the other finalist");
    let csv = server.get(&format!("/api/v1{}/export.csv", cup.path)).await.text;
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("rank,player,points,survived,wins,"), "{csv}");
    assert!(lines.next().unwrap().starts_with("1,Asha,3,3,2,0,0,1,"), "{csv}");
    server.stop().await;
}

#[tokio::test]
async fn a_long_arena_is_shown_in_part_and_taken_away_whole() {
    let server = start(config()).await;
    let all = people(&server, ["Asha", "Bina"]).await;
    let request = json!({
        "name": "Arena", "game": "baghchal", "format": "arena", "entrance": "anybody", "lasts_ms": 3_600_000,
        "clock": {"initial_ms": 600_000}, "no_show_ms": 600_000,
    });
    let cup = Tournament::begin(&server, None, request).await;
    for who in &all {
        cup.join(&server, who).await;
    }
    // Two watchers get the same updates, and only the last of many changes.
    let live = format!("/api/v1{}/live", cup.path);
    let mut watchers =
        [EventStream::open(&server, &live, None).await, EventStream::open(&server, &live, None).await];
    let first = [watchers[0].next().await.unwrap().1, watchers[1].next().await.unwrap().1];
    assert_eq!(first[0], first[1]);
    cup.start(&server).await;
    let state = loop {
        let state = cup.show(&server).await;
        if state["round"].as_u64().unwrap() > 61 {
            break state;
        }
        for (id, _) in cup.boards(&server).await {
            let action = json!({"command": "r", "action": doing("resign")});
            by(&server, &all[0].key, Method::POST, &format!("/matches/{id}/actions"), action).await;
        }
    };
    let rounds = |state: &Value| state["rounds"].as_array().unwrap().len() as u64;
    assert_eq!(rounds(&state), 60);
    let whole = server.get(&format!("/api/v1{}/export.json", cup.path)).await.json();
    assert_eq!(rounds(&whole), whole["round"].as_u64().unwrap());
    cup.steer(&server, "pause", Value::Null).await;
    let mut heard = Vec::new();
    for watcher in &mut watchers {
        heard.push(loop {
            let (_, told) = watcher.next().await.unwrap();
            if told["state"] == "paused" {
                break told;
            }
        });
    }
    assert_eq!(heard[0], heard[1]);
    server.stop().await;
}

#[tokio::test]
async fn in_a_knockout_nobody_enters_late_and_a_time_starts_it() {
    let server = start(config()).await;
    let [asha, bina, late] = people(&server, ["Asha", "Bina", "Late"]).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let mut request = swiss(1);
    request["format"] = json!("knockout");
    request["rounds"] = Value::Null;
    request["starts_ms"] = json!(now + 1500);
    let cup = Tournament::begin(&server, None, request).await;
    cup.join(&server, &asha).await;
    cup.join(&server, &bina).await;
    // The tournament starts by itself at its time.
    cup.board_of(&server, "Asha").await;
    let answer = late.post(&server, &format!("{}/join", cup.path), json!({"code": cup.code})).await;
    assert_eq!((answer.status, answer.code()), (409, "late".to_owned()));
    // Without a second player at that time, it is over.
    let mut request = swiss(1);
    request["starts_ms"] = json!(now);
    let alone = Tournament::begin(&server, None, request).await;
    assert_eq!(alone.ended(&server).await["rounds"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn an_arena_pairs_free_players_until_its_end() {
    let server = start(config()).await;
    let [asha, bina] = people(&server, ["Asha", "Bina"]).await;
    let request = json!({
        "name": "Arena", "game": "baghchal", "format": "arena", "entrance": "anybody", "lasts_ms": 3000,
        "players": [{"kind": "random"}], "clock": {"initial_ms": 600_000}, "no_show_ms": 600_000,
    });
    let cup = Tournament::begin(&server, None, request).await;
    assert_eq!(cup.show(&server).await["code"], cup.code, "everybody sees it");
    for who in [&asha, &bina] {
        let joined = who.post(&server, &format!("{}/join", cup.path), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
    }
    let state = cup.start(&server).await;
    assert!(state["ends_ms"].as_u64().unwrap() > state["started_ms"].as_u64().unwrap());
    // They resign as soon as they are paired, Bina against Asha only.
    let state = loop {
        let state = cup.show(&server).await;
        if state["state"] == "ended" {
            break state;
        }
        for (id, players) in cup.boards(&server).await {
            let loser = if players.contains(&bina.name) { &bina } else { &asha };
            let action = json!({"command": "r", "action": doing("resign")});
            by(&server, &loser.key, Method::POST, &format!("/matches/{id}/actions"), action).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let played: usize = state["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| (place["wins"].as_u64().unwrap() + place["losses"].as_u64().unwrap()) as usize)
        .sum();
    assert!(played >= 4, "{state}");
    assert_eq!(place(&state, "Bina")["points"], 0.0);
    assert_eq!(state["rules"]["ranked_by"], json!(["points", "wins"]));
    let best = &state["standings"][0];
    assert!(
        best["points"].as_f64().unwrap() >= 2.0 * best["wins"].as_f64().unwrap(),
        "two for a win, at least: {state}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_host_forfeits_repairs_and_pauses() {
    let server = start(config()).await;
    let all = people(&server, ["Asha", "Bina", "Chitra", "Dil"]).await;
    let cup = Tournament::begin(&server, None, swiss(2)).await;
    let nothing =
        by(&server, &cup.token, Method::POST, &format!("{}/repair", cup.path), json!({"meetings": []})).await;
    assert_eq!(nothing.status, 409, "{}", nothing.text);
    for who in &all {
        cup.join(&server, who).await;
    }
    cup.start(&server).await;
    let (first, players) = cup.board_of(&server, "Asha").await;
    let opponent = players.into_iter().find(|name| name != "Asha").unwrap();
    let others: Vec<_> = ["Bina", "Chitra", "Dil"].into_iter().filter(|name| *name != opponent).collect();
    cup.board_of(&server, others[0]).await;
    let path = format!("{}/repair", cup.path);
    let repair = |meetings: Value| by(&server, &cup.token, Method::POST, &path, meetings);
    // Everybody must have a place.
    let half = repair(json!({"meetings": [["Asha", others[0]]]})).await;
    assert_eq!((half.status, half.code()), (422, "pairing".to_owned()), "{}", half.text);
    let twice = repair(json!({"meetings": [["Asha", others[0]], ["Asha", opponent]]})).await;
    assert_eq!(twice.status, 422, "{}", twice.text);
    let done_so = repair(json!({"meetings": [["Asha", others[0]], [others[1], opponent]]})).await;
    assert_eq!(done_so.status, 200, "{}", done_so.text);
    let off = until(|| async {
        let state = look(&server, &first).await;
        (!state["outcome"].is_null()).then_some(state)
    })
    .await;
    assert_eq!(off["outcome"]["reason"], "abandoned");
    let (anew, players) = until(|| async {
        let (id, players) = cup.board_of(&server, "Asha").await;
        (id != first).then_some((id, players))
    })
    .await;
    assert!(players.iter().any(|name| name == others[0]), "{players:?}");
    // A repeated request does not cancel games in progress.
    let again = repair(json!({"meetings": [["Asha", others[0]], [others[1], opponent]]})).await;
    assert_eq!(again.status, 200, "{}", again.text);
    assert_eq!(cup.board_of(&server, "Asha").await.0, anew);
    // One loses by the host's word and stays; the round is paused before the next.
    cup.steer(&server, "pause", Value::Null).await;
    cup.steer(&server, "forfeit", json!({"player": "Asha"})).await;
    assert_eq!(look(&server, &anew).await["outcome"]["reason"], "forfeit");
    cup.steer(&server, "forfeit", json!({"player": opponent})).await;
    let state = cup
        .until(&server, |state| state["standings"][0]["wins"] == 1 && state["standings"][1]["wins"] == 1)
        .await;
    assert_eq!((&state["state"], &state["round"]), (&json!("paused"), &json!(1)));
    let late = repair(json!({"meetings": [["Asha", others[0]]]})).await;
    assert_eq!(late.status, 409, "they have played: {}", late.text);
    cup.steer(&server, "resume", Value::Null).await;
    cup.until(&server, |state| state["round"] == 2).await;
    for name in ["Asha", "Bina", "Chitra", "Dil"] {
        if cup.show(&server).await["state"] != "ended"
            && cup.boards(&server).await.iter().any(|(_, players)| players.iter().any(|it| it == name))
        {
            cup.board_of(&server, name).await;
            by(&server, &cup.token, Method::POST, &format!("{}/forfeit", cup.path), json!({"player": name}))
                .await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    let state = cup.ended(&server).await;
    let points: f64 =
        state["standings"].as_array().unwrap().iter().map(|place| place["points"].as_f64().unwrap()).sum();
    assert!((points - 4.0).abs() < 1e-9, "what was called off counts for nobody: {state}");
    server.stop().await;
}

#[tokio::test]
async fn tournament_size_can_be_previewed() {
    let server = start(config()).await;
    let limits =
        server.get("/api/v1/tournaments/limits?format=round_robin&players=30&games_per_pair=4").await.json();
    assert_eq!(limits["asked"], json!({"games": 1740, "cost": 1740, "allowed": true}));
    let rules = |format: &str| {
        let formats = limits["formats"].as_array().unwrap();
        formats.iter().find(|one| one["format"] == format).unwrap()["rules"].clone()
    };
    assert_eq!(limits["formats"][0]["format"], "swiss", "formats that suit most tournaments come first");
    assert_eq!(
        (&rules("arena")["paired_by"], &rules("swiss")["paired_by"]),
        (&json!("clock"), &json!("rounds"))
    );
    assert_eq!(rules("knockout")["takes_late_entries"], false);
    // Settings that are refused at the start are not allowed here, however small or large they are.
    for asked in [
        "format=swiss&players=4&rounds=200",
        "format=swiss&players=4&rounds=0",
        "format=swiss&players=4&games_per_pair=0",
        "format=swiss&players=4&games_per_pair=101",
        "format=swiss&players=256&rounds=67108864&games_per_pair=2147483648",
        "format=round_robin&players=18446744073709551615",
        "format=knockout&players=18446744073709551615&house=18446744073709551615",
    ] {
        let answer = server.get(&format!("/api/v1/tournaments/limits?{asked}")).await;
        assert_eq!((answer.status, &answer.json()["asked"]["allowed"]), (200, &json!(false)), "{asked}");
    }
    let large = server
        .get("/api/v1/tournaments/limits?format=double_round_robin&players=250&games_per_pair=4")
        .await
        .json();
    assert_eq!(large["asked"]["allowed"], false);
    assert_eq!(server.get("/api/v1/tournaments/limits").await.json()["asked"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn tournaments_of_a_season_add_up() {
    let server = start(config()).await;
    let [host, asha, bina] = people(&server, ["Host", "Asha", "Bina"]).await;
    let begun = host.post(&server, "/seasons", json!({"name": "Winter"})).await;
    assert_eq!(begun.status, 201, "{}", begun.text);
    let season = text(&begun.json()["id"]);
    assert_eq!(host.get(&server, "/seasons").await[0]["name"], "Winter");
    let mut request = swiss(1);
    request["season"] = json!(season);
    assert_eq!(server.post("/api/v1/tournaments", request.to_string()).await.status, 403);
    assert_eq!(asha.post(&server, "/tournaments", request.clone()).await.status, 403, "it is not hers");
    for loser in [&asha, &bina, &bina] {
        let cup = Tournament::begin(&server, Some(&host.key), request.clone()).await;
        cup.join(&server, &asha).await;
        cup.join(&server, &bina).await;
        cup.start(&server).await;
        let (id, _) = cup.board_of(&server, "Asha").await;
        done(&server, &id, &loser.key, "r", doing("resign")).await;
        cup.ended(&server).await;
    }
    // An arena without finished games has no winner.
    let mut short = request;
    (short["format"], short["lasts_ms"], short["rounds"]) = (json!("arena"), json!(1000), Value::Null);
    let cup = Tournament::begin(&server, Some(&host.key), short).await;
    cup.join(&server, &asha).await;
    cup.join(&server, &bina).await;
    cup.start(&server).await;
    cup.ended(&server).await;
    let told = server.get(&format!("/api/v1/seasons/{season}")).await.json();
    assert_eq!((&told["name"], &told["host"]), (&json!("Winter"), &json!("Host")));
    let table =
        |row: usize| (text(&told["table"][row]["player"]), told["table"][row]["points"].as_f64().unwrap());
    assert_eq!([table(0), table(1)], [("Asha".to_owned(), 2.0), ("Bina".to_owned(), 1.0)]);
    assert_eq!(told["table"][0]["by_tournament"], json!([0.0, 1.0, 1.0, 0.0]));
    let csv = server.get(&format!("/api/v1/seasons/{season}/export.csv")).await;
    assert_eq!(csv.text.lines().nth(1).unwrap(), "1,Asha,2,2,2,0,1,1,0", "{}", csv.text);
    server.stop().await;
}
