//! The board of backgammon: the far points above, the near ones of the first player below, then bar, trays, dice and cube.

use plybook_catalog::{Board, CellMark, Marked, Square};

/// Points of the board.
const POINTS: usize = 24;
/// Checkers that are drawn on a point; the last one tells how many there are where there are more.
const SHOWN: u32 = 5;

/// The lines of a board. Points that the last move changed are marked beside their numbers.
pub fn lines(board: &Board, marks: &[Marked]) -> Vec<String> {
    let upper: Vec<usize> = (POINTS / 2..POINTS).collect();
    let lower: Vec<usize> = (0..POINTS / 2).rev().collect();
    let heights: Vec<u32> = (0..SHOWN).collect();
    let rule = format!("+{}+{}+", "-".repeat(24), "-".repeat(24));
    let mut lines = vec![numbers(&upper, marks), rule.clone()];
    lines.extend(heights.iter().map(|&height| row(board, &upper, height)));
    lines.push(format!("|{}|{}|", " ".repeat(24), " ".repeat(24)));
    lines.extend(heights.iter().rev().map(|&height| row(board, &lower, height)));
    lines.extend([rule, numbers(&lower, marks)]);
    lines.push(beside(board));
    lines
}

/// The numbers of points, with a sign where the last move changed something.
fn numbers(points: &[usize], marks: &[Marked]) -> String {
    let name = |&point: &usize| {
        let sign = match marks.iter().find(|marked| marked.cell == point).map(|marked| marked.mark) {
            Some(CellMark::From) => '<',
            Some(CellMark::To) => '>',
            Some(CellMark::Captured) => 'x',
            Some(CellMark::Changed) => '~',
            None => ' ',
        };
        format!("{:>3}{sign}", point + 1)
    };
    let half = |points: &[usize]| points.iter().map(name).collect::<String>();
    let (left, right) = points.split_at(points.len() / 2);
    format!(" {} {}", half(left), half(right)).trim_end().to_owned()
}

/// The checkers at one height, counted from the edge.
fn row(board: &Board, points: &[usize], height: u32) -> String {
    let cell = |&point: &usize| {
        let (count, letter) = held(board.squares.get(point));
        match letter {
            Some(_) if height == SHOWN - 1 && count > SHOWN => format!("{count:>3} "),
            Some(letter) if height < count => format!("  {letter} "),
            _ => "  . ".to_owned(),
        }
    };
    let half = |points: &[usize]| points.iter().map(cell).collect::<String>();
    let (left, right) = points.split_at(points.len() / 2);
    format!("|{}|{}|", half(left), half(right))
}

/// How much a cell holds, and whose it is.
fn held(square: Option<&Square>) -> (u32, Option<char>) {
    let piece = square.and_then(|square| square.piece.as_ref());
    (square.and_then(|square| square.count).unwrap_or(0), piece.map(|piece| piece.letter))
}

/// The bars, the trays, the dice and the cube in words.
fn beside(board: &Board) -> String {
    let count = |cell: usize| held(board.squares.get(cell)).0;
    let bar = format!("bar {} {}", count(POINTS), count(POINTS + 1));
    let off = format!("off {} {}", count(POINTS + 2), count(POINTS + 3));
    let mut words = vec![bar, off];
    if count(POINTS + 4) > 0 {
        words.push(format!("dice {} {}", count(POINTS + 4), count(POINTS + 5)));
    }
    if count(POINTS + 6) > 0 {
        words.push(format!("cube {}", count(POINTS + 6)));
    }
    words.join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn points_have_their_checkers_and_marks() {
        let game = open("backgammon").unwrap();
        let mut session = game.session(None).unwrap();
        session.play("31").unwrap();
        let drawn = lines(&session.board(), &session.marks());
        assert_eq!(drawn[2], "|  X   .   .   .   O   . |  O   .   .   .   .   X |");
        assert!(drawn.last().unwrap().ends_with("dice 3 1"), "{drawn:?}");
        session.play("8/5,6/5").unwrap();
        let drawn = lines(&session.board(), &session.marks());
        assert!(drawn[drawn.len() - 2].contains("5>") && drawn[drawn.len() - 2].contains("8<"), "{drawn:?}");
    }
}
