//! Behind a real nginx and Caddy with the configurations of docs/proxies: WebSockets, unbuffered server-sent
//! events, and two servers without sticky sessions.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chautari_e2e::{Client, Server, Store, missing_tool};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// Fails hanging tests; nothing here takes long.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Returns the path of an installed program.
fn installed(name: &str) -> Option<PathBuf> {
    let found = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"].map(PathBuf::from);
    let found = found.into_iter().map(|folder| folder.join(name)).find(|path| path.exists());
    if found.is_none() {
        missing_tool(&format!("tests behind a proxy: there is no {name}"));
    }
    found
}

fn documented(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proxies").join(name)).unwrap()
}

/// A proxy in one process, stopped when dropped.
struct Proxy {
    child: Child,
    url: String,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Proxy {
    async fn nginx(program: &Path, folder: &Path, servers: &[&Server]) -> Proxy {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let upstreams: Vec<_> =
            servers.iter().map(|server| format!("    server {};", server.address())).collect();
        let site = documented("nginx.conf")
            .replace("    server 127.0.0.1:8080;", &upstreams.join("\n"))
            .replace("listen 80;", &format!("listen {address};"));
        let place = folder.display();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("    {kind}_temp_path {place}/{kind};\n"))
            .concat();
        let config = format!(
            "daemon off;\nmaster_process off;\npid {place}/nginx.pid;\nerror_log {place}/nginx.log;\n\
             events {{}}\nhttp {{\n    access_log off;\n{temporary}{site}}}\n"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, config).unwrap();
        let child = Command::new(program).arg("-c").arg(&file).stderr(Stdio::null()).spawn().unwrap();
        Proxy { child, url: format!("http://{address}") }.ready(&folder.join("nginx.log")).await
    }

    async fn caddy(program: &Path, folder: &Path, servers: &[&Server]) -> Proxy {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let upstreams: Vec<_> = servers.iter().map(|server| server.address().to_string()).collect();
        let site = documented("Caddyfile")
            .replace("games.example.org {", &format!("http://{address} {{"))
            .replace("reverse_proxy 127.0.0.1:8080 {", &format!("reverse_proxy {} {{", upstreams.join(" ")));
        let file = folder.join("Caddyfile");
        fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}")).unwrap();
        let log = folder.join("caddy.log");
        let child = Command::new(program)
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            .env("HOME", folder)
            .env("XDG_DATA_HOME", folder)
            .env("XDG_CONFIG_HOME", folder)
            .stderr(fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        Proxy { child, url: format!("http://{address}") }.ready(&log).await
    }

    /// Waits until it serves.
    async fn ready(self, log: &Path) -> Proxy {
        let proxy = self;
        for _ in 0..500 {
            if reqwest::get(format!("{}/readyz", proxy.url))
                .await
                .is_ok_and(|ready| ready.status().is_success())
            {
                return proxy;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the proxy does not serve: {}", fs::read_to_string(log).unwrap_or_default());
    }

    fn client(&self) -> Client {
        Client::new(&[format!("{}/api/v1", self.url)], 0)
    }
}

/// Creates a match, subscribes to it by a WebSocket and plays, all through the proxy.
async fn play(proxy: &Proxy) {
    let mut client = proxy.client();
    let begun = client.post("/matches", None, &json!({"game": "baghchal"})).await;
    let id = begun["match"].as_str().unwrap();
    let live = format!("{}/api/v1/matches/{id}/live", proxy.url.replace("http", "ws"));
    let (mut socket, _) = tokio_tungstenite::connect_async(live).await.unwrap();
    let hello = json!({"type": "hello", "from": null});
    socket.send(Message::Text(hello.to_string().into())).await.unwrap();
    let mut receive = async || loop {
        if let Message::Text(text) = timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap() {
            return serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    assert_eq!(receive().await["type"], "state");
    let token = begun["seats"]["goats"]["token"].as_str();
    let action = json!({"command": "one", "action": {"type": "move", "move": "mC3"}});
    client.post(&format!("/matches/{id}/actions"), token, &action).await;
    let event = receive().await;
    assert_eq!((event["type"].as_str(), event["event"]["move"].as_str()), (Some("event"), Some("mC3")));
}

/// Events of a bot arrive while the stream is open: the proxy does not buffer them.
async fn receive_events(proxy: &Proxy, name: &str) {
    let mut client = proxy.client();
    let bot = client.post("/bots", None, &json!({"name": name})).await;
    let token = bot["token"].as_str().unwrap();
    let mut stream = client.stream("/bots/me/stream", token).await.unwrap();
    let mut text = String::new();
    for game in 1..=2 {
        let seats = json!({"goats": {"kind": "bot", "name": name}, "tigers": {"kind": "random"}});
        let begun = client.post("/matches", None, &json!({"game": "baghchal", "seats": seats})).await;
        let id = begun["match"].as_str().unwrap();
        while !text.contains(id) {
            let chunk =
                timeout(TIMEOUT, stream.next()).await.unwrap_or_else(|_| panic!("turn {game} is late"));
            text.push_str(&String::from_utf8_lossy(&chunk.unwrap().unwrap()));
        }
        assert!(text.contains("event: turn"), "{text}");
    }
}

/// Runs all checks through one proxy in front of one server.
async fn check_all(proxy: &Proxy) {
    play(proxy).await;
    receive_events(proxy, "behind").await;
    // Error responses come from the server unchanged.
    let answer = reqwest::get(format!("{}/api/v1/nothing", proxy.url)).await.unwrap();
    assert_eq!(answer.status().as_u16(), 404);
    assert!(answer.text().await.unwrap().contains("\"missing\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn websockets_and_event_streams_work_behind_nginx() {
    let Some(program) = installed("nginx") else { return };
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &["--trusted-proxy=127.0.0.1"]).await;
    check_all(&Proxy::nginx(&program, store.folder(), &[&server]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn websockets_and_event_streams_work_behind_caddy() {
    let Some(program) = installed("caddy") else { return };
    let store = Store::file();
    let server = Server::start(store.folder(), &store.database, &["--trusted-proxy=127.0.0.1"]).await;
    check_all(&Proxy::caddy(&program, store.folder(), &[&server]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_need_no_sticky_sessions() {
    let Some(store) = Store::postgres() else { return };
    let one = Server::start(store.folder(), &store.database, &["--trusted-proxy=127.0.0.1"]).await;
    let two = Server::start(store.folder(), &store.database, &["--trusted-proxy=127.0.0.1"]).await;
    // Requests go to either in turn; the socket and the stream are at one of them.
    if let Some(program) = installed("nginx") {
        let proxy = Proxy::nginx(&program, store.folder(), &[&one, &two]).await;
        play(&proxy).await;
        receive_events(&proxy, "either").await;
    }
    if let Some(program) = installed("caddy") {
        let proxy = Proxy::caddy(&program, store.folder(), &[&one, &two]).await;
        play(&proxy).await;
        receive_events(&proxy, "any").await;
    }
}
