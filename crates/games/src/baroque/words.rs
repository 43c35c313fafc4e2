//! The options of a variant as people say them.

/// What each option means, by its text.
const WORDS: [(&str, &str); 35] = [
    ("uw", "the course's rules"),
    ("uw-2019", "the course's rules of 2019"),
    ("ultima", "Ultima rules"),
    ("cambridge", "Cambridge rules"),
    ("leaper=next", "leapers land right behind their victim"),
    ("leaper=any", "leapers land anywhere behind their victim"),
    ("leaps=one", "one victim a leap"),
    ("leaps=many", "many victims a leap"),
    ("imitator-freezes=all", "imitators beside a freezer freeze everybody"),
    ("imitator-freezes=freezer", "imitators freeze only freezers"),
    ("freezers=both-frozen", "freezers freeze each other"),
    ("freezers=pure", "friends lift a freeze"),
    ("diagonal-pince=no", "imitators pince in straight lines"),
    ("diagonal-pince=yes", "imitators pince diagonally too"),
    ("kinds=one-kind", "imitators take one kind at once"),
    ("kinds=all-kinds", "imitators take all kinds at once"),
    ("kinds=pure-leap", "imitators that leap take leapers only"),
    ("imitator-captures=on", "imitators take"),
    ("imitator-captures=off", "imitators take nothing"),
    ("declining=no", "imitators must take"),
    ("declining=yes", "imitators may leave what they could take"),
    ("suicide=no", "no suicide"),
    ("suicide=yes", "frozen pieces may leave the board"),
    ("end=king-capture", "the king is taken"),
    ("end=checkmate", "checkmate ends the game"),
    ("stalemate=draw", "a draw without a move"),
    ("stalemate=loss", "who cannot move loses"),
    ("corners=both", "coordinators and freezers exchanged"),
    ("corners=white", "White's coordinator and freezer exchanged"),
    ("corners=black", "Black's coordinator and freezer exchanged"),
    ("kings=both", "kings and withdrawers exchanged"),
    ("kings=white", "White's king and withdrawer exchanged"),
    ("kings=black", "Black's king and withdrawer exchanged"),
    ("repetition=on", "a draw by repetition"),
    ("repetition=off", "no draw by repetition"),
];

/// The words for an options text in its shortest form.
pub fn in_words(options: &str) -> String {
    if options.is_empty() {
        return String::new();
    }
    let say = |option: &str| match option.strip_prefix("plies=") {
        Some(plies) => format!("a draw after {plies} plies"),
        None => WORDS
            .iter()
            .find(|(text, _)| *text == option)
            .map_or_else(|| option.to_owned(), |(_, words)| (*words).to_owned()),
    };
    options.split(',').map(say).collect::<Vec<_>>().join(", ")
}
