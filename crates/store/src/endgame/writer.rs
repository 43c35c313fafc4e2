//! Writing a slice to its file.

use super::cells::{Cells, decode};
use super::error::EndgameError;
use super::file::Expected;
use super::header::{Header, Stage};
use crate::file::{Disk, replace};
use plybook_format::checksum::{Checksum, checksum};
use plybook_kernel::Slice;
use std::io::Write;
use std::path::Path;

/// Values in a block: small enough that a probe unpacks it in some microseconds.
const BLOCK: u32 = 8192;
/// How hard finished slices are packed; beyond this it gets slow before it gets smaller.
const FINISHED_LEVEL: i32 = 12;
/// How hard checkpoints are packed: they must be quick.
const CHECKPOINT_LEVEL: i32 = 1;

/// Wins, draws, losses and holes of a slice, its longest distance and the checksum of its values.
pub(crate) struct Summary {
    counts: [u64; 4],
    longest: u32,
    signature: u64,
}

impl Summary {
    /// Counts all values.
    pub fn of(cells: &Cells) -> Summary {
        let mut sum = Checksum::new();
        let mut summary = Summary { counts: [0; 4], longest: 0, signature: 0 };
        each_block(cells, |bytes| {
            sum.add(bytes);
            for code in decode(bytes, cells.width()) {
                let kind = match code.0 {
                    0 => 1,
                    1 => 3,
                    _ if code.is_win() => 0,
                    _ => 2,
                };
                summary.counts[kind] += 1;
                if code.is_decided() {
                    summary.longest = summary.longest.max(code.distance());
                }
            }
            Ok::<(), std::convert::Infallible>(())
        })
        .unwrap_or(());
        summary.signature = sum.sum();
        summary
    }
}

fn each_block<E>(cells: &Cells, mut block: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut bytes = Vec::new();
    let mut from = 0;
    while from < cells.len() {
        let to = (from + u64::from(BLOCK)).min(cells.len());
        bytes.clear();
        cells.write(from, to, &mut bytes);
        block(&bytes)?;
        from = to;
    }
    Ok(())
}

/// Writes a slice, finished or not, whole or not at all.
///
/// # Errors
/// The disk refuses something.
pub(crate) fn write_slice(
    disk: &dyn Disk,
    path: &Path,
    expected: &Expected,
    slice: Slice,
    stage: Stage,
    cells: &Cells,
) -> Result<Header, EndgameError> {
    let summary = Summary::of(cells);
    let header = Header {
        game: expected.game.clone(),
        slice_name: expected.slice_name.clone(),
        slice,
        rules: expected.rules,
        size: expected.size,
        width: cells.width(),
        block: BLOCK,
        stage,
        counts: summary.counts,
        longest: summary.longest,
        signature: summary.signature,
    };
    let level = if stage == Stage::Finished { FINISHED_LEVEL } else { CHECKPOINT_LEVEL };
    replace(disk, path, &path.with_extension("new"), |file| {
        let mut file = std::io::BufWriter::with_capacity(1 << 20, file);
        file.write_all(&header.encode())?;
        let mut packer = zstd::bulk::Compressor::new(level)?;
        let mut index = Vec::new();
        each_block(cells, |bytes| {
            let packed = packer.compress(bytes)?;
            index.extend((packed.len() as u32).to_le_bytes());
            index.extend(checksum(&packed).to_le_bytes());
            file.write_all(&packed)
        })?;
        let sum = checksum(&index);
        file.write_all(&index)?;
        file.write_all(&sum.to_le_bytes())?;
        file.flush()
    })
    .map_err(EndgameError::disk(path, "write it"))?;
    Ok(header)
}
