//! The transposition table: results of earlier searches, shared by all threads.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use chautari_game::Key;

use crate::memory::{Memory, Zeroed};
use crate::{Query, Value};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least this; the search failed high.
    Lower,
    /// The true value is at most this; the search failed low.
    Upper,
    /// The value is exact.
    Exact,
}

/// A stored search result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value; `bound` says how to read it.
    pub value: Value,
    /// The depth of the search.
    pub depth: u8,
    /// The relation of the value to the true one.
    pub bound: Bound,
    /// The code of the best move (the hash move), or `u16::MAX`.
    pub best: u16,
}

impl Entry {
    /// Creates the entry for a search result; the value is counted from the root.
    #[inline]
    pub fn new(query: &Query, value: Value, best: u16) -> Entry {
        let bound = if value <= query.window.alpha {
            Bound::Upper
        } else if value >= query.window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        Entry { value: value.to_node(query.ply), depth: query.depth.clamp(0, 255) as u8, bound, best }
    }

    /// Returns the value, counted from the root, if it answers the query without a search.
    #[inline]
    pub fn cutoff(self, query: &Query) -> Option<Value> {
        let value = self.value.to_root(query.ply);
        // A proven win or loss holds at any depth.
        let proven = value.is_decided() && (self.bound == Bound::Lower) == (value > Value::DRAW);
        if i32::from(self.depth) < query.depth && !proven {
            return None;
        }
        let answers = match self.bound {
            // A PV node also needs its variation; that of a proof is always searched.
            Bound::Exact => query.window.is_null() || (query.pv_from_table && !value.is_decided()),
            Bound::Lower => value >= query.window.beta,
            Bound::Upper => value <= query.window.alpha,
        };
        answers.then_some(value)
    }
}

/// One slot: the data, and the key XORed with the data, so that a slot torn by two concurrent writes matches
/// no key. All zeros mean an empty slot.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

// SAFETY: all-zero numbers are valid, and there is nothing to drop.
#[allow(unsafe_code, reason = "the table's memory is asked for as bytes")]
unsafe impl Zeroed for Bucket {}

/// Buckets per node if the number of nodes is known beforehand; enough that entries hardly ever displace each
/// other.
const BUCKETS_PER_NODE: u64 = 4;

/// A transposition table of bounded size.
pub struct TranspositionTable {
    /// The buckets.
    memory: Memory<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of at most this many MiB and at least one bucket; smaller if there is not enough
    /// memory.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::for_search(mebibytes, u64::MAX)
    }

    /// Like [`new`](Self::new), but no larger than a search of `nodes` nodes can use, because creating a
    /// large table takes longer than the whole search of a weak level.
    pub fn for_search(mebibytes: usize, nodes: u64) -> TranspositionTable {
        let most = mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let enough = usize::try_from(nodes.saturating_mul(BUCKETS_PER_NODE)).unwrap_or(usize::MAX);
        TranspositionTable { memory: Memory::new(most.min(enough)), age: AtomicU8::new(0) }
    }

    /// Starts a new search; entries of earlier ones are replaced first.
    pub fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // Multiply-shift maps the key uniformly to any number of buckets.
        let buckets = self.memory.values();
        let index = (u128::from(key.0) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    #[allow(unsafe_code, reason = "a hint, which reads nothing")]
    pub fn prefetch(&self, key: Key) {
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: prefetching is valid for any address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
    }

    /// Returns the entry of a position.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let found = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key.0 && data != 0).then(|| unpack(data))
        };
        self.bucket(key).0.iter().find_map(found)
    }

    /// Stores an entry, replacing the least valuable one of its bucket.
    pub fn store(&self, key: Key, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.0;
            // Prefer the same position, then empty slots, then old and shallow entries.
            if same {
                i32::MIN
            } else if data == 0 {
                i32::MIN + 1
            } else {
                i32::from(unpack(data).depth) - 4 * i32::from(age.wrapping_sub((data >> 56) as u8))
            }
        };
        if let Some(slot) = self.bucket(key).0.iter().min_by_key(|slot| worth(slot)) {
            let data = pack(entry, age);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key.0 ^ data, Ordering::Relaxed);
        }
    }
}

/// 22 bits of value, 8 of depth, 2 of bound, 16 of move, 8 of age.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    (entry.value.raw() as u64 & 0x3f_ffff)
        | u64::from(entry.depth) << 22
        | bound << 30
        | u64::from(entry.best) << 32
        | u64::from(age) << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        // Shift left and arithmetically right to extend the sign.
        value: Value::from_raw(((data as u32) << 10) as i32 >> 10),
        depth: (data >> 22) as u8,
        bound: match data >> 30 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        best: (data >> 32) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1);
        for (i, value) in
            [Value::win_in(3), Value::loss_in(12), Value::DRAW, Value::guess(-417)].into_iter().enumerate()
        {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let key = Key(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i as u64 + 1));
                let entry = Entry { value, depth: 200, bound, best: 40_000 };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        assert_eq!(table.probe(Key(12345)), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::new(0);
        let entry = |depth| Entry { value: Value::DRAW, depth, bound: Bound::Exact, best: 0 };
        for depth in 1..=4 {
            table.store(Key(depth.into()), entry(depth));
        }
        table.store(Key(5), entry(5));
        assert_eq!(table.probe(Key(1)), None);
        assert!(table.probe(Key(2)).is_some());
        for _ in 0..3 {
            table.new_search();
        }
        table.store(Key(6), entry(1));
        assert_eq!(table.probe(Key(2)), None);
    }
}
