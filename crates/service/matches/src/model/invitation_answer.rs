//! Answers to an invitation: accept, decline, counter, withdraw; and the match that follows.

use chautari_arena::live::{Stakes, Terms as MatchTerms};
use chautari_game::{Info, Side};
use chautari_http::idempotency::RequestFingerprint;
use chautari_platform::quota::QuotaAccount;
use chautari_wire::{InvitationState, Terms};

use super::invitation::{Invitation, InvitationEvent};
use super::player::{Player, Seat};
use super::{Audience, MatchCreated, is_correspondence};

/// The time for a first move between players who met in the lobby, where both are online.
const LOBBY_NO_SHOW_MS: u64 = 5 * 60_000;

/// Why an answer to an invitation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvitationRefusal {
    /// The player is its author.
    #[error("This is your own invitation.")]
    Own,
    /// The player is not the one who may do this.
    #[error("This invitation is for somebody else.")]
    NotYours,
    /// The invitation is not open.
    #[error("This invitation has already been answered or withdrawn.")]
    Answered,
}

/// A player's acceptance of an invitation.
pub(crate) struct Acceptance<'a> {
    pub(crate) by: &'a Player,
    /// The side the player wants.
    pub(crate) wanted: Option<Side>,
    /// The side of the author if neither player wants one.
    pub(crate) random: Side,
    pub(crate) payer: &'a QuotaAccount,
    pub(crate) request: Option<&'a RequestFingerprint>,
}

impl Invitation {
    fn is_for(&self, player: &Player) -> bool {
        self.to.as_ref().is_some_and(|to| to.is_same(player))
    }

    /// Decides an acceptance. Returns `None` if the player has accepted it before, so that they can repeat the request.
    pub(crate) fn accept(
        &self,
        info: &Info,
        acceptance: &Acceptance<'_>,
    ) -> Result<Option<InvitationEvent>, InvitationRefusal> {
        let Acceptance { by, wanted, random, payer, request } = acceptance;
        if self.from.is_same(by) {
            return Err(InvitationRefusal::Own);
        }
        if self.is_open() && self.to.is_some() && !self.is_for(by) {
            return Err(InvitationRefusal::NotYours);
        }
        if self.status == InvitationState::Accepted && self.is_for(by) {
            return Ok(None);
        }
        if !self.is_open() {
            return Err(InvitationRefusal::Answered);
        }
        let side = self.terms.side(info).or(wanted.map(Side::other)).unwrap_or(*random);
        Ok(Some(InvitationEvent::Accepted {
            by: Player::clone(by),
            side: Some(side),
            payer: Some(QuotaAccount::clone(payer)),
            request: request.cloned(),
        }))
    }

    /// Decides a refusal by the invited player.
    pub(crate) fn decline(&self, by: &Player) -> Result<InvitationEvent, InvitationRefusal> {
        self.open_for(self.is_for(by)).map(|()| InvitationEvent::Declined)
    }

    /// Decides other terms by the invited player.
    pub(crate) fn counter(&self, by: &Player, terms: Terms) -> Result<InvitationEvent, InvitationRefusal> {
        self.open_for(self.is_for(by)).map(|()| InvitationEvent::Countered { terms })
    }

    /// Decides a withdrawal by the author.
    pub(crate) fn withdraw(&self, by: &Player) -> Result<InvitationEvent, InvitationRefusal> {
        self.open_for(self.from.is_same(by)).map(|()| InvitationEvent::Withdrawn)
    }

    fn open_for(&self, is_allowed: bool) -> Result<(), InvitationRefusal> {
        match () {
            () if !is_allowed => Err(InvitationRefusal::NotYours),
            () if !self.is_open() => Err(InvitationRefusal::Answered),
            () => Ok(()),
        }
    }

    /// Returns the players by side, in the order of [`Side::ALL`]; `None` until the invitation is accepted.
    pub(crate) fn players(&self, info: &Info) -> Option<[&Player; 2]> {
        let to = self.to.as_ref().filter(|_| self.status == InvitationState::Accepted)?;
        Some(match self.author_side(info) {
            Side::One => [&self.from, to],
            Side::Two => [to, &self.from],
        })
    }

    /// Returns the match that follows from the accepted invitation between these players.
    pub(crate) fn match_created(
        &self,
        info: &Info,
        players: [&Player; 2],
        ratings: [[f64; 3]; 2],
    ) -> MatchCreated {
        let controls = self.terms.controls(info);
        let has_no_show = self.met_in_lobby && !is_correspondence(controls);
        MatchCreated {
            game: self.terms.game.clone(),
            terms: MatchTerms {
                start: None,
                opening: Vec::new(),
                control: controls,
                stakes: Stakes::Friendly,
                players: players.map(Player::party),
            },
            seats: players.map(|player| Seat::of(player.clone())),
            tournament: None,
            audience: Audience::Everybody,
            ratings: self.terms.rated.then_some(ratings),
            no_show_ms: has_no_show.then_some(LOBBY_NO_SHOW_MS),
            payer: self.payer.clone(),
        }
    }
}
