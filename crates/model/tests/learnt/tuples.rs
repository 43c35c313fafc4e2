//! Tuples find the weights that the specification names, and see images of a position alike.

use crate::{POINTS, planes, positions, random_weights, with_planes};
use plybook_games::{Visitor, with_game};
use plybook_kernel::{ListedGame, PlaneLayout};
use plybook_model::{Family, Model, Tuple, TupleLimits, TupleSpec, Tuples};
use std::collections::HashSet;

fn limits() -> TupleLimits {
    TupleLimits { weights: 1 << 19, ..TupleLimits::default() }
}

#[derive(Clone, Copy)]
struct Looked;

impl Visitor for Looked {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let layout = game.plane_layout().unwrap();
        let game_phases = game.phases();
        let spec = TupleSpec::from_layout(&layout, 3, game_phases, &limits()).unwrap();
        let weights = random_weights(&spec, 5);
        let model = Model::Tuples(Tuples::quantise(&layout, &spec, &weights, POINTS).unwrap());
        for (number, (at, _)) in positions(&game, 1, 17).concat().into_iter().enumerate() {
            let mover = game.turn(&at).player().unwrap();
            let logit = |planes: &[u64]| {
                let mut indices = Vec::new();
                spec.indices(planes, game.phase(&at), &mut indices);
                indices.iter().map(|&index| f64::from(weights[index as usize])).sum::<f64>()
            };
            let own = planes(&game, &at, mover);
            let expected = 100.0 * f64::from(POINTS) * logit(&own);
            let seen = planes(&game, &at, plybook_kernel::Player::FIRST);
            let value = |planes: &[u64]| {
                model.evaluate(&model.accumulate(planes), mover.index(), game.phase(&at)).raw()
            };
            let found = value(&seen);
            assert!(
                (f64::from(found) - expected).abs() < 15.0,
                "{found} for {expected} of {}",
                game.full_name()
            );
            // The same weights for every image.
            let symmetry = number % layout.symmetries.len();
            assert!((logit(&layout.image(&own, symmetry)) - logit(&own)).abs() < 1e-6);
            assert_eq!(value(&layout.image(&seen, symmetry)), found);
        }
    }
}

#[test]
fn the_weights_of_the_specification_are_looked_up() {
    with_planes(Looked);
}

#[derive(Clone, Copy)]
struct Within;

impl Visitor for Within {
    type Output = ();

    fn visit<G: ListedGame>(self, game: G) {
        let layout = game.plane_layout().unwrap();
        let tight = TupleLimits { windows: 40, configurations: 3_000, weights: 100_000 };
        for limits in [TupleLimits::default(), tight] {
            let Some(spec) = TupleSpec::from_layout(&layout, 2, game.phases(), &limits) else {
                panic!("no tuples for {}", game.full_name());
            };
            let windows: usize = spec.families.iter().map(Family::windows).sum();
            assert!(windows <= limits.windows && spec.weights() <= limits.weights + spec.phases);
            let mut covered = 0;
            for family in &spec.families {
                let mut sets = HashSet::new();
                for window in family.tables.iter().flatten() {
                    let cells: HashSet<u8> = window.0.iter().copied().collect();
                    assert_eq!(cells.len(), window.0.len(), "a cell twice");
                    assert!(family.states().pow(cells.len() as u32) <= limits.configurations);
                    let set = cells.iter().fold(0u64, |set, &cell| set | 1 << cell);
                    assert!(set & !layout.squares == 0 && sets.insert(set), "a window twice");
                    covered |= set;
                }
                // Images of a window are windows of its table.
                for table in &family.tables {
                    for map in &layout.symmetries {
                        let image = |window: &Tuple| {
                            window.0.iter().fold(0u64, |set, &cell| set | 1 << map[usize::from(cell)])
                        };
                        let own: HashSet<u64> = table
                            .iter()
                            .map(|window| window.0.iter().fold(0u64, |set, &cell| set | 1 << cell))
                            .collect();
                        assert!(table.iter().all(|window| own.contains(&image(window))));
                    }
                }
            }
            if limits == TupleLimits::default() {
                assert_eq!(covered, layout.squares, "every square of {} is looked at", game.full_name());
            }
        }
    }
}

#[test]
fn windows_keep_the_limits_and_the_symmetries() {
    with_planes(Within);
}

struct Families;

impl Visitor for Families {
    type Output = Vec<(String, usize, usize)>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        let layout = game.plane_layout().unwrap();
        let spec = TupleSpec::from_layout(&layout, 1, game.phases(), &TupleLimits::default()).unwrap();
        let told = |family: &Family| (family.name.clone(), family.windows(), family.tables.len());
        spec.families.iter().map(told).collect()
    }
}

/// Counted by hand: eight rows and eight columns of which four each differ, diagonals of three to eight squares, one
/// kind of corner.
#[test]
fn the_windows_of_othello() {
    let told = with_game("othello", Families).unwrap();
    assert_eq!(told[0], ("straight lines".to_owned(), 16, 4));
    assert_eq!(told[1], ("diagonals".to_owned(), 22, 6));
    assert_eq!(told[2], ("blocks of 3x3".to_owned(), 36, 6));
    // Four places on each of four edges, two of them different.
    assert_eq!(told[3], ("blocks of 2x5 at the edge".to_owned(), 16, 2));
    assert_eq!(told.len(), 4);
}

#[test]
fn windows_that_do_not_fit_are_refused() {
    let layout = PlaneLayout::grid(3, 3, &["discs"]).with_squares(0o776, |row, column| 3 * row + column);
    let family = |digits: &[u8], tables: Vec<Vec<Tuple>>| {
        vec![Family { name: "some".to_owned(), digits: digits.to_vec(), tables }]
    };
    let window = |cells: &[u8]| Tuple(cells.to_vec());
    let made = |families| TupleSpec::new(&layout, families, 1, 1).is_some();
    assert!(made(family(&[1, 2], vec![vec![window(&[1, 2]), window(&[4, 5])]])));
    assert!(!made(family(&[1], vec![vec![window(&[1, 2])]])), "a digit missing");
    assert!(!made(family(&[0, 0], vec![vec![window(&[1, 2])]])), "nothing told apart");
    assert!(!made(family(&[1, 2], vec![vec![window(&[0, 1])]])), "no square");
    assert!(!made(family(&[1, 2], vec![vec![window(&[1, 1])]])), "a cell twice");
    assert!(!made(family(&[1, 2], vec![vec![window(&[1, 200])]])), "no cell");
    assert!(!made(family(&[1, 2], vec![vec![window(&[])]])), "no cells");
    assert!(!made(family(&[1, 2], vec![vec![]])), "no window");
    assert!(!made(family(&[1, 2], vec![vec![window(&[1, 2]), window(&[3])]])), "different lengths");
    assert!(!made(family(&[1, 255], vec![vec![window(&[1, 2, 3])]])), "too many configurations");
    assert!(!made(Vec::new()), "nothing");
}
