//! Letters to the owners of players, through a mail server that takes them without asking who we are.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chautari_compute::Client;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

/// How letters are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The mail server, such as `127.0.0.1:25`. It is spoken to in the clear: it should be near.
    pub server: String,
    /// Who the letters are from.
    pub from: String,
}

/// At most this many letters to one address in an hour, and to this many addresses.
const LETTERS: u32 = 4;
const ADDRESSES: usize = 1000;
/// At most this many players that one client makes in an hour are written about: nobody is to use up what there is for
/// all. A class or three behind one router are one client.
const OF_ONE: u32 = 100;
const HOUR: Duration = Duration::from_hours(1);

/// Whom letters went to of late. Anybody can name any address, so nobody must be able to flood one.
#[derive(Default)]
pub(crate) struct Sent {
    to: Mutex<HashMap<String, (Instant, u32)>>,
    by: Mutex<HashMap<Client, (Instant, u32)>>,
}

impl Sent {
    /// Counts a letter; `false` where the address, or everybody together, has had enough of them.
    pub(crate) fn may_send(&self, to: &str) -> bool {
        let mut sent = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, (since, _)| since.elapsed() < HOUR);
        let to = to.to_ascii_lowercase();
        if sent.len() >= ADDRESSES && !sent.contains_key(&to) {
            return false;
        }
        let (_, count) = sent.entry(to).or_insert((Instant::now(), 0));
        *count += 1;
        *count <= LETTERS
    }

    /// Counts a player that a client has made, whose address may be anybody's; `false` where none is written about any
    /// more.
    pub(crate) fn may_ask(&self, client: Client) -> bool {
        let mut asked = self.by.lock().unwrap_or_else(PoisonError::into_inner);
        asked.retain(|_, (since, _)| since.elapsed() < HOUR);
        let (_, count) = asked.entry(client).or_insert((Instant::now(), 0));
        *count = count.saturating_add(1);
        *count <= OF_ONE
    }
}

/// A mail server that does not answer within this time is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A letter that could not be sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unsent {
    #[error("`{0}` is no address of a mail server, such as 127.0.0.1:25")]
    Server(String),
    #[error(transparent)]
    Address(#[from] lettre::address::AddressError),
    #[error(transparent)]
    Form(#[from] lettre::error::Error),
    #[error(transparent)]
    Refused(#[from] lettre::transport::smtp::Error),
}

/// Whether a text can stand where an address does.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.is_ascii() && text.parse::<Address>().is_ok()
}

/// A player's name as strangers are told it: a name, and nothing that could be an advertisement or a link.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut plain: String = name.chars().filter(is_plain).take(LONGEST_NAME).collect();
    if plain != name {
        plain.push('…');
    }
    plain
}

/// The most letters of a name in a letter.
const LONGEST_NAME: usize = 32;

impl Mail {
    /// Sends one letter.
    pub(crate) async fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), Unsent> {
        let address = |text: &str| Ok::<_, Unsent>(Mailbox::new(None, text.parse()?));
        let letter = Message::builder()
            .from(address(&self.from)?)
            .to(address(to)?)
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())?;
        let near = || {
            let (host, port) = self.server.rsplit_once(':')?;
            Some((host, port.parse().ok()?))
        };
        let (host, port) = near().ok_or_else(|| Unsent::Server(self.server.clone()))?;
        let server = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(port)
            .timeout(Some(PATIENCE))
            .build();
        server.send(letter).await?;
        Ok(())
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
    fn one_client_uses_up_its_own_letters_alone() {
        let sent = Sent::default();
        let [one, other] = [1, 2].map(|number| Client::from_addr([10, 0, 0, number].into()));
        assert_eq!((0..600).filter(|_| sent.may_ask(one)).count(), OF_ONE as usize);
        assert!(sent.may_ask(other));
    }

    #[test]
    fn no_letter_advertises_anything() {
        assert_eq!((plain("alpha-2_b").as_str(), plain("Ālphā").as_str()), ("alpha-2_b", "Ālphā"));
        assert_eq!(plain("Buy at https://pills.example/now"), "Buyathttpspillsexamplenow…");
        assert_eq!(plain(&"a".repeat(150)).chars().count(), LONGEST_NAME + 1);
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
