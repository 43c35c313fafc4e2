//! Searched trees as indented text.

use crate::output::Output;
use plybook_catalog::{SearchTree, TreeNode, TreeWindow, move_list};

/// The signs that a tree is drawn with.
struct Signs {
    branch: &'static str,
    last: &'static str,
    beside: &'static str,
    least: &'static str,
    most: &'static str,
    infinity: &'static str,
}

const ASCII: Signs =
    Signs { branch: "|- ", last: "`- ", beside: "|  ", least: ">=", most: "<=", infinity: "inf" };
const FANCY: Signs =
    Signs { branch: "├─ ", last: "└─ ", beside: "│  ", least: "≥", most: "≤", infinity: "∞" };

/// The tree: a line per position with its move, player, value, window and why it was left; behind a cut the
/// moves that were not searched, greyed, and the window that cut them.
pub fn write(name: &str, tree: &SearchTree, output: Output) -> String {
    let signs = if output.fancy { &FANCY } else { &ASCII };
    let mut writer = Writer { output, signs, text: String::new() };
    let line = if tree.line.is_empty() { "none".to_owned() } else { move_list(&tree.display) };
    writer.push(&format!(
        "{}: value {} for MAX, best line {line}, {} positions\n",
        output.bold(name),
        tree.value,
        tree.positions
    ));
    let root = writer.describe(&tree.root);
    writer.push(&(root + "\n"));
    writer.below(&tree.root, "");
    writer.push(&output.faint("[alpha, beta] and all values as MAX sees them; * is the best line"));
    writer.text
}

struct Writer {
    output: Output,
    signs: &'static Signs,
    text: String,
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.text += text;
    }

    fn window(&self, window: &TreeWindow) -> String {
        let infinity = self.signs.infinity;
        let alpha = window.alpha.clone().unwrap_or_else(|| format!("-{infinity}"));
        let beta = window.beta.clone().unwrap_or_else(|| infinity.to_owned());
        format!("[{alpha}, {beta}]")
    }

    fn describe(&self, node: &TreeNode) -> String {
        let sign = match node.bound {
            "least" => self.signs.least,
            "most" => self.signs.most,
            _ => "",
        };
        let interior = !node.children.is_empty() || node.folded > 0;
        let player = if node.max { "MAX " } else { "MIN " };
        let mv = node.display.as_deref().map_or_else(String::new, |mv| format!("{mv}  "));
        let value = self.output.bold(&format!("{sign}{}", node.value));
        let window = if interior { format!("  {}", self.window(&node.window)) } else { String::new() };
        let visit = match node.visit {
            "again" => ", searched again",
            "reduced" => ", reduced",
            "null" => ", free move",
            _ => "",
        };
        let star = if node.best { " *" } else { "" };
        let player = if interior { player } else { "" };
        format!(
            "{mv}{player}{value}{star}{window}  {}",
            self.output.faint(&format!("{}{visit}", node.reason))
        )
    }

    fn below(&mut self, node: &TreeNode, indent: &str) {
        let faint = |text: String| self.output.faint(&text);
        let mut rest = Vec::new();
        if node.folded > 0 {
            rest.push(faint(format!("+{} positions", node.folded)));
        }
        if let Some(window) = &node.cut_by {
            rest.push(faint(format!("cut by {}: {}", self.window(window), node.cut.join(" "))));
        }
        let count = node.children.len() + rest.len();
        for (number, child) in node.children.iter().enumerate() {
            let (sign, beside) = self.signs_at(number + 1 == count);
            let line = format!("{indent}{sign}{}\n", self.describe(child));
            self.push(&line);
            self.below(child, &format!("{indent}{beside}"));
        }
        for (number, text) in rest.iter().enumerate() {
            let (sign, _) = self.signs_at(node.children.len() + number + 1 == count);
            self.push(&format!("{indent}{sign}{text}\n"));
        }
    }

    fn signs_at(&self, last: bool) -> (&'static str, &'static str) {
        if last { (self.signs.last, "   ") } else { (self.signs.branch, self.signs.beside) }
    }
}
