//! Property tests: sequential appends match an in-memory model, and concurrent appends match the model for some
//! order of them.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::{BTreeMap, BTreeSet};

use chautari_ledger::{
    Append, AppendError, AppendStatus, Appended, CommandId, Label, LabelChange, Ledger, StreamId, Version,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::stores::{append, event};

/// An append drawn from few values, so that collisions are frequent.
#[derive(Clone, Debug)]
struct Step {
    stream: u8,
    /// How many versions the writer is behind the stream.
    behind: u64,
    command: Option<u8>,
    events: u8,
    labels: Vec<(Change, u8)>,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Set,
    Claim,
    Clear,
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let change = prop_oneof![Just(Change::Set), Just(Change::Claim), Just(Change::Clear)];
    let labels = prop::collection::vec((change, 0..3_u8), 0..3);
    let behind = prop_oneof![6 => Just(0_u64), 1 => 1..3_u64];
    let step = (0..3_u8, behind, prop::option::of(0..4_u8), 0..3_u8, labels).prop_map(
        |(stream, behind, command, events, labels)| Step { stream, behind, command, events, labels },
    );
    prop::collection::vec(step, 1..most)
}

impl Step {
    fn append(&self, expected: u64, mark: usize) -> Append {
        let mut append = append(&format!("s{}", self.stream), expected);
        for n in 0..self.events {
            append = append.event(event("e", json!([mark, n])));
        }
        // Label changes are stored with an event.
        let labels = self.labels.iter().filter(|_| self.events > 0);
        for &(change, label) in labels {
            let label = Label::new("k", format!("v{label}"));
            append = append.label(match change {
                Change::Set => LabelChange::Set(label),
                Change::Claim => LabelChange::Claim(label),
                Change::Clear => LabelChange::Clear(label),
            });
        }
        match self.command {
            Some(command) => append.command(CommandId::new(format!("c{command}")), json!(mark)),
            None => append,
        }
    }
}

/// An in-memory model of a ledger.
#[derive(Clone, Default)]
struct Model {
    streams: BTreeMap<StreamId, Vec<Value>>,
    commands: BTreeMap<(StreamId, CommandId), (Version, Value)>,
    labels: Vec<(Label, StreamId)>,
    claims: BTreeMap<Label, StreamId>,
}

impl Model {
    fn version(&self, stream: &StreamId) -> u64 {
        self.streams.get(stream).map_or(0, Vec::len) as u64
    }

    fn append(&mut self, append: &Append) -> Result<Appended, AppendError> {
        let key = append.command.clone().map(|command| (append.stream.clone(), command));
        if let Some((version, reply)) = key.as_ref().and_then(|key| self.commands.get(key)) {
            return Ok(Appended {
                version: *version,
                reply: reply.clone(),
                status: AppendStatus::Duplicate,
                at_ms: 0,
            });
        }
        let current = Version(self.version(&append.stream));
        if current != append.expected {
            return Err(AppendError::Conflict { current });
        }
        let mut next = self.clone();
        for change in &append.labels {
            next.relabel(&append.stream, change)?;
        }
        let events = next.streams.entry(append.stream.clone()).or_default();
        events.extend(append.events.iter().map(|event| event.body.clone()));
        let version = Version(events.len() as u64);
        if let Some(key) = key {
            next.commands.insert(key, (version, append.reply.clone()));
        }
        *self = next;
        Ok(Appended { version, reply: append.reply.clone(), status: AppendStatus::New, at_ms: 0 })
    }

    fn relabel(&mut self, stream: &StreamId, change: &LabelChange) -> Result<(), AppendError> {
        match change {
            LabelChange::Claim(label) => {
                let owner = self.claims.entry(label.clone()).or_insert(stream.clone());
                if owner != stream {
                    return Err(AppendError::Taken { label: label.clone() });
                }
                self.relabel(stream, &LabelChange::Set(label.clone()))?;
            }
            LabelChange::Set(label) => {
                let entry = (label.clone(), stream.clone());
                if !self.labels.contains(&entry) {
                    self.labels.push(entry);
                }
            }
            LabelChange::Clear(label) => {
                self.labels.retain(|entry| entry != &(label.clone(), stream.clone()));
                self.claims.retain(|claimed, owner| claimed != label || owner != stream);
            }
        }
        Ok(())
    }

    fn view(&self) -> View {
        let mut labels = BTreeMap::<_, Vec<_>>::new();
        for (label, stream) in &self.labels {
            labels.entry(label.clone()).or_default().push(stream.clone());
        }
        let mut streams = self.streams.clone();
        streams.retain(|_, events| !events.is_empty());
        View { streams, commands: self.commands.clone(), labels }
    }
}

/// The observable state.
#[derive(Debug, Default, PartialEq)]
struct View {
    streams: BTreeMap<StreamId, Vec<Value>>,
    commands: BTreeMap<(StreamId, CommandId), (Version, Value)>,
    labels: BTreeMap<Label, Vec<StreamId>>,
}

async fn observe(ledger: &Ledger) -> View {
    let mut view = View::default();
    for stream in (0..3).map(|n| StreamId::new(format!("s{n}"))) {
        for stored in ledger.read(&stream, Version::START).await.unwrap() {
            let events = view.streams.entry(stream.clone()).or_default();
            events.push(stored.body);
            assert_eq!(stored.version.0, events.len() as u64);
        }
        for command in (0..4).map(|n| CommandId::new(format!("c{n}"))) {
            if let Some(recalled) = ledger.find_reply(&stream, &command).await.unwrap() {
                view.commands.insert((stream.clone(), command), (recalled.version, recalled.reply));
            }
        }
    }
    for label in (0..3).map(|n| Label::new("k", format!("v{n}"))) {
        let streams = ledger.find(&label).await.unwrap();
        if !streams.is_empty() {
            view.labels.insert(label, streams);
        }
    }
    view
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Removes the time, since the model has no clock.
fn timeless(answer: Result<Appended, AppendError>) -> Result<Appended, AppendError> {
    answer.map(|appended| Appended { at_ms: 0, ..appended })
}

/// Queues all appends at once and waits for their results.
async fn together(ledger: &Ledger, appends: &[Append]) -> Vec<Result<Appended, AppendError>> {
    let tasks: Vec<_> = appends
        .iter()
        .map(|append| {
            let (ledger, append) = (ledger.clone(), append.clone());
            tokio::spawn(async move { timeless(ledger.append(append).await) })
        })
        .collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn sequential_appends_match_the_model(steps in steps(40)) {
        runtime().block_on(async {
            let ledger = Ledger::open("sqlite::memory:").await.unwrap();
            let mut model = Model::default();
            for (mark, step) in steps.iter().enumerate() {
                let stream = StreamId::new(format!("s{}", step.stream));
                let expected = model.version(&stream).saturating_sub(step.behind);
                let append = step.append(expected, mark);
                assert_eq!(timeless(ledger.append(append.clone()).await), model.append(&append), "{append:?}");
            }
            assert_eq!(observe(&ledger).await, model.view());
        });
    }

    /// Appends that are queued together share one transaction. Their results must be those of some sequential
    /// order.
    #[test]
    fn concurrent_appends_match_the_model_in_some_order(
        rounds in prop::collection::vec(steps(8), 1..6)
    ) {
        runtime().block_on(async {
            let ledger = Ledger::open("sqlite::memory:").await.unwrap();
            let mut model = Model::default();
            for (round, steps) in rounds.iter().enumerate() {
                let appends: Vec<_> = steps.iter().enumerate().map(|(n, step)| {
                    let stream = StreamId::new(format!("s{}", step.stream));
                    let expected = model.version(&stream).saturating_sub(step.behind);
                    step.append(expected, round * 100 + n)
                }).collect();
                let answers = together(&ledger, &appends).await;
                let order = explain(&model, &appends, &answers, &observe(&ledger).await);
                prop_assert!(order.is_some(), "{appends:?} {answers:?}");
                model = order.unwrap();
            }
            Ok(())
        })?;
    }
}

/// Finds an order of the appends in which the model gives these results and ends in this state. Returns the
/// model.
fn explain(
    model: &Model,
    appends: &[Append],
    answers: &[Result<Appended, AppendError>],
    end: &View,
) -> Option<Model> {
    fn search(
        model: &Model,
        pairs: &[(&Append, &Result<Appended, AppendError>)],
        end: &View,
        done: &mut BTreeSet<usize>,
    ) -> Option<Model> {
        if done.len() == pairs.len() {
            return (model.view() == *end).then(|| model.clone());
        }
        for (index, (append, answer)) in pairs.iter().enumerate() {
            if done.contains(&index) {
                continue;
            }
            let mut next = model.clone();
            if &next.append(append) == *answer {
                done.insert(index);
                if let Some(found) = search(&next, pairs, end, done) {
                    return Some(found);
                }
                done.remove(&index);
            }
        }
        None
    }
    let pairs: Vec<_> = appends.iter().zip(answers).collect();
    search(model, &pairs, end, &mut BTreeSet::new())
}
