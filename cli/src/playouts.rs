//! Any game with Monte Carlo tree search for an engine.
//!
//! The search is written for games known by type; this is a type for a game known only by name. Its
//! positions are records behind a pointer and its moves the numbers of their offers, so a playout
//! costs microseconds a ply where a game's own engine would pay nanoseconds. That is no matter for
//! an opponent whose strength is counted in playouts.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use chautari_game::{
    AnyEngine, AnyGame, AnyRecord, Dialect, Engine, Explain, Fault, Game, Gesture, Info, Key, Limit, Means,
    Moment, Mv, Notation, Offer, Outcome, Position, Record, Scan, Scene, Side, Thought, Watch,
};
use chautari_search::Mcts;

use crate::novices::record;

/// An engine for a game known by name only.
pub(crate) struct Playouts {
    game: Sampled,
    mcts: Mcts,
}

impl Playouts {
    pub(crate) fn new(game: &'static dyn AnyGame, hash: usize, seed: u64) -> Playouts {
        Playouts { game: Sampled(game), mcts: Mcts::new(hash, seed) }
    }
}

impl AnyEngine for Playouts {
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
        limit: &Limit,
        watch: Watch<String>,
    ) -> Result<Thought<String>, Fault> {
        let position = Behind::new(record(self.game.0, start, moves)?);
        let texts = |thought: &Thought<usize>| {
            let mut at = position.clone();
            let mut line = Vec::with_capacity(thought.line.len());
            for &m in &thought.line {
                line.push(Canonical.write_move(&at, m));
                at.apply(m);
            }
            let Thought { score, depth, nodes, time, .. } = *thought;
            Thought { best: line.first().cloned(), score, depth, nodes, time, line }
        };
        let moment = Moment { position: position.clone(), last: None, plies: None };
        let here = Record::from_moment(self.game, moment);
        Ok(texts(&self.mcts.think(&here, limit, &mut |thought| watch(&texts(thought)))))
    }
}

/// A game known by name only.
#[derive(Clone, Copy)]
pub(crate) struct Sampled(&'static dyn AnyGame);

impl fmt::Debug for Sampled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sampled({})", self.0.info().id)
    }
}

impl Game for Sampled {
    type Position = Behind;
    type Text = Canonical;

    fn info(self) -> &'static Info {
        self.0.info()
    }

    fn start(self) -> Behind {
        Behind::new(self.0.start())
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        record.position().record.scene()
    }

    fn gesture(self, position: &Behind, m: Mv<Self>) -> Gesture {
        let offer = &position.offers[m];
        Gesture { points: offer.points.clone(), label: offer.label }
    }

    fn engine(self, means: &Means) -> Box<dyn Engine<Self>> {
        Box::new(Mcts::new(means.hash, 1))
    }
}

/// A record behind a pointer, taken for the position it stands at.
pub(crate) struct Behind {
    record: Box<dyn AnyRecord>,
    offers: Arc<[Offer]>,
}

impl Behind {
    fn new(record: Box<dyn AnyRecord>) -> Behind {
        let offers = record.offers().into();
        Behind { record, offers }
    }
}

impl Clone for Behind {
    fn clone(&self) -> Behind {
        Behind { record: self.record.fork(), offers: self.offers.clone() }
    }
}

impl PartialEq for Behind {
    fn eq(&self, other: &Behind) -> bool {
        self.record.position() == other.record.position()
    }
}

impl Eq for Behind {}

impl Hash for Behind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.record.position().hash(state);
    }
}

impl fmt::Debug for Behind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.record.position())
    }
}

/// A number that no offer has.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NotOffered;

impl Explain for NotOffered {
    fn code(&self) -> &'static str {
        "not-offered"
    }

    fn text(&self) -> String {
        "There is no such move here.".to_owned()
    }

    fn points(&self) -> Vec<u16> {
        Vec::new()
    }
}

impl Position for Behind {
    /// The number of an offer.
    type Move = usize;
    type Refusal = NotOffered;
    type Recurrence = ();

    fn turn(&self) -> Side {
        self.record.turn()
    }

    fn each_move<B>(&self, visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.offers.len()).try_for_each(visit)
    }

    fn check(&self, m: usize) -> Result<(), NotOffered> {
        if m < self.offers.len() { Ok(()) } else { Err(NotOffered) }
    }

    fn apply(&mut self, m: usize) {
        if let Some(offer) = self.offers.get(m)
            && self.record.play(&offer.text).is_ok()
        {
            self.offers = self.record.offers().into();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn key(&self) -> Key {
        self.record.key()
    }

    /// The record behind the pointer keeps the laws about sequences.
    fn recurrence(&self) -> Option<()> {
        None
    }

    fn every_move() -> impl Iterator<Item = usize> {
        0..usize::from(u16::MAX)
    }
}

/// The canonical notation of the game behind the pointer.
#[derive(Clone, Copy)]
pub(crate) struct Canonical;

impl Notation<Sampled> for Canonical {
    const ALL: &'static [Canonical] = &[Canonical];

    fn dialect(self) -> Dialect {
        Dialect { id: "canonical", about: "as the game writes it", scope: chautari_game::Scope::Position }
    }

    fn read(self, game: Sampled, text: &str) -> Result<Record<Sampled>, Fault> {
        let position = Behind::new(game.0.read_position(text)?);
        Ok(Record::from_moment(game, Moment { position, last: None, plies: None }))
    }

    fn write(self, record: &Record<Sampled>) -> Result<String, Fault> {
        Ok(record.position().record.position())
    }

    fn read_move(self, position: &Behind, text: &str) -> Result<usize, Fault> {
        let found = position.offers.iter().position(|offer| offer.text == text);
        found.ok_or_else(|| Scan::new(text).fault("a legal move"))
    }

    fn write_move(self, position: &Behind, m: usize) -> String {
        position.offers[m].text.clone()
    }
}
