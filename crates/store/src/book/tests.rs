//! Books under good and bad conditions.

use super::*;
use plybook_kernel::{Random, Wdl};
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plybook-book-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("deep/books.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NAME: BookName<'_> = BookName { game: "chess", name: "main", start: u64::MAX - 5 };
const START: u64 = u64::MAX - 5;

fn position(key: u64, plies: u32) -> BookPosition {
    BookPosition { key, text: format!("position {key}"), mover: (plies % 2) as u8, plies, searched: false }
}

fn entry(text: &str, leads: u64, score: Option<i32>) -> BookMove {
    BookMove { text: text.to_owned(), leads, score: score.map(Score::evaluation), ..BookMove::default() }
}

/// A book whose best move by value is a trap.
fn poisoned(scratch: &Scratch) -> Book {
    let mut book = Book::open(&scratch.file(), &NAME).unwrap();
    book.put(&position(START, 0), &[entry("e4", 1, Some(30)), entry("f3", 2, Some(90))]).unwrap();
    book.put(&position(2, 1), &[entry("e5", 3, Some(-90))]).unwrap();
    book
}

fn game(number: usize, first: &str, result: Wdl, seen: Option<i32>) -> Lesson {
    let seen = seen.map(|seen| (Score::evaluation(seen), 0));
    let visits = vec![Visit { key: START, text: first.to_owned(), result, seen }];
    Lesson { game: format!("game {number}"), visits }
}

fn best(book: &Book) -> Option<String> {
    let legal = ["e4", "f3"].map(str::to_owned);
    let frozen = book.freeze().unwrap();
    frozen.choose(START, &legal, Choice::Best, &mut Random::new(1)).map(|entry| entry.text.clone())
}

#[test]
fn what_is_put_is_found_again() {
    let scratch = Scratch::new();
    assert!(Book::open_existing(&scratch.file(), &NAME).unwrap().is_none());
    drop(poisoned(&scratch));
    let book = Book::open_existing(&scratch.file(), &NAME).unwrap().unwrap();
    assert_eq!(book.count().unwrap(), 2);
    assert_eq!(book.positions().unwrap(), [position(START, 0), position(2, 1)]);
    let moves = book.moves(START).unwrap();
    let texts: Vec<&str> = moves.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts, ["f3", "e4"], "the heaviest comes first");
    assert!(moves[0].weight > moves[1].weight && moves[1].weight > 1000);
    assert!(book.moves(77).unwrap().is_empty());
    let other = BookName { name: "other", ..NAME };
    assert!(Book::open_existing(&scratch.file(), &other).unwrap().is_none());
}

#[test]
fn results_add_up_and_values_are_replaced() {
    let scratch = Scratch::new();
    let mut book = poisoned(&scratch);
    let again = BookMove { wins: 3, losses: 1, ..entry("e4", 1, None) };
    book.put(&BookPosition { searched: true, ..position(START, 5) }, &[again.clone(), entry("d4", 9, None)])
        .unwrap();
    book.put(&position(START, 5), &[again]).unwrap();
    book.revalue(&[(START, "d4".to_owned(), Score::evaluation(-20)), (5, "x".to_owned(), Score::DRAW)])
        .unwrap();
    let moves = book.moves(START).unwrap();
    let find = |text: &str| moves.iter().find(|entry| entry.text == text).unwrap();
    assert_eq!((find("e4").wins, find("e4").losses, find("e4").score), (6, 2, Some(Score::evaluation(30))));
    assert_eq!(find("d4").score, Some(Score::evaluation(-20)));
    assert_eq!(find("e4").clone().weighed(), *find("e4"), "the weight follows from what is stored");
    assert_eq!(book.positions().unwrap()[0], BookPosition { searched: true, ..position(START, 0) });
    assert_eq!(book.prune(9).unwrap(), 0, "moves with a value stay");
}

#[test]
fn rare_moves_are_pruned() {
    let scratch = Scratch::new();
    let mut book = Book::open(&scratch.file(), &NAME).unwrap();
    book.put(&position(4, 2), &[BookMove { draws: 2, ..entry("a", 5, None) }, entry("b", 6, None)]).unwrap();
    book.put(&position(5, 3), &[BookMove { wins: 1, ..entry("c", 7, None) }]).unwrap();
    assert_eq!(book.prune(2).unwrap(), 2);
    assert_eq!((book.count().unwrap(), book.moves(4).unwrap().len()), (1, 1));
}

#[test]
fn a_poisoned_line_is_abandoned() {
    let scratch = Scratch::new();
    let mut book = poisoned(&scratch);
    let frozen = book.freeze().unwrap();
    assert_eq!(best(&book).as_deref(), Some("f3"));
    for number in 0..6 {
        assert_eq!(book.learn(&[game(number, "f3", Wdl::Loss, Some(-600))]).unwrap(), 1);
    }
    assert_eq!(best(&book).as_deref(), Some("e4"), "{:?}", book.moves(START).unwrap());
    let trap = book.moves(START).unwrap().into_iter().find(|entry| entry.text == "f3").unwrap();
    assert!(trap.abandoned && trap.weight == 0 && trap.losses == 6, "{trap:?}");
    for seed in 0..100 {
        let chosen =
            Choice::Weighted.of(&book.moves(START).unwrap(), &mut Random::new(seed)).unwrap().text.clone();
        assert_eq!(chosen, "e4");
    }
    assert_eq!(frozen, poisoned(&Scratch::new()).freeze().unwrap(), "a frozen book learns nothing");
}

#[test]
fn a_game_is_learnt_once_and_good_lines_gain() {
    let scratch = Scratch::new();
    let mut book = poisoned(&scratch);
    let games = [game(1, "e4", Wdl::Win, None), game(1, "e4", Wdl::Win, None), game(2, "zz", Wdl::Win, None)];
    assert_eq!(book.learn(&games).unwrap(), 2);
    assert_eq!(book.learn(&games).unwrap(), 0);
    let wins: Vec<Lesson> = (3..9).map(|number| game(number, "e4", Wdl::Win, Some(200))).collect();
    book.learn(&wins).unwrap();
    assert_eq!(best(&book).as_deref(), Some("e4"));
    let entry = &book.moves(START).unwrap()[0];
    assert_eq!((entry.games(), entry.seen), (7, 6000));
}

#[test]
fn an_early_move_is_blamed_less_for_what_was_seen_late() {
    let mut near = entry("a", 1, None);
    let mut far = near.clone();
    let visit = |between| Visit {
        key: 1,
        text: "a".to_owned(),
        result: Wdl::Draw,
        seen: Some((Score::loss_in(4), between)),
    };
    visit(0).teach(&mut near);
    visit(3).teach(&mut far);
    assert!(near.expectation() < far.expectation() && far.expectation() < 0.5);
}

#[test]
fn lots_follow_the_weights_and_exploring_tries_everything() {
    let scratch = Scratch::new();
    let book = poisoned(&scratch);
    let moves = book.moves(START).unwrap();
    let mut random = Random::new(3);
    let all = 4000;
    let drawn = (0..all).filter(|_| Choice::Weighted.of(&moves, &mut random).unwrap().text == "f3").count();
    let share = f64::from(moves[0].weight) / f64::from(moves[0].weight + moves[1].weight);
    assert!((drawn as f64 / f64::from(all) - share).abs() < 0.05, "{drawn} of {all}, not {share}");
    let mut tried: Vec<BookMove> = moves;
    for _ in 0..20 {
        let text = Choice::Exploring.of(&tried, &mut random).unwrap().text.clone();
        let chosen = tried.iter_mut().find(|entry| entry.text == text).unwrap();
        chosen.draws += 1;
    }
    assert!(tried.iter().all(|entry| entry.games() >= 3), "{tried:?}");
    assert!(Choice::Best.of(&[], &mut random).is_none());
}

#[test]
fn moves_that_are_not_legal_are_left_out() {
    let scratch = Scratch::new();
    let frozen = poisoned(&scratch).freeze().unwrap();
    let choose = |legal: &[&str]| {
        let legal: Vec<String> = legal.iter().map(|&text| text.to_owned()).collect();
        frozen.choose(START, &legal, Choice::Best, &mut Random::new(0)).map(|entry| entry.text.as_str())
    };
    assert_eq!(choose(&["e4", "f3"]), Some("f3"));
    assert_eq!(choose(&["e4", "d4"]), Some("e4"));
    assert_eq!(choose(&["d4"]), None);
}

#[test]
fn strange_files_are_refused_by_name() {
    let scratch = Scratch::new();
    let path = scratch.file();
    drop(poisoned(&scratch));
    let outdated = Book::open(&path, &BookName { start: 1, ..NAME }).unwrap_err();
    assert!(matches!(outdated, BookError::Outdated { .. }), "{outdated}");
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(Book::open(&path, &NAME).unwrap_err(), BookError::Newer { found: 99, known: 2, .. }));
    let foreign = scratch.0.join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert_eq!(Book::open(&foreign, &NAME).unwrap_err(), BookError::Foreign(foreign));
    let text = scratch.0.join("text.db");
    fs::write(&text, "this is no database, but it is long enough to be taken for one".repeat(40)).unwrap();
    assert!(matches!(Book::open(&text, &NAME).unwrap_err(), BookError::Damaged { .. }));
    assert!(matches!(Book::open(&scratch.0, &NAME).unwrap_err(), BookError::Unusable { .. }));
}

/// A file of the first version, without checksums, is taken over as it is.
#[test]
fn an_older_file_gets_its_checksums() {
    let scratch = Scratch::new();
    let before = poisoned(&scratch).freeze().unwrap();
    let connection = Connection::open(scratch.file()).unwrap();
    let back = "ALTER TABLE positions DROP COLUMN sum; ALTER TABLE moves DROP COLUMN sum;";
    connection.execute_batch(back).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    drop(connection);
    let mut book = Book::open(&scratch.file(), &NAME).unwrap();
    assert_eq!(book.freeze().unwrap(), before);
    assert_eq!(book.learn(&[game(1, "f3", Wdl::Loss, Some(-600))]).unwrap(), 1);
}

/// A row that says something else than was written is refused, whatever changed in it.
#[test]
fn no_changed_row_is_used() {
    for change in [
        "UPDATE moves SET weight = weight + 1",
        "UPDATE moves SET wins = 1 WHERE move = 'f3'",
        "UPDATE moves SET score = NULL",
        "UPDATE moves SET given = 0",
        "UPDATE moves SET abandoned = 1 - abandoned",
        "UPDATE moves SET move = 'd4' WHERE move = 'e4'",
        "UPDATE moves SET leads = leads + 1",
        "UPDATE moves SET sum = NULL",
        "UPDATE positions SET plies = plies + 1",
        "UPDATE positions SET text = 'another'",
        "UPDATE positions SET key = key - 1",
    ] {
        let scratch = Scratch::new();
        let book = poisoned(&scratch);
        assert!(book.connection.execute(change, []).unwrap() > 0, "{change}");
        assert!(matches!(book.freeze(), Err(BookError::Damaged { .. })), "{change}");
    }
}

/// What a damaged file gives: an error, or nothing but what was written.
fn harmless(path: &Path, whole: &FrozenBook) -> bool {
    let Ok(mut book) = Book::open(path, &NAME) else { return true };
    let Ok(frozen) = book.freeze() else { return true };
    let used =
        [START, 1, 2].into_iter().flat_map(|key| frozen.moves(key).iter().map(move |entry| (key, entry)));
    let good = used.into_iter().all(|(key, entry)| whole.moves(key).contains(entry));
    let _ = book.learn(&[game(1, "f3", Wdl::Loss, Some(-600))]);
    good
}

/// Whatever is flipped or cut, a book gives an error or what was written, and nothing panics. Every bit and every cut
/// with PLYBOOK_LONG; some of them without.
#[test]
fn damaged_files_do_no_harm() {
    let scratch = Scratch::new();
    let path = scratch.file();
    let book = poisoned(&scratch);
    let whole = book.freeze().unwrap();
    book.connection.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(book);
    let bytes = fs::read(&path).unwrap();
    let damaged = scratch.0.join("damaged.db");
    let attack = |copy: &[u8], what: &str| {
        for rest in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(format!("{}{rest}", damaged.display()));
        }
        fs::write(&damaged, copy).unwrap();
        assert!(harmless(&damaged, &whole), "{what}");
    };
    let long = std::env::var_os("PLYBOOK_LONG").is_some();
    let step = if long { 1 } else { 1999 };
    for bit in (0..8 * bytes.len()).step_by(step) {
        let mut copy = bytes.clone();
        copy[bit / 8] ^= 1 << (bit % 8);
        attack(&copy, &format!("bit {bit}"));
    }
    for length in (0..bytes.len()).step_by(step) {
        attack(&bytes[..length], &format!("cut after {length} bytes"));
    }
    let mut random = Random::new(11);
    for edit in 0..if long { 10_000 } else { 150 } {
        let mut copy = bytes.clone();
        for _ in 0..=random.below(4) {
            let place = random.below(copy.len());
            let run = (1 + random.below(40)).min(copy.len() - place);
            match random.below(4) {
                0 => copy[place] = random.next() as u8,
                1 => copy[place..place + run].fill(random.next() as u8),
                2 => drop(copy.drain(place..place + run)),
                _ => copy[place..place + run].reverse(),
            }
        }
        attack(&copy, &format!("edit {edit}"));
    }
}
