//! A server with both wires, and clients of it.

use std::net::SocketAddr;
use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_games::GAMES;
use chautari_gomoku_tcp::{Limits, listen, routes};
use chautari_http::Rates;
use chautari_server::{App, Config, Server};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything here takes on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// The most questions that wait here, in all and of one client: everybody here is one.
pub(crate) const QUEUE: usize = 16;

pub(crate) struct Served {
    pub(crate) app: App,
    pub(crate) gomoku: SocketAddr,
    pub(crate) http: SocketAddr,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.app.http().shutdown().request();
    }
}

impl Served {
    /// Connects by WebSocket.
    pub(crate) async fn socket(&self) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
        tokio_tungstenite::connect_async(format!("ws://{}/gomoku", self.http)).await.unwrap().0
    }
}

pub(crate) async fn open(limits: Limits) -> Served {
    open_with(limits, QUEUE).await
}

/// Like [`open`], with this many places in the engine queue.
pub(crate) async fn open_with(limits: Limits, queue: usize) -> Served {
    open_under(limits, queue, Rates::default()).await
}

/// Like [`open_with`], with rate limits.
pub(crate) async fn open_under(limits: Limits, queue: usize, rates: Rates) -> Served {
    let engines =
        EnginePoolConfig { threads: 2, queue, per_client: QUEUE, hash: 4, ..EnginePoolConfig::default() };
    let listen_at = "127.0.0.1:0".parse().unwrap();
    let database = "sqlite::memory:".to_owned();
    let config = Config {
        http: chautari_http::Config { listen: listen_at, rates, ..chautari_http::Config::default() },
        database,
        engines,
        ..Config::default()
    };
    let app = App::open(config, GAMES).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gomoku = listener.local_addr().unwrap();
    app.http().spawn(listen(app.platform().clone(), listener, limits));
    let server = Server::bind(app.clone(), routes(limits)).unwrap();
    let http = server.address().unwrap();
    tokio::spawn(server.serve());
    Served { app, gomoku, http }
}

pub(crate) struct Peer(pub(crate) BufReader<TcpStream>);

impl Peer {
    pub(crate) async fn open(server: &Served) -> Peer {
        Peer(BufReader::new(TcpStream::connect(server.gomoku).await.unwrap()))
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    pub(crate) async fn receive(&mut self) -> Value {
        let mut line = String::new();
        let read = timeout(TIMEOUT, self.0.read_line(&mut line)).await.expect("an answer comes").unwrap();
        assert!(read > 0, "the connection was closed");
        assert!(line.ends_with('\n'));
        serde_json::from_str(&line).unwrap()
    }

    /// Whether the other end has said its last word.
    pub(crate) async fn closed(&mut self) -> bool {
        let mut rest = Vec::new();
        timeout(TIMEOUT, self.0.read_to_end(&mut rest)).await.is_ok_and(|read| read.is_ok_and(|n| n == 0))
    }
}

/// The cells a board marks.
pub(crate) fn cells(state: &Value, board: &str) -> Vec<usize> {
    let text = state[board].as_str().unwrap();
    assert_eq!((text.len(), text.as_bytes()[361]), (362, b'\n'));
    (0..361).filter(|&cell| text.as_bytes()[360 - cell] == b'1').collect()
}
