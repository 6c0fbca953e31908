//! The domain model: matches and invitations as aggregates, without HTTP.
//!
//! [`MatchState`] is a match replayed from its events; what is legal in it is decided by
//! [`chautari_arena::live::Match`]. [`Invitation`] leads to a match. Both refuse by enums ([`MatchRefusal`],
//! [`InvitationRefusal`]), which `api` translates into problems. Facts that change without an event, such as who is
//! online, are passed in as arguments and never part of a replayed state.

mod chat;
mod command;
mod context;
mod created;
mod invitation;
mod invitation_answer;
mod labels;
mod lobby;
mod match_state;
mod player;
pub(crate) mod queues;
mod timers;
mod view;

pub use command::{Command, MatchCommand, MatchRefusal, RefusedCommand};
pub(crate) use command::{decide, join, say};
pub use context::{BotNotice, ClockReading, EndedMatchQueue, MatchContext};
pub use created::{Audience, MatchCreated, MatchLogEvent, UnplayableMatch};
pub(crate) use invitation::{
    INVITATION_ACCEPTED, INVITATION_EXPIRY, INVITATION_NOTICES, by_accepting_request, by_author, by_party,
    by_person as invitations_of_person, in_lobby,
};
pub use invitation::{Invitation, InvitationEvent};
pub(crate) use invitation_answer::Acceptance;
pub use invitation_answer::InvitationRefusal;
pub use labels::{MatchStatus, by_person, by_status, is_retained};
pub(crate) use labels::{by_bot, by_game, by_tournament};
pub use lobby::{Lobby, LobbyFull};
pub use match_state::MatchState;
pub use player::{InvalidPlayer, Player, Seat};
pub(crate) use queues::MatchJob;
pub use timers::is_correspondence;
pub(crate) use timers::{ClockTimers, MonotonicClock};
pub(crate) use view::{invitation_view, match_view, player_view};
