//! What the ring says about itself. Its constants cannot depend on a value, so its faults are types: 1 has an ugly
//! name, 2 has no plain example, 3 has an example that does not open, 4 takes any option.

use crate::fault::Fault;
use crate::ring::Ring;
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Info, ReadError};

impl<const NAMING: u8> Described for Ring<NAMING> {
    const INFO: Info = Info {
        name: if NAMING == 1 { "The Ring" } else { "ring" },
        title: "Ring",
        summary: "Three in a row on a ring of six cells.",
        options: &[],
        examples: match NAMING {
            2 => &["ring:lift", "ring"],
            3 => &["ring", "ring:loft"],
            _ => &["ring", "ring:lift", "ring:coin", "ring:lift,coin"],
        },
        rules: "Put stones on a ring.",
    };

    fn with_options(mut options: Options<'_>) -> Result<Ring<NAMING>, ReadError> {
        let (lift, coin) = (options.flag("lift"), options.flag("coin"));
        if NAMING != 4 {
            options.finish("lift, coin")?;
        }
        Ok(Ring { lift, coin, ..Ring::new(Fault::None) })
    }

    fn options_text(&self) -> String {
        let lift = self.lift && !self.has(Fault::OptionsForgotten);
        let words = [lift.then_some("lift"), self.coin.then_some("coin")];
        words.into_iter().flatten().collect::<Vec<_>>().join(",")
    }
}
