//! How a table is laid out, by name.

use super::Replacement;
use std::fmt;
use std::str::FromStr;

/// What joins the strategies of tables that stand side by side.
const JOIN: char = '+';
/// Most tables side by side: every look asks them all.
const MOST_PARTS: usize = 4;

/// How a table is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One table of fixed size.
    One(Replacement),
    /// Several tables of fixed size, each with its share of the memory and its own strategy. A result is offered to
    /// the first, and whatever a table refuses is offered to the next; a look asks them in the same order.
    SideBySide(Vec<Replacement>),
    /// A general hash table: entries with the same place hang in a chain, and nothing is ever replaced. When the
    /// memory is used up, new results are turned away. It is here to compare with.
    Chained,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::One(Replacement::default())
    }
}

impl Layout {
    /// The layouts that have a name, with a sentence for people; strategies joined by `+` are another.
    pub const NAMED: &[(&str, &str)] = &[
        ("always", "One place per key; the new entry always takes it."),
        ("depth-preferred", "One place per key; the deeper entry stays."),
        (
            "later-move",
            "One place per key; entries of earlier searches give way, otherwise the deeper stays.",
        ),
        ("two-tier", "Two places: one for the deeper entry, one for whatever comes."),
        ("bucketed", "Four places; the shallowest and oldest entry gives way."),
        ("depth-preferred+always", "Two tables side by side: what the first refuses the second takes."),
        (
            "chained",
            "A general hash table with chains: nothing is replaced, new entries end with the memory.",
        ),
    ];
}

const STRATEGIES: [(&str, Replacement); 5] = [
    ("always", Replacement::Always),
    ("depth-preferred", Replacement::DepthPreferred),
    ("later-move", Replacement::LaterMove),
    ("two-tier", Replacement::TwoTier),
    ("bucketed", Replacement::Bucketed),
];

/// A name that no layout has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLayout {
    name: String,
    remedy: String,
}

impl fmt::Display for UnknownLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no table `{}`: {}", self.name, self.remedy)
    }
}

impl std::error::Error for UnknownLayout {}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Layout, UnknownLayout> {
        if text == "chained" {
            return Ok(Layout::Chained);
        }
        let names: Vec<&str> = text.split(JOIN).collect();
        if names.len() > MOST_PARTS {
            let remedy = format!("at most {MOST_PARTS} tables stand side by side");
            return Err(UnknownLayout { name: text.to_owned(), remedy });
        }
        let mut strategies = Vec::new();
        for name in names {
            let Some(&(_, strategy)) = STRATEGIES.iter().find(|(known, _)| *known == name) else {
                let known = STRATEGIES.map(|(known, _)| known).join(", ");
                let remedy =
                    format!("write chained, or one of {known}, or several of those joined by {JOIN}");
                return Err(UnknownLayout { name: name.to_owned(), remedy });
            };
            strategies.push(strategy);
        }
        Ok(match strategies[..] {
            [strategy] => Layout::One(strategy),
            _ => Layout::SideBySide(strategies),
        })
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self {
            Layout::One(strategy) => std::slice::from_ref(strategy),
            Layout::SideBySide(strategies) => strategies,
            Layout::Chained => return f.write_str("chained"),
        };
        for (number, part) in parts.iter().enumerate() {
            let name = STRATEGIES.iter().find(|(_, strategy)| strategy == part).map_or("", |(name, _)| name);
            if number > 0 {
                write!(f, "{JOIN}")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (name, _) in Layout::NAMED {
            assert_eq!(name.parse::<Layout>().unwrap().to_string(), *name);
        }
        assert_eq!("bucketed".parse(), Ok(Layout::default()));
        let three = "two-tier+always+bucketed".parse::<Layout>().unwrap();
        assert_eq!(three.to_string(), "two-tier+always+bucketed");
    }

    #[test]
    fn unknown_names_are_refused_by_name() {
        for (text, culprit) in [
            ("", "``"),
            ("largest", "`largest`"),
            ("always+", "``"),
            ("always+chained", "`chained`"),
            ("always+always+always+always+always", "at most 4"),
        ] {
            let error = text.parse::<Layout>().unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }
}
