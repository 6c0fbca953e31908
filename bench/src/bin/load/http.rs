//! A minimal HTTP client: one persistent connection, one request after the other.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A persistent connection.
pub(crate) struct HttpLine {
    stream: BufReader<TcpStream>,
    head: String,
    /// The body of the last response.
    pub(crate) body: Vec<u8>,
}

impl HttpLine {
    pub(crate) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), head: String::new(), body: Vec::new() })
    }

    /// Sends a request and reads the response; returns its status.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> io::Result<u16> {
        self.stream.get_mut().write_all(request).await?;
        let status = self.head_line().await?.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut length = None;
        loop {
            let line = self.head_line().await?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        // A response without content may omit its length.
        let length = length.or((status == Some(204)).then_some(0));
        let (Some(status), Some(length)) = (status, length) else {
            return Err(io::Error::other("an answer without a status or a length"));
        };
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        Ok(status)
    }

    /// Sends a request that must return this status.
    pub(crate) async fn expect(&mut self, request: &[u8], status: u16) -> io::Result<()> {
        let answered = self.ask(request).await?;
        if answered == status {
            return Ok(());
        }
        Err(io::Error::other(format!("{answered}: {}", String::from_utf8_lossy(&self.body))))
    }

    async fn head_line(&mut self) -> io::Result<&str> {
        self.head.clear();
        if self.stream.read_line(&mut self.head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.head.trim_end())
    }
}

/// Creates a POST request with a JSON body.
pub(crate) fn post(path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{token}\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Parses the last response.
pub(crate) fn body(line: &HttpLine) -> Value {
    serde_json::from_slice(&line.body).expect("the server answers with JSON")
}

/// Returns a text field of the last response.
pub(crate) fn text(line: &HttpLine, field: &str) -> String {
    body(line)[field].as_str().expect("the answer has the field").to_owned()
}
