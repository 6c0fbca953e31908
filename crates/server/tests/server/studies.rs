//! Studies on a real server: created, loaded, and saved only by their author, with all versions.

use serde_json::{Value, json};

use crate::support::{Answer, TestServer, config, start};

fn sheet() -> Value {
    json!({
        "title": " Corners ",
        "game": "baghchal",
        "nodes": [
            {"comment": "Goats begin.", "question": {"task": "Place a goat where no tiger takes it."}},
            {"parent": 0, "move": "mC3", "comment": "The middle.", "arrows": [[12], [0, 6]]},
            {"parent": 0, "move": "mB1", "comment": "It is taken.", "wrong": true},
            {"parent": 2, "move": "mA1C1(B1)"},
        ],
    })
}

async fn make(server: &TestServer, sheet: &Value) -> Answer {
    server.post("/api/v1/studies", sheet.to_string()).await
}

async fn save(server: &TestServer, id: &str, token: &str, body: Value) -> Answer {
    let url = server.url(&format!("/api/v1/studies/{id}"));
    server.send(server.client.put(url).bearer_auth(token).body(body.to_string())).await
}

#[tokio::test]
async fn a_study_is_made_read_and_saved_by_its_maker() {
    let server = start(config()).await;
    let made = make(&server, &sheet()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let made = made.json();
    let (id, token) = (made["study"].as_str().unwrap(), made["token"].as_str().unwrap());
    let path = format!("/api/v1/studies/{id}");
    let read = server.get(&path).await.json();
    assert_eq!((&read["version"], &read["sheet"]["title"]), (&json!(1), &json!("Corners")));
    assert_eq!(read["sheet"]["nodes"], sheet()["nodes"]);
    assert_eq!((read.get("token"), read.get("by")), (None, None));

    let mut other = sheet();
    other["title"] = json!("Edges");
    let stranger = made["token"].as_str().unwrap().chars().rev().collect::<String>();
    assert_eq!(save(&server, id, &stranger, json!({"sheet": other})).await.status, 401);
    let saved = save(&server, id, token, json!({"version": 1, "sheet": other})).await;
    assert_eq!((saved.status, &saved.json()["version"]), (200, &json!(2)), "{}", saved.text);
    // Saving unchanged content creates no version; saving an outdated version is refused.
    assert_eq!(save(&server, id, token, json!({"sheet": other})).await.json()["version"], 2);
    assert_eq!(save(&server, id, token, json!({"version": 1, "sheet": sheet()})).await.status, 409);
    assert_eq!(server.get(&path).await.json()["sheet"]["title"], "Edges");
    assert_eq!(server.get(&format!("{path}?version=1")).await.json()["sheet"]["title"], "Corners");
    assert_eq!(server.get(&format!("{path}?version=3")).await.status, 404);
    assert_eq!(server.get("/api/v1/studies/nothing").await.status, 404);
}

#[tokio::test]
async fn studies_belong_to_their_account() {
    let server = start(config()).await;
    let person = server.post("/api/v1/people", json!({"name": "Asha"}).to_string()).await.json();
    let key = person["token"].as_str().unwrap();
    let post = server.client.post(server.url("/api/v1/studies")).bearer_auth(key).body(sheet().to_string());
    let made = server.send(post).await.json();
    assert_eq!(made["by"], "Asha");
    let id = made["study"].as_str().unwrap();
    let mut other = sheet();
    other["nodes"] = json!([{}]);
    assert_eq!(save(&server, id, key, json!({"sheet": other})).await.status, 200);
    let mine = server.client.get(server.url("/api/v1/people/me/studies")).bearer_auth(key);
    let mine = server.send(mine).await.json();
    assert_eq!(
        (&mine["studies"][0]["title"], &mine["studies"][0]["positions"]),
        (&json!("Corners"), &json!(1))
    );
    let other = server.post("/api/v1/people", json!({"name": "Binod"}).to_string()).await.json();
    let refused = save(&server, id, other["token"].as_str().unwrap(), json!({"sheet": sheet()})).await;
    assert_eq!(refused.status, 401);
}

#[tokio::test]
async fn invalid_studies_are_explained() {
    let server = start(config()).await;
    let with = |change: fn(&mut Value)| {
        let mut sheet = sheet();
        change(&mut sheet);
        sheet
    };
    let wrong = [
        (with(|s| s["title"] = json!(" ")), 422, "title", Value::Null),
        (with(|s| s["game"] = json!("chess")), 404, "missing", Value::Null),
        (with(|s| s["nodes"] = json!([])), 422, "nodes", Value::Null),
        (with(|s| s["nodes"][0]["parent"] = json!(0)), 422, "node", json!(0)),
        (with(|s| s["nodes"][1]["parent"] = json!(1)), 422, "node", json!(1)),
        (with(|s| s["nodes"][1]["move"] = json!("mA1")), 422, "occupied", json!(1)),
        (with(|s| s["nodes"][1]["move"] = json!("?")), 400, "syntax", json!(1)),
        (with(|s| s["nodes"][2]["move"] = json!("mC3")), 422, "node", json!(2)),
        (with(|s| s["nodes"][1]["arrows"] = json!([[25]])), 422, "arrows", json!(1)),
        (with(|s| s["nodes"][0]["question"]["task"] = json!("")), 422, "question", json!(0)),
        (with(|s| s["nodes"][0]["comment"] = json!("x".repeat(5000))), 422, "comment", json!(0)),
        (with(|s| s["start"] = json!("nowhere")), 400, "syntax", Value::Null),
        (with(|s| s["nodes"][0]["colour"] = json!("red")), 400, "form", Value::Null),
    ];
    for (sheet, status, code, index) in wrong {
        let answer = make(&server, &sheet).await;
        let error = answer.json()["error"].clone();
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text);
        assert_eq!(error.get("index").cloned().unwrap_or_default(), index, "{}", answer.text);
    }
    let many: Vec<_> =
        std::iter::once(json!({})).chain((0..1000).map(|_| json!({"parent": 0, "move": "mC3"}))).collect();
    let answer = make(&server, &with(|_| {})).await;
    assert_eq!(answer.status, 201);
    let mut large = sheet();
    large["nodes"] = json!(many);
    assert_eq!(
        (make(&server, &large).await.status, make(&server, &large).await.code().as_str()),
        (422, "nodes")
    );
}
