//! Emails to the owners of players, sent through an SMTP relay that needs no credentials.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chautari_compute::Client;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

/// Settings for sending email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The mail server, such as `127.0.0.1:25`. The connection is not encrypted, so the server should be on
    /// the local network.
    pub server: String,
    /// The sender's address.
    pub from: String,
}

/// The most emails to one address per hour, and the most addresses per hour.
const PER_ADDRESS: u32 = 4;
const ADDRESSES: usize = 1000;
/// The most players per client and hour for which an address is verified, so that one client cannot use up
/// the emails of all others. Up to three classes behind one router are one client.
const PER_CLIENT: u32 = 100;
const HOUR: Duration = Duration::from_hours(1);

/// Recent emails per address and per client. Any client can name any address, so this prevents flooding one.
#[derive(Default)]
pub(crate) struct EmailQuota {
    to: Mutex<HashMap<String, (Instant, u32)>>,
    by: Mutex<HashMap<Client, (Instant, u32)>>,
}

impl EmailQuota {
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
        *count <= PER_ADDRESS
    }

    /// Counts a player that a client has created with an unverified address; `false` if the client has
    /// reached the limit.
    pub(crate) fn may_verify(&self, client: Client) -> bool {
        let mut asked = self.by.lock().unwrap_or_else(PoisonError::into_inner);
        asked.retain(|_, (since, _)| since.elapsed() < HOUR);
        let (_, count) = asked.entry(client).or_insert((Instant::now(), 0));
        *count = count.saturating_add(1);
        *count <= PER_CLIENT
    }
}

/// A mail server that does not respond within this time counts as failed.
const SMTP_TIMEOUT: Duration = Duration::from_secs(30);

/// An email that could not be sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SendError {
    #[error("`{0}` is no address of a mail server, such as 127.0.0.1:25")]
    Server(String),
    #[error(transparent)]
    Address(#[from] lettre::address::AddressError),
    #[error(transparent)]
    Form(#[from] lettre::error::Error),
    #[error(transparent)]
    Refused(#[from] lettre::transport::smtp::Error),
}

/// Returns `true` if the text is a valid email address.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.is_ascii() && text.parse::<Address>().is_ok()
}

/// Returns a player's name in a form that is safe to send to strangers: without advertisements or links.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut plain: String = name.chars().filter(is_plain).take(LONGEST_NAME).collect();
    if plain != name {
        plain.push('…');
    }
    plain
}

/// The most characters of a name in an email.
const LONGEST_NAME: usize = 32;

impl Mail {
    /// Sends one email.
    pub(crate) async fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), SendError> {
        let address = |text: &str| Ok::<_, SendError>(Mailbox::new(None, text.parse()?));
        let email = Message::builder()
            .from(address(&self.from)?)
            .to(address(to)?)
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())?;
        let near = || {
            let (host, port) = self.server.rsplit_once(':')?;
            Some((host, port.parse().ok()?))
        };
        let (host, port) = near().ok_or_else(|| SendError::Server(self.server.clone()))?;
        let server = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(port)
            .timeout(Some(SMTP_TIMEOUT))
            .build();
        server.send(email).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_limited_per_address_and_in_total() {
        let sent = EmailQuota::default();
        assert_eq!((0..600).filter(|_| sent.may_send("a@b")).count(), 4);
        assert!(!sent.may_send("A@B"), "the same mailbox");
        assert_eq!((0..5000).filter(|n| sent.may_send(&format!("{n}@b"))).count(), ADDRESSES - 1);
    }

    #[test]
    fn email_quota_is_per_client() {
        let sent = EmailQuota::default();
        let [one, other] = [1, 2].map(|number| Client::from_addr([10, 0, 0, number].into()));
        assert_eq!((0..600).filter(|_| sent.may_verify(one)).count(), PER_CLIENT as usize);
        assert!(sent.may_verify(other));
    }

    #[test]
    fn names_in_emails_contain_no_links() {
        assert_eq!((plain("alpha-2_b").as_str(), plain("Ālphā").as_str()), ("alpha-2_b", "Ālphā"));
        assert_eq!(plain("Buy at https://pills.example/now"), "Buyathttpspillsexamplenow…");
        assert_eq!(plain(&"a".repeat(150)).chars().count(), LONGEST_NAME + 1);
    }

    #[test]
    fn addresses_are_validated() {
        for good in ["a@b", "a.b+c@example.org"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b>\r\nDATA", "<a@b>", "ä@b"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
