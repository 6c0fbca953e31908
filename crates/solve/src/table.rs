//! The file format of tables: written atomically, memory-mapped, with a checksum for every chunk.
//!
//! ```text
//! offset  bytes
//!      0     16   "chautari table\n" and the version of this format, 1
//!     16      8   the length of the file
//!     24      4   the number of chunks, n
//!     28      4   the length of the profile, p
//!     32      4   the length of the layer, l
//!     36      p   the profile: the game and its rules
//!             l   the layer: the part of the game
//!           12n   for each chunk, the offset of its end (8 bytes) and its CRC-32 (4)
//!             4   the CRC-32 of everything above
//!                 the chunks, one after the other
//! ```
//!
//! Numbers are little-endian. The header is verified when a table is opened and each chunk on first access, so that
//! a single value from a table of gigabytes is read at once, and a damaged one never.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use memmap2::Mmap;
use rayon::prelude::*;

const MAGIC: &[u8; 16] = b"chautari table\n\x01";
/// The length of the header before the profile.
const FIXED: usize = 36;

/// The identity of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The game and its rules.
    pub profile: String,
    /// The part of the game.
    pub layer: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.layer, self.profile)
    }
}

/// Why a table could not be read or written.
#[derive(Debug)]
pub enum TableError {
    /// The file could not be read or written.
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is not a table of this format version.
    Foreign {
        /// The path of the file.
        path: PathBuf,
    },
    /// The table has another identity.
    Other {
        /// The path of the file.
        path: PathBuf,
        /// The identity found in the file.
        found: Identity,
        /// The expected identity.
        wanted: Identity,
    },
    /// A checksum does not match.
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The damaged part.
        place: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { path, error } => write!(f, "{}: {error}.", path.display()),
            TableError::Foreign { path } => {
                write!(f, "{} is not a table of this format version.", path.display())
            }
            TableError::Other { path, found, wanted } => {
                write!(f, "{} contains {found}, not {wanted}.", path.display())
            }
            TableError::Damaged { path, place } => {
                write!(f, "{} is damaged ({place}).", path.display())
            }
        }
    }
}

impl std::error::Error for TableError {}

impl TableError {
    /// Whether the error is that the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, TableError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// Writes a table atomically: it appears under its name only when it is complete and synced. Until then it
/// has the extension `unfinished`, and leftovers of a killed writer are overwritten. Callers must not write
/// the same table concurrently.
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
        // The partial file is useless; failing to remove it is not the error to report.
        let _ = fs::remove_file(&unfinished);
    }
    written?;
    // The new name must survive a power failure too. Not every system can open a folder.
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

/// Returns the offset of the header field with the end of a chunk.
pub(crate) fn ends_at(identity: &Identity, chunk: usize) -> usize {
    FIXED + identity.profile.len() + identity.layer.len() + 12 * chunk
}

/// Returns the offset of the first of `chunks` chunks.
pub(crate) fn first_chunk(identity: &Identity, chunks: usize) -> usize {
    ends_at(identity, chunks) + 4
}

/// A memory-mapped table.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: File,
    map: Mmap,
    /// The clock tick at which the file was last seen to have its full length.
    whole: AtomicU64,
    /// The start of each chunk, and the end of the last one.
    bounds: Vec<usize>,
    sums: Vec<u32>,
    /// Whether each chunk has been verified.
    checked: Vec<AtomicBool>,
}

impl Table {
    /// Opens a table and checks its header.
    pub fn open(path: &Path, wanted: &Identity) -> Result<Table, TableError> {
        let io = |error| TableError::Io { path: path.to_owned(), error };
        let file = File::open(path).map_err(io)?;
        let map = map(&file).map_err(io)?;
        if !map.starts_with(MAGIC) {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        let damaged = || TableError::Damaged { path: path.to_owned(), place: "header".to_owned() };
        let Head { identity, bounds, sums } = read_head(&map).ok_or_else(damaged)?;
        if identity != *wanted {
            return Err(TableError::Other { path: path.to_owned(), found: identity, wanted: wanted.clone() });
        }
        let checked = sums.iter().map(|_| AtomicBool::new(false)).collect();
        let (path, whole) = (path.to_owned(), AtomicU64::new(moment()));
        Ok(Table { path, file, map, whole, bounds, sums, checked })
    }

    /// Returns the number of chunks.
    pub fn chunks(&self) -> usize {
        self.sums.len()
    }

    /// Returns the length of the file in bytes.
    pub fn bytes(&self) -> usize {
        self.map.len()
    }

    /// Returns a chunk, verifying it on first access.
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

    /// Checks that the file has not been truncated, because reading beyond the end of a mapped file kills the
    /// process. Checked at most once per clock tick: tables are probed millions of times a second, and asking
    /// for the length costs as much as several probes. A file truncated and read within the same few
    /// milliseconds still kills the process.
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
            return Err(TableError::Damaged { path: self.path.clone(), place: "truncated".to_owned() });
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

    /// Verifies every chunk.
    pub fn check_all(&self) -> Result<(), TableError> {
        (0..self.chunks()).into_par_iter().try_for_each(|number| self.chunk(number).map(drop))
    }

    /// Creates the error for a damaged chunk.
    pub fn damaged(&self, number: usize) -> TableError {
        TableError::Damaged { path: self.path.clone(), place: format!("chunk {number}") }
    }
}

/// Returns the current clock tick of a few milliseconds. The coarse clock costs 13 ns, the exact one 56 ns,
/// which is noticeable next to a probe.
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
    // SAFETY: a mapping is unsound only if the file changes underneath. Tables are never written in place:
    // they appear complete, by renaming, and are replaced by renaming. A truncation by other means is noticed
    // at the next tick of the kernel's clock (about 4 ms); reading beyond the end before that ends the
    // process with SIGBUS, which does not access other memory. Changed bytes fail their checksum, unless the
    // chunk was verified before.
    unsafe { Mmap::map(file) }
}

struct Head {
    identity: Identity,
    bounds: Vec<usize>,
    sums: Vec<u32>,
}

/// Parses the header; `None` if it is damaged.
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
    fn written_tables_are_read_back() {
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

    /// Reading beyond the end of a mapped file kills the process.
    #[test]
    fn truncating_a_mapped_file_is_an_error() {
        let folder = folder("cut");
        let path = folder.join("a.table");
        write_table(&path, &identity(), &[vec![1; 100_000], vec![2; 100_000]]).unwrap();
        let table = Table::open(&path, &identity()).unwrap();
        assert_eq!(table.chunk(0).unwrap().len(), 100_000);
        File::options().write(true).open(&path).unwrap().set_len(10_000).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(25));
        for number in [0, 1] {
            let error = table.chunk(number).unwrap_err().to_string();
            assert!(error.contains("truncated"), "{error}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Every changed byte and every truncation is detected.
    #[test]
    fn all_damage_is_detected() {
        let folder = folder("damage");
        let path = folder.join("a.table");
        write_table(&path, &identity(), &[vec![7; 40], vec![9; 30]]).unwrap();
        let whole = fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            // A new file each time, because the old one may be mapped.
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
