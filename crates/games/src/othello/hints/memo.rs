//! What one finish remembers of the positions it meets more than once: a small table on the stack.

/// Positions that are remembered at a time: few enough to stay in the nearest cache and to be made anew for every
/// finish.
const PLACES: usize = 512;
/// Larger than every margin.
const ANY: i8 = i8::MAX;

/// What is known about a position.
#[derive(Clone, Copy)]
pub struct Known {
    own: u64,
    other: u64,
    /// The margin is at least this.
    pub least: i8,
    /// The margin is at most this.
    pub most: i8,
    /// The move that gave the best margin.
    pub best: u8,
}

impl Known {
    /// Knows nothing: no position has a disc of both sides on every square.
    const NOTHING: Known = Known { own: u64::MAX, other: u64::MAX, least: -ANY, most: ANY, best: 64 };
}

/// The positions met in one finish, the latest in each place.
pub struct Memo([Known; PLACES]);

impl Memo {
    pub const fn new() -> Memo {
        Memo([Known::NOTHING; PLACES])
    }

    /// The place of a position.
    #[inline]
    fn place(own: u64, other: u64) -> usize {
        /// Odd numbers without a pattern.
        const MIX: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
        let mixed = own.wrapping_mul(MIX[0]) ^ other.wrapping_mul(MIX[1]).rotate_left(32);
        (mixed.wrapping_mul(MIX[0]) >> (u64::BITS - PLACES.ilog2())) as usize
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, own: u64, other: u64) -> Known {
        let known = self.0[Memo::place(own, other)];
        if known.own == own && known.other == other { known } else { Known { own, other, ..Known::NOTHING } }
    }

    /// Remembers that the best move found gave a margin above `alpha`, or that none did.
    #[inline]
    pub fn put(&mut self, mut known: Known, best: usize, margin: i32, alpha: i32) {
        if margin > alpha {
            known.least = margin as i8;
            known.best = best as u8;
        } else {
            known.most = margin as i8;
        }
        self.0[Memo::place(known.own, known.other)] = known;
    }
}
