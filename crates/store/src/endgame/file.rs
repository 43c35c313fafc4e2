//! One slice in a file: read block by block. `docs/endgame-files.md` shows the format.

use super::cache::Cache;
use super::cells::{Cells, decode};
use super::error::EndgameError;
use super::header::{HEADER_BYTES, Header, Stage};
use super::tablebase_value::Code;
use plybook_format::checksum::{Checksum, checksum};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of a block's entry in the index: its length and its checksum.
pub(crate) const ENTRY_BYTES: usize = 12;
/// Bytes of the checksum at the end of the index.
pub(crate) const INDEX_SUM_BYTES: usize = 8;

/// What a file must be in order to be read as some slice of some game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expected {
    /// The game's name without options.
    pub game: String,
    /// The slice's name.
    pub slice_name: String,
    /// The fingerprint of rules and numbering.
    pub rules: u64,
    /// Numbers of the slice.
    pub size: u64,
}

/// An open file whose head and index are in order. Blocks are checked when they are read.
pub(crate) struct SliceFile {
    path: PathBuf,
    file: File,
    header: Header,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    offset: u64,
    length: u32,
    sum: u64,
}

impl SliceFile {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or is not what is expected.
    pub fn open(path: &Path, expected: &Expected) -> Result<SliceFile, EndgameError> {
        let refuse = |problem: String| EndgameError::refused(path, problem);
        let file = File::open(path).map_err(EndgameError::disk(path, "open it"))?;
        let length = file.metadata().map_err(EndgameError::disk(path, "ask for its length"))?.len();
        let mut head = [0; HEADER_BYTES];
        if length < HEADER_BYTES as u64 {
            return Err(refuse(format!("it has only {length} bytes")));
        }
        file.read_exact_at(&mut head, 0).map_err(EndgameError::disk(path, "read it"))?;
        let header = Header::decode(&head).map_err(refuse)?;
        check_owner(&header, expected).map_err(refuse)?;
        let entries = read_index(path, &file, length, &header)?;
        Ok(SliceFile { path: path.to_owned(), file, header, entries })
    }

    /// What the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        let blocks: u64 = self.entries.iter().map(|entry| u64::from(entry.length)).sum();
        (HEADER_BYTES + self.entries.len() * ENTRY_BYTES + INDEX_SUM_BYTES) as u64 + blocks
    }

    /// Numbers in a block.
    fn block_size(&self, block: u64) -> u64 {
        let per_block = u64::from(self.header.block);
        per_block.min(self.header.size - block * per_block)
    }

    /// Reads and unpacks a block.
    fn block(&self, block: u64) -> Result<Vec<u8>, EndgameError> {
        let refuse = |problem: &str| EndgameError::refused(&self.path, format!("block {block} {problem}"));
        let entry = self.entries.get(block as usize).ok_or_else(|| refuse("is not there"))?;
        let mut packed = vec![0; entry.length as usize];
        self.file
            .read_exact_at(&mut packed, entry.offset)
            .map_err(EndgameError::disk(&self.path, "read it"))?;
        if checksum(&packed) != entry.sum {
            return Err(refuse("is damaged"));
        }
        let wanted = self.block_size(block) as usize * usize::from(self.header.width);
        let bytes = zstd::bulk::decompress(&packed, wanted).map_err(|_| refuse("cannot be unpacked"))?;
        if bytes.len() != wanted {
            return Err(refuse("has the wrong length"));
        }
        Ok(bytes)
    }

    /// The code of a number, by way of the cache.
    ///
    /// # Errors
    /// The block cannot be read or is damaged.
    pub fn get(&self, index: u64, cache: &Cache) -> Result<Code, EndgameError> {
        let per_block = u64::from(self.header.block);
        let (block, place) = (index / per_block, (index % per_block) as usize);
        let bytes = match cache.get(self.header.slice, block) {
            Some(bytes) => bytes,
            None => {
                let bytes: Arc<[u8]> = self.block(block)?.into();
                cache.put(self.header.slice, block, Arc::clone(&bytes));
                bytes
            }
        };
        let width = usize::from(self.header.width);
        let cell = bytes.get(place * width..(place + 1) * width);
        let code = cell.and_then(|cell| decode(cell, self.header.width).next());
        code.ok_or_else(|| EndgameError::refused(&self.path, format!("it has no number {index}")))
    }

    /// Reads all values into memory and checks their signature; `tick` is told after each block how many numbers it
    /// had.
    ///
    /// # Errors
    /// A block cannot be read or is damaged, or the signature is wrong.
    pub fn load(&self, tick: &mut dyn FnMut(u64)) -> Result<Cells, EndgameError> {
        let cells = Cells::new(self.header.size, self.header.width == 2);
        let mut sum = Checksum::new();
        for block in 0..self.header.blocks() {
            let bytes = self.block(block)?;
            sum.add(&bytes);
            cells.read(block * u64::from(self.header.block), &bytes);
            tick(self.block_size(block));
        }
        if sum.sum() != self.header.signature {
            return Err(EndgameError::refused(
                &self.path,
                "its values do not have the signature of its head",
            ));
        }
        Ok(cells)
    }

    /// Whether the file is a finished slice.
    pub fn is_finished(&self) -> bool {
        self.header.stage == Stage::Finished
    }
}

/// Refuses a file of another game, of another slice or of other rules.
fn check_owner(header: &Header, expected: &Expected) -> Result<(), String> {
    if header.game != expected.game {
        return Err(format!("it belongs to the game {}, not to {}", header.game, expected.game));
    }
    if header.slice_name != expected.slice_name {
        return Err(format!("it holds slice {}, not {}", header.slice_name, expected.slice_name));
    }
    if header.rules != expected.rules || header.size != expected.size {
        return Err("it was built for other rules or another numbering".to_owned());
    }
    Ok(())
}

/// Reads and checks the index at the end of a file.
fn read_index(path: &Path, file: &File, length: u64, header: &Header) -> Result<Vec<Entry>, EndgameError> {
    let damaged = || EndgameError::refused(path, "it is cut off or its index is damaged");
    let bytes = header.blocks().checked_mul(ENTRY_BYTES as u64).ok_or_else(damaged)?;
    let all = bytes + INDEX_SUM_BYTES as u64;
    let start = length.checked_sub(all).filter(|&start| start >= HEADER_BYTES as u64).ok_or_else(damaged)?;
    let mut index = vec![0; all as usize];
    file.read_exact_at(&mut index, start).map_err(EndgameError::disk(path, "read it"))?;
    let (index, sum) = index.split_at(bytes as usize);
    if checksum(index).to_le_bytes() != sum {
        return Err(damaged());
    }
    let mut offset = HEADER_BYTES as u64;
    let mut entries = Vec::with_capacity(index.len() / ENTRY_BYTES);
    for entry in index.chunks_exact(ENTRY_BYTES) {
        let (length, sum) = entry.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default());
        let sum = u64::from_le_bytes(sum.try_into().unwrap_or_default());
        entries.push(Entry { offset, length, sum });
        offset += u64::from(length);
    }
    if offset != start {
        return Err(damaged());
    }
    Ok(entries)
}
