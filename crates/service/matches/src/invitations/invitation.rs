//! An invitation, as its stream tells.

use std::time::Duration;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::live::TimeControl;
use chautari_game::{Info, Side};
use chautari_http::idempotency::RequestFingerprint;
use chautari_ledger::{self as ledger, Label, NewJob, Stored};
use chautari_platform::quota::QuotaAccount;
use chautari_platform::{InvitationId, MatchId, PersonId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::lobby::Lobby;
use crate::matches::Sitter;

/// The queue of invitations to be looked at when nobody may care for them any more.
pub(super) const WAITING: &str = "invitations";

/// The queue of invitations that have been accepted: their matches are to be begun.
pub(super) const ACCEPTED: &str = "invitations-accepted";

/// The queue of challenges of which people are to be told.
pub(super) const CHALLENGES: &str = "challenges-to-tell";

/// An invitation in the lobby is renewed while its maker is there; after so long it is not.
const IN_LOBBY: Duration = Duration::from_secs(75);

/// A challenge waits so long for an answer.
const CHALLENGE: Duration = Duration::from_hours(14 * 24);

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = InvitationTerms)]
pub struct Terms {
    /// The game, with its rules.
    pub(super) game: String,
    /// How much time there is; `null` is all there is.
    #[schema(required)]
    pub(super) clock: Option<TimeControl>,
    /// Whether the result counts for ratings.
    pub(super) rated: bool,
    /// The side of whoever offers this; `null` leaves it to chance.
    #[schema(required)]
    pub(super) side: Option<String>,
}

impl Terms {
    /// The side that whoever offers this has chosen.
    pub(super) fn side(&self, info: &Info) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.side.as_deref() == Some(info.side(*side)))
    }

    /// Whether two would play the same: one offers this, and the other would play that.
    pub(super) fn suits(&self, wish: &Terms) -> bool {
        let is_same = (&self.game, self.clock, self.rated) == (&wish.game, wish.clock, wish.rated);
        is_same && (self.side.is_none() || wish.side.is_none() || self.side != wish.side)
    }
}

/// What happens to an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InvitationEvent {
    /// Somebody would play, with whoever comes or with somebody.
    Offered {
        from: Sitter,
        #[serde(default)]
        to: Option<Sitter>,
        terms: Terms,
    },
    /// Whoever was asked would rather play like this.
    Countered { terms: Terms },
    /// Its maker is still there.
    Renewed,
    /// They play, and whoever offered it has this side.
    Accepted {
        by: Sitter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// For whom the match is kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payer: Option<QuotaAccount>,
        /// The request that came to this, where it can be repeated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<RequestFingerprint>,
    },
    /// They do not.
    Declined,
    /// It stands no more.
    Withdrawn,
}

/// How an invitation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InvitationState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// It waits for an answer.
    Open,
    /// They play.
    Accepted,
    /// They do not.
    Declined,
    /// It was taken back, or its maker has gone.
    Withdrawn,
}

/// An invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    pub(super) id: InvitationId,
    /// Whose terms these are.
    pub(super) from: Sitter,
    /// Who is to answer; whoever comes, in the lobby.
    pub(super) to: Option<Sitter>,
    pub(super) terms: Terms,
    pub(super) standing: State,
    /// The side of whoever offered it, once it is accepted.
    decided: Option<Side>,
    /// For whom its match is kept, once it is accepted.
    pub(super) payer: Option<QuotaAccount>,
    /// By which request it was accepted.
    pub(super) request: Option<RequestFingerprint>,
    /// Whether it was for whoever comes: both are there when it is accepted.
    pub(super) met_in_lobby: bool,
    pub(super) made_ms: u64,
    /// When its maker was last known to be there.
    pub(super) renewed_ms: u64,
}

impl Invitation {
    pub(crate) fn is_open(&self) -> bool {
        self.standing == State::Open
    }

    /// Whether it is for whoever comes.
    pub(super) fn is_in_lobby(&self) -> bool {
        self.is_open() && self.to.is_none()
    }

    /// How long it waits without being renewed.
    pub(super) fn patience(&self) -> Duration {
        if self.to.is_none() { IN_LOBBY } else { CHALLENGE }
    }

    /// The match that comes of it.
    pub(super) fn match_id(&self) -> MatchId {
        MatchId::derived(&["invitation", self.id.as_str()])
    }

    /// The side of whoever offers it, in the match that came of it.
    pub(super) fn side(&self, info: &Info) -> Side {
        // Before it was written down, chance was what its name adds up to.
        let by_name = || {
            let is_even = self.id.as_str().bytes().fold(0u8, u8::wrapping_add).is_multiple_of(2);
            if is_even { Side::One } else { Side::Two }
        };
        self.decided.or_else(|| self.terms.side(info)).unwrap_or_else(by_name)
    }

    /// What goes before what in the lobby.
    pub(super) fn order(&self) -> (u64, &str) {
        (self.made_ms, self.id.as_str())
    }

    fn parties(&self) -> impl Iterator<Item = &Sitter> {
        [&self.from].into_iter().chain(&self.to)
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
        stamp: EventMeta,
    ) -> Result<Invitation, CorruptEvents> {
        let InvitationEvent::Offered { from, to, terms } = first else {
            return Err(CorruptEvents::new("an invitation begins by being offered"));
        };
        Ok(Invitation {
            id: id.clone(),
            from: from.clone(),
            to: to.clone(),
            terms: terms.clone(),
            standing: State::Open,
            decided: None,
            payer: None,
            request: None,
            met_in_lobby: to.is_none(),
            made_ms: stamp.at_ms,
            renewed_ms: stamp.at_ms,
        })
    }

    fn apply(&mut self, _: &Lobby, event: &InvitationEvent, stamp: EventMeta) -> Result<(), CorruptEvents> {
        if !self.is_open() {
            return Err(CorruptEvents::new("the invitation has been answered"));
        }
        match event {
            InvitationEvent::Offered { .. } => {
                return Err(CorruptEvents::new("an invitation is offered once"));
            }
            InvitationEvent::Countered { terms } => {
                let Some(to) = self.to.take() else { return Err(CorruptEvents::new("nobody was asked")) };
                self.to = Some(std::mem::replace(&mut self.from, to));
                self.terms = terms.clone();
            }
            InvitationEvent::Renewed => {}
            InvitationEvent::Accepted { by, side, payer, request } => {
                self.to = Some(by.clone());
                self.decided = *side;
                self.payer.clone_from(payer);
                self.request.clone_from(request);
                self.standing = State::Accepted;
            }
            InvitationEvent::Declined => self.standing = State::Declined,
            InvitationEvent::Withdrawn => self.standing = State::Withdrawn,
        }
        self.renewed_ms = stamp.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        if !self.is_open() {
            return Vec::new();
        }
        let in_lobby = self.is_in_lobby().then(in_lobby);
        in_lobby.into_iter().chain([by_maker(&self.from)]).chain(self.parties().map(by_party)).collect()
    }

    /// A request that comes twice at once accepts one of them.
    fn claims(&self) -> Vec<Label> {
        self.request.iter().map(by_request).collect()
    }

    fn jobs(&self, before: Option<&Invitation>) -> Vec<NewJob> {
        let is_accepted = |it: &Invitation| it.standing == State::Accepted;
        let asked =
            |it: &Invitation| it.to.as_ref().and_then(Sitter::person).cloned().filter(|_| it.is_open());
        let mut jobs = Vec::new();
        if asked(self).is_some() && before.and_then(asked) != asked(self) {
            jobs.push(NewJob::new(CHALLENGES, json!(self.id)));
        }
        if before.is_none() {
            jobs.push(NewJob { delay: self.patience(), ..NewJob::new(WAITING, json!(self.id)) });
        }
        if is_accepted(self) && !before.is_some_and(is_accepted) {
            jobs.push(NewJob::new(ACCEPTED, json!(self.id)));
        }
        jobs
    }

    fn notification(&self, _: &InvitationEvent) {}

    fn changed(&self, lobby: &Lobby) {
        lobby.hear(self);
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

/// Those for whoever comes.
pub(super) fn in_lobby() -> Label {
    Label::new("lobby", "open")
}

/// Those that somebody has made.
pub(super) fn by_maker(party: &Sitter) -> Label {
    let Label { key, value } = by_party(party);
    Label::new(format!("{key}-made"), value)
}

/// The one that was accepted by this request.
pub(super) fn by_request(request: &RequestFingerprint) -> Label {
    Label::new("accepted-by-request", request.name.as_str())
}

/// Those that a person has made or is to answer.
pub(super) fn by_person(id: &PersonId) -> Label {
    Label::new(format!("invitation-of-person-{id}"), "open")
}

/// Those that somebody has made or is to answer.
pub(super) fn by_party(party: &Sitter) -> Label {
    match party {
        Sitter::Person { id, .. } => by_person(id),
        other => Label::new(format!("invitation-of-bot-{}", other.bot().unwrap_or_default()), "open"),
    }
}
