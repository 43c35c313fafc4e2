//! The sound switches and their combinations.

use plybook_kernel::Random;
use plybook_search::{Driver, Layout, Options, Table};

type Switch = fn(&mut Options) -> &mut bool;

/// Every switch that keeps the value of plain minimax in verifying mode.
const SOUND: [Switch; 14] = [
    |options| &mut options.alpha_beta,
    |options| &mut options.iterative,
    |options| &mut options.double_steps,
    |options| &mut options.principal_variation,
    |options| &mut options.table,
    |options| &mut options.table_moves,
    |options| &mut options.shallow_table,
    |options| &mut options.evaluation_cache,
    |options| &mut options.enhanced_cuts,
    |options| &mut options.killers,
    |options| &mut options.history,
    |options| &mut options.counter_moves,
    |options| &mut options.guided_order,
    |options| &mut options.repeats_in_key,
];

const DRIVERS: [Driver; 3] = [Driver::FullWindow, Driver::Aspiration, Driver::NullWindows];

/// Every single switch turned, from all techniques and from bare alpha-beta, and every driver.
pub fn single() -> Vec<Options> {
    let mut all = vec![Options::PLAIN];
    let bare = Options { alpha_beta: true, ..Options::PLAIN };
    for from in [Options::SOUND, bare, Options { table: true, ..bare }] {
        all.extend(DRIVERS.map(|driver| Options { driver, ..from }));
        all.extend(SOUND.map(|switch| {
            let mut options = from;
            *switch(&mut options) ^= true;
            options
        }));
    }
    all.into_iter().map(Options::verifying).collect()
}

/// Any combination.
pub fn any(random: &mut Random) -> Options {
    let mut options = Options { driver: DRIVERS[random.below(DRIVERS.len())], ..Options::PLAIN };
    for switch in SOUND {
        *switch(&mut options) = random.below(4) > 0;
    }
    options.verifying()
}

/// A table of every layout, of so many bytes each.
pub fn tables(bytes: usize) -> Vec<Table> {
    let layouts = Layout::NAMED.iter().map(|(name, _)| name.parse::<Layout>().expect("a layout's own name"));
    layouts.map(|layout| Table::new(bytes, &layout)).collect()
}
