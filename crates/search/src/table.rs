//! The transposition table: what was found out about positions before, shared by all threads.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use chautari_game::Key;
use memmap2::{MmapMut, MmapRaw};

use crate::{Quest, Value};

/// What a stored value is to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No more than the true value.
    Lower,
    /// No less.
    Upper,
    /// The same.
    Exact,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, as far as `bound` says.
    pub value: Value,
    /// How deep it was searched.
    pub depth: u8,
    /// What the value is to the true one.
    pub bound: Bound,
    /// The number of the best move, or `u16::MAX`.
    pub best: u16,
}

impl Entry {
    /// What a value, counted from the root, and the number of the best move answer.
    #[inline]
    pub fn new(quest: &Quest, value: Value, best: u16) -> Entry {
        let bound = if value <= quest.window.alpha {
            Bound::Upper
        } else if value >= quest.window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        Entry { value: value.to_node(quest.ply), depth: quest.depth.clamp(0, 255) as u8, bound, best }
    }

    /// The value as counted from the root, if it is what is wanted.
    #[inline]
    pub fn answer(self, quest: &Quest) -> Option<Value> {
        let value = self.value.to_root(quest.ply);
        // A win that was found, or a loss that was shown, holds at any depth.
        let proven = value.is_decided() && (self.bound == Bound::Lower) == (value > Value::DRAW);
        if i32::from(self.depth) < quest.depth && !proven {
            return None;
        }
        let answers = match self.bound {
            // Inside a wide window the line is wanted, too: that of a proof move by move.
            Bound::Exact => !quest.window.is_wide() || (quest.recalls && !value.is_decided()),
            Bound::Lower => value >= quest.window.beta,
            Bound::Upper => value <= quest.window.alpha,
        };
        answers.then_some(value)
    }
}

/// One slot: the data, and the key mixed with the data, so that a slot torn by two writers does not
/// match any key. Nothing is stored where all is zero.
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a line of the cache.
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of bounded size.
pub struct Table {
    /// The buckets, in memory of the system's own.
    memory: MmapRaw,
    age: AtomicU8,
}

impl Table {
    /// A table of at most this many MiB, and at least one bucket; smaller where there is no such memory.
    pub fn new(mebibytes: usize) -> Table {
        let mut bytes = mebibytes.saturating_mul(1 << 20).max(size_of::<Bucket>());
        let memory = loop {
            match MmapMut::map_anon(bytes) {
                Ok(memory) => break memory,
                Err(error) if bytes == size_of::<Bucket>() => panic!("no memory is left: {error}"),
                Err(_) => bytes = (bytes / 2).max(size_of::<Bucket>()),
            }
        };
        // Positions lie all over the table, and where a page is on the machine is looked up for each of them:
        // the larger the pages, the more are known. What they cost to make is paid here, not while thinking.
        // Where either is refused it is only slower.
        #[cfg(target_os = "linux")]
        for advice in [memmap2::Advice::HugePage, memmap2::Advice::PopulateWrite] {
            let _ = memory.advise(advice);
        }
        Table { memory: memory.into(), age: AtomicU8::new(0) }
    }

    #[inline]
    #[allow(unsafe_code, reason = "memory is asked for from the system as bytes")]
    fn buckets(&self) -> &[Bucket] {
        let buckets = self.memory.len() / size_of::<Bucket>();
        // SAFETY: the memory is that long, lives as long as the table, and is only ever seen as buckets. It
        // begins with a page, so it is aligned; it is zeros at first, which are buckets.
        unsafe { std::slice::from_raw_parts(self.memory.as_mut_ptr().cast(), buckets) }
    }

    /// What is there from before counts less from now on.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // Multiply and shift: a fair share for every bucket, whatever their number.
        let buckets = self.buckets();
        let index = (u128::from(key.0) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Fetches what is known about a position into the cache, for it will be asked for soon.
    #[inline]
    #[allow(unsafe_code, reason = "a hint, which reads nothing")]
    pub fn prepare(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: any address may be hinted at.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
    }

    /// What is known about a position.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let found = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key.0 && data != 0).then(|| unpack(data))
        };
        self.bucket(key).0.iter().find_map(found)
    }

    /// Remembers what was found out, in place of what is worth least.
    pub fn store(&self, key: Key, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.0;
            // The same position first, then empty slots, then old and shallow ones.
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
        // Up and down again, to spread the sign.
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
    fn what_is_stored_comes_back() {
        let table = Table::new(1);
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
        let table = Table::new(0);
        let entry = |depth| Entry { value: Value::DRAW, depth, bound: Bound::Exact, best: 0 };
        for depth in 1..=4 {
            table.store(Key(depth.into()), entry(depth));
        }
        table.store(Key(5), entry(5));
        assert_eq!(table.probe(Key(1)), None);
        assert!(table.probe(Key(2)).is_some());
        for _ in 0..3 {
            table.grow_older();
        }
        table.store(Key(6), entry(1));
        assert_eq!(table.probe(Key(2)), None);
    }
}
