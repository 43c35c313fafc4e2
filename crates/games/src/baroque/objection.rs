//! Why a move is not legal: the first rule that forbids it, in words.

use super::geometry::{LINES, NEAR, between, bit, direction, squares, straight_lines};
use super::moves::each_move;
use super::notation::name;
use super::view::PLAYERS;
use super::{Choice, Kind, Position, Variant, freezing};
use plybook_kernel::rows::read_square;

/// The rule that forbids a move, as it goes on after `because`; `None` for a text that names no two squares, and for a
/// legal move.
pub fn objection(variant: &Variant, at: &Position, text: &str) -> Option<String> {
    let (both, choice) = text.split_once('=').map_or((text, None), |(both, choice)| (both, Some(choice)));
    let (from, to) = both.split_at_checked(2)?;
    let square = |text| read_square(text, 8, 8).map(|(rank, file)| 8 * file + rank);
    let (from, to) = (square(from)?, square(to)?);
    let Some((kind, owner)) = at.piece(from) else {
        return Some(format!("{} is empty", name(from)));
    };
    if owner != at.turn {
        return Some(format!("the {} on {} is {}'s", kind.name(), name(from), PLAYERS[owner.index()]));
    }
    let frozen = freezing::frozen(variant, at) & bit(from) != 0;
    if from == to {
        return suicide(variant, kind, frozen, from);
    }
    if frozen {
        return Some(freeze(at, kind, from));
    }
    if let Some((kind, owner)) = at.piece(to)
        && owner == at.turn
    {
        return Some(format!("its own {} stands on {}", kind.name(), name(to)));
    }
    way(variant, at, kind, from, to).or_else(|| afterwards(variant, at, (from, to), choice))
}

fn suicide(variant: &Variant, kind: Kind, frozen: bool, at: usize) -> Option<String> {
    let piece = format!("the {} on {}", kind.name(), name(at));
    if !variant.suicide() {
        return Some(format!(
            "{piece} stays where it is, and no piece may leave the board by itself (suicide=no)"
        ));
    }
    if kind == Kind::King {
        return Some("a king never leaves the board by itself".to_owned());
    }
    (!frozen).then(|| format!("{piece} is not frozen, and only a frozen piece may leave the board by itself"))
}

/// Who freezes a piece.
fn freeze(at: &Position, kind: Kind, from: usize) -> String {
    let beside = NEAR[from] & at.enemy();
    let freezer = squares(beside & at.of(Kind::Freezer)).next();
    let by = match freezer {
        Some(freezer) => format!("the freezer on {}", name(freezer)),
        None => {
            let own = at.own & at.of(Kind::Freezer);
            let imitators = beside & at.of(Kind::Imitator);
            let imitator = squares(imitators).find(|&imitator| NEAR[imitator] & own != 0);
            let imitator = imitator.or_else(|| squares(imitators).next()).unwrap_or(from);
            match squares(NEAR[imitator] & own).next() {
                Some(freezer) if freezer != from => {
                    let freezer = name(freezer);
                    format!(
                        "the imitator on {}, which stands beside the freezer on {freezer}",
                        name(imitator)
                    )
                }
                _ => format!("the imitator on {}", name(imitator)),
            }
        }
    };
    format!("the {} on {} is frozen by {by}", kind.name(), name(from))
}

/// What is wrong with the way from one square to another, where no friend stands.
fn way(variant: &Variant, at: &Position, kind: Kind, from: usize, to: usize) -> Option<String> {
    let enemy_on_goal = at.enemy() & bit(to) != 0;
    if kind == Kind::King {
        let near = NEAR[from] & bit(to) != 0;
        return (!near).then(|| "a king moves one step".to_owned());
    }
    let named = format!("{} {}", if kind == Kind::Imitator { "an" } else { "a" }, kind.name());
    if LINES[from] & bit(to) == 0 {
        return Some(if kind == Kind::Pincer {
            "a pincer moves like a rook, straight along a row or a column".to_owned()
        } else {
            format!("{named} moves like a queen, straight or diagonally")
        });
    }
    if kind == Kind::Pincer && straight_lines(from) & bit(to) == 0 {
        return Some("a pincer moves like a rook, straight along a row or a column".to_owned());
    }
    let in_way = between(from, to) & at.occupied();
    if enemy_on_goal {
        let step = NEAR[from] & bit(to) != 0 && at.of(Kind::King) & bit(to) != 0;
        if kind != Kind::Imitator {
            return Some(format!("{named} does not move onto another piece, and {} is occupied", name(to)));
        }
        if !variant.imitator_captures() {
            return Some("imitators take nothing in this game (imitator-captures=off)".to_owned());
        }
        let words = "an imitator moves onto no piece but a king beside it";
        return (!step).then(|| words.to_owned());
    }
    if in_way == 0 {
        return None;
    }
    leap(variant, at, kind, (from, to), in_way)
}

/// What is wrong with a move over other pieces to an empty square.
fn leap(
    variant: &Variant,
    at: &Position,
    kind: Kind,
    (from, to): (usize, usize),
    in_way: u64,
) -> Option<String> {
    // The pieces that are met, the nearest first.
    let mut met: Vec<usize> = squares(in_way).collect();
    if direction(from, to) >= 4 {
        met.reverse();
    }
    let (&nearest, others) = met.split_first()?;
    let (victim, owner) = at.piece(nearest)?;
    let blocker = format!("the {} on {} is in the way", victim.name(), name(nearest));
    match kind {
        Kind::Leaper | Kind::Imitator => {}
        _ => return Some(blocker),
    }
    if owner == at.turn {
        return Some(format!("{blocker}, and nobody leaps over a friend"));
    }
    if kind == Kind::Imitator && !variant.imitator_captures() {
        return Some(format!("{blocker}, and imitators take nothing in this game (imitator-captures=off)"));
    }
    if kind == Kind::Imitator && victim != Kind::Leaper {
        return Some(format!("{blocker}, and an imitator leaps over leapers alone"));
    }
    if let Some(&next) = others.first() {
        let adjacent = NEAR[nearest] & bit(next) != 0;
        let second = at.piece(next)?;
        if adjacent {
            return Some(format!(
                "two pieces in a row, on {} and {}, cannot be leapt",
                name(nearest),
                name(next)
            ));
        }
        if second.1 == at.turn {
            return Some(format!("the {} on {} is in the way", second.0.name(), name(next)));
        }
        if !variant.leaps_many() {
            return Some(format!(
                "a leap takes one piece, and it would take those on {} and {}",
                name(nearest),
                name(next)
            ));
        }
        return None;
    }
    let behind = NEAR[nearest] & bit(to) != 0;
    (!behind && !variant.lands_anywhere()).then(|| {
        let on = name(nearest);
        format!("a leap ends on the square directly behind the piece that it takes, here the one on {on} (leaper=next)")
    })
}

/// What is wrong with a move whose way is right: with what it takes, or with what it leaves behind.
fn afterwards(
    variant: &Variant,
    at: &Position,
    (from, to): (usize, usize),
    choice: Option<&str>,
) -> Option<String> {
    let mut choices = Vec::new();
    each_move(variant, at, |mv| {
        if (mv.from(), mv.to()) == (from, to) {
            choices.push(mv.choice());
        }
    });
    if choices.is_empty() {
        let king = squares(at.own & at.of(Kind::King)).next();
        let king = king.map_or(to, |king| if king == from { to } else { king });
        let king = format!("the king on {}", name(king));
        return variant.checkmate().then(|| format!("it leaves {king} open to capture (end=checkmate)"));
    }
    let both = format!("{}{}", name(from), name(to));
    let words: Vec<String> = choices
        .iter()
        .map(|choice| match choice {
            Choice::Pincers => format!("{both}=p"),
            Choice::Withdrawer => format!("{both}=w"),
            Choice::Coordinators => format!("{both}=c"),
            Choice::Nothing => format!("{both}=-"),
            Choice::Offered => both.clone(),
        })
        .collect();
    let which = words.join(" or ");
    match choice {
        None => (choices.len() > 1)
            .then(|| format!("it may take several kinds, so that it must say which: {which}")),
        Some(choice) => Some(format!("it cannot take `{choice}` there: {which} is what it may do")),
    }
}
