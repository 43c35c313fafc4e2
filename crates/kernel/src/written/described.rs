//! Written trees in the list of games.

use super::WrittenTree;
use crate::options::Options;
use crate::{Described, Info, OptionInfo, ReadError};

/// The tree that lectures on minimax show: worth 3 to the first player.
const LECTURE: &str = "((3 12 8) (2 4 6) (14 5 2))";

impl Described for WrittenTree {
    const INFO: Info = Info {
        name: "tree",
        title: "Written tree",
        summary: "A game that is nothing but its tree, written out with the values of its leaves.",
        options: &[OptionInfo {
            form: "tree=TEXT",
            default: LECTURE,
            help: "The tree: brackets are nodes, numbers are points of the first player at leaves.",
        }],
        examples: &[
            "tree",
            "tree:tree=((W D) A(L 4)@2 ((5 -5) B(1 L)))",
            "tree:tree=((#x=(3 5) 1) (#x #y=(2 7)) (#y -4 #x))",
            "tree:tree=([0.5: (1 2) 0.5: 6] (4 [1: -3 2: 9]@5))",
            "tree:tree=((<1 2 6> <4 3 3>) (<6 1 2> C(<7 4 1> <5 1 1>)))",
        ],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<WrittenTree, ReadError> {
        let text = options.text("tree").unwrap_or(LECTURE);
        options.finish("tree=TEXT, a tree without commas")?;
        WrittenTree::parse(text)
    }

    fn options_text(&self) -> String {
        let text = self.to_text();
        if text == LECTURE { String::new() } else { format!("tree={text}") }
    }

    fn options_in_words(&self) -> String {
        let text = self.to_text();
        if text == LECTURE { String::new() } else { format!("the tree {text}") }
    }
}
