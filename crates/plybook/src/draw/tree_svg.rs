//! Searched trees as drawings, the way lectures draw them: MAX and MIN as triangles that point up and down, the
//! value inside, alpha and beta beside, leaves as boxes, cut branches grey and dashed.

use super::svg::{Anchor, Svg};
use plybook_catalog::{SearchTree, TreeMethod, TreeNode, TreeWindow};

/// Sizes in pixels.
mod size {
    /// From one level to the next, in a narrow tree.
    pub const LEVEL: f64 = 104.0;
    /// What a wide tree adds to that at most: its lines are flat otherwise.
    pub const LEVEL_MORE: f64 = 90.0;
    pub const TOP: f64 = 74.0;
    pub const MARGIN: f64 = 24.0;
    pub const BOTTOM: f64 = 64.0;
    /// Half the width of a triangle.
    pub const HALF: f64 = 27.0;
    /// The height of a triangle.
    pub const TALL: f64 = 44.0;
    /// The height of a leaf.
    pub const LEAF: f64 = 24.0;
    /// The least width of a leaf with the space around it.
    pub const LEAF_SLOT: f64 = 48.0;
    /// A triangle with its window beside it.
    pub const NODE_SLOT: f64 = 118.0;
    /// A triangle alone.
    pub const FOLDED_SLOT: f64 = 64.0;
    /// Width of a letter of a label.
    pub const LETTER: f64 = 6.6;
}

/// Cut moves that are drawn one by one.
const CUT_SHOWN: usize = 3;

const STYLE: &str = "
text { font-family: Helvetica, Arial, sans-serif; font-size: 12px; fill: #222; }
.title { font-size: 16px; font-weight: bold; }
.value { font-size: 13px; font-weight: bold; }
.small { font-size: 10px; font-weight: bold; }
.window { font-size: 10px; fill: #33608c; }
.note { font-size: 10px; fill: #777; }
.move, .bestmove { font-size: 11px; stroke: #fff; stroke-width: 4px; stroke-linejoin: round; paint-order: stroke; }
.bestmove { font-weight: bold; fill: #b0430f; }
.greymove { font-size: 11px; fill: #999; stroke: #fff; stroke-width: 4px; stroke-linejoin: round;
  paint-order: stroke; }
.grey { font-size: 10px; fill: #999; }
.edge { stroke: #666; stroke-width: 1.2; }
.best { stroke: #b0430f; stroke-width: 2.6; }
.cut { stroke: #aaa; stroke-width: 1.2; stroke-dasharray: 4 3; }
.max { fill: #dcebf8; stroke: #33608c; stroke-width: 1.4; }
.min { fill: #fbe7d6; stroke: #b0632a; stroke-width: 1.4; }
.leaf { fill: #f4f4f4; stroke: #666; stroke-width: 1.2; }
.stub { fill: #fff; stroke: #aaa; stroke-width: 1; stroke-dasharray: 3 2; }
";

/// What is drawn at a place.
enum Shape {
    Max,
    Min,
    Leaf,
    /// Something that was not searched.
    Cut,
    /// Positions that are not shown.
    Fold,
}

/// A drawn thing with its place.
struct Item {
    shape: Shape,
    /// What stands inside.
    text: String,
    /// What stands at the line from above.
    label: String,
    /// What stands beside a triangle: alpha and beta.
    window: Option<(String, String)>,
    /// What stands below: why it was left, or the window that cut.
    note: String,
    best: bool,
    children: Vec<Item>,
    width: f64,
    x: f64,
}

/// The drawing of a tree.
pub fn draw(name: &str, tree: &SearchTree) -> String {
    let mut root = item(&tree.root);
    let title = format!("{name}: value {} for MAX", tree.value);
    let method = match tree.method {
        TreeMethod::Minimax => "minimax",
        TreeMethod::AlphaBeta => "alpha-beta",
        TreeMethod::Pvs => "principal variation search",
        TreeMethod::Engine => "the engine",
    };
    let facts = format!("{method} to depth {}, {} positions", tree.depth, tree.positions);
    let legend = [
        "\u{25b3} MAX, \u{25bd} MIN; values and windows as MAX sees them; orange: the best line",
        "grey, dashed: cut, with the window that cut it; +n: n positions not shown",
        "\u{21bb} searched again, \u{2193} searched less deep; pass: a free move",
    ];
    let longest = legend.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let least = (title.chars().count() as f64 * 9.5).max(longest as f64 * 5.6);
    let width = root.width.max(least) + 2.0 * size::MARGIN;
    let shift = size::MARGIN + (width - 2.0 * size::MARGIN - root.width) / 2.0;
    place(&mut root, shift);
    let mut svg = Svg::new();
    svg.text("title", Anchor::Start, (size::MARGIN, 28.0), &title);
    svg.text("note", Anchor::Start, (size::MARGIN, 46.0), &facts);
    let level = size::LEVEL + (root.width / 30.0 - 20.0).clamp(0.0, size::LEVEL_MORE);
    edges(&root, size::TOP, level, &mut svg);
    shapes(&root, size::TOP, level, &mut svg);
    let bottom = size::TOP + level * (levels(&root) - 1) as f64 + size::TALL;
    for (number, line) in legend.iter().enumerate() {
        svg.text("note", Anchor::Start, (size::MARGIN, bottom + 40.0 + 14.0 * number as f64), line);
    }
    svg.finish(width, bottom + size::BOTTOM + 20.0, STYLE)
}

fn levels(item: &Item) -> usize {
    1 + item.children.iter().map(levels).max().unwrap_or(0)
}

/// A value that fits into a triangle: `win in 3` becomes `W3`.
fn short(value: &str) -> String {
    value.replace("win in ", "W").replace("loss in ", "L")
}

fn ends(window: &TreeWindow) -> (String, String) {
    let end = |text: &Option<String>, open: &str| text.as_deref().map_or_else(|| open.to_owned(), short);
    (end(&window.alpha, "-\u{221e}"), end(&window.beta, "\u{221e}"))
}

fn item(node: &TreeNode) -> Item {
    let interior = !node.children.is_empty() || node.folded > 0 || !node.cut.is_empty();
    let mut children: Vec<Item> = node.children.iter().map(item).collect();
    if node.folded > 0 {
        children.push(stub(Shape::Fold, format!("+{}", node.folded), String::new()));
    }
    let folded = node.folded > 0;
    if let Some(window) = node.cut_by.as_ref().filter(|_| !folded) {
        let (alpha, beta) = ends(window);
        let note = format!("\u{3b1} {alpha} \u{2265} \u{3b2} {beta}");
        let first = children.len();
        if node.cut.len() <= CUT_SHOWN {
            children.extend(node.cut.iter().map(|mv| stub(Shape::Cut, String::new(), mv.clone())));
        } else {
            children.push(stub(Shape::Cut, format!("{} moves", node.cut.len()), String::new()));
        }
        if let Some(cut) = children.get_mut(first) {
            cut.note = note;
            cut.measure();
        }
    }
    let sign = match node.bound {
        "least" => "\u{2265}",
        "most" => "\u{2264}",
        _ => "",
    };
    let visit = match node.visit {
        "again" => " \u{21bb}",
        "reduced" => " \u{2193}",
        _ => "",
    };
    let plain = matches!(node.reason, "all moves" | "cut" | "evaluation" | "end" | "quiescence");
    Item {
        shape: match (interior, node.max) {
            (false, _) => Shape::Leaf,
            (true, true) => Shape::Max,
            (true, false) => Shape::Min,
        },
        text: format!("{sign}{}", short(&node.value)),
        label: node.display.as_ref().map_or_else(String::new, |mv| format!("{mv}{visit}")),
        window: (interior && !folded).then(|| {
            let (alpha, beta) = ends(&node.window);
            (format!("\u{3b1} {alpha}"), format!("\u{3b2} {beta}"))
        }),
        // The sign at the value says what kind of bound the table had.
        note: if plain {
            String::new()
        } else {
            node.reason.split(',').next().unwrap_or_default().to_owned()
        },
        best: node.best,
        children,
        width: 0.0,
        x: 0.0,
    }
    .measured()
}

/// Something without a value: cut moves, folded positions.
fn stub(shape: Shape, text: String, label: String) -> Item {
    let (note, children) = (String::new(), Vec::new());
    Item { shape, text, label, window: None, note, best: false, children, width: 0.0, x: 0.0 }.measured()
}

impl Item {
    /// The same with its width.
    fn measured(mut self) -> Item {
        self.measure();
        self
    }

    /// Finds its width: that of its children, but no less than it needs itself.
    fn measure(&mut self) {
        let letters = |text: &str| text.chars().count() as f64 * size::LETTER;
        let own = match self.shape {
            Shape::Max | Shape::Min if self.window.is_some() => size::NODE_SLOT,
            Shape::Max | Shape::Min => size::FOLDED_SLOT,
            _ => size::LEAF_SLOT.max(letters(&self.text) + 22.0),
        };
        let own = own.max(letters(&self.label) + 10.0).max(letters(&self.note) * 0.9 + 8.0);
        self.width = self.children.iter().map(|child| child.width).sum::<f64>().max(own);
    }
}

/// Gives an item and what is below it their places, from the left edge on.
fn place(item: &mut Item, left: f64) {
    let below: f64 = item.children.iter().map(|child| child.width).sum();
    let mut at = left + (item.width - below) / 2.0;
    for child in &mut item.children {
        place(child, at);
        at += child.width;
    }
    item.x = match (item.children.first(), item.children.last()) {
        (Some(first), Some(last)) => f64::midpoint(first.x, last.x),
        _ => left + item.width / 2.0,
    };
}

/// The lines to what is below, with their labels.
fn edges(item: &Item, top: f64, level: f64, svg: &mut Svg) {
    let from = (item.x, top + size::TALL);
    for child in &item.children {
        let to = (child.x, top + level);
        let (line, label) = match child.shape {
            Shape::Cut | Shape::Fold => ("cut", "greymove"),
            _ if child.best => ("best", "bestmove"),
            _ => ("edge", "move"),
        };
        svg.line(line, from, to);
        // Nearer to the child than to the parent: there the lines have spread.
        let part = (1.0 - 20.0 / (to.0 - from.0).abs().max(1.0)).clamp(0.72, 0.88);
        let middle = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        svg.text(label, Anchor::Middle, middle, &child.label);
        edges(child, top + level, level, svg);
    }
}

fn shapes(item: &Item, top: f64, level: f64, svg: &mut Svg) {
    let x = item.x;
    let bottom = top + size::TALL;
    let text = if item.text.chars().count() > 3 { "small" } else { "value" };
    let mut below = bottom + 13.0;
    match item.shape {
        Shape::Max => {
            svg.polygon("max", &[(x, top), (x + size::HALF, bottom), (x - size::HALF, bottom)]);
            svg.text(text, Anchor::Middle, (x, bottom - 8.0), &item.text);
        }
        Shape::Min => {
            svg.polygon("min", &[(x, bottom), (x + size::HALF, top), (x - size::HALF, top)]);
            svg.text(text, Anchor::Middle, (x, top + 16.0), &item.text);
        }
        Shape::Leaf | Shape::Fold | Shape::Cut => {
            let wide = (item.text.chars().count() as f64 * size::LETTER + 12.0).max(28.0);
            let (class, text) = match item.shape {
                Shape::Leaf => ("leaf", text),
                _ => ("stub", "grey"),
            };
            svg.rectangle(class, (x - wide / 2.0, top), (wide, size::LEAF), 4.0);
            svg.text(text, Anchor::Middle, (x, top + 16.0), &item.text);
            below = top + size::LEAF + 13.0;
        }
    }
    if let Some((alpha, beta)) = &item.window {
        svg.text("window", Anchor::Start, (x + size::HALF + 3.0, top + 20.0), alpha);
        svg.text("window", Anchor::Start, (x + size::HALF + 3.0, top + 32.0), beta);
    }
    if !item.note.is_empty() {
        svg.text("grey", Anchor::Middle, (x, below), &item.note);
    }
    for child in &item.children {
        shapes(child, top + level, level, svg);
    }
}
