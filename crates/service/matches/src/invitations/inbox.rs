//! What waits for a person: all of it once, and then what changes.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use chautari_aggregate::Freshness;
use chautari_compute::Client;
use chautari_http::Problem;
use chautari_ledger::Version;
use chautari_people::people::PendingChanges;
use chautari_platform::{InvitationId, MatchId, PersonId};
use serde::Serialize;
use serde_json::json;

use super::queries::{Shown, of};
use crate::Matches;
use crate::matches::{Sitter, Standing, Yours, by_person};

/// The most games that are told of at once; the rest is on the page of one's games.
const MOST_MATCHES: u32 = 50;

/// What a window has been told of its person.
pub(super) struct Inbox {
    person: PersonId,
    /// The live matches, by the version that was told.
    matches: HashMap<MatchId, Version>,
    /// The open invitations, likewise.
    invitations: HashMap<InvitationId, Version>,
}

/// What has changed.
#[derive(Serialize)]
struct InboxDelta {
    r#type: &'static str,
    /// Live matches that are new, or in which something has happened.
    matches: Vec<Yours>,
    /// Those that are over.
    ended: Vec<MatchId>,
    /// Invitations that are new, or have other terms.
    invitations: Vec<Shown>,
    /// Those that wait for nobody any more.
    closed: Vec<InvitationId>,
}

/// What somebody is told whose key opens nothing, or opens nothing any more.
pub(super) fn nobody() -> Utf8Bytes {
    json!({"type": "you", "name": null, "invitations": [], "matches": []}).to_string().into()
}

impl Inbox {
    /// Everything that waits for a person.
    pub(super) async fn all(
        app: &Matches,
        client: Client,
        id: &PersonId,
        name: &str,
    ) -> Result<(Inbox, Utf8Bytes), Problem> {
        let mut you = Inbox { person: id.clone(), matches: HashMap::new(), invitations: HashMap::new() };
        let me = Sitter::Person { id: id.clone(), name: name.to_owned() };
        let mut invitations = Vec::new();
        for invitation in of(app, client, &me).await? {
            you.invitations.insert(invitation.id.clone(), invitation.version);
            invitations.push(Shown::new(app.people().presence(), &invitation));
        }
        let page = app.store().page(app, client, by_person(id, Standing::Live), None, MOST_MATCHES).await?;
        let mut matches = Vec::new();
        for (game, story) in &page.items {
            you.matches.insert(game.clone(), story.version);
            matches.extend(Yours::new(story, id, app.store().now_in(story)));
        }
        let frame = json!({"type": "you", "name": name, "invitations": invitations, "matches": matches});
        Ok((you, frame.to_string().into()))
    }

    /// What of that is otherwise now; `None` where nothing is.
    pub(super) async fn changed(
        &mut self,
        app: &Matches,
        rung: PendingChanges,
    ) -> Result<Option<Utf8Bytes>, Problem> {
        let mut changes = InboxDelta {
            r#type: "yours",
            matches: Vec::new(),
            ended: Vec::new(),
            invitations: Vec::new(),
            closed: Vec::new(),
        };
        for id in rung.matches {
            let story = app.store().load(&id, Freshness::Cached).await?;
            if story.played.verdict().is_some() {
                if self.matches.remove(&id).is_some() {
                    changes.ended.push(id);
                }
            } else if self.matches.get(&id).is_none_or(|told| *told < story.version) {
                self.matches.insert(id, story.version);
                changes.matches.extend(Yours::new(&story, &self.person, app.store().now_in(&story)));
            }
        }
        for id in rung.invitations {
            let invitation = app.invitations().load(&id, Freshness::Cached).await?;
            if !invitation.is_open() {
                self.invitations.remove(&id);
                changes.closed.push(id);
            } else if self.invitations.get(&id).is_none_or(|told| *told < invitation.version) {
                self.invitations.insert(id, invitation.version);
                changes.invitations.push(Shown::new(app.people().presence(), &invitation));
            }
        }
        let InboxDelta { matches, ended, invitations, closed, .. } = &changes;
        if matches.is_empty() && ended.is_empty() && invitations.is_empty() && closed.is_empty() {
            return Ok(None);
        }
        Ok(Some(serde_json::to_string(&changes).unwrap_or_default().into()))
    }

    /// Whether they offer or are offered something.
    pub(super) fn has_invitations(&self) -> bool {
        !self.invitations.is_empty()
    }
}
