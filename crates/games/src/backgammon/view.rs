//! What the board looks like: 24 points by the first player's count, the bars, the trays, the dice and the cube.

use super::board::{BAR, Board, OFF};
use super::{Backgammon, Move, Position, Stage};
use plybook_kernel::{
    Cell, Diagram, Ground, Mark, Notation, Piece, Player, Shape, Step, Tally, Text, Token, View, texts,
};

/// Points of the board.
const POINTS: usize = 24;
/// The first cell of the trays; the cells of the bars stand before them.
const TRAYS: usize = POINTS + 2;

/// The cell of a player's place.
fn cell(player: Player, place: usize) -> usize {
    match place {
        OFF => TRAYS + player.index(),
        BAR => POINTS + player.index(),
        _ if player == Player::FIRST => place - 1,
        _ => POINTS - place,
    }
}

fn checker(owner: Player) -> Piece {
    Piece::new(owner, "checker", ['X', 'O'][owner.index()], Token::Disc)
}

/// The cells of the board with their checkers, without dice and cube.
fn cells(board: &Board) -> Vec<Cell> {
    let name = |number: usize| match number {
        0..POINTS => (number + 1).to_string(),
        POINTS..TRAYS => "bar".to_owned(),
        _ => "off".to_owned(),
    };
    let mut cells: Vec<Cell> = (0..TRAYS + 2)
        .map(|number| Cell {
            name: name(number),
            ground: if number % 2 == 0 { Ground::Dark } else { Ground::Light },
            count: Some(0),
            piece: None,
        })
        .collect();
    for player in Player::all(2) {
        for (place, &many) in board.of(player).iter().enumerate().filter(|&(_, &many)| many > 0) {
            let cell = &mut cells[cell(player, place)];
            (cell.count, cell.piece) = (Some(many.into()), Some(checker(player)));
        }
    }
    cells
}

impl View for Backgammon {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let mut cells = cells(&at.board);
        let dice = if let Stage::Play(dice) = at.stage { dice.map(Some) } else { [None; 2] };
        let tile = |owner, name, letter| Piece::new(owner, name, letter, Token::Tile);
        cells.extend(dice.map(|die| Cell {
            name: "die".to_owned(),
            count: die.map(u32::from),
            piece: die.map(|_| tile(at.mover, "die", 'd')),
            ..Cell::default()
        }));
        cells.push(Cell {
            name: "cube".to_owned(),
            count: self.cube.then_some(at.cube.into()),
            piece: at.owner.map(|owner| tile(owner, "cube", 'c')),
            ..Cell::default()
        });
        let who = ["White", "Black"][at.mover.index()];
        let mut notes = vec![match at.stage {
            Stage::First => format!("{who} rolls first"),
            Stage::Contest => "both roll for the start".to_owned(),
            Stage::Turn => format!("{who} doubles or rolls"),
            Stage::Doubled => format!("{who} takes the cube at {} or drops it", 2 * u32::from(at.cube)),
            Stage::Roll => format!("{who} rolls"),
            Stage::Play([high, low]) => format!("{who} plays {high}{low}"),
            Stage::Over => format!("{who} has lost"),
        }];
        notes.push(format!("pips {}-{}", at.board.pips(Player::FIRST), at.board.pips(Player::SECOND)));
        if let Some(points) = self.points {
            let crawford = if at.crawford { ", Crawford" } else { "" };
            notes.push(format!("score {}-{} of {points}{crawford}", at.score[0], at.score[1]));
        }
        notes.push(format!("GNU {}", self.gnu_id(at)));
        Diagram { shape: Shape::Points, cells, note: notes.join("; ") }
    }

    fn path(&self, at: &Position, mv: Move) -> Vec<Step> {
        match mv {
            Move::Play(play) if !play.parts().is_empty() => {
                let clicks = |part: &super::Part| {
                    [part.from, part.to].map(|place| Step::Cell(cell(at.mover, usize::from(place))))
                };
                play.parts().iter().flat_map(clicks).collect()
            }
            _ => vec![Step::Choice(self.move_text(at, mv))],
        }
    }

    /// Where the mover has fewer checkers than before and where more, and where checkers were hit.
    fn marks(&self, before: &Position, mv: Move) -> Vec<(usize, Mark)> {
        let Move::Play(play) = mv else { return Vec::new() };
        let after = super::play_text::after(&before.board, before.mover, &play);
        let (own, other) = (before.mover, before.mover.other());
        let many = |board: &Board, player: Player, place: usize| board.of(player)[place];
        let mut marks = Vec::new();
        for place in OFF..=BAR {
            let [old, new] = [&before.board, &after].map(|board| many(board, own, place));
            if old != new {
                marks.push((cell(own, place), if new < old { Mark::From } else { Mark::To }));
            }
            let [old, new] = [&before.board, &after].map(|board| many(board, other, place));
            if old != new && (1..BAR).contains(&place) {
                marks.push((cell(other, place), Mark::Captured));
            } else if old != new {
                marks.push((cell(other, place), Mark::Changed));
            }
        }
        // A checker that stands where it has hit is marked as such.
        marks.sort_by_key(|&(cell, mark)| (cell, mark != Mark::To));
        marks.dedup_by_key(|&mut (cell, _)| cell);
        marks
    }

    /// The points that each player has still to go.
    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new(
            "pips",
            Player::all(2).map(|player| at.board.pips(player) as i32).collect::<Vec<_>>(),
        ))
    }
}
