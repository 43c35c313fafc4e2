//! `plybook tree`.

use crate::support::{json, output, refused, scratch};

const LECTURE: &str = "tree:tree=((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn the_lectures_tree_as_text() {
    let text = output(&["tree", LECTURE, "--depth", "2", "--method", "alphabeta"]);
    assert!(text.is_ascii() && text.contains("value 3 for MAX"), "{text}");
    assert!(
        text.contains("|- 2  MIN <=2  [3, inf]  cut\n|  |- 1  2  end\n|  `- cut by [3, 2]: 2 3\n"),
        "{text}"
    );
    let whole = output(&["tree", LECTURE, "--depth", "2", "--method", "minimax"]);
    assert!(whole.contains("13 positions") && !whole.contains("cut by"), "{whole}");
}

#[test]
fn a_tree_is_drawn() {
    let path = scratch("tree.svg");
    let file = path.to_str().unwrap();
    assert_eq!(output(&["tree", LECTURE, "--depth", "2", "--format", "svg", "--output", file]), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    // One MAX, three MIN, seven leaves; two moves of the second MIN are cut.
    assert_eq!((count("max"), count("min"), count("leaf"), count("stub")), (1, 3, 7, 2));
    assert!(svg.contains("α 3 ≥ β 2"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn every_method_gives_a_whole_tree() {
    for method in ["minimax", "alphabeta", "pvs", "engine"] {
        let tree = json(&["tree", "othello", "--depth", "3", "--method", method, "--json"]);
        assert_eq!(tree["depth"], 3);
        assert_eq!(tree["root"]["children"].as_array().unwrap().len() % 4, 0, "{method}");
        assert_eq!(tree["value"], tree["root"]["value"]);
    }
}

#[test]
fn large_trees_are_folded() {
    let text = output(&["tree", "connect4", "--depth", "5", "--limit", "30"]);
    assert!(text.lines().count() < 90 && text.contains("+"), "{text}");
    let all = output(&["tree", "connect4", "--depth", "3", "--limit", "100000"]);
    assert!(!all.contains(" positions\n|"), "{all}");
}

#[test]
fn bad_requests_are_refused() {
    refused(&[
        (&["tree", LECTURE], "--depth"),
        (&["tree", LECTURE, "--depth", "0"], "0"),
        (&["tree", LECTURE, "--depth", "2", "--method", "magic"], "magic"),
        (&["tree", LECTURE, "--depth", "2", "--evaluator", "wise"], "wise"),
        (&["tree", LECTURE, "--depth", "2", "--output", "/nowhere/tree.svg"], "/nowhere/tree.svg"),
        (&["tree", "tree:tree=((<1 2 6> <4 3 3>) (<6 1 2> <5 1 1>))", "--depth", "2"], "two"),
        (&["tree", "tictactoe", "--depth", "2", "--moves", "a1 a2 b1 b2 c1"], "over"),
    ]);
}
