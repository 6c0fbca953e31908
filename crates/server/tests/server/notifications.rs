//! News for those who look elsewhere: web push, by a service that a test plays.

use std::time::Duration;

use chautari_server::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::{TestServer, config, start};
use crate::test_clients::{Person, done, playing, text, until};

/// A browser's key and secret, from RFC 8291.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// A push service that responds with a fixed status. Returns its address and the requests it gets.
async fn service(status: &'static str) -> (String, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, letters) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = vec![0; 8192];
            let mut read = 0;
            // The head says how long the body is.
            let text = loop {
                read += stream.read(&mut bytes[read..]).await.unwrap();
                let text = String::from_utf8_lossy(&bytes[..read]).into_owned();
                let head = bytes[..read].windows(4).position(|four| four == b"\r\n\r\n");
                let length: Option<usize> =
                    text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                if let (Some(head), Some(length)) = (head, length)
                    && read >= head + 4 + length
                {
                    break text;
                }
            };
            sender.send(text).unwrap();
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (format!("http://{address}"), letters)
}

async fn heard(letters: &mut mpsc::UnboundedReceiver<String>) -> String {
    tokio::time::timeout(Duration::from_secs(30), letters.recv()).await.expect("a letter comes").unwrap()
}

async fn listen(server: &TestServer, somebody: &Person, endpoint: &str) -> String {
    let address = json!({"endpoint": endpoint, "keys": {"p256dh": P256DH, "auth": AUTH}});
    let added =
        somebody.post(server, "/people/me/pushes", json!({"address": address, "language": "ne"})).await;
    assert_eq!(added.status, 201, "{}", added.text);
    text(&added.json()["push"])
}

/// A game in which the other is to move after this.
async fn begin(server: &TestServer, one: &Person, two: &Person) -> String {
    let seats = json!({"goats": {"kind": "person"}, "tigers": {"kind": "open"}});
    let begun = one.post(server, "/matches", json!({"game": "baghchal", "seats": seats})).await;
    let id = text(&begun.json()["match"]);
    assert_eq!(two.post(server, &format!("/matches/{id}/seats"), json!({})).await.status, 200);
    done(server, &id, &one.key, "1", playing("C3")).await;
    id
}

#[tokio::test]
async fn absent_player_gets_a_push_notification() {
    let (service, mut letters) = service("201 Created").await;
    let server = start(Config { push_services: vec![service.clone()], ..config() }).await;
    let key = server.get("/api/v1/push/key").await.json();
    assert_eq!(key["key"].as_str().unwrap().len(), 87, "65 bytes in base64url");
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    let push = listen(&server, &bina, &format!("{service}/one?two")).await;
    assert_eq!(listen(&server, &bina, &format!("{service}/one?two")).await, push, "the same browser");
    assert_eq!(bina.get(&server, "/people/me").await["pushes"], json!([push]));

    let id = begin(&server, &asha, &bina).await;
    let letter = heard(&mut letters).await;
    assert!(letter.starts_with("POST /one?two HTTP/1.1\r\n"), "{letter}");
    for header in
        ["content-encoding: aes128gcm", "authorization: vapid t=", "ttl: 86400", &format!("topic: {id}")]
    {
        assert!(letter.to_lowercase().contains(&header.to_lowercase()), "{header}: {letter}");
    }
    // A challenge, too.
    let asked = json!({"to": {"person": "Bina"}, "terms": {"game": "gomoku"}});
    assert_eq!(asha.post(&server, "/invitations", asked).await.status, 201);
    heard(&mut letters).await;

    // Users with an open page get no notification, nor do those who have unsubscribed.
    let here = bina.enter(&server).await;
    begin(&server, &asha, &bina).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(letters.try_recv().is_err(), "there was a page to say it");
    drop(here);
    let path = format!("/people/me/pushes/{push}");
    assert_eq!(bina.ask(&server, reqwest::Method::DELETE, &path, Value::Null).await.status, 204);
    assert_eq!(bina.get(&server, "/people/me").await["pushes"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn a_browser_that_has_gone_is_forgotten() {
    let (service, mut letters) = service("410 Gone").await;
    let server = start(Config { push_services: vec![service.clone()], ..config() }).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    listen(&server, &bina, &format!("{service}/one")).await;
    begin(&server, &asha, &bina).await;
    heard(&mut letters).await;
    until(|| async {
        let me = bina.get(&server, "/people/me").await;
        me["pushes"].as_array().unwrap().is_empty().then_some(())
    })
    .await;
    // The push address is used only if its host is trusted.
    let elsewhere = json!({"endpoint": "http://127.0.0.1:1/", "keys": {"p256dh": P256DH, "auth": AUTH}});
    let refused = bina.post(&server, "/people/me/pushes", json!({"address": elsewhere})).await;
    assert_eq!((refused.status, refused.code()), (422, "push".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn a_browser_stays_when_its_service_is_not_trusted_for_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let trusting = |services: &[&String]| Config {
        push_services: services.iter().map(|&service| service.clone()).collect(),
        database: database.clone(),
        ..config()
    };
    let ((one, mut dropped), (other, mut letters)) =
        (service("201 Created").await, service("201 Created").await);
    let server = start(trusting(&[&one, &other])).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    // Deliveries come in order, so the first is finished when the second arrives.
    let pushes = [
        listen(&server, &bina, &format!("{one}/one")).await,
        listen(&server, &bina, &format!("{other}/two")).await,
    ];
    server.stop().await;
    let server = start(trusting(&[&other])).await;
    begin(&server, &asha, &bina).await;
    heard(&mut letters).await;
    assert_eq!(bina.get(&server, "/people/me").await["pushes"], json!(pushes));
    assert!(dropped.try_recv().is_err(), "nothing is sent there");
    server.stop().await;
    let server = start(trusting(&[&one, &other])).await;
    begin(&server, &asha, &bina).await;
    heard(&mut dropped).await;
    server.stop().await;
}

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    since.as_millis().try_into().unwrap()
}

#[tokio::test]
async fn failed_notification_is_retried_only_for_its_subscriber() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("ledger.db").display());
    let ((good, mut taken), (slow, mut late)) =
        (service("201 Created").await, service("503 Service Unavailable").await);
    let stored =
        || Config { push_services: vec![good.clone(), slow.clone()], database: database.clone(), ..config() };
    let server = start(stored()).await;
    let (asha, bina) = (Person::new(&server, "Asha").await, Person::new(&server, "Bina").await);
    listen(&server, &bina, &format!("{good}/one")).await;
    listen(&server, &bina, &format!("{slow}/two")).await;
    begin(&server, &asha, &bina).await;
    let asked = json!({"to": {"person": "Bina"}, "terms": {"game": "gomoku"}});
    assert_eq!(asha.post(&server, "/invitations", asked).await.status, 201);
    for _ in 0..2 {
        heard(&mut taken).await;
        heard(&mut late).await;
    }
    let pool = sqlx::SqlitePool::connect(&database).await.unwrap();
    for again in 1..=2 {
        // A minute later, and later still.
        until(|| async {
            let sql = "SELECT COUNT(*) FROM jobs WHERE queue LIKE '%-to-tell' AND due_ms > $1";
            let put_off = sqlx::query_scalar::<_, i64>(sql).bind(now_ms() + 20_000);
            (put_off.fetch_one(&pool).await.unwrap() == 2).then_some(())
        })
        .await;
        let sql = "UPDATE jobs SET due_ms = 0 WHERE queue LIKE '%-to-tell'";
        sqlx::query(sql).execute(&pool).await.unwrap();
        for _ in 0..2 {
            heard(&mut late).await;
        }
        assert!(taken.try_recv().is_err(), "{again}: it has its letter");
    }
    pool.close().await;
    server.stop().await;
}
