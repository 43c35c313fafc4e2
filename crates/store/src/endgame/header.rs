//! The head of an endgame file. `docs/endgame-files.md` shows the format.

use plybook_format::checksum::checksum;
use plybook_kernel::Slice;

/// The first bytes of every file.
pub(crate) const MAGIC: [u8; 8] = *b"plybkEND";
/// The version of the format.
pub(crate) const VERSION: u16 = 1;
/// Bytes of the head.
pub(crate) const HEADER_BYTES: usize = 256;
/// Bytes for a name in the head, its length included.
const NAME_BYTES: usize = 48;
/// Bytes at the end of the head that hold its checksum.
const SUM_BYTES: usize = 8;

/// How far the work on a file's values has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Every value is there and was verified.
    Finished,
    /// The values nearer to the end than this are there.
    Layer(u32),
    /// Every value is there, but not verified.
    Built,
}

/// What a file says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The game's name without options.
    pub game: String,
    /// The slice's name.
    pub slice_name: String,
    /// The slice.
    pub slice: Slice,
    /// The fingerprint of the rules and the numbering.
    pub rules: u64,
    /// Numbers of the slice.
    pub size: u64,
    /// Bytes of a value: 1 or 2.
    pub width: u8,
    /// Values in a block.
    pub block: u32,
    /// How far the work has come.
    pub stage: Stage,
    /// Wins, draws, losses and holes.
    pub counts: [u64; 4],
    /// The longest distance, in plies.
    pub longest: u32,
    /// The checksum of all values.
    pub signature: u64,
}

impl Header {
    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.size.div_ceil(u64::from(self.block))
    }

    /// The head as bytes.
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.width);
        let (stage, layer) = match self.stage {
            Stage::Finished => (0, 0),
            Stage::Layer(layer) => (1, layer),
            Stage::Built => (2, 0),
        };
        bytes.push(stage);
        bytes.extend(self.block.to_le_bytes());
        bytes.extend(layer.to_le_bytes());
        bytes.extend(self.longest.to_le_bytes());
        for number in [self.slice.0, self.rules, self.size, self.signature] {
            bytes.extend(number.to_le_bytes());
        }
        for count in self.counts {
            bytes.extend(count.to_le_bytes());
        }
        for name in [&self.game, &self.slice_name] {
            let start = bytes.len();
            let length = name.len().min(NAME_BYTES - 1);
            bytes.push(length as u8);
            bytes.extend(&name.as_bytes()[..length]);
            bytes.resize(start + NAME_BYTES, 0);
        }
        bytes.resize(HEADER_BYTES - SUM_BYTES, 0);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes.try_into().unwrap_or([0; HEADER_BYTES])
    }

    /// Reads a head.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Header, String> {
        let mut fields = Fields { bytes, at: 0 };
        if fields.take() != MAGIC {
            return Err("it is no endgame file".to_owned());
        }
        let version = u16::from_le_bytes(fields.take());
        if version != VERSION {
            return Err(format!("it has version {version} of the format, and this program reads {VERSION}"));
        }
        let (head, sum) = bytes.split_at(HEADER_BYTES - SUM_BYTES);
        if checksum(head).to_le_bytes() != sum {
            return Err("its head is damaged".to_owned());
        }
        let [width, stage] = fields.take();
        let block = u32::from_le_bytes(fields.take());
        let layer = u32::from_le_bytes(fields.take());
        let longest = u32::from_le_bytes(fields.take());
        let [slice, rules, size, signature] = [(); 4].map(|()| fields.number());
        let counts = [(); 4].map(|()| fields.number());
        let [game, slice_name] = [(); 2].map(|()| fields.name());
        let stage = match stage {
            0 => Stage::Finished,
            1 => Stage::Layer(layer),
            2 => Stage::Built,
            _ => return Err(format!("it has the unknown stage {stage}")),
        };
        if !(1..=2).contains(&width) || block == 0 {
            return Err(format!("it has values of {width} bytes in blocks of {block}"));
        }
        let (Some(game), Some(slice_name)) = (game, slice_name) else {
            return Err("its names are no text".to_owned());
        };
        let slice = Slice(slice);
        Ok(Header { game, slice_name, slice, rules, size, width, block, stage, counts, longest, signature })
    }
}

/// Reads fields one after the other; beyond the end there are zeros.
struct Fields<'a> {
    bytes: &'a [u8; HEADER_BYTES],
    at: usize,
}

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let field = self.bytes.get(self.at..self.at + N).and_then(|field| field.try_into().ok());
        self.at += N;
        field.unwrap_or([0; N])
    }

    fn number(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn name(&mut self) -> Option<String> {
        let field: [u8; NAME_BYTES] = self.take();
        let name = field.get(1..1 + usize::from(field[0]))?;
        String::from_utf8(name.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_written() {
        for stage in [Stage::Finished, Stage::Layer(7), Stage::Built] {
            let header = Header {
                game: "tictactoe".to_owned(),
                slice_name: "4".to_owned(),
                slice: Slice(4),
                rules: 0x1234_5678_9abc_def0,
                size: 756,
                width: 1,
                block: 8192,
                stage,
                counts: [1, 2, 3, 750],
                longest: 5,
                signature: u64::MAX,
            };
            let bytes = header.encode();
            assert_eq!(Header::decode(&bytes), Ok(header));
            for bit in 0..8 * HEADER_BYTES {
                let mut damaged = bytes;
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert!(Header::decode(&damaged).is_err(), "bit {bit}");
            }
        }
    }
}
