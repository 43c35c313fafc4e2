//! Models as the contents of files.
//!
//! A seal names the kind of file, the game and a fingerprint of its planes, and covers every byte by a checksum. The
//! contents:
//!
//! | what | form |
//! |---|---|
//! | where the model comes from | the commit's text, seed, positions, generations, points of a logit |
//! | the family | one byte: 0 a net, 1 tuples |
//! | the shape | a net: sums, phases, unit, factor; tuples: phases, factor, families with digits, tables and windows |
//! | the weights | as `numbers` packs them |
//!
//! Numbers are little-endian or, where they are mostly small, in groups of seven bits.

use crate::net::{Net, NetSpec};
use crate::numbers::{read_number, read_weights, write_number, write_weights};
use crate::tuples::{TupleSpec, Tuples};
use crate::windows::{Family, Tuple};
use crate::{HIDDEN_SIZES, Model};
use plybook_format::checksum::Checksum;
use plybook_format::{Seal, SealError};
use plybook_kernel::{HasInfo, PlaneLayout, Planes};
use std::fmt;

/// The kind of file that a model is.
pub const MODEL_KIND: &[u8; 8] = b"plybkMDL";
/// Most bytes of a model's file.
pub const MOST_BYTES: usize = 2 << 20;
/// Most bytes of a text in a file.
const MOST_TEXT: usize = 1 << 10;
const NET: u8 = 0;
const TUPLES: u8 = 1;

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Provenance {
    /// The commit of the program that made it.
    pub commit: String,
    /// The seed of its games and its training.
    pub seed: u64,
    /// Positions that it was trained on.
    pub positions: u64,
    /// Generations before it, itself included.
    pub generations: u32,
    /// How many points a logit is worth: an expectation of 73 in a hundred is a logit of one.
    pub points_per_logit: f32,
}

/// Why a model's file is not used, or not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The seal is not in order.
    Seal(SealError),
    /// The contents under a sound seal are none that this program writes.
    Contents,
    /// The model would take more bytes than a file may have.
    TooLarge(usize),
    /// The game shows no planes, so that no model can be made for it.
    NoPlanes,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Seal(error) => error.fmt(f),
            ModelError::Contents => f.write_str("its contents are no model that this program knows"),
            ModelError::TooLarge(bytes) => {
                write!(f, "it would have {bytes} bytes, and a model has at most {MOST_BYTES}")
            }
            ModelError::NoPlanes => {
                f.write_str("the game shows no planes, so that it has no learnt evaluation")
            }
        }
    }
}

impl std::error::Error for ModelError {}

/// A number that stands for a game's planes and phases: another layout gives another one.
#[must_use]
pub fn fingerprint(layout: &PlaneLayout, game_phases: usize) -> u64 {
    let mut sum = Checksum::new();
    for name in &layout.names {
        sum.add(name.as_bytes());
        sum.add(&[0]);
    }
    for number in
        [layout.rows, layout.columns, usize::from(layout.torus), game_phases, layout.symmetries.len()]
    {
        sum.add(&(number as u64).to_le_bytes());
    }
    sum.add(&layout.squares.to_le_bytes());
    sum.add(&layout.exchanged);
    sum.add(&layout.turned);
    layout.symmetries.iter().for_each(|map| sum.add(map));
    sum.sum()
}

/// The name of the variant that a game's models are made for: its own full name, or that of the variant whose learnt
/// evaluation serves it as well.
pub(crate) fn name_of<G: HasInfo + Planes>(game: &G) -> String {
    game.learnt_as().map_or_else(|| game.full_name(), |name| name.into_owned())
}

impl Model {
    /// The whole file.
    ///
    /// # Errors
    /// The game shows no planes, or the file would be too large.
    pub fn write<G: HasInfo + Planes>(
        &self,
        game: &G,
        provenance: &Provenance,
    ) -> Result<Vec<u8>, ModelError> {
        let layout = game.plane_layout().ok_or(ModelError::NoPlanes)?;
        write(&name_of(game), &layout, game.phases(), self, provenance)
    }
}

/// The file of a model for a game of this name and layout.
pub(crate) fn write(
    name: &str,
    layout: &PlaneLayout,
    game_phases: usize,
    model: &Model,
    provenance: &Provenance,
) -> Result<Vec<u8>, ModelError> {
    let mut out = Vec::new();
    write_text(&provenance.commit, &mut out);
    out.extend(provenance.seed.to_le_bytes());
    out.extend(provenance.positions.to_le_bytes());
    out.extend(provenance.generations.to_le_bytes());
    out.extend(provenance.points_per_logit.to_le_bytes());
    match model {
        Model::Net(net) => write_net(net, &mut out),
        Model::Tuples(tuples) => write_tuples(tuples, &mut out),
    }
    let seal = Seal { kind: MODEL_KIND, game: name, fingerprint: fingerprint(layout, game_phases) };
    let bytes = seal.write(&out);
    if bytes.len() > MOST_BYTES { Err(ModelError::TooLarge(bytes.len())) } else { Ok(bytes) }
}

/// The model of a file for a game of this name and layout.
pub(crate) fn read(
    name: &str,
    layout: &PlaneLayout,
    game_phases: usize,
    bytes: &[u8],
) -> Result<(Model, Provenance), ModelError> {
    if bytes.len() > MOST_BYTES {
        return Err(ModelError::TooLarge(bytes.len()));
    }
    let seal = Seal { kind: MODEL_KIND, game: name, fingerprint: fingerprint(layout, game_phases) };
    let mut rest = seal.read(bytes).map_err(ModelError::Seal)?;
    let read = contents(layout, game_phases.max(1), &mut rest).filter(|_| rest.is_empty());
    read.ok_or(ModelError::Contents)
}

fn contents(layout: &PlaneLayout, game_phases: usize, rest: &mut &[u8]) -> Option<(Model, Provenance)> {
    let provenance = Provenance {
        commit: read_text(rest)?,
        seed: u64::from_le_bytes(take(rest)?),
        positions: u64::from_le_bytes(take(rest)?),
        generations: u32::from_le_bytes(take(rest)?),
        points_per_logit: f32::from_le_bytes(take(rest)?),
    };
    let [family] = take(rest)?;
    let model = match family {
        NET => Model::Net(read_net(layout, game_phases, rest)?),
        TUPLES => Model::Tuples(read_tuples(layout, game_phases, rest)?),
        _ => return None,
    };
    Some((model, provenance))
}

/// So many bytes from the front.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*bytes)
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    let text = &text[..text.floor_char_boundary(MOST_TEXT)];
    write_number(text.len() as u32, out);
    out.extend(text.as_bytes());
}

fn read_text(rest: &mut &[u8]) -> Option<String> {
    let length = read_number(rest)? as usize;
    let (text, after) = rest.split_at_checked(length).filter(|_| length <= MOST_TEXT)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

fn write_net(net: &Net, out: &mut Vec<u8>) {
    out.push(NET);
    write_number(net.spec.hidden as u32, out);
    write_number(net.spec.phases as u32, out);
    out.extend(net.one.to_le_bytes());
    out.extend(net.factor.to_le_bytes());
    [&net.input, &net.bias, &net.output].into_iter().for_each(|weights| write_weights(weights, out));
    net.output_bias.iter().for_each(|bias| out.extend(bias.to_le_bytes()));
}

fn read_net(layout: &PlaneLayout, game_phases: usize, rest: &mut &[u8]) -> Option<Net> {
    let hidden = read_number(rest)? as usize;
    let phases = read_number(rest)? as usize;
    if !HIDDEN_SIZES.contains(&hidden) || !(1..=game_phases).contains(&phases) {
        return None;
    }
    let spec = NetSpec::new(layout, hidden, phases, game_phases)?;
    let one = i16::from_le_bytes(take(rest)?);
    let factor = i64::from_le_bytes(take(rest)?);
    let input = read_weights(rest, spec.features * hidden)?;
    let bias = read_weights(rest, hidden)?;
    let output = read_weights(rest, phases * 2 * hidden)?;
    let biases: Option<Vec<i32>> = (0..phases).map(|_| Some(i32::from_le_bytes(take(rest)?))).collect();
    Net::new(layout, spec, (one, factor), input, bias, output, biases?)
}

fn write_tuples(tuples: &Tuples, out: &mut Vec<u8>) {
    let spec = tuples.spec();
    out.push(TUPLES);
    write_number(spec.phases as u32, out);
    out.extend(tuples.factor.to_le_bytes());
    write_number(spec.families.len() as u32, out);
    for family in &spec.families {
        write_text(&family.name, out);
        write_bytes(&family.digits, out);
        write_number(family.tables.len() as u32, out);
        for table in &family.tables {
            write_number(table.len() as u32, out);
            table.iter().for_each(|window| write_bytes(&window.0, out));
        }
    }
    write_weights(&tuples.weights, out);
}

fn read_tuples(layout: &PlaneLayout, game_phases: usize, rest: &mut &[u8]) -> Option<Tuples> {
    let phases = read_number(rest)? as usize;
    let factor = i64::from_le_bytes(take(rest)?);
    // Every count is followed by at least one byte for each thing counted, so that nothing is made larger than the file.
    let families = many(rest, |rest| {
        let (name, digits) = (read_text(rest)?, read_bytes(rest)?);
        let tables = many(rest, |rest| many(rest, |rest| read_bytes(rest).map(Tuple)))?;
        Some(Family { name, digits, tables })
    })?;
    let spec = TupleSpec::new(layout, families, phases, game_phases)?;
    let weights = read_weights(rest, spec.weights())?;
    Tuples::new(layout, spec, factor, weights)
}

fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    write_number(bytes.len() as u32, out);
    out.extend(bytes);
}

fn read_bytes(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let length = read_number(rest)? as usize;
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes.to_vec())
}

/// A counted list.
fn many<T>(rest: &mut &[u8], mut one: impl FnMut(&mut &[u8]) -> Option<T>) -> Option<Vec<T>> {
    let count = read_number(rest)? as usize;
    (0..count).map(|_| one(rest)).collect()
}
