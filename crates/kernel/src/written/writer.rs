//! Trees as text.

use super::{Kind, LETTERS, WrittenTree};
use crate::Outcome;
use std::collections::HashMap;
use std::fmt::Write;

/// Plies below a node that a sketch shows.
const SKETCHED: u32 = 2;
/// Branches of a node that a sketch shows.
const SKETCHED_BRANCHES: usize = 12;

/// The whole tree. Nodes that are reached in several ways are labelled in the order of the text.
pub(super) fn write(tree: &WrittenTree) -> String {
    let mut ways = vec![0u32; tree.nodes.len()];
    for branch in tree.nodes.iter().flat_map(|node| &node.branches) {
        ways[*branch as usize] += 1;
    }
    let shared = (0..).zip(&ways).filter(|&(_, &ways)| ways > 1).map(|(node, _)| node);
    let labels: HashMap<u32, usize> = shared.zip(1..).collect();
    let mut text = String::new();
    write_node(tree, 0, &labels, &mut text);
    text
}

fn write_node(tree: &WrittenTree, number: u32, labels: &HashMap<u32, usize>, text: &mut String) {
    let node = &tree.nodes[number as usize];
    if let Some(label) = labels.get(&number) {
        push(text, format_args!("#{label}="));
    }
    write_opening(tree, number, text);
    for (place, &branch) in (0u16..).zip(&node.branches) {
        write_weight(&node.kind, place, text);
        match labels.get(&branch) {
            Some(label) if tree.nodes[branch as usize].parent != Some((number, place)) => {
                push(text, format_args!("#{label}"));
            }
            _ => write_node(tree, branch, labels, text),
        }
    }
    write_closing(tree, number, text);
}

/// A node with what is right below it, for people; deeper branches are dots.
pub(super) fn sketch(tree: &WrittenTree, number: u32) -> String {
    fn walk(tree: &WrittenTree, number: u32, depth: u32, text: &mut String) {
        let node = &tree.nodes[number as usize];
        if depth == 0 && !node.branches.is_empty() {
            return text.push('…');
        }
        write_opening(tree, number, text);
        for (place, &branch) in (0u16..).zip(&node.branches).take(SKETCHED_BRANCHES) {
            write_weight(&node.kind, place, text);
            walk(tree, branch, depth - 1, text);
        }
        if node.branches.len() > SKETCHED_BRANCHES {
            text.push_str(" …");
        }
        write_closing(tree, number, text);
    }
    let mut text = String::new();
    walk(tree, number, SKETCHED, &mut text);
    text
}

/// A leaf's value or an opening bracket, with the player's letter where it is not the next player's turn.
fn write_opening(tree: &WrittenTree, number: u32, text: &mut String) {
    let node = &tree.nodes[number as usize];
    match &node.kind {
        Kind::Leaf(outcome) => write_outcome(*outcome, text),
        Kind::Chance(_) => text.push('['),
        Kind::Choice => {
            let next = match node.parent {
                None => crate::Player::FIRST,
                Some((parent, _)) => tree.next_mover(&tree.nodes[parent as usize]),
            };
            if node.mover != next {
                text.push(LETTERS[node.mover.index()]);
            }
            text.push('(');
        }
    }
}

/// The space before every branch but the first, and the branch's weight.
fn write_weight(kind: &Kind, place: u16, text: &mut String) {
    if place > 0 {
        text.push(' ');
    }
    if let Kind::Chance(weights) = kind {
        push(text, format_args!("{}: ", weights[usize::from(place)]));
    }
}

fn write_closing(tree: &WrittenTree, number: u32, text: &mut String) {
    let node = &tree.nodes[number as usize];
    match node.kind {
        Kind::Leaf(_) => return,
        Kind::Choice => text.push(')'),
        Kind::Chance(_) => text.push(']'),
    }
    if let Some(evaluation) = node.evaluation {
        text.push('@');
        write_outcome(evaluation, text);
    }
}

fn write_outcome(outcome: Outcome, text: &mut String) {
    match outcome {
        Outcome::Win(player) => text.push(if player.0 == 0 { 'W' } else { 'L' }),
        Outcome::Draw => text.push('D'),
        Outcome::Margin(margin) => push(text, format_args!("{margin}")),
        Outcome::Shares(shares) => {
            let points: Vec<String> = shares.points().iter().map(i32::to_string).collect();
            push(text, format_args!("<{}>", points.join(" ")));
        }
    }
}

/// Writing to a string cannot fail.
fn push(text: &mut String, piece: std::fmt::Arguments<'_>) {
    let done = text.write_fmt(piece);
    debug_assert!(done.is_ok());
}
