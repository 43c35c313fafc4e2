//! Weights in few bytes: small numbers take one, and a run of zeros takes two or three.

/// Bits of a byte that carry the number; the highest says that another byte follows.
const BITS: u32 = 7;
/// Most bytes of a number of 32 bits.
const MOST_BYTES: usize = 5;

/// A number, the lower bits first.
pub fn write_number(mut number: u32, out: &mut Vec<u8>) {
    while number >> BITS != 0 {
        out.push(number as u8 | 1 << BITS);
        number >>= BITS;
    }
    out.push(number as u8);
}

/// What `write_number` wrote; `None` at the end of the bytes or where no number stands.
pub fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u64;
    for place in 0..MOST_BYTES as u32 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & !(1 << BITS)) << (BITS * place);
        if byte >> BITS == 0 {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// Weights: each as a number whose lowest bit is the sign, a zero followed by how many zeros follow it.
pub fn write_weights(weights: &[i16], out: &mut Vec<u8>) {
    let mut rest = weights;
    while let Some((&weight, after)) = rest.split_first() {
        rest = after;
        let weight = i32::from(weight);
        write_number((weight << 1 ^ weight >> 31) as u32, out);
        if weight == 0 {
            let zeros = rest.iter().take_while(|&&weight| weight == 0).count();
            write_number(zeros as u32, out);
            rest = &rest[zeros..];
        }
    }
}

/// So many weights as `write_weights` wrote them; `None` if they are fewer or others.
pub fn read_weights(bytes: &mut &[u8], count: usize) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(count);
    while weights.len() < count {
        let number = read_number(bytes)?;
        let weight = (number >> 1) as i32 ^ -((number & 1) as i32);
        weights.push(i16::try_from(weight).ok()?);
        if weight == 0 {
            let zeros = read_number(bytes)? as usize;
            let length = weights.len().checked_add(zeros).filter(|&length| length <= count)?;
            weights.resize(length, 0);
        }
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Random;

    #[test]
    fn weights_read_back() {
        let mut random = Random::new(1);
        let mut weights = vec![i16::MIN, i16::MAX, 0, 0, 0, -1, 1, 0];
        weights.extend(
            (0..10_000)
                .map(|_| if random.below(3) == 0 { 0 } else { random.next() as i16 >> random.below(16) }),
        );
        weights.extend([0; 70_000]);
        let mut bytes = Vec::new();
        write_weights(&weights, &mut bytes);
        assert!(bytes.len() < 30_000);
        let mut rest = &bytes[..];
        assert_eq!(read_weights(&mut rest, weights.len()), Some(weights.clone()));
        assert!(rest.is_empty());
        assert_eq!(read_weights(&mut &bytes[..bytes.len() - 1], weights.len()), None);
        assert_eq!(read_weights(&mut &bytes[..], weights.len() - 1), None, "a run beyond the end");
    }

    #[test]
    fn numbers_beyond_32_bits_are_refused() {
        assert_eq!(read_number(&mut &[0xff; 6][..]), None);
        assert_eq!(read_number(&mut &[0xff, 0xff, 0xff, 0xff, 0x1f][..]), None);
        assert_eq!(read_number(&mut &[0xff, 0xff, 0xff, 0xff, 0x0f][..]), Some(u32::MAX));
    }
}
