//! Counting loops for crates that bring none.

use cozy_chess::Board;

/// Counts chess leaves with cozy-chess alone: its moves played on copies, the last ply counted from its sets of
/// squares and not played.
pub fn chess(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            board.generate_moves(|moves| {
                leaves += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    leaves += chess(&next, depth - 1);
                }
                false
            });
        }
    }
    leaves
}
