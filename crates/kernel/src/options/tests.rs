use super::*;

fn declared() -> Vec<OptionInfo> {
    vec![
        OptionInfo::word("preset", ["plain", "torus"]).said(["", "a board without edges"]),
        OptionInfo::size("size", "WxH", [("columns", 1..=9), ("rows", 1..=9)])
            .default(OptionValue::Size([7, 6]))
            .said(["{column}, {row}"]),
        OptionInfo::number("k", 2..=9).default(OptionValue::Number(4)).said(["{} in a row win"]),
        OptionInfo::number_or_off("cap", 1..=99).said(["a draw after {} plies", "no cap"]),
        OptionInfo::choice("opening", ["none", "d4", "e4"]).or_numbers(),
        OptionInfo::flag("fast").said(["in haste"]),
        OptionInfo::list("piles", "piles", 1..=9, 3).said(["piles of {}"]),
        OptionInfo::text("board", "ROWS").default_in_words("the preset's"),
    ]
}

fn read(text: &str) -> Result<OptionValues, String> {
    OptionValues::read(&declared(), text).map_err(|error| error.to_string())
}

#[test]
fn values_are_read_by_their_declarations() {
    let values = read("9x7,k=5,torus,3,4,cap=off,opening=3,fast,board=a/b").unwrap();
    assert_eq!(values.word("preset"), Some("torus"));
    assert_eq!(values.size("size"), Some([9, 7]));
    assert_eq!((values.number("k"), values.number("cap")), (Some(5), None));
    assert_eq!(values.word("opening"), Some("e4"));
    assert!(values.flag("fast"));
    assert_eq!(values.numbers("piles"), [3, 4]);
    assert_eq!(values.text_of("board"), Some("a/b"));
    assert_eq!(values.text(&declared()), "torus,9x7,k=5,opening=e4,fast,3,4,board=a/b");
}

#[test]
fn what_is_left_out_has_its_default() {
    let values = read("").unwrap();
    assert_eq!((values.word("preset"), values.size("size")), (Some("plain"), Some([7, 6])));
    assert_eq!((values.number("k"), values.number("cap")), (Some(4), None));
    assert!(!values.flag("fast") && values.numbers("piles").is_empty() && values.text_of("board").is_none());
    for written in ["", "7x6", "k=4", "cap=off", "plain", "opening=none", "opening=1,7x6"] {
        assert_eq!(read(written).unwrap().text(&declared()), "", "{written}");
    }
}

#[test]
fn values_are_said_in_words() {
    for (text, words) in [
        ("", ""),
        ("1x6", "1 column, 6 rows"),
        ("torus,k=3", "a board without edges, 3 in a row win"),
        ("cap=20", "a draw after 20 plies"),
        ("fast,3", "in haste, piles of 3"),
        ("3,4", "piles of 3 and 4"),
        ("3,4,5", "piles of 3, 4 and 5"),
        ("opening=d4,board=x", "opening=d4, board=x"),
    ] {
        assert_eq!(read(text).unwrap().in_words(&declared()), words, "{text}");
    }
}

#[test]
fn a_default_that_depends_is_always_written() {
    let depends = [OptionInfo::choice("leap", ["one", "many"]).default_depends()];
    assert_eq!(OptionValues::read(&depends, "").unwrap().word("leap"), None);
    assert_eq!(OptionValues::new().with_word("leap", "one").text(&depends), "leap=one");
    assert_eq!(depends[0].default_text, "one");
}

#[test]
fn forms_follow_from_the_declarations() {
    let declared = declared();
    let forms: Vec<&str> = declared.iter().map(|option| &*option.form).collect();
    let expected =
        ["plain|torus", "WxH", "k=N", "cap=N|off", "opening=none|d4|e4", "fast", "N,N,...", "board=ROWS"];
    assert_eq!(forms, expected);
}

#[test]
fn errors_name_the_culprit() {
    for (text, culprit) in [
        (",", "empty"),
        ("k=1,k=2", "`k` is given twice"),
        ("k=", "empty"),
        ("=3", "empty"),
        ("3x", "`` cannot be the rows"),
        ("0x3", "`0` cannot be the columns"),
        ("+3", "`+3`"),
        ("1,2,3,4", "4 piles are too many"),
        ("plain,torus", "`torus` is a second preset"),
        ("cap=100", "from 1 to 99, or `off`"),
        ("opening=4", "choose one of: none, d4, e4, or 1 to 3"),
        ("slow", "no option `slow`"),
        ("fast=yes", "no option `fast`"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(culprit), "{error}");
    }
    let error = read("plain,k=99").unwrap_err();
    assert_eq!(error, "options \"plain,k=99\", character 7: `99` cannot be k; write a number from 2 to 9");
    let none = OptionValues::read(&[], "x").unwrap_err().to_string();
    assert!(none.contains("`x`") && none.contains("no options"), "{none}");
    assert!(read(&"x".repeat(LONGEST + 1)).unwrap_err().contains("too many"));
}

#[test]
fn a_wrong_count_is_told_after_what_is_unknown() {
    let pair = [OptionInfo::numbers("size", "H,S", [("houses", 1..=7), ("seeds", 1..=10)])];
    let error = |text: &str| OptionValues::read(&pair, text).unwrap_err().to_string();
    assert!(error("6").contains("a single number is not enough"), "{}", error("6"));
    assert!(error("6,4,4").contains("3 numbers are too many"), "{}", error("6,4,4"));
    assert!(error("8,4").contains("`8` houses"), "{}", error("8,4"));
    assert!(error("6,x").contains("no option `x`"), "{}", error("6,x"));
}
