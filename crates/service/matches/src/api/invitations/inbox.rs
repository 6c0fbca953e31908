//! The inbox of a person: their open invitations and live matches, first as a whole and then as changes.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use chautari_aggregate::Freshness;
use chautari_http::{Billed, Client, Problem};
use chautari_ledger::Version;
use chautari_people::people::PendingChanges;
use chautari_platform::paging::load_page;
use chautari_platform::{InvitationId, MatchId, PersonId};
use serde::Serialize;
use serde_json::json;

use super::queries::open_invitations;
use crate::Matches;
use crate::api::matches::MyMatch;
use crate::model::{MatchStatus, Player, by_person, invitation_view};

/// Live matches in the inbox. The others are in the list of matches.
const MAX_MATCHES: u32 = 50;

/// The versions that a window of a person has received.
pub(super) struct Inbox {
    person: PersonId,
    /// The live matches.
    matches: HashMap<MatchId, Version>,
    /// The open invitations.
    invitations: HashMap<InvitationId, Version>,
}

/// Changes of an inbox.
#[derive(Serialize)]
struct InboxDelta {
    r#type: &'static str,
    /// Live matches that are new or have changed.
    matches: Vec<MyMatch>,
    /// The ids of matches that have ended.
    ended: Vec<MatchId>,
    /// Invitations that are new or have changed.
    invitations: Vec<chautari_wire::Invitation>,
    /// The ids of invitations that are not open any more.
    closed: Vec<InvitationId>,
}

/// Returns the frame for a key that is not valid, or not any more.
pub(super) fn no_person() -> Utf8Bytes {
    json!({"type": "you", "name": null, "invitations": [], "matches": []}).to_string().into()
}

impl Inbox {
    /// Loads the inbox of a person, and returns it as a frame too.
    pub(super) async fn load(
        app: &Matches,
        client: Client,
        billed: Billed,
        id: &PersonId,
        name: &str,
    ) -> Result<(Inbox, Utf8Bytes), Problem> {
        let mut inbox = Inbox { person: id.clone(), matches: HashMap::new(), invitations: HashMap::new() };
        let (store, presence) = (app.store(), app.people().presence());
        let me = Player::Person { id: id.clone(), name: name.to_owned() };
        let mut invitations = Vec::new();
        for invitation in open_invitations(app, client, billed, &me).await? {
            inbox.invitations.insert(invitation.id.clone(), invitation.version);
            invitations.push(invitation_view(&invitation, presence));
        }
        let label = by_person(id, MatchStatus::Live);
        let page = load_page(app.platform(), client, store.repository(), &label, None, MAX_MATCHES).await?;
        let mut matches = Vec::new();
        for (id_of_match, state) in &page.items {
            inbox.matches.insert(id_of_match.clone(), state.version);
            matches.extend(MyMatch::new(state, id, presence, store.now_in(state)));
        }
        let frame = json!({"type": "you", "name": name, "invitations": invitations, "matches": matches});
        Ok((inbox, frame.to_string().into()))
    }

    /// Returns the changes as a frame; `None` if there are none.
    pub(super) async fn changes(
        &mut self,
        app: &Matches,
        pending: PendingChanges,
    ) -> Result<Option<Utf8Bytes>, Problem> {
        let (store, presence) = (app.store(), app.people().presence());
        let mut delta = InboxDelta {
            r#type: "yours",
            matches: Vec::new(),
            ended: Vec::new(),
            invitations: Vec::new(),
            closed: Vec::new(),
        };
        for id in pending.matches {
            let state = store.load(&id, Freshness::Cached).await?;
            if state.played.verdict().is_some() {
                if self.matches.remove(&id).is_some() {
                    delta.ended.push(id);
                }
            } else if self.matches.get(&id).is_none_or(|sent| *sent < state.version) {
                self.matches.insert(id, state.version);
                delta.matches.extend(MyMatch::new(&state, &self.person, presence, store.now_in(&state)));
            }
        }
        for id in pending.invitations {
            let invitation = app.invitations().load(&id, Freshness::Cached).await?;
            if !invitation.is_open() {
                self.invitations.remove(&id);
                delta.closed.push(id);
            } else if self.invitations.get(&id).is_none_or(|sent| *sent < invitation.version) {
                self.invitations.insert(id, invitation.version);
                delta.invitations.push(invitation_view(&invitation, presence));
            }
        }
        let InboxDelta { matches, ended, invitations, closed, .. } = &delta;
        if matches.is_empty() && ended.is_empty() && invitations.is_empty() && closed.is_empty() {
            return Ok(None);
        }
        Ok(Some(serde_json::to_string(&delta).unwrap_or_default().into()))
    }

    /// Whether the person has open invitations, sent or received.
    pub(super) fn has_invitations(&self) -> bool {
        !self.invitations.is_empty()
    }
}
