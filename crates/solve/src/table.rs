//! Tables on disk: written whole or not at all, and never believed unless their checksums agree.
//!
//! ```text
//! offset  bytes
//!      0     16   "chautari table\n" and the version of this format, 1
//!     16      8   the length of the file
//!     24      4   the number of chunks, n
//!     28      4   the length of the profile, p
//!     32      4   the length of the layer, l
//!     36      p   the profile: which game, under which rules
//!             l   the layer: which part of it
//!           12n   for each chunk, where it ends (8 bytes) and the CRC-32 of what is in it (4)
//!             4   the CRC-32 of everything above
//!                 the chunks, one after the other
//! ```
//!
//! Numbers are little-endian. The head is checked when a table is opened and each chunk when it is
//! first touched, so that one value from a table of gigabytes is had at once, and a damaged one
//! never.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use memmap2::Mmap;
use rayon::prelude::*;

const MAGIC: &[u8; 16] = b"chautari table\n\x01";
/// The head up to the profile.
const FIXED: usize = 36;

/// What a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Which game, under which rules.
    pub profile: String,
    /// Which part of it.
    pub layer: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.layer, self.profile)
    }
}

/// Why a table gives no answer.
#[derive(Debug)]
pub enum TableError {
    /// It could not be read or written.
    Io {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is a file of something else, or of another version of this format.
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// It is a table of something else.
    Other {
        /// Which file.
        path: PathBuf,
        /// What it is about.
        found: Identity,
        /// What it should be about.
        wanted: Identity,
    },
    /// What it says is not what was written.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Where.
        place: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { path, error } => write!(f, "{}: {error}.", path.display()),
            TableError::Foreign { path } => {
                write!(f, "{} is no table of this version.", path.display())
            }
            TableError::Other { path, found, wanted } => {
                write!(f, "{} is about {found}, not about {wanted}.", path.display())
            }
            TableError::Damaged { path, place } => {
                write!(f, "{} is damaged: {place} is not what was written.", path.display())
            }
        }
    }
}

impl std::error::Error for TableError {}

impl TableError {
    /// Whether all there is to it is that the file is not there.
    pub fn is_missing(&self) -> bool {
        matches!(self, TableError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// Writes a table. The file appears under its name only when all of it is on the disk; until then
/// it ends in `unfinished`, and what a writer that was killed left there is written over. Two that
/// write the same table at a time have to be kept apart by whoever starts them.
pub fn write_table(path: &Path, identity: &Identity, chunks: &[Vec<u8>]) -> Result<(), TableError> {
    write(path, identity, chunks).map_err(|error| TableError::Io { path: path.to_owned(), error })
}

fn write(path: &Path, identity: &Identity, chunks: &[Vec<u8>]) -> io::Result<()> {
    let head = head(identity, chunks);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unfinished = path.with_extension("unfinished");
    let written = (|| {
        let mut out = BufWriter::new(File::create(&unfinished)?);
        out.write_all(&head)?;
        for chunk in chunks {
            out.write_all(chunk)?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, path)
    })();
    if written.is_err() {
        // What is left of it is of no use; that it cannot be removed is not what went wrong.
        let _ = fs::remove_file(&unfinished);
    }
    written?;
    // The new name must survive a loss of power too. Not every system can open a folder.
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}

fn head(identity: &Identity, chunks: &[Vec<u8>]) -> Vec<u8> {
    let start = first_chunk(identity, chunks.len());
    let length: usize = start + chunks.iter().map(Vec::len).sum::<usize>();
    let mut head = MAGIC.to_vec();
    head.extend((length as u64).to_le_bytes());
    for number in [chunks.len(), identity.profile.len(), identity.layer.len()] {
        head.extend((number as u32).to_le_bytes());
    }
    head.extend(identity.profile.bytes().chain(identity.layer.bytes()));
    let sums: Vec<u32> = chunks.par_iter().map(|chunk| crc32fast::hash(chunk)).collect();
    let mut end = start;
    for (chunk, sum) in chunks.iter().zip(sums) {
        end += chunk.len();
        head.extend((end as u64).to_le_bytes());
        head.extend(sum.to_le_bytes());
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    head
}

/// Where in a table it stands where a chunk ends.
pub(crate) fn ends_at(identity: &Identity, chunk: usize) -> usize {
    FIXED + identity.profile.len() + identity.layer.len() + 12 * chunk
}

/// Where the first of this many chunks begins.
pub(crate) fn first_chunk(identity: &Identity, chunks: usize) -> usize {
    ends_at(identity, chunks) + 4
}

/// A table on disk, mapped into memory.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: File,
    map: Mmap,
    /// The moment at which the file was last seen to be as long as the mapping.
    whole: AtomicU64,
    /// Where each chunk begins, and where the last one ends.
    bounds: Vec<usize>,
    sums: Vec<u32>,
    /// The chunks that were found to be what was written.
    checked: Vec<AtomicBool>,
}

impl Table {
    /// Opens a table and checks its head.
    pub fn open(path: &Path, wanted: &Identity) -> Result<Table, TableError> {
        let io = |error| TableError::Io { path: path.to_owned(), error };
        let file = File::open(path).map_err(io)?;
        let map = map(&file).map_err(io)?;
        if !map.starts_with(MAGIC) {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        let damaged = || TableError::Damaged { path: path.to_owned(), place: "its head".to_owned() };
        let Head { identity, bounds, sums } = read_head(&map).ok_or_else(damaged)?;
        if identity != *wanted {
            return Err(TableError::Other { path: path.to_owned(), found: identity, wanted: wanted.clone() });
        }
        let checked = sums.iter().map(|_| AtomicBool::new(false)).collect();
        let (path, whole) = (path.to_owned(), AtomicU64::new(moment()));
        Ok(Table { path, file, map, whole, bounds, sums, checked })
    }

    /// How many chunks there are.
    pub fn chunks(&self) -> usize {
        self.sums.len()
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        self.map.len()
    }

    /// What a chunk holds.
    #[inline]
    pub fn chunk(&self, number: usize) -> Result<&[u8], TableError> {
        let (Some(&start), Some(&end)) = (self.bounds.get(number), self.bounds.get(number + 1)) else {
            return Err(self.damaged(number));
        };
        self.expect_whole()?;
        let chunk = &self.map[start..end];
        if !self.checked[number].load(Relaxed) {
            self.check(number, chunk)?;
        }
        Ok(chunk)
    }

    /// Whoever reads behind the end of a mapped file is ended by the system. So its length is looked at before
    /// it is used, though not more than once a moment: tables are probed millions of times a second, and asking for a
    /// length costs as much as several probes. A file that is cut and read within the same few milliseconds still
    /// ends the program.
    #[inline]
    fn expect_whole(&self) -> Result<(), TableError> {
        let now = moment();
        if self.whole.load(Relaxed) == now {
            return Ok(());
        }
        self.measure(now)
    }

    #[cold]
    fn measure(&self, now: u64) -> Result<(), TableError> {
        let io = |error| TableError::Io { path: self.path.clone(), error };
        if self.file.metadata().map_err(io)?.len() < self.map.len() as u64 {
            return Err(TableError::Damaged { path: self.path.clone(), place: "its end".to_owned() });
        }
        self.whole.store(now, Relaxed);
        Ok(())
    }

    #[cold]
    fn check(&self, number: usize, chunk: &[u8]) -> Result<(), TableError> {
        if crc32fast::hash(chunk) != self.sums[number] {
            return Err(self.damaged(number));
        }
        self.checked[number].store(true, Relaxed);
        Ok(())
    }

    /// Checks every chunk.
    pub fn check_all(&self) -> Result<(), TableError> {
        (0..self.chunks()).into_par_iter().try_for_each(|number| self.chunk(number).map(drop))
    }

    /// The error of a chunk that cannot be what was written.
    pub fn damaged(&self, number: usize) -> TableError {
        TableError::Damaged { path: self.path.clone(), place: format!("chunk {number}") }
    }
}

/// A few milliseconds, told from those before and after. The clock of the kernel's ticks costs 13 ns where the exact
/// one costs 56, which is felt beside a probe.
#[cfg(target_os = "linux")]
#[inline]
fn moment() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::MonotonicCoarse);
    (now.tv_sec as u64) << 30 | now.tv_nsec as u64
}

#[cfg(not(target_os = "linux"))]
fn moment() -> u64 {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed().as_millis() as u64
}

#[allow(unsafe_code, reason = "a mapped file can be probed at once, whatever its size")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a mapping is unsound only if the file changes under it. Tables are never written in
    // place: they appear by renaming, complete, and are replaced by renaming. Whoever truncates one
    // by other means is noticed by the next tick of the kernel's clock (4 ms or so): what is read behind
    // its end until then has the system end the program by SIGBUS, which is no way to read other memory.
    // Whoever changes bytes has them refused by the checksums, unless they were checked before.
    unsafe { Mmap::map(file) }
}

struct Head {
    identity: Identity,
    bounds: Vec<usize>,
    sums: Vec<u32>,
}

/// Reads the head, or finds it to be damaged.
fn read_head(bytes: &[u8]) -> Option<Head> {
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let long = |at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let [chunks, profile, layer] = [24, 28, 32].map(|at| number(at).map(|n| n as usize));
    let (chunks, profile, layer) = (chunks?, profile?, layer?);
    let layer_at = FIXED.checked_add(profile)?;
    let chunks_at = layer_at.checked_add(layer)?;
    let sum_at = chunks.checked_mul(12)?.checked_add(chunks_at)?;
    if number(sum_at)? != crc32fast::hash(&bytes[..sum_at]) || long(16)? != bytes.len() as u64 {
        return None;
    }
    let text = |from: usize, to: usize| String::from_utf8(bytes.get(from..to)?.to_vec()).ok();
    let identity = Identity { profile: text(FIXED, layer_at)?, layer: text(layer_at, chunks_at)? };
    let mut bounds = vec![sum_at + 4];
    let mut sums = Vec::with_capacity(chunks);
    for chunk in 0..chunks {
        bounds.push(usize::try_from(long(chunks_at + 12 * chunk)?).ok()?);
        sums.push(number(chunks_at + 12 * chunk + 8)?);
    }
    let fits = bounds.is_sorted() && *bounds.last()? == bytes.len();
    fits.then_some(Head { identity, bounds, sums })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity { profile: "a game".to_owned(), layer: "a part".to_owned() }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("chautari-table-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = folder("read");
        let path = folder.join("a.table");
        let chunks = vec![vec![1, 2, 3], vec![], vec![4; 1000]];
        write_table(&path, &identity(), &chunks).unwrap();
        let table = Table::open(&path, &identity()).unwrap();
        table.check_all().unwrap();
        assert_eq!(table.chunks(), 3);
        for (number, chunk) in chunks.iter().enumerate() {
            assert_eq!(table.chunk(number).unwrap(), chunk);
        }
        assert!(matches!(table.chunk(3), Err(TableError::Damaged { .. })));
        let other = Identity { layer: "another".to_owned(), ..identity() };
        assert!(matches!(Table::open(&path, &other), Err(TableError::Other { .. })));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// A program that reads behind the end of a mapped file is ended by the system.
    #[test]
    fn a_file_cut_while_it_is_used_is_an_error() {
        let folder = folder("cut");
        let path = folder.join("a.table");
        write_table(&path, &identity(), &[vec![1; 100_000], vec![2; 100_000]]).unwrap();
        let table = Table::open(&path, &identity()).unwrap();
        assert_eq!(table.chunk(0).unwrap().len(), 100_000);
        File::options().write(true).open(&path).unwrap().set_len(10_000).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(25));
        for number in [0, 1] {
            let told = table.chunk(number).unwrap_err().to_string();
            assert!(told.contains("its end"), "{told}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Whatever byte is changed, and wherever the file is cut, something is said.
    #[test]
    fn all_damage_is_found() {
        let folder = folder("damage");
        let path = folder.join("a.table");
        write_table(&path, &identity(), &[vec![7; 40], vec![9; 30]]).unwrap();
        let whole = fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            // A new file each time, since the old one may be mapped.
            fs::remove_file(&path).unwrap();
            fs::write(&path, bytes).unwrap();
            Table::open(&path, &identity()).and_then(|table| table.check_all()).is_err()
        };
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            assert!(refused(&bytes), "a change at {at} was not found");
            assert!(refused(&whole[..at]), "a cut at {at} was not found");
        }
        assert!(!refused(&whole));
        fs::remove_dir_all(folder).unwrap();
    }
}
