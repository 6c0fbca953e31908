//! Bagh Chal once more, from its rule book, and where its tables keep each position.

use std::collections::HashMap;
use std::sync::LazyLock;

use rayon::prelude::*;

use super::file::TableFile;

/// The points in the order in which a table numbers those without a tiger.
const ORDER: [usize; 25] =
    [12, 0, 4, 20, 24, 2, 10, 14, 22, 6, 8, 16, 18, 7, 11, 13, 17, 1, 3, 5, 9, 15, 19, 21, 23];
const GOATS: u32 = 20;
/// What a byte says of a draw.
const DRAW: u8 = 255;
/// Positions checked one after the other by one thread.
const BATCH: u64 = 1 << 10;

/// The point this many rows and columns away, if a line goes there.
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

/// The board turned and mirrored.
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

/// The number of a set among all of its size, in the order of their masks.
fn rank(set: u32) -> usize {
    members(set).zip(1..).map(|(point, size)| choose(point, size)).sum()
}

/// The set of that number.
fn unrank(mut number: usize, size: usize, points: usize) -> u32 {
    let (mut set, mut below) = (0, points);
    for size in (1..=size).rev() {
        below = (0..below).rev().find(|&point| choose(point, size) <= number).unwrap_or(0);
        number -= choose(below, size);
        set |= 1 << below;
    }
    set
}

/// For each place of four tigers, its chunk and the symmetry that leads to the tigers of that chunk.
struct Places {
    found: HashMap<u32, (usize, usize)>,
    chunks: Vec<u32>,
}

static PLACES: LazyLock<Places> = LazyLock::new(|| {
    let mut places = Places { found: HashMap::new(), chunks: Vec::new() };
    let mut numbers = HashMap::new();
    for number in 0..choose(25, 4) {
        let tigers = unrank(number, 4, 25);
        // The first of those that are alike is the one the chunk is about.
        let known = (0..8).find_map(|s| Some((*numbers.get(&image(tigers, s))?, s)));
        let entry = known.unwrap_or_else(|| {
            numbers.insert(tigers, places.chunks.len());
            places.chunks.push(tigers);
            (places.chunks.len() - 1, 0)
        });
        places.found.insert(tigers, entry);
    }
    places
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
    /// Those on the board and those captured.
    fn placed(self) -> u32 {
        self.goats.count_ones() + self.captured
    }

    fn empty(self) -> u32 {
        ((1 << 25) - 1) & !(self.tigers | self.goats)
    }

    /// Every position one move on.
    fn next(self, rules: Rules) -> Vec<Position> {
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

    /// The chunk of its tigers, and its goats among the points without a tiger.
    fn place(self) -> (usize, u32) {
        let (chunk, symmetry) = PLACES.found[&self.tigers];
        let goats = image(self.goats, symmetry);
        let free = ORDER.iter().filter(|&&point| PLACES.chunks[chunk] >> point & 1 == 0);
        (chunk, free.zip(0..).fold(0, |set, (point, slot)| set | (goats >> point & 1) << slot))
    }
}

/// What a position is worth: to the tigers, and in how many plies where that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Worth {
    /// -1, 0 or 1.
    tigers: i32,
    plies: Option<u32>,
}

/// A part of the solution.
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
    /// The layer a table says it is of, if it is of this game.
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

    pub(super) fn file_name(self) -> String {
        let game = if self.rules.compulsory { "baghchal-compulsory" } else { "baghchal" };
        let (kind, number) = match self.part {
            Part::Sliding { captured } => ("sliding", captured),
            Part::Placing { placed } => ("placing", placed),
        };
        format!("{game}-{}-{kind}-{number}.table", self.rules.captures)
    }

    /// The layers its moves lead to.
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

    /// Derives values of this layer from those one move on, and says how many; `None` where a table they
    /// follow from is not there.
    pub(super) fn derive(
        self,
        table: &TableFile,
        near: &[(Layer, TableFile)],
        samples: u64,
        all: bool,
    ) -> Result<Option<u64>, String> {
        if near.len() < self.needs().len() {
            return Ok(None);
        }
        if table.chunks() != PLACES.chunks.len() {
            return Err(format!("It has {} chunks, not {}.", table.chunks(), PLACES.chunks.len()));
        }
        let reader = Reader { layer: self, table, near };
        if all {
            let wrong = (0..table.chunks()).into_par_iter().map(|chunk| reader.check_chunk(chunk));
            return wrong.try_reduce(|| 0, |a, b| Ok(a + b)).map(Some);
        }
        let batches = samples.div_ceil(BATCH);
        let check = |batch: u64| {
            let mut chance = Chance::new(batch);
            (0..BATCH).try_for_each(|_| reader.check(reader.random(&mut chance)))
        };
        (0..batches).into_par_iter().try_for_each(check)?;
        Ok(Some(batches * BATCH))
    }

    /// The least and the most goats on the board.
    fn sizes(self) -> (u32, u32) {
        match self.part {
            Part::Sliding { captured } => (GOATS - captured, GOATS - captured),
            Part::Placing { placed } => ((placed + 1).saturating_sub(self.rules.captures), placed),
        }
    }
}

/// Random numbers, the same for the same seed: xorshift64*.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below another, whose size is small beside 2⁶⁴.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) as usize % bound
    }
}

struct Reader<'a> {
    layer: Layer,
    table: &'a TableFile,
    near: &'a [(Layer, TableFile)],
}

impl Reader<'_> {
    /// The position whose goats stand on these of the points without a tiger.
    fn position(&self, chunk: usize, slots: u32, tigers_move: bool) -> Position {
        let tigers = PLACES.chunks[chunk];
        let free = ORDER.iter().filter(|&&point| tigers >> point & 1 == 0);
        let goats = free.zip(0..).fold(0, |set, (point, slot)| set | (slots >> slot & 1) << point);
        let placed = match self.layer.part {
            Part::Sliding { .. } => GOATS,
            Part::Placing { placed } => placed,
        };
        Position { tigers, goats, captured: placed - slots.count_ones(), tigers_move }
    }

    fn random(&self, chance: &mut Chance) -> Position {
        let (least, most) = self.layer.sizes();
        let size = least as usize + chance.below((most - least + 1) as usize);
        let slots = unrank(chance.below(choose(21, size)), size, 21);
        let tigers_move = matches!(self.layer.part, Part::Placing { .. }) || chance.below(2) == 0;
        self.position(chance.below(PLACES.chunks.len()), slots, tigers_move)
    }

    fn check_chunk(&self, chunk: usize) -> Result<u64, String> {
        let (least, most) = self.layer.sizes();
        let mut count = 0;
        for size in least..=most {
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

    /// Whether what the table says of a position follows from what is said of those one move on.
    fn check(&self, position: Position) -> Result<(), String> {
        let said = self.said(position).ok_or_else(|| format!("It does not hold {position:?}."))?;
        let follows =
            self.follows(position).ok_or_else(|| format!("What follows {position:?} is not there."))?;
        if said.tigers == follows.tigers && (said.plies.is_none() || said.plies == follows.plies) {
            return Ok(());
        }
        Err(format!("It says {said:?} of {position:?}, from which follows {follows:?}."))
    }

    fn follows(&self, position: Position) -> Option<Worth> {
        let sign = if position.tigers_move { 1 } else { -1 };
        let next = position.next(self.layer.rules);
        if next.is_empty() {
            // Who cannot move has lost.
            return Some(Worth { tigers: -sign, plies: Some(0) });
        }
        let mut best: Option<Worth> = None;
        for position in next {
            let mut worth = self.worth(position)?;
            worth.plies = worth.plies.map(|plies| plies + 1);
            let better = best.is_none_or(|best| match (worth.tigers * sign, best.tigers * sign) {
                (1, 1) => worth.plies < best.plies,
                (-1, -1) => worth.plies > best.plies,
                (new, old) => new > old,
            });
            if better {
                best = Some(worth);
            }
        }
        best
    }

    /// What a position one move on is worth: as a table says, or one ply further where goats are placed.
    fn worth(&self, position: Position) -> Option<Worth> {
        if position.captured >= self.layer.rules.captures {
            return Some(Worth { tigers: 1, plies: Some(0) });
        }
        if !position.tigers_move && position.placed() < GOATS {
            let next = position.next(self.layer.rules).into_iter().map(|next| self.said(next));
            let least = next.collect::<Option<Vec<_>>>()?.into_iter().map(|worth| worth.tigers).min();
            return least.map(|tigers| Worth { tigers, plies: None });
        }
        self.said(position)
    }

    /// What the tables say.
    fn said(&self, position: Position) -> Option<Worth> {
        let part = match position.placed() {
            GOATS => Part::Sliding { captured: position.captured },
            placed => Part::Placing { placed },
        };
        let wanted = Layer { part, ..self.layer };
        let table = if wanted == self.layer {
            self.table
        } else {
            &self.near.iter().find(|(layer, _)| *layer == wanted)?.1
        };
        let (chunk, slots) = position.place();
        let bytes = table.chunk(chunk);
        let size = slots.count_ones();
        if let Part::Sliding { .. } = part {
            let len = choose(21, 21 - size as usize);
            let at = rank(!slots & ((1 << 21) - 1)) + if position.tigers_move { len } else { 0 };
            let distance = *bytes.get(at)?;
            let mover_wins = distance % 2 == 1;
            return Some(match distance {
                DRAW => Worth { tigers: 0, plies: None },
                _ => Worth {
                    tigers: if mover_wins == position.tigers_move { 1 } else { -1 },
                    plies: Some(distance.into()),
                },
            });
        }
        let first = (size - wanted.sizes().0) as usize;
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
        Some(Worth { tigers, plies: None })
    }
}

/// A bit of a packed string: groups of 64 words, 20 bytes each, then the words that are stored.
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
