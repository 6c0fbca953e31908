//! People with unique names, their scores, and invitations.

use std::sync::Arc;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_ledger::{Event, Label, NewJob, Stored};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::NodeContext;
use crate::matches::BEGINNINGS;

/// An event of a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum PersonChange {
    Registered { name: String },
    Scored { match_id: String, has_won: bool },
}

/// A person: the name and the matches that count.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) scored: Vec<(String, bool)>,
}

impl Aggregate for Person {
    const WHAT: &'static str = "person";
    const PREFIX: &'static str = "person-";

    type Id = String;
    type Context = Arc<NodeContext>;
    type Event = PersonChange;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<PersonChange, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &PersonChange) -> Result<Event, CorruptEvents> {
        let kind = match event {
            PersonChange::Registered { .. } => "registered",
            PersonChange::Scored { .. } => "scored",
        };
        Ok(Event { kind: kind.to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        _: &Arc<NodeContext>,
        _: &String,
        first: &PersonChange,
        _: EventMeta,
    ) -> Result<Person, CorruptEvents> {
        match first {
            PersonChange::Registered { name } => Ok(Person { name: name.clone(), scored: Vec::new() }),
            PersonChange::Scored { .. } => Err(CorruptEvents::new("a person begins with a name")),
        }
    }

    fn apply(
        &mut self,
        _: &Arc<NodeContext>,
        event: &PersonChange,
        _: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            PersonChange::Registered { .. } => return Err(CorruptEvents::new("a person registers once")),
            PersonChange::Scored { match_id, has_won } => self.scored.push((match_id.clone(), *has_won)),
        }
        Ok(())
    }

    fn claims(&self) -> Vec<Label> {
        vec![Label::new("name", &self.name)]
    }

    fn notification(&self, _: &Self::Context, _: &PersonChange) {}

    fn is_finished(&self) -> bool {
        false
    }
}

/// An event of an invitation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum InvitationChange {
    Offered { by: String },
    Accepted { by: String },
}

/// An open invitation, or the two players it brought together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Invitation {
    id: String,
    pub(crate) by: String,
    pub(crate) accepted_by: Option<String>,
}

pub(crate) fn open_invitations() -> Label {
    Label::new("invitations", "open")
}

impl Aggregate for Invitation {
    const WHAT: &'static str = "invitation";
    const PREFIX: &'static str = "invitation-";

    type Id = String;
    type Context = Arc<NodeContext>;
    type Event = InvitationChange;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<InvitationChange, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &InvitationChange) -> Result<Event, CorruptEvents> {
        let kind = match event {
            InvitationChange::Offered { .. } => "offered",
            InvitationChange::Accepted { .. } => "accepted",
        };
        Ok(Event { kind: kind.to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        _: &Arc<NodeContext>,
        id: &String,
        first: &InvitationChange,
        _: EventMeta,
    ) -> Result<Invitation, CorruptEvents> {
        match first {
            InvitationChange::Offered { by } => {
                Ok(Invitation { id: id.clone(), by: by.clone(), accepted_by: None })
            }
            InvitationChange::Accepted { .. } => Err(CorruptEvents::new("an invitation is offered first")),
        }
    }

    fn apply(
        &mut self,
        _: &Arc<NodeContext>,
        event: &InvitationChange,
        _: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            InvitationChange::Accepted { by } if self.accepted_by.is_none() => {
                self.accepted_by = Some(by.clone());
            }
            _ => return Err(CorruptEvents::new("an invitation is accepted once")),
        }
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        if self.accepted_by.is_none() { vec![open_invitations()] } else { Vec::new() }
    }

    fn jobs(&self, _: &Self::Context, before: Option<&Invitation>) -> Vec<NewJob> {
        let is_new = self.accepted_by.is_some() && before.is_some_and(|before| before.accepted_by.is_none());
        is_new.then(|| NewJob::new(BEGINNINGS, json!({ "invitation": self.id }))).into_iter().collect()
    }

    fn notification(&self, _: &Self::Context, _: &InvitationChange) {}

    fn is_finished(&self) -> bool {
        self.accepted_by.is_some()
    }

    fn follows_remote() -> bool {
        true
    }
}
