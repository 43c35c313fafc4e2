//! Books under good and bad conditions.

use super::*;
use plybook_kernel::{Random, Standing};
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

fn game(number: usize, first: &str, result: Standing, seen: Option<i32>) -> Lesson {
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
        assert_eq!(book.learn(&[game(number, "f3", Standing::Loss, Some(-600))]).unwrap(), 1);
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
    let games = [
        game(1, "e4", Standing::Win, None),
        game(1, "e4", Standing::Win, None),
        game(2, "zz", Standing::Win, None),
    ];
    assert_eq!(book.learn(&games).unwrap(), 2);
    assert_eq!(book.learn(&games).unwrap(), 0);
    let wins: Vec<Lesson> = (3..9).map(|number| game(number, "e4", Standing::Win, Some(200))).collect();
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
        result: Standing::Draw,
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
    assert!(matches!(Book::open(&path, &NAME).unwrap_err(), BookError::Newer { found: 99, known: 1, .. }));
    let foreign = scratch.0.join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert_eq!(Book::open(&foreign, &NAME).unwrap_err(), BookError::Foreign(foreign));
    let text = scratch.0.join("text.db");
    fs::write(&text, "this is no database, but it is long enough to be taken for one".repeat(40)).unwrap();
    assert!(matches!(Book::open(&text, &NAME).unwrap_err(), BookError::Damaged { .. }));
    assert!(matches!(Book::open(&scratch.0, &NAME).unwrap_err(), BookError::Unusable { .. }));
}

/// Whatever is flipped or cut, a book gives an error or moves that can be judged, and nothing panics.
#[test]
fn damaged_files_do_no_harm() {
    let scratch = Scratch::new();
    let path = scratch.file();
    let book = poisoned(&scratch);
    book.connection.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(book);
    let bytes = fs::read(&path).unwrap();
    let mut random = Random::new(11);
    let damaged = scratch.0.join("damaged.db");
    let legal = ["e4", "f3"].map(str::to_owned);
    for round in 0..300 {
        let mut copy = bytes.clone();
        if round % 10 == 0 {
            copy.truncate(random.below(bytes.len()));
        } else {
            for _ in 0..=random.below(4) {
                copy[random.below(bytes.len())] ^= 1 << random.below(8);
            }
        }
        for rest in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(format!("{}{rest}", damaged.display()));
        }
        fs::write(&damaged, &copy).unwrap();
        let Ok(mut book) = Book::open(&damaged, &NAME) else { continue };
        let _ = book.learn(&[game(1, "f3", Standing::Loss, Some(-600))]);
        if let Ok(frozen) = book.freeze() {
            let chosen = frozen.choose(START, &legal, Choice::Weighted, &mut random);
            assert!(chosen.is_none_or(|entry| legal.contains(&entry.text)));
        }
    }
}
