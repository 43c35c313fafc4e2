//! A star of six points, row by row, each row in the middle.

use super::paint::Paint;
use plybook_catalog::{Board, Marked};

/// Columns of text from a cell to the next one.
const WIDTH: usize = 4;

/// The lines of a star, with the letter of each row before it.
pub fn lines(board: &Board, marks: &[Marked], paint: Paint) -> Vec<String> {
    let lengths = plybook_catalog::star_rows(board.columns);
    let widest = lengths.iter().copied().max().unwrap_or(0);
    let mut lines = Vec::with_capacity(lengths.len());
    let mut first = 0;
    for length in lengths {
        let name = board.squares.get(first).and_then(|square| square.name.chars().next()).unwrap_or(' ');
        let mut line = format!("{name} {}", " ".repeat((widest - length) * WIDTH / 2));
        for (number, square) in board.squares.iter().enumerate().skip(first).take(length) {
            let mark = marks.iter().find(|marked| marked.cell == number).map(|marked| marked.mark);
            line += &paint.cell(square, mark, false);
            line.push(' ');
        }
        lines.push(line.trim_end().to_owned());
        first += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Output;
    use plybook_catalog::open;

    #[test]
    fn rows_stand_in_the_middle_and_show_the_last_move() {
        let game = open("chinese-checkers:players=2,side=2").unwrap();
        let mut session = game.session(None).unwrap();
        session.play("b1-c3").unwrap();
        let paint = Paint::new(game.player_names(), Output { fancy: false });
        let drawn = lines(&session.board(), &session.marks(), paint);
        assert_eq!(drawn.len(), 9);
        assert_eq!((drawn[0].as_str(), drawn[1].as_str()), ("i              O", "h            O   O"));
        assert!(drawn[6].contains("[X]") && drawn[7].contains("<.>"), "{drawn:?}");
    }
}
