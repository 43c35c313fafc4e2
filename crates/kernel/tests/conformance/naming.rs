//! What the ring says about itself.

use crate::fault::Fault;
use crate::ring::Ring;
use plybook_kernel::{GameInfo, HasInfo, OptionInfo, OptionValues, ReadError, texts};

impl<const ALTERNATES: bool> HasInfo for Ring<ALTERNATES> {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: if self.has(Fault::UglyName) { "The Ring" } else { "ring" }.into(),
            title: "Ring".into(),
            summary: "Three in a row on a ring of six cells.".into(),
            options: vec![
                OptionInfo::flag("lift").help("Own stones may be taken off."),
                OptionInfo::flag(if self.has(Fault::OptionDeclaredTwice) { "lift" } else { "coin" })
                    .help("A coin decides who moves next."),
            ],
            examples: match self.fault {
                Fault::NoPlainExample => texts(["ring:lift", "ring"]),
                Fault::ExampleUnread => texts(["ring", "ring:loft"]),
                _ => texts(["ring", "ring:lift", "ring:coin", "ring:lift,coin"]),
            },
            rules: "Put stones on a ring.".into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Ring<ALTERNATES>, ReadError> {
        Ok(Ring { lift: options.flag("lift"), coin: options.flag("coin"), ..Ring::new(self.fault) })
    }

    fn variant(&self, options: &str) -> Result<Ring<ALTERNATES>, ReadError> {
        let options = if self.has(Fault::AnyOption) && options.starts_with("no-") { "" } else { options };
        self.with_options(&OptionValues::read(&self.info().options, options)?)
    }

    fn options(&self) -> OptionValues {
        let lift = self.lift && !self.has(Fault::OptionsForgotten);
        OptionValues::new().with_flag("lift", lift).with_flag("coin", self.coin)
    }
}
