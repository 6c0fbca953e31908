//! An unresponsive database: all requests get an error in time, even if many wait for the same stream.

use std::time::Duration;

use chautari_server::Config;
use chautari_testing::{Wire, host_and_port, start_proxy};
use futures_util::future::join_all;
use serde_json::json;
use tokio::sync::watch;

use crate::multi_process::database;
use crate::support::{config, start};
use crate::test_clients::{NewMatch, act, begin, done, playing};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_to_a_silent_database_get_503_in_time() {
    let Some(url) = database("silent").await else { return };
    let (line, state) = watch::channel(Wire::Good);
    let far = host_and_port(&url);
    let (port, _) = start_proxy(far.clone(), state).await;
    let server =
        start(Config { database: url.replace(&far, &format!("127.0.0.1:{port}")), ..config() }).await;
    let (m, other) = (
        begin(&server, json!({"game": "baghchal"})).await,
        begin(&server, json!({"game": "baghchal"})).await,
    );
    line.send_replace(Wire::Held);
    let goats_play = async |m: &NewMatch, number: usize| {
        act(&server, &m.id, m.token("goats"), &number.to_string(), playing("mC3")).await.status
    };
    // All in one match: each waits for those before it. Else four, each after the one before it.
    let together = join_all((0..30).map(|number| goats_play(&m, number)));
    let in_turn = async {
        for number in 0..4 {
            goats_play(&other, number).await;
        }
    };
    let told = tokio::select! {
        told = together => told,
        () = in_turn => panic!("thirty who wait for the same are told later than four, one after the other"),
    };
    // While the database is unresponsive.
    assert_eq!(told, [503; 30]);
    line.send_replace(Wire::Good);
    for tries in 0.. {
        if server.get("/readyz").await.status == 200 {
            break;
        }
        assert!(tries < 600, "it does not go on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let state = done(&server, &m.id, m.token("goats"), "0", playing("mC3")).await;
    assert_eq!(state["version"], 2, "it was played once: {state}");
    server.stop().await;
}
