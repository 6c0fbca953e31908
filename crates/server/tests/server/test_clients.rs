//! Test clients: people, bots, and their connections.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::support::{Answer, TestServer};

/// A new match, with the tokens of its seats.
pub(crate) struct NewMatch {
    pub(crate) id: String,
    pub(crate) body: Value,
}

impl NewMatch {
    pub(crate) fn token(&self, side: &str) -> &str {
        self.body["seats"][side]["token"].as_str().unwrap_or_else(|| panic!("no token: {}", self.body))
    }
}

/// Begins a match that can be begun.
pub(crate) async fn begin(server: &TestServer, request: Value) -> NewMatch {
    let answer = server.post("/api/v1/matches", request.to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let body = answer.json();
    NewMatch { id: body["match"].as_str().unwrap().to_owned(), body }
}

/// Registers a bot and gives its token.
pub(crate) async fn register(server: &TestServer, name: &str) -> String {
    let answer = server.post("/api/v1/bots", json!({"name": name}).to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["token"].as_str().unwrap().to_owned()
}

pub(crate) fn playing(text: &str) -> Value {
    json!({"type": "move", "move": text})
}

pub(crate) fn doing(what: &str) -> Value {
    json!({"type": what})
}

/// Acts by a token, as a command of a name.
pub(crate) async fn act(server: &TestServer, id: &str, token: &str, command: &str, action: Value) -> Answer {
    send(server, id, token, json!({"command": command, "action": action})).await
}

pub(crate) async fn send(server: &TestServer, id: &str, token: &str, body: Value) -> Answer {
    let url = server.url(&format!("/api/v1/matches/{id}/actions"));
    server.send(server.client.post(url).bearer_auth(token).body(body.to_string())).await
}

/// Acts, and it is done.
pub(crate) async fn done(server: &TestServer, id: &str, token: &str, command: &str, action: Value) -> Value {
    let answer = act(server, id, token, command, action).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// The match as it stands.
pub(crate) async fn look(server: &TestServer, id: &str) -> Value {
    let answer = server.get(&format!("/api/v1/matches/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Waits until a match is over; fails after a minute.
pub(crate) async fn ended(server: &TestServer, id: &str) -> Value {
    until(|| async {
        let state = look(server, id).await;
        (!state["outcome"].is_null()).then_some(state)
    })
    .await
}

/// Waits until there is something; fails after a minute.
pub(crate) async fn until<T, F: Future<Output = Option<T>>>(mut look: impl FnMut() -> F) -> T {
    for _ in 0..1200 {
        if let Some(found) = look().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came");
}

/// A person with a key.
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) key: String,
}

impl Person {
    pub(crate) async fn new(server: &TestServer, name: &str) -> Person {
        let answer = server.post("/api/v1/people", json!({"name": name}).to_string()).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let told = answer.json();
        Person { name: told["name"].as_str().unwrap().to_owned(), key: text(&told["token"]) }
    }

    pub(crate) async fn ask(&self, server: &TestServer, method: Method, path: &str, body: Value) -> Answer {
        by(server, &self.key, method, path, body).await
    }

    pub(crate) async fn get(&self, server: &TestServer, path: &str) -> Value {
        let answer = self.ask(server, Method::GET, path, Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    pub(crate) async fn post(&self, server: &TestServer, path: &str, body: Value) -> Answer {
        self.ask(server, Method::POST, path, body).await
    }

    /// Enters the lobby and waits for the first frames.
    pub(crate) async fn enter(&self, server: &TestServer) -> Watcher {
        let mut lobby = Watcher::enter_lobby(server, json!({"type": "hello", "token": self.key})).await;
        lobby.receive_matching(|frame| frame["type"] == "you").await;
        lobby
    }
}

pub(crate) async fn by(server: &TestServer, key: &str, method: Method, path: &str, body: Value) -> Answer {
    let request = server.client.request(method, server.url(&format!("/api/v1{path}"))).bearer_auth(key);
    let request = if body.is_null() { request } else { request.body(body.to_string()) };
    server.send(request).await
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// A client on the WebSocket of a match or of the lobby.
pub(crate) struct Watcher(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Watcher {
    pub(crate) async fn open(server: &TestServer, id: &str, hello: Value) -> Watcher {
        let url = format!("ws://{}/api/v1/matches/{id}/live", server.address);
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut watcher = Watcher(socket);
        watcher.say(hello).await;
        watcher
    }

    /// Connects to the lobby.
    pub(crate) async fn enter_lobby(server: &TestServer, hello: Value) -> Watcher {
        let url = format!("ws://{}/api/v1/lobby", server.address);
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut watcher = Watcher(socket);
        watcher.say(hello).await;
        watcher
    }

    /// The next frame that is so.
    pub(crate) async fn receive_matching(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.receive().await;
            if is_so(&frame) {
                return frame;
            }
        }
    }

    /// Connects with a small receive buffer, so that the server soon has to wait for the reader.
    pub(crate) async fn open_narrow(server: &TestServer, id: &str) -> Watcher {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = socket.connect(server.address).await.unwrap();
        let url = format!("ws://{}/api/v1/matches/{id}/live", server.address);
        let (socket, _) = tokio_tungstenite::client_async(url, MaybeTlsStream::Plain(stream)).await.unwrap();
        let mut watcher = Watcher(socket);
        watcher.say(json!({"type": "hello"})).await;
        watcher
    }

    /// Reads all frames until none comes for a while. Returns the last version.
    pub(crate) async fn read_out(mut self) -> u64 {
        let mut version = 0;
        while let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_secs(3), self.0.next()).await {
            if let Message::Text(text) = message {
                let frame: Value = serde_json::from_str(&text).unwrap();
                version = frame["version"].as_u64().unwrap();
            }
        }
        version
    }

    pub(crate) async fn say(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next frame with something in it.
    pub(crate) async fn receive(&mut self) -> Value {
        match self.next().await {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Waits for the server's close_code and gives its code.
    pub(crate) async fn close_code(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.next().await {
                return frame.unwrap().code.into();
            }
        }
    }

    async fn next(&mut self) -> Message {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(30), self.0.next()).await;
            match next.expect("the server says nothing").unwrap().unwrap() {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return message,
            }
        }
    }
}

/// A client of a Server-Sent Events stream.
pub(crate) struct EventStream {
    response: reqwest::Response,
    text: String,
}

impl EventStream {
    pub(crate) async fn open(server: &TestServer, path: &str, token: Option<&str>) -> EventStream {
        let mut request = server.client.get(server.url(path));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        EventStream { response, text: String::new() }
    }

    /// The name and the data of the next event; `None` when the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    event.lines().find_map(|line| line.strip_prefix(name)).map(|text| text.trim().to_owned())
                };
                let found = field("event:").zip(field("data:"));
                let rest = rest.to_owned();
                self.text = rest;
                if let Some((name, data)) = found {
                    return Some((name, serde_json::from_str(&data).unwrap()));
                }
                continue;
            }
            let chunk = tokio::time::timeout(Duration::from_mins(1), self.response.chunk()).await;
            let chunk = chunk.expect("the server says nothing").ok()??;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}
