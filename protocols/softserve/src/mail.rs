//! Letters to the owners of players, through a mail server that takes them without asking who we are.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How letters are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The mail server, such as `127.0.0.1:25`. It is spoken to in the clear: it should be near.
    pub server: String,
    /// Who the letters are from.
    pub from: String,
}

/// At most so many letters to one address in an hour, and to so many addresses.
const LETTERS: u32 = 4;
const ADDRESSES: usize = 1000;
const HOUR: Duration = Duration::from_hours(1);

/// Whom letters went to of late. Anybody can name any address, so nobody must be able to flood one.
#[derive(Default)]
pub(crate) struct Sent(Mutex<HashMap<String, (Instant, u32)>>);

impl Sent {
    /// Counts a letter; `false` where the address, or everybody together, has had enough of them.
    pub(crate) fn may_send(&self, to: &str) -> bool {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, (since, _)| since.elapsed() < HOUR);
        let to = to.to_ascii_lowercase();
        if sent.len() >= ADDRESSES && !sent.contains_key(&to) {
            return false;
        }
        let (_, count) = sent.entry(to).or_insert((Instant::now(), 0));
        *count += 1;
        *count <= LETTERS
    }
}

/// A mail server that does not answer within this time is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether a text can stand where an address does and says nothing else to a mail server.
pub(crate) fn is_address(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !"<>()[],;:\\\"".contains(c);
    text.len() <= 254
        && text.chars().all(plain)
        && text.split('@').filter(|part| !part.is_empty()).count() == 2
}

impl Mail {
    /// Sends one letter.
    pub(crate) async fn send(&self, to: &str, subject: &str, text: &str) -> io::Result<()> {
        timeout(PATIENCE, self.deliver(to, subject, text)).await.map_err(|_| io::ErrorKind::TimedOut)?
    }

    async fn deliver(&self, to: &str, subject: &str, text: &str) -> io::Result<()> {
        let mut line = BufReader::new(TcpStream::connect(&self.server).await?);
        expect(&mut line, '2').await?;
        say(&mut line, "EHLO chautari", '2').await?;
        say(&mut line, &format!("MAIL FROM:<{}>", self.from), '2').await?;
        say(&mut line, &format!("RCPT TO:<{to}>"), '2').await?;
        say(&mut line, "DATA", '3').await?;
        let from = &self.from;
        let head = format!(
            "From: <{from}>\r\nTo: <{to}>\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
        );
        // A line that begins with a dot would end the letter.
        let body: String = text
            .lines()
            .map(|line| if line.starts_with('.') { format!(".{line}\r\n") } else { format!("{line}\r\n") })
            .collect();
        say(&mut line, &format!("{head}\r\n{body}."), '2').await?;
        say(&mut line, "QUIT", '2').await
    }
}

async fn say(line: &mut BufReader<TcpStream>, words: &str, wanted: char) -> io::Result<()> {
    line.get_mut().write_all(format!("{words}\r\n").as_bytes()).await?;
    expect(line, wanted).await
}

/// Reads an answer, of one line or more, that must begin with this digit.
async fn expect(line: &mut BufReader<TcpStream>, wanted: char) -> io::Result<()> {
    loop {
        let mut answer = String::new();
        if line.read_line(&mut answer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !answer.starts_with(wanted) {
            return Err(io::Error::other(format!("the mail server says {}", answer.trim())));
        }
        if answer.as_bytes().get(3) != Some(&b'-') {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_few_letters_and_all_together_so_many() {
        let sent = Sent::default();
        assert_eq!((0..600).filter(|_| sent.may_send("a@b")).count(), 4);
        assert!(!sent.may_send("A@B"), "the same mailbox");
        assert_eq!((0..5000).filter(|n| sent.may_send(&format!("{n}@b"))).count(), ADDRESSES - 1);
    }

    #[test]
    fn what_is_an_address() {
        for good in ["a@b", "a.b+c@example.org"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b>\r\nDATA", "<a@b>", "ä@b"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
