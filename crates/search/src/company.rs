//! What the other threads are at, so that two do not do the same work at the same time.
//!
//! All threads search the same tree. The first move of a node they try together. Before a thread goes into
//! another one that somebody is searching, it tries the node's other moves; when it comes back, the shared
//! table mostly has the answer. Where a move turns out to be better than what there was, all at the node
//! look at that first: until its value is known, the others are measured against too little. And where
//! another thread has found the value of a node that a thread is still in, it leaves. The best line, too,
//! is then in the table, for who found it may have been another.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chautari_game::{Game, Key, Mv, Record, Thought};

use crate::history::History;
use crate::{Lessons, Table, Value, Window};

/// What a node costs beside a word to another thread, which is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// About as much, so that threads keep most to themselves.
    Cheap,
    /// Much more: all that saves nodes is told.
    Dear,
}

impl Nodes {
    /// Below this depth threads go their own ways: a move is searched sooner than looked up, and where they
    /// are near each other they wait for each other's lines of the table.
    fn least_depth(self) -> i32 {
        match self {
            Nodes::Cheap => 5,
            Nodes::Dear => 2,
        }
    }
}

/// Lines of slots for the moves that are being searched, and slots for the better moves. Where two fall
/// together one is forgotten, which costs some work twice and nothing else.
const LINES: usize = 1 << 9;
const LEADS: usize = 1 << 8;

/// The moves of a node share a line of the cache: a thread that goes through them fetches it once.
#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

/// What the first thread finds while the others help it, with the nodes of all. Once it has found it, all
/// is spent.
pub fn in_company<M, Other: FnOnce() -> u64 + Send>(
    first: impl FnOnce() -> Thought<M>,
    others: impl Iterator<Item = Other>,
    spent: &AtomicBool,
) -> Thought<M> {
    std::thread::scope(|scope| {
        let others: Vec<_> = others.map(|other| scope.spawn(other)).collect();
        let thought = first();
        spent.store(true, Ordering::Relaxed);
        let nodes = others.into_iter().map(|other| other.join().unwrap_or_else(|e| resume_unwind(e)));
        Thought { nodes: thought.nodes + nodes.sum::<u64>(), ..thought }
    })
}

/// The best line of a search so many plies deep. Where a value was found without its line, by another
/// thread or in another window, the line goes on with what is known to be best.
pub fn whole_line<G: Game>(
    record: &Record<G>,
    line: &[Mv<G>],
    plies: u32,
    best: impl Fn(&G::Position) -> Option<Mv<G>>,
) -> Vec<Mv<G>> {
    let mut record = record.clone();
    let root = record.moves().len();
    let most = if line.is_empty() { 0 } else { line.len().max(plies as usize) };
    let mut line = line.iter().copied();
    while record.moves().len() < root + most
        && let Some(m) = line.next().or_else(|| best(record.position()))
        && record.play(m).is_ok()
    {}
    record.moves()[root..].to_vec()
}

/// Why a node is left before it is done.
#[derive(Clone, Copy, Debug)]
pub enum Halt {
    /// Thinking has to end; nothing on the way back means anything.
    Spent,
    /// Another thread has found this value for the node of this level.
    Answered(usize, Value),
    /// Another thread has found a better move than there was; this one has to wait.
    Outdone,
}

/// What the threads of one search know of each other.
pub struct Company {
    /// The moves that are being searched. No lines where a thread is alone.
    lines: Box<[Line]>,
    /// Moves that turned out to be better than the first: the node's mark, and the move's number.
    leads: Box<[AtomicU64]>,
    /// What is known about moves: by each thread, or by all.
    histories: Box<[History]>,
    least_depth: i32,
}

impl Company {
    /// For so many threads, moves with numbers below `codes`, and such nodes.
    pub fn new(threads: usize, codes: usize, nodes: Nodes) -> Company {
        let [lines, leads] = if threads > 1 { [LINES, LEADS] } else { [0; 2] };
        let histories = if nodes == Nodes::Dear { 1 } else { threads };
        Company {
            lines: (0..lines).map(|_| Line::default()).collect(),
            leads: (0..leads).map(|_| AtomicU64::new(0)).collect(),
            histories: (0..histories).map(|_| History::new(codes)).collect(),
            least_depth: nodes.least_depth(),
        }
    }

    /// The thread of this number; they count from 0.
    pub fn member(&self, thread: usize) -> Member<'_> {
        let Company { lines, leads, histories, least_depth } = self;
        let lessons = Lessons::new(histories, thread % histories.len());
        Member { lines, leads, lessons, least_depth: *least_depth, quests: Vec::new() }
    }
}

/// A move of a node that is being searched.
#[derive(Clone, Copy)]
pub struct Task {
    node: Key,
    mark: u64,
}

/// What a thread wants to know of a node.
#[derive(Clone, Copy)]
pub struct Quest {
    /// The node.
    pub key: Key,
    /// What is to be told apart.
    pub window: Window,
    /// How deep the answer has to count.
    pub depth: i32,
    /// How many plies the node is below the root.
    pub ply: u32,
    /// Whether a value will do where a line is wanted, and the line is read from the table later.
    pub recalls: bool,
}

/// One thread of a company.
pub struct Member<'a> {
    lines: &'a [Line],
    leads: &'a [AtomicU64],
    lessons: Lessons<'a>,
    least_depth: i32,
    /// The nodes it shares with others, each with its level: how many steps of the search it is below the
    /// root.
    quests: Vec<(usize, Quest)>,
}

impl<'a> Member<'a> {
    /// What it knows about moves.
    pub fn lessons(&self) -> Lessons<'a> {
        self.lessons
    }

    /// Whether no other thread fills the table.
    #[inline]
    pub fn is_alone(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether threads work together on a node that counts so deep.
    #[inline]
    fn shares(&self, depth: i32) -> bool {
        !self.is_alone() && depth >= self.least_depth
    }

    /// Goes into a node.
    #[inline]
    pub fn enter(&mut self, level: usize, quest: &Quest) {
        if self.shares(quest.depth) {
            self.quests.push((level, *quest));
        }
    }

    /// Goes out of it again.
    #[inline]
    pub fn leave(&mut self, quest: &Quest) {
        if self.shares(quest.depth) {
            self.quests.pop();
        }
    }

    /// Halts for the highest node that another thread has answered. At the root a move is wanted, not a
    /// value.
    pub fn ask(&self, table: &Table) -> Result<(), Halt> {
        for (level, quest) in self.quests.iter().filter(|(level, _)| *level > 0) {
            if let Some(value) = table.probe(quest.key).and_then(|entry| entry.answer(quest)) {
                return Err(Halt::Answered(*level, value));
            }
        }
        Ok(())
    }

    /// A move of the node with this key, by its number, to this depth, unless it is the first: worth telling
    /// others about, or not.
    #[inline]
    pub fn task(&self, node: Key, code: u16, depth: i32, is_first: bool) -> Option<Task> {
        (!is_first && self.shares(depth)).then(|| Task { node, mark: node.0 ^ spread(u64::from(code) + 1) })
    }

    fn slot(&self, Task { node, mark }: Task) -> &AtomicU64 {
        let Line(slots) = &self.lines[(node.0 >> 20) as usize % LINES];
        &slots[(mark >> 40) as usize % slots.len()]
    }

    /// This thread begins it. Whether no other one is at it: of two that come at once only one is the first.
    pub fn begin(&self, task: Task) -> bool {
        self.slot(task).swap(task.mark, Ordering::Relaxed) != task.mark
    }

    /// This thread has done it.
    pub fn end(&self, task: Task) {
        let slot = self.slot(task);
        if slot.load(Ordering::Relaxed) == task.mark {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// The number of the move that was last found better than the first, if its value is wanted exactly.
    pub fn lead(&self, quest: &Quest) -> Option<u16> {
        let (mark, slot) = self.lead_slot(quest)?;
        let lead = slot.load(Ordering::Relaxed);
        (lead & !CODE == mark).then_some((lead & CODE) as u16)
    }

    /// A move turned out to be better than what there was, and all at the node are to look at it next. But
    /// if another thread has found such a one that still waits to be tried here, that is looked at first.
    pub fn take_lead(&self, quest: &Quest, code: u16, waits: impl Fn(u16) -> bool) -> Result<(), Halt> {
        if self.lead(quest).is_some_and(waits) {
            return Err(Halt::Outdone);
        }
        if let Some((mark, slot)) = self.lead_slot(quest) {
            slot.store(mark | u64::from(code), Ordering::Relaxed);
        }
        Ok(())
    }

    /// What leads of the node are known by, at this depth, and where they are, if worth telling others about.
    #[inline]
    fn lead_slot(&self, quest: &Quest) -> Option<(u64, &AtomicU64)> {
        (quest.window.is_wide() && self.shares(quest.depth)).then(|| {
            let mark = (quest.key.0 ^ spread(quest.depth as u64)) & !CODE;
            (mark, &self.leads[(mark >> 20) as usize % LEADS])
        })
    }
}

/// The bits of a lead that are the number of the move.
const CODE: u64 = u16::MAX as u64;

/// Small numbers that are to be told apart by any few bits; the factor is odd.
fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEST: Quest =
        Quest { key: Key(0x1234_5678_9abc_def0), window: Window::WHOLE, depth: 7, ply: 2, recalls: true };

    #[test]
    fn a_move_is_taken_until_it_is_done() {
        let company = Company::new(2, 1, Nodes::Cheap);
        let [one, other] = [0, 1].map(|thread| company.member(thread));
        let task = |code| one.task(QUEST.key, code, QUEST.depth, false).unwrap();
        assert!(one.begin(task(5)));
        assert!(!other.begin(task(5)) && other.begin(task(6)));
        one.end(task(5));
        assert!(other.begin(task(5)));
    }

    #[test]
    fn neither_first_nor_shallow_moves_are_told() {
        for (nodes, least) in [(Nodes::Cheap, 5), (Nodes::Dear, 2)] {
            let is_told = |threads, depth, is_first| {
                let company = Company::new(threads, 1, nodes);
                company.member(0).task(QUEST.key, 5, depth, is_first).is_some()
            };
            assert!(is_told(2, least, false) && !is_told(2, least, true) && !is_told(2, least - 1, false));
            assert!(!is_told(1, least, false));
        }
    }

    #[test]
    fn where_nodes_are_dear_all_is_learnt_together() {
        for (nodes, other) in [(Nodes::Cheap, 0), (Nodes::Dear, 1)] {
            let company = Company::new(2, 1, nodes);
            company.member(0).lessons().learn(0, 0, 1, true);
            assert_eq!(company.member(1).lessons().credits(0).of(0), other);
        }
    }

    #[test]
    fn a_better_move_is_told_to_all_who_want_as_much() {
        let company = Company::new(2, 1, Nodes::Cheap);
        let [one, other] = [0, 1].map(|thread| company.member(thread));
        assert_eq!(other.lead(&QUEST), None);
        assert!(one.take_lead(&QUEST, 40_000, |_| true).is_ok());
        assert_eq!(other.lead(&QUEST), Some(40_000));
        assert!(matches!(other.take_lead(&QUEST, 7, |code| code == 40_000), Err(Halt::Outdone)));
        assert_eq!(one.lead(&QUEST), Some(40_000));
        let narrow = Window { alpha: Value::DRAW, beta: Value::DRAW.above() };
        assert_eq!(other.lead(&Quest { window: narrow, ..QUEST }), None);
        assert_eq!(other.lead(&Quest { depth: 8, ..QUEST }), None);
        let alone = Company::new(1, 1, Nodes::Cheap);
        assert!(alone.member(0).take_lead(&QUEST, 5, |_| true).is_ok());
        assert_eq!(alone.member(0).lead(&QUEST), None);
    }
}
