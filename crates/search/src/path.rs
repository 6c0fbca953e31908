//! Repetition in the tree.

use chautari_game::{Key, Position};

/// The positions on the way to a node, those played before the root among them.
pub(crate) struct Path {
    keys: Vec<Key>,
    /// How many of the keys fall on each of these slots: almost always none, which answers at once.
    slots: Box<[u16; Path::SLOTS]>,
    /// How many of the keys were played before the root.
    played: usize,
}

impl Path {
    const SLOTS: usize = 4096;

    /// The path of a game that was played through these positions, the root last.
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

    /// Steps into a position that may recur.
    pub(crate) fn enter(&mut self, key: Key) {
        self.keys.push(key);
        self.slots[Path::slot(key)] += 1;
    }

    /// Steps back out of the position entered last.
    pub(crate) fn leave(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.slots[Path::slot(key)] -= 1;
        }
    }

    /// Whether going into this position repeats one on the way here, so that it is worth a draw. In the
    /// tree once is enough: what could be tried the second time could have been tried the first. Before
    /// the root it takes two, as the law says.
    pub(crate) fn repeats(&self, key: Key) -> bool {
        if self.slots[Path::slot(key)] == 0 {
            return false;
        }
        let (played, tree) = self.keys.split_at(self.played);
        tree.contains(&key) || played.iter().filter(|&&k| k == key).count() >= 2
    }
}
