//! The invitation aggregate.

use std::time::Duration;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_game::{Info, Side};
use chautari_http::idempotency::RequestFingerprint;
use chautari_ledger::{self as ledger, Label, NewJob, Stored};
use chautari_platform::quota::QuotaAccount;
use chautari_platform::{InvitationId, MatchId, PersonId};
use chautari_wire::{InvitationState, Terms};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::lobby::Lobby;
use super::player::Player;

/// The queue of invitations that may have expired.
pub(crate) const INVITATION_EXPIRY: &str = "invitations";

/// The queue of accepted invitations whose match has to be created.
pub(crate) const INVITATION_ACCEPTED: &str = "invitations-accepted";

/// The queue of push notifications about challenges.
pub(crate) const INVITATION_NOTICES: &str = "challenges-to-tell";

/// An invitation in the lobby expires after this time unless it is renewed. It is renewed while its author is online.
const LOBBY_TTL: Duration = Duration::from_secs(75);

/// A challenge expires after this time.
const CHALLENGE_TTL: Duration = Duration::from_hours(14 * 24);

/// An event of an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InvitationEvent {
    /// The invitation was created.
    Offered {
        /// The author.
        from: Player,
        /// The invited player; `None` in the lobby.
        #[serde(default)]
        to: Option<Player>,
        /// The terms.
        terms: Terms,
    },
    /// The invited player answered with other terms. Author and invited player change places.
    Countered {
        /// The new terms.
        terms: Terms,
    },
    /// The author is still online.
    Renewed,
    /// The invitation was accepted.
    Accepted {
        /// The player who accepted it.
        by: Player,
        /// The side of the author.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// The quota account of the match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payer: Option<QuotaAccount>,
        /// The request that accepted it, if that can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<RequestFingerprint>,
    },
    /// The invitation was declined.
    Declined,
    /// The author withdrew the invitation, or it expired.
    Withdrawn,
}

/// An invitation, replayed from its stream.
#[derive(Clone, Debug)]
pub struct Invitation {
    pub(crate) id: InvitationId,
    /// The author of the terms.
    pub(crate) from: Player,
    /// The player who has to answer; `None` in the lobby.
    pub(crate) to: Option<Player>,
    pub(crate) terms: Terms,
    pub(crate) status: InvitationState,
    /// The side of the author, once the invitation is accepted.
    author_side: Option<Side>,
    /// The quota account of the match, once the invitation is accepted.
    pub(crate) payer: Option<QuotaAccount>,
    /// The request that accepted the invitation.
    pub(crate) request: Option<RequestFingerprint>,
    /// Whether the invitation was in the lobby, so that both players are online when it is accepted.
    pub(crate) met_in_lobby: bool,
    pub(crate) made_ms: u64,
    /// When the author was last known to be online, in milliseconds since 1970.
    pub(crate) renewed_ms: u64,
}

impl Invitation {
    pub(crate) fn is_open(&self) -> bool {
        self.status == InvitationState::Open
    }

    /// Whether any player may accept it.
    pub(crate) fn is_in_lobby(&self) -> bool {
        self.is_open() && self.to.is_none()
    }

    /// Returns the time after which the invitation expires unless it is renewed.
    pub(crate) fn ttl(&self) -> Duration {
        if self.to.is_none() { LOBBY_TTL } else { CHALLENGE_TTL }
    }

    /// Returns the id of the match that follows from it. It is derived from the invitation, so that creating the match
    /// twice creates it once.
    pub(crate) fn match_id(&self) -> MatchId {
        MatchId::derived(&["invitation", self.id.as_str()])
    }

    /// Returns the side of the author in the match that follows.
    pub(crate) fn author_side(&self, info: &Info) -> Side {
        // Before the side was stored, it was derived from the id.
        let by_id = || {
            let is_even = self.id.as_str().bytes().fold(0u8, u8::wrapping_add).is_multiple_of(2);
            if is_even { Side::One } else { Side::Two }
        };
        self.author_side.or_else(|| self.terms.side(info)).unwrap_or_else(by_id)
    }

    /// Returns the sort key of the lobby, oldest first.
    pub(crate) fn order(&self) -> (u64, &str) {
        (self.made_ms, self.id.as_str())
    }

    /// Returns the author and the invited player.
    pub(crate) fn parties(&self) -> impl Iterator<Item = &Player> {
        [&self.from].into_iter().chain(&self.to)
    }

    /// Returns the person who has to answer.
    pub(crate) fn awaited_person(&self) -> Option<&PersonId> {
        self.to.as_ref().and_then(Player::person).filter(|_| self.is_open())
    }
}

impl Aggregate for Invitation {
    const WHAT: &'static str = "invitation";
    const PREFIX: &'static str = InvitationId::PREFIX;
    type Id = InvitationId;
    type Context = Lobby;
    type Event = InvitationEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<InvitationId> {
        InvitationId::read(text)
    }

    fn read(stored: &Stored) -> Result<InvitationEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &InvitationEvent) -> Result<ledger::Event, CorruptEvents> {
        let body = serde_json::to_value(event)?;
        let kind = body["type"].as_str().unwrap_or_default().to_owned();
        Ok(ledger::Event { kind, body })
    }

    fn begin(
        _: &Lobby,
        id: &InvitationId,
        first: &InvitationEvent,
        meta: EventMeta,
    ) -> Result<Invitation, CorruptEvents> {
        let InvitationEvent::Offered { from, to, terms } = first else {
            return Err(CorruptEvents::new("the first event must create the invitation"));
        };
        Ok(Invitation {
            id: id.clone(),
            from: from.clone(),
            to: to.clone(),
            terms: terms.clone(),
            status: InvitationState::Open,
            author_side: None,
            payer: None,
            request: None,
            met_in_lobby: to.is_none(),
            made_ms: meta.at_ms,
            renewed_ms: meta.at_ms,
        })
    }

    fn apply(&mut self, _: &Lobby, event: &InvitationEvent, meta: EventMeta) -> Result<(), CorruptEvents> {
        if !self.is_open() {
            return Err(CorruptEvents::new("the invitation has been answered"));
        }
        match event {
            InvitationEvent::Offered { .. } => {
                return Err(CorruptEvents::new("the invitation exists already"));
            }
            InvitationEvent::Countered { terms } => {
                let to = self.to.take().ok_or_else(|| CorruptEvents::new("no player was invited"))?;
                self.to = Some(std::mem::replace(&mut self.from, to));
                self.terms = terms.clone();
            }
            InvitationEvent::Renewed => {}
            InvitationEvent::Accepted { by, side, payer, request } => {
                self.to = Some(by.clone());
                self.author_side = *side;
                self.payer.clone_from(payer);
                self.request.clone_from(request);
                self.status = InvitationState::Accepted;
            }
            InvitationEvent::Declined => self.status = InvitationState::Declined,
            InvitationEvent::Withdrawn => self.status = InvitationState::Withdrawn,
        }
        self.renewed_ms = meta.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        if !self.is_open() {
            return Vec::new();
        }
        let in_lobby = self.is_in_lobby().then(in_lobby);
        in_lobby.into_iter().chain([by_author(&self.from)]).chain(self.parties().map(by_party)).collect()
    }

    /// Claims the request that accepted it, so that two copies of the request cannot accept two invitations.
    fn claims(&self) -> Vec<Label> {
        self.request.iter().map(by_accepting_request).collect()
    }

    fn jobs(&self, _: &Lobby, before: Option<&Invitation>) -> Vec<NewJob> {
        let is_accepted = |it: &Invitation| it.status == InvitationState::Accepted;
        let mut jobs = Vec::new();
        let awaited = self.awaited_person();
        if awaited.is_some() && before.and_then(Invitation::awaited_person) != awaited {
            jobs.push(NewJob::new(INVITATION_NOTICES, json!(self.id)));
        }
        if before.is_none() {
            jobs.push(NewJob { delay: self.ttl(), ..NewJob::new(INVITATION_EXPIRY, json!(self.id)) });
        }
        if is_accepted(self) && !before.is_some_and(is_accepted) {
            jobs.push(NewJob::new(INVITATION_ACCEPTED, json!(self.id)));
        }
        jobs
    }

    fn notification(&self, _: &Lobby, _: &InvitationEvent) {}

    fn changed(&self, lobby: &Lobby) {
        lobby.update(self);
    }

    fn is_finished(&self) -> bool {
        !self.is_open()
    }

    fn preload_label() -> Option<Label> {
        Some(in_lobby())
    }

    fn is_pinned(&self) -> bool {
        self.is_in_lobby()
    }
}

/// Open invitations in the lobby.
pub(crate) fn in_lobby() -> Label {
    Label::new("lobby", "open")
}

/// Open invitations by an author.
pub(crate) fn by_author(party: &Player) -> Label {
    let Label { key, value } = by_party(party);
    Label::new(format!("{key}-made"), value)
}

/// The invitation that a request accepted.
pub(crate) fn by_accepting_request(request: &RequestFingerprint) -> Label {
    Label::new("accepted-by-request", request.name.as_str())
}

/// Open invitations from or to a person.
pub(crate) fn by_person(id: &PersonId) -> Label {
    Label::new(format!("invitation-of-person-{id}"), "open")
}

/// Open invitations from or to a person or a bot.
pub(crate) fn by_party(party: &Player) -> Label {
    match party {
        Player::Person { id, .. } => by_person(id),
        other => Label::new(format!("invitation-of-bot-{}", other.bot().unwrap_or_default()), "open"),
    }
}
