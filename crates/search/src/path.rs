//! Repetition detection along the current search path.

use chautari_game::{Key, Position};

/// The positions on the path to a node, including those played before the root.
pub(crate) struct Path {
    keys: Vec<Key>,
    /// A counting filter: how many keys fall on each slot. Almost always zero, which answers the query at
    /// once.
    slots: Box<[u16; Path::SLOTS]>,
    /// The number of keys played before the root.
    played: usize,
}

impl Path {
    const SLOTS: usize = 4096;

    /// Creates the path of a game through these positions, the root last.
    pub(crate) fn new<'a, P: Position>(played: impl Iterator<Item = &'a P>) -> Path {
        let mut path = Path { keys: Vec::new(), slots: Box::new([0; Path::SLOTS]), played: 0 };
        for position in played {
            if position.recurrence().is_some() {
                path.enter(position.key());
            }
        }
        path.played = path.keys.len();
        path
    }

    fn slot(key: Key) -> usize {
        key.0 as usize % Path::SLOTS
    }

    /// Enters a position that may recur.
    pub(crate) fn enter(&mut self, key: Key) {
        self.keys.push(key);
        self.slots[Path::slot(key)] += 1;
    }

    /// Leaves the position entered last.
    pub(crate) fn leave(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.slots[Path::slot(key)] -= 1;
        }
    }

    /// Whether this position repeats an earlier one, so that it counts as a draw. In the search tree one
    /// repetition is enough, because an alternative could have been tried the first time. Before the root it
    /// takes two, as in the rules.
    pub(crate) fn repeats(&self, key: Key) -> bool {
        if self.slots[Path::slot(key)] == 0 {
            return false;
        }
        let (played, tree) = self.keys.split_at(self.played);
        tree.contains(&key) || played.iter().filter(|&&k| k == key).count() >= 2
    }
}
