//! The features of the positional evaluator, counted for each side as that side sees the board.

use super::squares::SQUARES;
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_rook_moves, get_rook_rays,
};
use plybook_kernel::Term;

/// The stage of the game at the start: every knight and bishop counts one, a rook two, a queen four.
const FULL_STAGE: i32 = 24;
const STAGE: [i32; 6] = [0, 1, 1, 2, 4, 0];

macro_rules! features {
    ($($name:ident: $text:literal, $opening:literal, $ending:literal;)*) => {
        /// What is counted; the number of each is its place in the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Feature { $($name),* }

        /// All features.
        pub(super) const FEATURES: [Feature; COUNT] = [$(Feature::$name),*];
        const COUNT: usize = [$($text),*].len();
        const NAMES: [&str; COUNT] = [$($text),*];
        /// Hundredths of a pawn for each, in the opening and in the ending.
        const WEIGHTS: [(i32, i32); COUNT] = [$(($opening, $ending)),*];
    };
}

features! {
    Pawns: "pawns", 90, 110;
    Knights: "knights", 325, 300;
    Bishops: "bishops", 335, 320;
    Rooks: "rooks", 475, 530;
    Queens: "queens", 970, 960;
    Placement: "placement", 1, 1;
    BishopPair: "bishop pair", 28, 48;
    KnightMobility: "knight mobility", 4, 4;
    BishopMobility: "bishop mobility", 5, 5;
    RookMobility: "rook mobility", 2, 4;
    QueenMobility: "queen mobility", 1, 3;
    OpenFiles: "rooks on open files", 26, 10;
    HalfOpenFiles: "rooks on half-open files", 12, 8;
    SeventhRank: "rooks on the seventh rank", 8, 20;
    Centre: "centre control", 5, 1;
    Undeveloped: "undeveloped minor pieces", -10, 0;
    ClosedKnights: "knights in closed positions", 4, 2;
    WrongBishops: "pawns fixed on the bishop's colour", -7, -8;
    Outposts: "knight outposts", 18, 10;
    Doubled: "doubled pawns", -9, -18;
    Isolated: "isolated pawns", -12, -12;
    Passed: "passed pawns", 6, 13;
    Blockaded: "blockaded passed pawns", -3, -6;
    Escort: "kings near passed pawns", 0, 5;
    PawnThreats: "pieces attacked by pawns", 32, 26;
    Pinned: "pinned pieces", -14, -10;
    KingAttack: "attack on the king", 2, 0;
    Shield: "pawns before the king", 6, 0;
    OpenKing: "open files at the king", -13, 0;
    BareKing: "driving the bare king", 0, 8;
    Tempo: "the move", 12, 6;
}

const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);
const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);
/// Ranks on which a knight is worth supporting.
const OUTPOSTS: BitBoard = BitBoard(0x0000_ffff_ff00_0000);
/// Usual numbers of squares that a knight, bishop, rook and queen reach; mobility counts what is beyond.
const TYPICAL_MOBILITY: [i32; 4] = [4, 6, 7, 13];
/// What each square beside the king counts that a knight, bishop, rook or queen attacks.
const PRESSURE: [i32; 4] = [2, 2, 3, 5];
/// The most that an attack on a king counts.
const MOST_PRESSURE: i32 = 150;
/// What a passed pawn counts by its rank, from the second to the seventh.
const PASSED: [i32; 8] = [0, 1, 1, 2, 4, 7, 11, 0];
/// The rank, counted from zero, from which the kings' distance to a passed pawn counts.
const ESCORTED: usize = 3;
/// The largest sum of distances in files and ranks on the board.
const FARTHEST: i32 = 14;

/// The counted features of a position, the mover's minus the opponent's, and the weights at its stage.
pub(super) struct Features {
    values: [i32; COUNT],
    weights: &'static [i32; COUNT],
}

impl Features {
    /// Counts the features.
    pub(super) fn of(board: &Board) -> Features {
        let mover = board.side_to_move();
        let mine = Camp::of(board, mover, mover);
        let theirs = Camp::of(board, !mover, mover);
        let stage = (mine.stage() + theirs.stage()).min(FULL_STAGE);
        let mut values = count(&mine, &theirs, stage);
        let opposing = count(&theirs.turned(), &mine.turned(), stage);
        values.iter_mut().zip(&opposing).for_each(|(value, opposing)| *value -= opposing);
        values[Feature::Tempo as usize] = 1;
        Features { values, weights: &TAPERED[stage as usize] }
    }

    /// The value of the position for the mover.
    pub(super) fn sum(&self) -> i32 {
        self.values.iter().zip(self.weights).map(|(value, weight)| value * weight).sum()
    }

    /// The feature's part in the value.
    pub(super) fn term(&self, feature: Feature) -> Term {
        let number = feature as usize;
        Term::new(NAMES[number], self.values[number], self.weights[number])
    }
}

/// The weights at each stage, whole numbers.
const TAPERED: [[i32; COUNT]; FULL_STAGE as usize + 1] = {
    let mut weights = [[0; COUNT]; FULL_STAGE as usize + 1];
    let mut stage = 0;
    while stage <= FULL_STAGE {
        let mut number = 0;
        while number < COUNT {
            let (opening, ending) = WEIGHTS[number];
            weights[stage as usize][number] = tapered(opening, ending, stage);
            number += 1;
        }
        stage += 1;
    }
    weights
};

/// The value between opening and ending at a stage, rounded towards zero.
const fn tapered(opening: i32, ending: i32, stage: i32) -> i32 {
    (opening * stage + ending * (FULL_STAGE - stage)) / FULL_STAGE
}

/// One side's men, on a board whose first rank is the home rank of whoever is looking.
#[derive(Clone, Copy)]
struct Camp {
    men: [BitBoard; 6],
    counts: [i32; 6],
    all: BitBoard,
}

impl Camp {
    fn of(board: &Board, color: Color, viewer: Color) -> Camp {
        let men = Piece::ALL.map(|piece| board.colored_pieces(color, piece));
        let camp = Camp { men, counts: men.map(|men| men.len() as i32), all: board.colors(color) };
        if viewer == Color::White { camp } else { camp.turned() }
    }

    fn turned(&self) -> Camp {
        Camp { men: self.men.map(BitBoard::flip_ranks), counts: self.counts, all: self.all.flip_ranks() }
    }

    const fn of_kind(&self, piece: Piece) -> BitBoard {
        self.men[piece as usize]
    }

    fn stage(&self) -> i32 {
        self.counts.iter().zip(STAGE).map(|(count, stage)| count * stage).sum()
    }

    /// The king's square. Every position has one.
    fn king(&self) -> Square {
        self.of_kind(Piece::King).next_square().unwrap_or(Square::A1)
    }

    fn sliders(&self) -> (BitBoard, BitBoard) {
        let queens = self.of_kind(Piece::Queen);
        (self.of_kind(Piece::Bishop) | queens, self.of_kind(Piece::Rook) | queens)
    }
}

/// Counts one side's features. `own` moves up the board.
fn count(own: &Camp, other: &Camp, stage: i32) -> [i32; COUNT] {
    let mut values = [0; COUNT];
    let mut set = |feature: Feature, value: i32| values[feature as usize] = value;
    let ground = PawnGround::of(own, other);
    count_material(own, stage, &mut set);
    count_pawns(own, other, &ground, &mut set);
    count_pieces(own, other, &ground, &mut set);
    count_kings(own, other, &ground, &mut set);
    values
}

/// What the pawns of both sides do to the board, as `own` sees it.
struct PawnGround {
    own: BitBoard,
    other: BitBoard,
    /// Squares that an own pawn attacks, and those attacked by an enemy pawn.
    attacks: BitBoard,
    attacked: BitBoard,
    /// Files without own pawns, as whole files.
    clear: BitBoard,
    /// Own pawns that an enemy pawn stops.
    fixed: BitBoard,
}

impl PawnGround {
    #[inline]
    fn of(own: &Camp, other: &Camp) -> PawnGround {
        let (own, other) = (own.of_kind(Piece::Pawn), other.of_kind(Piece::Pawn));
        PawnGround {
            own,
            other,
            attacks: beside(up(own)),
            attacked: beside(down(other)),
            clear: !files(own),
            fixed: own & down(other),
        }
    }
}

#[inline]
fn count_material(own: &Camp, stage: i32, set: &mut impl FnMut(Feature, i32)) {
    let [pawns, knights, bishops, rooks, queens, _] = own.counts;
    set(Feature::Pawns, pawns);
    set(Feature::Knights, knights);
    set(Feature::Bishops, bishops);
    set(Feature::Rooks, rooks);
    set(Feature::Queens, queens);
    let of_kind = own.of_kind(Piece::Bishop);
    let pair = !(of_kind & DARK).is_empty() && !(of_kind & !DARK).is_empty();
    set(Feature::BishopPair, i32::from(pair));
    let (mut opening, mut ending) = (0, 0);
    for (men, squares) in own.men.iter().zip(&SQUARES) {
        for square in *men {
            opening += i32::from(squares[square as usize].0);
            ending += i32::from(squares[square as usize].1);
        }
    }
    set(Feature::Placement, tapered(opening, ending, stage));
}

#[inline]
fn count_pawns(own: &Camp, other: &Camp, ground: &PawnGround, set: &mut impl FnMut(Feature, i32)) {
    let pawns = ground.own;
    let behind_own = down_fill(down(pawns));
    let stoppers = down_fill(down(ground.other));
    let passed = pawns & !(stoppers | beside(stoppers)) & !behind_own;
    set(Feature::Doubled, (pawns & behind_own).len() as i32);
    set(Feature::Isolated, (pawns & !beside(!ground.clear)).len() as i32);
    let (mut advance, mut blockaded, mut escort) = (0, 0, 0);
    for pawn in passed {
        let rank = pawn.rank() as usize;
        let next = up(pawn.bitboard());
        advance += PASSED[rank];
        if !(next & other.all).is_empty() {
            blockaded += PASSED[rank];
        }
        if rank >= ESCORTED
            && let Some(next) = next.next_square()
        {
            escort += steps(other.king(), next) - steps(own.king(), next);
        }
    }
    set(Feature::Passed, advance);
    set(Feature::Blockaded, blockaded);
    set(Feature::Escort, escort);
    let officers = other.all & !ground.other & !other.of_kind(Piece::King);
    set(Feature::PawnThreats, (ground.attacks & officers).len() as i32);
}

#[inline]
fn count_pieces(own: &Camp, other: &Camp, ground: &PawnGround, set: &mut impl FnMut(Feature, i32)) {
    let men = own.all | other.all;
    let reach = !own.all & !ground.attacked;
    let zone = {
        let king = other.king();
        let near = get_king_moves(king) | king.bitboard();
        near | down(near)
    };
    let mut centre = ((ground.own | ground.attacks) & CENTRE).len() as i32;
    let (mut attackers, mut pressure) = (0, 0);
    for (kind, (piece, feature)) in [
        (Piece::Knight, Feature::KnightMobility),
        (Piece::Bishop, Feature::BishopMobility),
        (Piece::Rook, Feature::RookMobility),
        (Piece::Queen, Feature::QueenMobility),
    ]
    .into_iter()
    .enumerate()
    {
        let mut mobility = 0;
        for square in own.of_kind(piece) {
            let attacks = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, men),
                Piece::Rook => get_rook_moves(square, men),
                _ => get_bishop_moves(square, men) | get_rook_moves(square, men),
            };
            mobility += (attacks & reach).len() as i32 - TYPICAL_MOBILITY[kind];
            centre += (attacks & CENTRE).len() as i32;
            let near = attacks & zone;
            if !near.is_empty() {
                attackers += 1;
                pressure += PRESSURE[kind] * near.len() as i32;
            }
        }
        set(feature, mobility);
    }
    set(Feature::Centre, centre);
    let attack = if attackers > 1 { (attackers * pressure).min(MOST_PRESSURE) } else { 0 };
    set(Feature::KingAttack, attack);

    let rooks = own.of_kind(Piece::Rook);
    let open = ground.clear & !files(ground.other);
    set(Feature::OpenFiles, (rooks & open).len() as i32);
    set(Feature::HalfOpenFiles, (rooks & ground.clear & !open).len() as i32);
    set(Feature::SeventhRank, (rooks & Rank::Seventh.bitboard()).len() as i32);

    let (knights, bishops) = (own.of_kind(Piece::Knight), own.of_kind(Piece::Bishop));
    set(Feature::Undeveloped, ((knights | bishops) & Rank::First.bitboard()).len() as i32);
    if !ground.fixed.is_empty() {
        set(Feature::ClosedKnights, (knights.len() * ground.fixed.len()) as i32);
        let wrong = |color: BitBoard| ((bishops & color).len() * (ground.fixed & color).len()) as i32;
        set(Feature::WrongBishops, wrong(DARK) + wrong(!DARK));
    }
    let safe = !down_fill(ground.attacked);
    set(Feature::Outposts, (knights & OUTPOSTS & ground.attacks & safe).len() as i32);
}

#[inline]
fn count_kings(own: &Camp, other: &Camp, ground: &PawnGround, set: &mut impl FnMut(Feature, i32)) {
    let king = own.king();
    let men = own.all | other.all;
    let (diagonal, straight) = other.sliders();
    let mut pinned = BitBoard::EMPTY;
    for slider in get_bishop_rays(king) & diagonal | get_rook_rays(king) & straight {
        let between = get_between_rays(slider, king) & men;
        if between.len() == 1 {
            pinned |= between & own.all;
        }
    }
    set(Feature::Pinned, pinned.len() as i32);
    let column = king.bitboard() | beside(king.bitboard());
    let (near, far) = (up(column), up(up(column)));
    set(Feature::Shield, 2 * (ground.own & near).len() as i32 + (ground.own & far).len() as i32);
    set(Feature::OpenKing, (ground.clear & files(column) & Rank::First.bitboard()).len() as i32);
    let officers = own.all & !ground.own & !own.of_kind(Piece::King);
    if other.all == other.of_kind(Piece::King) && !officers.is_empty() {
        let hunted = other.king();
        set(Feature::BareKing, from_centre(hunted) + FARTHEST - apart(king, hunted));
    }
}

/// Moves every square one rank up; what leaves the board is gone.
const fn up(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 << 8)
}

/// Moves every square one rank down.
const fn down(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 >> 8)
}

/// The squares and all below them.
const fn down_fill(squares: BitBoard) -> BitBoard {
    let one = squares.0 | squares.0 >> 8;
    let two = one | one >> 16;
    BitBoard(two | two >> 32)
}

/// The whole files of the squares.
const fn files(squares: BitBoard) -> BitBoard {
    let first = down_fill(squares).0 & 0xff;
    BitBoard(first * 0x0101_0101_0101_0101)
}

/// The left and right neighbours of the squares.
const fn beside(squares: BitBoard) -> BitBoard {
    let left = (squares.0 & !File::A.bitboard().0) >> 1;
    let right = (squares.0 & !File::H.bitboard().0) << 1;
    BitBoard(left | right)
}

/// A king's moves from one square to another.
fn steps(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// Files and ranks between two squares together.
fn apart(a: Square, b: Square) -> i32 {
    (a.file() as i32 - b.file() as i32).abs() + (a.rank() as i32 - b.rank() as i32).abs()
}

/// Files and ranks from the four squares of the centre together, twice: 0 to 12.
fn from_centre(square: Square) -> i32 {
    let distance = |line: i32| (3 - line).max(line - 4);
    2 * (distance(square.file() as i32) + distance(square.rank() as i32))
}
