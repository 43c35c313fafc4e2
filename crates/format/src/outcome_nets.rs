//! The contents of a file of nets: how many, and for each its inputs, its hidden units and its weights.
//!
//! Numbers are little-endian, weights are floats of 32 bits.

use plybook_kernel::OutcomeNet;

/// Bytes of a number.
const NUMBER: usize = 4;
/// Most inputs, and most hidden units, that are read.
const MOST: usize = 4_096;

/// The contents for some nets.
#[must_use]
pub fn write_outcome_nets(nets: &[OutcomeNet]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend((nets.len() as u32).to_le_bytes());
    for net in nets {
        net.size().into_iter().for_each(|size| bytes.extend((size as u32).to_le_bytes()));
        net.weights().for_each(|weight| bytes.extend(weight.to_le_bytes()));
    }
    bytes
}

/// The nets of such contents; `None` if the bytes are not exactly what was written for nets of these inputs.
#[must_use]
pub fn read_outcome_nets(bytes: &[u8], inputs: &[usize]) -> Option<Vec<OutcomeNet>> {
    let (count, mut rest) = number(bytes)?;
    if count != inputs.len() {
        return None;
    }
    let mut nets = Vec::with_capacity(count);
    for &wanted in inputs {
        let (found, after) = number(rest)?;
        let (hidden, after) = number(after)?;
        if found != wanted || found > MOST || hidden > MOST {
            return None;
        }
        let weights = (found + 1) * hidden + (hidden + 1) * plybook_kernel::OUTCOMES;
        let (own, after) = after.split_at_checked(weights * NUMBER)?;
        let float = |word: &[u8]| <[u8; NUMBER]>::try_from(word).map_or(f32::NAN, f32::from_le_bytes);
        let weights: Vec<f32> = own.chunks_exact(NUMBER).map(float).collect();
        nets.push(OutcomeNet::of_weights(found, hidden, &weights)?);
        rest = after;
    }
    rest.is_empty().then_some(nets)
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (word, rest) = bytes.split_at_checked(NUMBER)?;
    Some((u32::from_le_bytes(word.try_into().ok()?) as usize, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Random;

    #[test]
    fn nets_read_back_and_nothing_else_does() {
        let mut random = Random::new(1);
        let nets = [OutcomeNet::new(5, 3, &mut random), OutcomeNet::new(2, 7, &mut random)];
        let bytes = write_outcome_nets(&nets);
        assert_eq!(read_outcome_nets(&bytes, &[5, 2]).as_deref(), Some(&nets[..]));
        assert_eq!(read_outcome_nets(&bytes, &[5, 3]), None);
        assert_eq!(read_outcome_nets(&bytes, &[5]), None);
        for length in 0..bytes.len() {
            assert_eq!(read_outcome_nets(&bytes[..length], &[5, 2]), None, "{length} bytes");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(read_outcome_nets(&longer, &[5, 2]), None);
        let mut wild = bytes;
        wild[12..16].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert_eq!(read_outcome_nets(&wild, &[5, 2]), None);
    }
}
