//! Written trees in the list of games.

use super::WrittenTree;
use crate::{
    GameInfo, HasInfo, Indexed, OptionInfo, OptionValue, OptionValues, Planes, ReadError, Text, texts,
};

/// The tree that lectures on minimax show: worth 3 to the first player.
const LECTURE: &str = "((3 12 8) (2 4 6) (14 5 2))";

impl HasInfo for WrittenTree {
    fn info(&self) -> GameInfo {
        let tree = OptionInfo::text("tree", "TEXT")
            .default(OptionValue::Text(Text::Borrowed(LECTURE)))
            .help("The tree: brackets are nodes, numbers are points of the first player at leaves.")
            .said(["the tree {}"]);
        GameInfo {
            name: "tree".into(),
            title: "Written tree".into(),
            summary: "A game that is nothing but its tree, written out with the values of its leaves.".into(),
            options: vec![tree],
            examples: texts([
                "tree",
                "tree:tree=((W D) A(L 4)@2 ((5 -5) B(1 L)))",
                "tree:tree=((#x=(3 5) 1) (#x #y=(2 7)) (#y -4 #x))",
                "tree:tree=([0.5: (1 2) 0.5: 6] (4 [1: -3 2: 9]@5))",
                "tree:tree=((<1 2 6> <4 3 3>) (<6 1 2> C(<7 4 1> <5 1 1>)))",
                "tree:tree=((<1 0 2 3> [1: <0 0 0 9> 2: D(<4 1 1 0> <1 4 0 1>)]) <2 2 2 2>)",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<WrittenTree, ReadError> {
        WrittenTree::parse(options.text_of("tree").unwrap_or(LECTURE))
    }

    fn options(&self) -> OptionValues {
        OptionValues::new().with("tree", OptionValue::Text(self.to_text().into()))
    }
}

impl Default for WrittenTree {
    fn default() -> WrittenTree {
        WrittenTree::parse(LECTURE).unwrap_or_else(|error| unreachable!("the lecture's tree: {error}"))
    }
}

/// Nodes have no numbers.
impl Indexed for WrittenTree {}

/// A tree is no board.
impl Planes for WrittenTree {}
