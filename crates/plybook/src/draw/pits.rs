//! Two rows of houses and two stores.

use plybook_catalog::{Board, Marked, Text};

/// The second player's houses above, running from right to left, the first player's below; each store at its
/// owner's right.
pub fn lines(board: &Board, players: &[Text], marks: &[Marked]) -> Vec<String> {
    let houses = board.columns;
    let count = |number: usize| board.squares.get(number).and_then(|square| square.count).unwrap_or(0);
    let pit = |number: usize| {
        let changed = marks.iter().any(|marked| marked.cell == number);
        format!("{:>3}{}", count(number), if changed { '~' } else { ' ' })
    };
    let first: Vec<usize> = (0..houses).collect();
    let second: Vec<usize> = (houses + 1..2 * houses + 1).rev().collect();
    let row = |pits: &[usize]| pits.iter().map(|&number| pit(number)).collect::<Vec<_>>().join("|");
    let names = |pits: &[usize]| {
        let name = |&number: &usize| board.squares.get(number).map_or("", |square| square.name.as_str());
        pits.iter().map(|number| format!("{:>3} ", name(number))).collect::<Vec<_>>().join(" ")
    };
    let rule = vec!["----"; houses].join("+");
    let name = |number: usize| players.get(number).map_or("", |name| &**name);
    vec![
        format!("         {}   {}", names(&second), name(1)),
        format!("        +{rule}+"),
        format!("        |{}|", row(&second)),
        format!("  [{}]|{rule}| [{}]", pit(2 * houses + 1), pit(houses).trim_end_matches(' ')),
        format!("        |{}|", row(&first)),
        format!("        +{rule}+"),
        format!("         {}   {}", names(&first), name(0)),
    ]
}
