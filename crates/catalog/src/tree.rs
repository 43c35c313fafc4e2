//! The tree that a search walked, in plain data. All values and windows are from MAX's view, the first player's,
//! as the lectures draw them.

use crate::chosen::named;
use crate::session::GameSession;
use crate::{DisplayMove, SearchObserver};
use plybook_kernel::{Game, ListedGame, Player, ReadError, Score, Window};
use plybook_search::table::Bound;
use plybook_search::trace::{Reason, Visit};
use plybook_search::{Depth, Engine, Limits, Options, Recorded, Recorder, Stop, Table};
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// Positions that are recorded at most; the search goes on without being recorded.
const LARGEST: usize = 200_000;
/// Size of the engine's table in mebibytes.
const TABLE: usize = 16;

/// The value of a position whose search was stopped.
const UNKNOWN: &str = "?";

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TreeMethod {
    /// Everything.
    Minimax,
    /// With alpha and beta.
    AlphaBeta,
    /// Null windows for all moves but the first.
    Pvs,
    /// Every technique of the engine but iterative deepening.
    Engine,
}

impl TreeMethod {
    fn options(self) -> Options {
        let alpha_beta = Options { alpha_beta: true, ..Options::PLAIN };
        match self {
            TreeMethod::Minimax => Options::PLAIN,
            TreeMethod::AlphaBeta => alpha_beta,
            TreeMethod::Pvs => Options { principal_variation: true, ..alpha_beta },
            TreeMethod::Engine => Options { iterative: false, ..Options::STRONG },
        }
    }
}

/// Which tree is wanted.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    /// Plies.
    pub depth: u32,
    /// How to search.
    pub method: TreeMethod,
    /// The evaluator's name; the strongest by default.
    pub evaluator: Option<String>,
    /// Positions to show at most; what is beyond is folded. The root is always shown.
    pub limit: usize,
    /// Positions after which the search is stopped; none means never.
    pub nodes: Option<u64>,
}

/// A searched tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchTree {
    /// How it was searched.
    pub method: TreeMethod,
    /// Plies.
    pub depth: u32,
    /// The value for MAX; `?` if the search was stopped.
    pub value: String,
    /// The best line; empty if the search was stopped.
    pub line: Vec<String>,
    /// The same moves as people read them.
    pub display: Vec<DisplayMove>,
    /// Positions of the tree, the root and folded ones included.
    pub positions: u64,
    /// Whether the search was stopped before it was done.
    pub stopped: bool,
    /// The root.
    pub root: TreeNode,
}

/// A window from MAX's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeWindow {
    /// What MAX has for sure; nothing yet if absent.
    pub alpha: Option<String>,
    /// What MIN has for sure; nothing yet if absent.
    pub beta: Option<String>,
}

/// A position of a searched tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeNode {
    /// The number of the position in the order in which the search entered them; the root is 0.
    pub number: usize,
    /// The move that led here: none at the root, `pass` after a null move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The same move as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
    /// Whether MAX is to move.
    pub max: bool,
    /// Plies left to search.
    pub depth: i32,
    /// The window it was searched with.
    pub window: TreeWindow,
    /// Its value for MAX; `?` if its search was stopped.
    pub value: String,
    /// `exact`, `least` or `most`: what the value says about the true one.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["exact", "least", "most"])))]
    pub bound: &'static str,
    /// Why it was left, in a word or two.
    pub reason: &'static str,
    /// How it was searched: `plain`, `null`, `reduced` or `again`.
    pub visit: &'static str,
    /// Whether it lies on the best line.
    pub best: bool,
    /// The window of the position above once this one's value had come back; the root has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<TreeWindow>,
    /// For a value from the table: the number of the position it came from, if that is in this tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<usize>,
    /// The positions searched below it, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<TreeNode>,
    /// The moves that were not searched because the window had closed, as people read them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
    /// The window that had closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_by: Option<TreeWindow>,
    /// Positions below it that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub folded: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Searches a session's position and writes the tree down.
pub(crate) fn run<G: ListedGame>(
    session: &GameSession<G>,
    request: &TreeRequest,
    watch: &dyn SearchObserver,
) -> Result<SearchTree, ReadError> {
    let game = &session.game;
    if game.players() != 2 {
        let remedy = "choose a game of two players";
        return Err(ReadError::new(
            "game",
            &game.full_name(),
            "MAX and MIN are two, its players are not",
            remedy,
        ));
    }
    let evaluator = named(&**game, request.evaluator.as_deref())?;
    let mut engine = Engine::new(Arc::clone(game), evaluator, game.hints());
    engine.options = request.method.options();
    let table = engine.options.table.then(|| Table::with_mebibytes(TABLE));
    let mut recorder = Recorder::new(&**game, LARGEST);
    let limits = Limits { nodes: request.nodes, ..Limits::depth(request.depth) };
    let stop = Watched(watch);
    let finding = engine.watch(&session.at, &session.history, &limits, table.as_ref(), &stop, &mut recorder);
    let best = finding.lines.first().filter(|_| !finding.stopped);
    let line = best.map(|line| line.moves.clone()).unwrap_or_default();
    let score = best.map_or(Score::DRAW, |line| line.score);
    let max = is_max(&**game, &session.at);
    let plain = crate::analysis::plain_lines(session, &finding.lines);
    let left_out = recorder.left_out;
    let positions = recorder.nodes.len() as u64 + left_out;
    let builder = Builder::new(&**game, &recorder.nodes, &line, request.limit);
    let shown = plain.into_iter().next().filter(|_| !finding.stopped);
    let (line, display) = shown.map(|line| (line.moves, line.display)).unwrap_or_default();
    Ok(SearchTree {
        method: request.method,
        depth: request.depth,
        value: if finding.stopped { UNKNOWN.to_owned() } else { text(if max { score } else { -score }) },
        line,
        display,
        positions,
        stopped: finding.stopped,
        root: builder.node(0, None),
    })
}

/// Stops a search when its watcher says so.
struct Watched<'a>(&'a dyn SearchObserver);

impl<M> Stop<M> for Watched<'_> {
    fn poll(&self, _: u64) -> bool {
        self.0.stop()
    }
}

fn is_max<G: Game>(game: &G, at: &G::Position) -> bool {
    game.turn(at).player().is_none_or(|player| player == Player::FIRST)
}

/// A value as people write it on a tree: `3`, `-0.35`, `win in 3`.
fn text(score: Score) -> String {
    if score.is_decided() {
        return score.to_string();
    }
    let (raw, point) = (score.raw(), Score::POINT);
    if raw % point == 0 {
        (raw / point).to_string()
    } else {
        format!("{}", f64::from(raw) / f64::from(point))
    }
}

fn window_text(window: Window) -> TreeWindow {
    let end = |score: Score, open: Score| (score != open).then(|| text(score));
    TreeWindow { alpha: end(window.alpha, Window::FULL.alpha), beta: end(window.beta, Window::FULL.beta) }
}

/// Turns the list of recorded positions into a tree.
struct Builder<'a, G: ListedGame> {
    game: &'a G,
    nodes: &'a [Recorded<G>],
    children: Vec<Vec<usize>>,
    /// Positions in each subtree, its own root included.
    sizes: Vec<usize>,
    /// What each value says about the true one.
    bounds: Vec<Bound>,
    best: HashSet<usize>,
    open: HashSet<usize>,
}

impl<'a, G: ListedGame> Builder<'a, G> {
    fn new(game: &'a G, nodes: &'a [Recorded<G>], line: &[G::Move], limit: usize) -> Builder<'a, G> {
        let mut children = vec![Vec::new(); nodes.len()];
        let mut sizes = vec![1; nodes.len()];
        for (number, parent) in
            nodes.iter().enumerate().filter_map(|(number, node)| Some((number, node.parent?)))
        {
            children[parent].push(number);
        }
        for (number, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                sizes[parent] += sizes[number];
            }
        }
        let mut builder = Builder {
            game,
            nodes,
            children,
            sizes,
            bounds: Vec::new(),
            best: HashSet::new(),
            open: HashSet::new(),
        };
        builder.judge();
        builder.follow(line);
        builder.unfold(limit);
        builder
    }

    /// Finds out from below what the values say, as MAX sees them.
    fn judge(&mut self) {
        self.bounds = vec![Bound::Exact; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            self.bounds[number] = self.bound(number);
        }
    }

    /// What a position's value says: it is exact if the best of all moves is, and no other move may be better.
    fn bound(&self, number: usize) -> Bound {
        let node = &self.nodes[number];
        let (Some(score), Some(reason)) = (node.score, node.reason) else { return Bound::Exact };
        let max = is_max(self.game, &node.at);
        if matches!(
            reason,
            Reason::Stopped
                | Reason::End
                | Reason::PathEnd
                | Reason::Evaluation
                | Reason::TableExact
                | Reason::Oracle
        ) {
            return Bound::Exact;
        }
        let below = &self.children[number];
        let complete = matches!(reason, Reason::AllMoves | Reason::Beta)
            && node.depth > Depth::HORIZON
            && self.cut(number, reason).is_empty()
            && below.iter().all(|&child| self.nodes[child].visit == Visit::Plain);
        if complete {
            let for_mover = |child: usize| {
                let value = self.nodes[child].score.unwrap_or(Score::DRAW);
                (if is_max(self.game, &self.nodes[child].at) == max { value } else { -value }).up()
            };
            let better = if max { Bound::Lower } else { Bound::Upper };
            let open = below.iter().any(|&child| self.bounds[child] == better);
            let proves = |&&child: &&usize| for_mover(child) == score && self.bounds[child] == Bound::Exact;
            if !open && below.iter().any(|child| proves(&child)) {
                return Bound::Exact;
            }
        }
        match (max, score >= node.window.beta, score <= node.window.alpha) {
            (true, true, _) | (false, _, true) => Bound::Lower,
            (true, _, true) | (false, true, _) => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Marks the best line; a position searched several times counts as the last search.
    fn follow(&mut self, line: &[G::Move]) {
        let mut at = 0;
        self.best.insert(at);
        for mv in line {
            let same = |&&child: &&usize| self.nodes[child].mv == Some(*mv);
            let Some(&next) = self.children[at].iter().rev().find(same) else { break };
            self.best.insert(next);
            at = next;
        }
    }

    /// Decides whose successors are shown: the root's first, then those along the best line, then level by
    /// level, as long as they fit.
    fn unfold(&mut self, limit: usize) {
        let mut levels: Vec<usize> = (0..self.nodes.len()).collect();
        levels.sort_by_key(|&number| (!self.best.contains(&number), self.nodes[number].ply));
        let mut shown = HashSet::from([0]);
        for number in levels {
            let below = &self.children[number];
            let first = number == 0;
            if shown.contains(&number) && !below.is_empty() && (first || shown.len() + below.len() <= limit) {
                self.open.insert(number);
                shown.extend(below.iter().copied());
            }
        }
    }

    /// The successors shown below a position. Each carries the window that stood above it after its value had
    /// come back; a null move, and one whose search was stopped, prove nothing and leave it alone.
    fn below(&self, number: usize, mut window: Window, max: bool) -> Vec<TreeNode> {
        let child = |&child: &usize| {
            let recorded = &self.nodes[child];
            let value = recorded.score.unwrap_or(Score::DRAW);
            let value = (if is_max(self.game, &recorded.at) { value } else { -value }).up();
            match (recorded.mv.filter(|_| recorded.reason != Some(Reason::Stopped)), max) {
                (None, _) => {}
                (_, true) => window.alpha = window.alpha.max(value),
                (_, false) => window.beta = window.beta.min(value),
            }
            self.node(child, Some(window_text(window)))
        };
        self.children[number].iter().map(child).collect()
    }

    fn node(&self, number: usize, after: Option<TreeWindow>) -> TreeNode {
        let recorded = &self.nodes[number];
        let max = is_max(self.game, &recorded.at);
        let parent = recorded.parent.map(|parent| &self.nodes[parent]);
        let written = |write: fn(&G, &G::Position, G::Move) -> String| {
            parent.map(|parent| match recorded.mv {
                Some(mv) => write(self.game, &parent.at, mv),
                None => "pass".to_owned(),
            })
        };
        let for_max = |score: Score| if max { score } else { -score };
        let score = recorded.score.unwrap_or(Score::DRAW);
        let window = if max { recorded.window } else { recorded.window.flipped() };
        let reason = recorded.reason.unwrap_or(Reason::Stopped);
        let cut = self.cut(number, reason);
        let closed = if max {
            Window { alpha: window.alpha.max(score), ..window }
        } else {
            Window { beta: window.beta.min(-score), ..window }
        };
        let open = self.open.contains(&number);
        TreeNode {
            number,
            mv: written(G::move_text),
            display: written(G::display_move),
            max,
            depth: recorded.depth.plies(),
            window: window_text(window),
            value: if reason == Reason::Stopped { UNKNOWN.to_owned() } else { text(for_max(score)) },
            bound: match self.bounds[number] {
                Bound::Lower => "least",
                Bound::Upper => "most",
                Bound::Exact | Bound::None => "exact",
            },
            reason: match reason {
                Reason::Beta if cut.is_empty() && recorded.depth > Depth::HORIZON => {
                    reason_text(Reason::AllMoves)
                }
                _ => reason_text(reason),
            },
            visit: visit_text(recorded.visit),
            best: self.best.contains(&number),
            after,
            source: recorded.source,
            children: if open { self.below(number, window, max) } else { Vec::new() },
            cut_by: (!cut.is_empty()).then(|| window_text(closed)),
            cut,
            folded: if open { 0 } else { self.sizes[number] - 1 },
        }
    }

    /// The moves that a cut spared. Beyond the horizon only some moves are searched anyway.
    fn cut(&self, number: usize, reason: Reason) -> Vec<String> {
        let recorded = &self.nodes[number];
        if reason != Reason::Beta || recorded.depth <= Depth::HORIZON {
            return Vec::new();
        }
        let searched: Vec<G::Move> =
            self.children[number].iter().filter_map(|&child| self.nodes[child].mv).collect();
        let spared = self.game.legal(&recorded.at).into_iter().filter(|mv| !searched.contains(mv));
        spared.map(|mv| self.game.display_move(&recorded.at, mv)).collect()
    }
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::AllMoves => "all moves",
        Reason::Beta => "cut",
        Reason::End => "end",
        Reason::PathEnd => "end by the path",
        Reason::Evaluation => "evaluation",
        Reason::Quiescence => "quiescence",
        Reason::TableExact => "table",
        Reason::TableLower => "table, lower bound",
        Reason::TableUpper => "table, upper bound",
        Reason::EnhancedTable => "table of a successor",
        Reason::NullMove => "null move",
        Reason::ReverseFutility => "far above beta",
        Reason::Razoring => "far below alpha",
        Reason::MultiCut => "several moves cut",
        Reason::Oracle => "oracle",
        Reason::Settled => "settled",
        Reason::Stopped => "stopped",
    }
}

fn visit_text(visit: Visit) -> &'static str {
    match visit {
        Visit::Plain => "plain",
        Visit::Null => "null",
        Visit::Reduced => "reduced",
        Visit::Again => "again",
        Visit::Line => "line",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn tree(name: &str, depth: u32, method: TreeMethod, limit: usize) -> SearchTree {
        let session = open(name).unwrap().session(None).unwrap();
        session
            .tree(&TreeRequest { depth, method, evaluator: None, limit, nodes: None }, &crate::NoObserver)
            .unwrap()
    }

    fn count(node: &TreeNode) -> usize {
        1 + node.folded + node.children.iter().map(count).sum::<usize>()
    }

    fn shown(node: &TreeNode) -> usize {
        1 + node.children.iter().map(shown).sum::<usize>()
    }

    /// Stops a search as soon as it asks.
    struct Haste;

    impl SearchObserver for Haste {
        fn stop(&self) -> bool {
            true
        }
    }

    #[test]
    fn a_stopped_search_claims_no_values_it_has_not() {
        let session = open("chess").unwrap().session(None).unwrap();
        let request = |method| TreeRequest { depth: 30, method, evaluator: None, limit: 50, nodes: None };
        for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta, TreeMethod::Pvs, TreeMethod::Engine] {
            let tree = session.tree(&request(method), &Haste).unwrap();
            assert!(tree.stopped && tree.line.is_empty(), "{method:?}");
            assert_eq!((tree.value.as_str(), tree.root.value.as_str()), ("?", "?"), "{method:?}");
            assert_eq!((tree.root.bound, tree.root.reason), ("exact", "stopped"), "{method:?}");
            assert!(tree.root.children.iter().all(|child| child.reason != "stopped" || child.value == "?"));
        }
    }

    #[test]
    fn the_lectures_tree() {
        let tree = tree("tree:tree=((3 12 8) (2 4 6) (14 5 2))", 2, TreeMethod::AlphaBeta, 100);
        assert_eq!((tree.value.as_str(), tree.positions), ("3", 11));
        let root = &tree.root;
        assert!(root.max && root.best && root.window == TreeWindow { alpha: None, beta: None });
        let [first, second, third] = &root.children[..] else { panic!("{root:?}") };
        assert!(!first.max && first.best && first.cut.is_empty());
        assert_eq!((first.value.as_str(), first.bound), ("3", "exact"));
        assert_eq!((second.value.as_str(), second.bound, second.reason), ("2", "most", "cut"));
        assert_eq!(second.children.len(), 1);
        assert_eq!(second.cut, ["2", "3"]);
        let closed = TreeWindow { alpha: Some("3".to_owned()), beta: Some("2".to_owned()) };
        assert_eq!(second.cut_by, Some(closed));
        assert_eq!((third.value.as_str(), third.bound, third.children.len()), ("2", "exact", 3));
        assert_eq!((third.reason, third.cut_by.as_ref()), ("all moves", None));
        let after = |node: &TreeNode| node.after.clone().map(|window| (window.alpha, window.beta));
        let three = Some("3".to_owned());
        assert!(after(root).is_none());
        assert!(root.children.iter().all(|child| after(child) == Some((three.clone(), None))));
        let betas = first.children.iter().map(|leaf| after(leaf).unwrap().1.unwrap());
        assert_eq!(betas.collect::<Vec<_>>(), ["3", "3", "3"]);
        assert_eq!(after(&second.children[0]), Some((three, Some("2".to_owned()))));
        assert_eq!((root.number, first.number, second.number, third.number), (0, 1, 5, 7));
    }

    #[test]
    fn a_table_hit_names_its_source() {
        fn all<'a>(node: &'a TreeNode, found: &mut Vec<&'a TreeNode>) {
            found.push(node);
            node.children.iter().for_each(|child| all(child, found));
        }
        let tree = tree("tictactoe", 4, TreeMethod::Engine, 100_000);
        let mut nodes = Vec::new();
        all(&tree.root, &mut nodes);
        let hits: Vec<_> = nodes.iter().filter_map(|node| Some((node, node.source?))).collect();
        assert!(!hits.is_empty());
        for (hit, source) in hits {
            assert!(hit.reason.starts_with("table") && source < hit.number, "{hit:?}");
            assert!(nodes.iter().any(|node| node.number == source && node.reason != "table"));
        }
    }

    #[test]
    fn folding_loses_no_position() {
        for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta, TreeMethod::Pvs, TreeMethod::Engine] {
            for limit in [1, 20, 100, 100_000] {
                let tree = tree("tictactoe", 3, method, limit);
                assert_eq!(count(&tree.root) as u64, tree.positions, "{method:?} {limit}");
                assert!(shown(&tree.root) <= limit.max(1 + tree.root.children.len()), "{method:?} {limit}");
            }
        }
        assert_eq!(tree("tictactoe", 3, TreeMethod::Minimax, 1000).positions, 1 + 9 + 72 + 504);
    }

    #[test]
    fn every_method_finds_the_same_value() {
        let value = |method| tree("tree:tree=((3 (4 9) 8) (2 4 6) (14 5 2))", 3, method, 100).value;
        let plain = value(TreeMethod::Minimax);
        for method in [TreeMethod::AlphaBeta, TreeMethod::Pvs, TreeMethod::Engine] {
            assert_eq!(value(method), plain, "{method:?}");
        }
    }
}
