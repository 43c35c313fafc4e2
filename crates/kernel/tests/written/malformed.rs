//! Texts that are no trees.

use plybook_kernel::Notation;
use plybook_kernel::written::{DEEPEST, WIDEST, WrittenTree};
use proptest::prelude::*;

/// Text, the character where it goes wrong, and a piece of the message.
const MALFORMED: [(&str, usize, &str); 43] = [
    ("", 1, "the text ends"),
    ("   ", 4, "the text ends"),
    ("()", 1, "without branches"),
    ("(1 2", 1, "never closed"),
    ("((1 2) (3", 8, "never closed"),
    ("(1 2))", 6, "ended before"),
    ("1 2", 3, "ended before"),
    ("(1 2) x", 7, "ended before"),
    (")", 1, "`)` cannot be a leaf"),
    ("(1 x)", 4, "`x` cannot be a leaf"),
    ("(1 é)", 4, "`é` cannot be a leaf"),
    ("(1, 2)", 3, "`,` cannot be a leaf"),
    ("(1 2.5)", 4, "`2.5` cannot be a leaf"),
    ("(1 +2)", 4, "`+2` cannot be a leaf"),
    ("(1 -)", 4, "`-` cannot be a leaf"),
    ("(1 --2)", 4, "`--2` cannot be a leaf"),
    ("(1 3W)", 4, "`3W` cannot be a leaf"),
    ("(WL)", 3, "`L` right behind a leaf"),
    ("(w)", 2, "`w` cannot be a leaf"),
    ("(1 100001)", 4, "too many points"),
    ("(1 -99999999999999999999)", 4, "too many points"),
    ("(1 A)", 5, "without a bracket"),
    ("(1 A (2))", 5, "without a bracket"),
    ("A3", 2, "without a bracket"),
    ("(1 2]", 5, "`]` cannot be a leaf"),
    ("[]", 1, "without branches"),
    ("[1 2]", 4, "no colon"),
    ("[1: 2 3]", 8, "no colon"),
    ("[1: 2 (3)]", 7, "without weight"),
    ("[0: 1 1: 2]", 2, "`0` cannot be a weight"),
    ("[1.2.3: 1]", 2, "`1.2.3` cannot be a weight"),
    ("[9999999999: 1]", 2, "cannot be a weight"),
    ("<1 2>", 5, "`>` cannot be a share"),
    ("<1 2 3 4 5 6 7>", 14, "no `>`"),
    ("(<1 2 3> 4)", 10, "one value in a tree of 3 players"),
    ("(C(1 2) 3)", 4, "one value in a tree of 3 players"),
    ("(<1 2 3> <1 2 3 4>)", 2, "3 shares in a tree of 4 players"),
    ("(E(<1 2 3 4>))", 4, "4 shares in a tree of 5 players"),
    ("(1 E 2)", 5, "without a bracket"),
    ("(#x 1)", 2, "no node is called `#x` yet"),
    ("(#x=(1 #x))", 8, "leads back to itself"),
    ("(#x=1 #x=2)", 7, "defined twice"),
    ("(1 2)@x", 7, "`x` cannot be an evaluation"),
];

#[test]
fn errors_name_place_and_culprit() {
    for (text, place, culprit) in MALFORMED {
        let error = WrittenTree::parse(text).expect_err(text);
        assert_eq!(error.place, Some(place), "{error}");
        assert!(error.to_string().contains(culprit), "{error}");
    }
    for more in
        ["(1 # 2)", "(#=1)", "(#x=#y)", "(1 2)@", "(1 2)@W", "(1)@<1 2 3>", "(<1 2 3>)@1", "[1:", "<", "#"]
    {
        WrittenTree::parse(more).expect_err(more);
    }
}

#[test]
fn sizes_are_bounded() {
    let nested = |depth: u32| "(".repeat(depth as usize) + "1" + &")".repeat(depth as usize);
    assert!(WrittenTree::parse(&nested(DEEPEST)).is_ok());
    for text in [nested(DEEPEST + 1), nested(1_000_000), "(".repeat(1_000_000)] {
        assert!(WrittenTree::parse(&text).unwrap_err().to_string().contains("too large"));
    }
    let wide = |branches: usize| format!("({})", "1 ".repeat(branches));
    assert!(WrittenTree::parse(&wide(WIDEST)).is_ok());
    assert!(WrittenTree::parse(&wide(WIDEST + 1)).unwrap_err().to_string().contains("branches"));
    let chain = format!("(#x={} {}#x{})", nested(150), "(".repeat(100), ")".repeat(100));
    assert!(WrittenTree::parse(&chain).unwrap_err().to_string().contains("too deep"));
}

#[test]
fn paths_that_lead_nowhere_are_refused() {
    let tree = WrittenTree::parse("((3 12 8) (2 4 6))").unwrap();
    for bad in [
        "",
        "0",
        "3",
        "1.4",
        "1.1.1",
        "01",
        "+1",
        "1.",
        ".1",
        "1..1",
        " 1",
        "1 ",
        "x",
        "Root",
        "99999999999999999999",
    ] {
        let error = tree.read(bad).expect_err(bad);
        assert!(error.to_string().contains("no branch"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_strings_never_panic(text in r"([-()\[\]<>#=@:ABCWLD1-3. ]|#x=|#x|1: |.){0,24}") {
        if let Ok(tree) = WrittenTree::parse(&text) {
            prop_assert_eq!(WrittenTree::parse(&tree.to_text()), Ok(tree));
        }
    }

    #[test]
    fn random_paths_never_panic(text in r"([1-4.]|root|.){0,8}") {
        let tree = WrittenTree::parse("((3 12 8) (2 4 6))").unwrap();
        if let Ok(at) = tree.read(&text) {
            prop_assert_eq!(tree.read(&tree.text(&at)), Ok(at));
        }
    }
}
