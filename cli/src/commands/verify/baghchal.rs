//! An independent implementation of Bagh Chal and of the layout of its tables.

use std::collections::HashMap;
use std::sync::LazyLock;

use rayon::prelude::*;

use super::file::TableFile;

/// The order in which a table numbers the points without a tiger.
const POINT_ORDER: [usize; 25] =
    [12, 0, 4, 20, 24, 2, 10, 14, 22, 6, 8, 16, 18, 7, 11, 13, 17, 1, 3, 5, 9, 15, 19, 21, 23];
const GOATS: u32 = 20;
/// The byte for a draw.
const DRAW: u8 = 255;
/// Positions checked in one task.
const BATCH: u64 = 1 << 10;

/// Returns the point this many rows and columns away, if a line of the board leads there.
fn step(from: usize, rows: i32, columns: i32) -> Option<usize> {
    let (row, column) = (from as i32 / 5, from as i32 % 5);
    let slanted = rows != 0 && columns != 0;
    let (to_row, to_column) = (row + rows, column + columns);
    let inside = (0..5).contains(&to_row) && (0..5).contains(&to_column);
    (inside && !(slanted && (row + column) % 2 == 1)).then(|| (5 * to_row + to_column) as usize)
}

fn directions() -> impl Iterator<Item = (i32, i32)> {
    (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns))).filter(|&way| way != (0, 0))
}

/// Applies one of the eight symmetries of the board to a set of points.
fn image(set: u32, symmetry: usize) -> u32 {
    members(set).fold(0, |image, point| {
        let (mut row, mut column) = (point / 5, point % 5);
        if symmetry & 1 != 0 {
            row = 4 - row;
        }
        if symmetry & 2 != 0 {
            column = 4 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        image | 1 << (5 * row + column)
    })
}

fn members(set: u32) -> impl Iterator<Item = usize> {
    (0..25).filter(move |point| set >> point & 1 == 1)
}

fn choose(n: usize, k: usize) -> usize {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// Returns the rank of a set among all sets of its size, ordered by their masks.
fn rank(set: u32) -> usize {
    members(set).zip(1..).map(|(point, size)| choose(point, size)).sum()
}

/// Returns the set of a rank.
fn unrank(mut number: usize, size: usize, points: usize) -> u32 {
    let (mut set, mut below) = (0, points);
    for size in (1..=size).rev() {
        below = (0..below).rev().find(|&point| choose(point, size) <= number).unwrap_or(0);
        number -= choose(below, size);
        set |= 1 << below;
    }
    set
}

/// The chunk of every placement of four tigers, and the symmetry that maps it to the tigers of the chunk.
struct TigerPlacements {
    found: HashMap<u32, (usize, usize)>,
    chunks: Vec<u32>,
}

static PLACEMENTS: LazyLock<TigerPlacements> = LazyLock::new(|| {
    let mut placements = TigerPlacements { found: HashMap::new(), chunks: Vec::new() };
    let mut numbers = HashMap::new();
    for number in 0..choose(25, 4) {
        let tigers = unrank(number, 4, 25);
        // The first of symmetric placements is the one that the chunk stores.
        let known = (0..8).find_map(|s| Some((*numbers.get(&image(tigers, s))?, s)));
        let entry = known.unwrap_or_else(|| {
            numbers.insert(tigers, placements.chunks.len());
            placements.chunks.push(tigers);
            (placements.chunks.len() - 1, 0)
        });
        placements.found.insert(tigers, entry);
    }
    placements
});

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    compulsory: bool,
    captures: u32,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    tigers: u32,
    goats: u32,
    captured: u32,
    tigers_move: bool,
}

impl Position {
    /// Returns the number of goats placed so far: those on the board and those captured.
    fn placed(self) -> u32 {
        self.goats.count_ones() + self.captured
    }

    fn empty(self) -> u32 {
        ((1 << 25) - 1) & !(self.tigers | self.goats)
    }

    /// Returns the positions after every legal move.
    fn successors(self, rules: Rules) -> Vec<Position> {
        let mut next = Vec::new();
        let is_empty = |point: usize| self.empty() >> point & 1 == 1;
        if self.tigers_move {
            let mut steps = Vec::new();
            for from in members(self.tigers) {
                for (rows, columns) in directions() {
                    let Some(near) = step(from, rows, columns) else { continue };
                    if is_empty(near) {
                        let tigers = self.tigers ^ 1 << from ^ 1 << near;
                        steps.push(Position { tigers, tigers_move: false, ..self });
                    } else if self.goats >> near & 1 == 1
                        && let Some(far) = step(near, rows, columns).filter(|&far| is_empty(far))
                    {
                        let (tigers, goats) = (self.tigers ^ 1 << from ^ 1 << far, self.goats ^ 1 << near);
                        next.push(Position {
                            tigers,
                            goats,
                            captured: self.captured + 1,
                            tigers_move: false,
                        });
                    }
                }
            }
            if !rules.compulsory || next.is_empty() {
                next.extend(steps);
            }
        } else if self.placed() < GOATS {
            let place = |point: usize| Position { goats: self.goats | 1 << point, tigers_move: true, ..self };
            next.extend(members(self.empty()).map(place));
        } else {
            for from in members(self.goats) {
                for to in directions()
                    .filter_map(|(rows, columns)| step(from, rows, columns))
                    .filter(|&to| is_empty(to))
                {
                    next.push(Position {
                        goats: self.goats ^ 1 << from ^ 1 << to,
                        tigers_move: true,
                        ..self
                    });
                }
            }
        }
        next
    }

    /// Returns the position's index in a table: the chunk of its tigers, and its goats among the points without a tiger.
    fn table_index(self) -> (usize, u32) {
        let (chunk, symmetry) = PLACEMENTS.found[&self.tigers];
        let goats = image(self.goats, symmetry);
        let free = POINT_ORDER.iter().filter(|&&point| PLACEMENTS.chunks[chunk] >> point & 1 == 0);
        (chunk, free.zip(0..).fold(0, |set, (point, slot)| set | (goats >> point & 1) << slot))
    }
}

/// The value of a position, with the number of plies if the table stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value {
    /// 1 for a win of the tigers, 0 for a draw, -1 for a loss.
    tigers: i32,
    plies: Option<u32>,
}

/// A layer of the solution, which is one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    rules: Rules,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Sliding { captured: u32 },
    Placing { placed: u32 },
}

impl Layer {
    /// Parses the layer named in a table's header; `None` for tables of other games.
    pub(super) fn of(table: &TableFile) -> Option<Layer> {
        let mut words = table.profile.split(' ');
        let compulsory = match words.next()? {
            "baghchal" => false,
            "baghchal-compulsory" => true,
            _ => return None,
        };
        let captures = words.next()?.strip_prefix("captures=")?.parse().ok()?;
        let (kind, number) = table.layer.split_once(' ')?;
        let number = number.parse().ok()?;
        let part = match kind {
            "sliding" => Part::Sliding { captured: number },
            "placing" => Part::Placing { placed: number },
            _ => return None,
        };
        Some(Layer { rules: Rules { compulsory, captures }, part })
    }

    /// Returns the name of the layer's file.
    pub(super) fn file_name(self) -> String {
        let game = if self.rules.compulsory { "baghchal-compulsory" } else { "baghchal" };
        let (kind, number) = match self.part {
            Part::Sliding { captured } => ("sliding", captured),
            Part::Placing { placed } => ("placing", placed),
        };
        format!("{game}-{}-{kind}-{number}.table", self.rules.captures)
    }

    /// Returns the layers that moves lead to.
    pub(super) fn needs(self) -> Vec<Layer> {
        let layer = |part| Layer { part, ..self };
        match self.part {
            Part::Sliding { captured } if captured + 1 < self.rules.captures => {
                vec![layer(Part::Sliding { captured: captured + 1 })]
            }
            Part::Sliding { .. } => Vec::new(),
            Part::Placing { placed } if placed + 1 < GOATS => {
                vec![layer(Part::Placing { placed: placed + 1 })]
            }
            Part::Placing { .. } => {
                (0..self.rules.captures).map(|captured| layer(Part::Sliding { captured })).collect()
            }
        }
    }

    /// Checks values of this layer against those one move later and returns their number; `None` if a table of a later
    /// layer is missing.
    pub(super) fn derive(
        self,
        table: &TableFile,
        successors: &[(Layer, TableFile)],
        samples: u64,
        all: bool,
    ) -> Result<Option<u64>, String> {
        if successors.len() < self.needs().len() {
            return Ok(None);
        }
        if table.chunks() != PLACEMENTS.chunks.len() {
            return Err(format!(
                "The table has {} chunks instead of {}.",
                table.chunks(),
                PLACEMENTS.chunks.len()
            ));
        }
        let reader = Reader { layer: self, table, successors };
        if all {
            let wrong = (0..table.chunks()).into_par_iter().map(|chunk| reader.check_chunk(chunk));
            return wrong.try_reduce(|| 0, |a, b| Ok(a + b)).map(Some);
        }
        let batches = samples.div_ceil(BATCH);
        let check = |batch: u64| {
            let mut rng = Rng::new(batch);
            (0..BATCH).try_for_each(|_| reader.check(reader.random(&mut rng)))
        };
        (0..batches).into_par_iter().try_for_each(check)?;
        Ok(Some(batches * BATCH))
    }

    /// Returns the smallest and largest number of goats on the board.
    fn goat_range(self) -> (u32, u32) {
        match self.part {
            Part::Sliding { captured } => (GOATS - captured, GOATS - captured),
            Part::Placing { placed } => ((placed + 1).saturating_sub(self.rules.captures), placed),
        }
    }
}

/// A random number generator, xorshift64*.
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Rng {
        Rng((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns a number below `bound`, which must be far below 2⁶⁴ for an even distribution.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) as usize % bound
    }
}

/// Looks up values in a table and those of its later layers.
struct Reader<'a> {
    layer: Layer,
    table: &'a TableFile,
    successors: &'a [(Layer, TableFile)],
}

impl Reader<'_> {
    /// Returns the position with goats on these of the points without a tiger.
    fn position(&self, chunk: usize, slots: u32, tigers_move: bool) -> Position {
        let tigers = PLACEMENTS.chunks[chunk];
        let free = POINT_ORDER.iter().filter(|&&point| tigers >> point & 1 == 0);
        let goats = free.zip(0..).fold(0, |set, (point, slot)| set | (slots >> slot & 1) << point);
        let placed = match self.layer.part {
            Part::Sliding { .. } => GOATS,
            Part::Placing { placed } => placed,
        };
        Position { tigers, goats, captured: placed - slots.count_ones(), tigers_move }
    }

    /// Returns a random position of the layer.
    fn random(&self, rng: &mut Rng) -> Position {
        let (min, max) = self.layer.goat_range();
        let size = min as usize + rng.below((max - min + 1) as usize);
        let slots = unrank(rng.below(choose(21, size)), size, 21);
        let tigers_move = matches!(self.layer.part, Part::Placing { .. }) || rng.below(2) == 0;
        self.position(rng.below(PLACEMENTS.chunks.len()), slots, tigers_move)
    }

    /// Checks every position of a chunk and returns their number.
    fn check_chunk(&self, chunk: usize) -> Result<u64, String> {
        let (min, max) = self.layer.goat_range();
        let mut count = 0;
        for size in min..=max {
            for number in 0..choose(21, size as usize) {
                let slots = unrank(number, size as usize, 21);
                for tigers_move in [true, false] {
                    if tigers_move || matches!(self.layer.part, Part::Sliding { .. }) {
                        self.check(self.position(chunk, slots, tigers_move))?;
                        count += 1;
                    }
                }
            }
        }
        Ok(count)
    }

    /// Checks the stored value of a position against the one derived from the positions one move later.
    fn check(&self, position: Position) -> Result<(), String> {
        let stored = self.lookup(position).ok_or_else(|| format!("The table lacks {position:?}."))?;
        let derived =
            self.derive(position).ok_or_else(|| format!("A position after {position:?} is missing."))?;
        if stored.tigers == derived.tigers && (stored.plies.is_none() || stored.plies == derived.plies) {
            return Ok(());
        }
        Err(format!("The value of {position:?} is {stored:?} but should be {derived:?}."))
    }

    /// Derives the value of a position from those one move later.
    fn derive(&self, position: Position) -> Option<Value> {
        let sign = if position.tigers_move { 1 } else { -1 };
        let next = position.successors(self.layer.rules);
        if next.is_empty() {
            // A side that cannot move has lost.
            return Some(Value { tigers: -sign, plies: Some(0) });
        }
        let mut best: Option<Value> = None;
        for position in next {
            let mut value = self.successor_value(position)?;
            value.plies = value.plies.map(|plies| plies + 1);
            let better = best.is_none_or(|best| match (value.tigers * sign, best.tigers * sign) {
                (1, 1) => value.plies < best.plies,
                (-1, -1) => value.plies > best.plies,
                (new, old) => new > old,
            });
            if better {
                best = Some(value);
            }
        }
        best
    }

    /// Returns the value of a position one move later. Tables do not store positions before a placement, so their values
    /// derive from those after it.
    fn successor_value(&self, position: Position) -> Option<Value> {
        if position.captured >= self.layer.rules.captures {
            return Some(Value { tigers: 1, plies: Some(0) });
        }
        if !position.tigers_move && position.placed() < GOATS {
            let next = position.successors(self.layer.rules).into_iter().map(|next| self.lookup(next));
            let min = next.collect::<Option<Vec<_>>>()?.into_iter().map(|value| value.tigers).min();
            return min.map(|tigers| Value { tigers, plies: None });
        }
        self.lookup(position)
    }

    /// Looks up the stored value of a position.
    fn lookup(&self, position: Position) -> Option<Value> {
        let part = match position.placed() {
            GOATS => Part::Sliding { captured: position.captured },
            placed => Part::Placing { placed },
        };
        let wanted = Layer { part, ..self.layer };
        let table = if wanted == self.layer {
            self.table
        } else {
            &self.successors.iter().find(|(layer, _)| *layer == wanted)?.1
        };
        let (chunk, slots) = position.table_index();
        let bytes = table.chunk(chunk);
        let size = slots.count_ones();
        if let Part::Sliding { .. } = part {
            let len = choose(21, 21 - size as usize);
            let at = rank(!slots & ((1 << 21) - 1)) + if position.tigers_move { len } else { 0 };
            let distance = *bytes.get(at)?;
            let mover_wins = distance % 2 == 1;
            return Some(match distance {
                DRAW => Value { tigers: 0, plies: None },
                _ => Value {
                    tigers: if mover_wins == position.tigers_move { 1 } else { -1 },
                    plies: Some(distance.into()),
                },
            });
        }
        let first = (size - wanted.goat_range().0) as usize;
        let words = choose(21, size as usize).div_ceil(64);
        let bit = |which: usize| {
            let start = u32::from_le_bytes(*bytes.get(8 * first + 4 * which..)?.first_chunk()?) as usize;
            packed_bit(bytes.get(start..)?, words, rank(slots))
        };
        let tigers = if bit(0)? {
            1
        } else if bit(1)? {
            0
        } else {
            -1
        };
        Some(Value { tigers, plies: None })
    }
}

/// Reads a bit of a packed bit string: group headers of 20 bytes for 64 words each, then the stored words.
fn packed_bit(bytes: &[u8], words: usize, bit: usize) -> Option<bool> {
    let word = bit / 64;
    let group = bytes.get(20 * (word / 64)..)?;
    let long = |bytes: &[u8]| Some(u64::from_le_bytes(*bytes.first_chunk()?));
    let (stored, ones) = (long(group)?, long(group.get(8..)?)?);
    let before = u32::from_le_bytes(*group.get(16..)?.first_chunk()?) as usize;
    let inside = word % 64;
    if stored >> inside & 1 == 0 {
        return Some(ones >> inside & 1 == 1);
    }
    let place = before + (stored & ((1 << inside) - 1)).count_ones() as usize;
    let value = long(bytes.get(20 * words.div_ceil(64) + 8 * place..)?)?;
    Some(value >> (bit % 64) & 1 == 1)
}
