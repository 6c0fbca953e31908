//! The public views of matches, players and invitations.

use chautari_people::people::Presence;
use chautari_wire::{At, ChatMessage, InvitationState, MatchFacts, MatchView};

use super::chat::SHOWN_MESSAGES;
use super::{Invitation, MatchState, Player};

/// Returns the public form of a player. A person whose account is deleted has no name.
pub(crate) fn player_view(player: &Player, presence: &Presence) -> chautari_wire::Player {
    match player {
        Player::Person { id, name } => {
            Player::Person { id: id.clone(), name: presence.display_name(id, name).to_owned() }.into()
        }
        other => other.clone().into(),
    }
}

/// Returns the public view of a match.
pub(crate) fn match_view(state: &MatchState, presence: &Presence, at: At) -> MatchView {
    let shown = state.chat.len().saturating_sub(SHOWN_MESSAGES);
    let message = |message: &super::chat::ChatMessage| ChatMessage {
        side: state.info().side(message.side).into(),
        phrase: message.phrase,
        at_ms: message.at_ms,
    };
    let facts = MatchFacts {
        id: state.id.to_string(),
        version: state.version,
        game: state.created.game.clone(),
        players: state.created.seats.each_ref().map(|seat| player_view(&seat.player, presence)),
        began_ms: state.began_ms,
    };
    let view = MatchView::new(&state.played, facts, at, || state.rematch().0.to_string());
    MatchView {
        tournament: state.created.tournament.as_ref().map(ToString::to_string),
        rated: state.created.ratings.is_some(),
        chat: state.chat[shown..].iter().map(message).collect(),
        ..view
    }
}

/// Returns the public view of an invitation.
pub(crate) fn invitation_view(invitation: &Invitation, presence: &Presence) -> chautari_wire::Invitation {
    let is_accepted = invitation.status == InvitationState::Accepted;
    chautari_wire::Invitation {
        id: invitation.id.to_string(),
        from: player_view(&invitation.from, presence),
        to: invitation.to.as_ref().map(|to| player_view(to, presence)),
        terms: invitation.terms.clone(),
        state: invitation.status,
        r#match: is_accepted.then(|| invitation.match_id().to_string()),
        made_ms: invitation.made_ms,
    }
}
