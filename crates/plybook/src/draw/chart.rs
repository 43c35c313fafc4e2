//! Bar charts.

use super::svg::{Anchor, Svg};

/// One bar.
pub struct Bar {
    /// What it stands for.
    pub name: String,
    /// How long it is.
    pub value: f64,
    /// What is written behind it.
    pub text: String,
}

/// Groups of bars with a common scale.
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The groups with their titles.
    pub groups: Vec<(String, Vec<Bar>)>,
    /// Whether every step of the scale is ten times the one before.
    pub logarithmic: bool,
}

/// Sizes in pixels.
mod size {
    pub const LEFT: f64 = 290.0;
    pub const BARS: f64 = 520.0;
    pub const RIGHT: f64 = 210.0;
    pub const TOP: f64 = 64.0;
    pub const ROW: f64 = 21.0;
    pub const BAR: f64 = 14.0;
    pub const HEAD: f64 = 34.0;
    pub const BOTTOM: f64 = 28.0;
}

/// Steps of a linear scale, about.
const STEPS: f64 = 8.0;

const STYLE: &str = "
text { font-family: Helvetica, Arial, sans-serif; font-size: 12px; fill: #222; }
.title { font-size: 16px; font-weight: bold; }
.head { font-weight: bold; }
.tick, .value { font-size: 11px; fill: #555; }
.grid { stroke: #ddd; stroke-width: 1; }
.bar { fill: #4878a8; }
.base { fill: #b0632a; }
";

impl Chart {
    /// The longest bar, at least 1.
    fn longest(&self) -> f64 {
        let values = self.groups.iter().flat_map(|(_, bars)| bars).map(|bar| bar.value);
        values.fold(1.0, f64::max)
    }

    /// Where the scale has its lines.
    fn ticks(&self) -> Vec<f64> {
        let longest = self.longest();
        if self.logarithmic {
            let most = longest.log10().ceil().max(1.0) as i32;
            return (0..=most).map(|power| 10f64.powi(power)).collect();
        }
        let step = (longest / STEPS).ceil().max(1.0);
        (0..=(longest / step).ceil() as u32).map(|number| f64::from(number) * step).collect()
    }

    /// The chart as an SVG drawing.
    pub fn svg(&self) -> String {
        let ticks = self.ticks();
        let end = ticks.last().copied().unwrap_or(1.0);
        let place = |value: f64| {
            let share = if self.logarithmic { value.max(1.0).log10() / end.log10() } else { value / end };
            size::LEFT + size::BARS * share
        };
        let rows: usize = self.groups.iter().map(|(_, bars)| bars.len()).sum();
        let bottom = size::TOP + size::HEAD * self.groups.len() as f64 + size::ROW * rows as f64;
        let mut svg = Svg::new();
        svg.text("title", Anchor::Start, (20.0, 28.0), &self.title);
        for &tick in &ticks {
            svg.line("grid", (place(tick), size::TOP - 4.0), (place(tick), bottom + 4.0));
            for y in [size::TOP - 8.0, bottom + 18.0] {
                svg.text("tick", Anchor::Middle, (place(tick), y), &short(tick));
            }
        }
        let mut y = size::TOP;
        for (title, bars) in &self.groups {
            svg.text("head", Anchor::Start, (20.0, y + size::HEAD - 10.0), title);
            y += size::HEAD;
            for (number, bar) in bars.iter().enumerate() {
                let class = if number == 0 { "base" } else { "bar" };
                let line = y + size::BAR - 3.0;
                svg.text("name", Anchor::End, (size::LEFT - 8.0, line), &bar.name);
                let width = (place(bar.value) - size::LEFT).max(1.0);
                svg.rectangle(class, (size::LEFT, y), (width, size::BAR), 1.0);
                svg.text("value", Anchor::Start, (size::LEFT + width + 6.0, line), &bar.text);
                y += size::ROW;
            }
        }
        svg.finish(size::LEFT + size::BARS + size::RIGHT, bottom + size::BOTTOM, STYLE)
    }
}

/// A number on a scale: `10k`, `1M`.
fn short(value: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.iter().find(|(size, _)| value >= *size);
    unit.map_or_else(|| format!("{value}"), |(size, letter)| format!("{}{letter}", value / size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_bars_for_more_and_every_power_of_ten_a_line() {
        let bar = |value| Bar { name: "a < b".to_owned(), value, text: String::new() };
        let bars = vec![bar(10.0), bar(100_000.0)];
        let groups = vec![("group".to_owned(), bars)];
        let chart = Chart { title: "title".to_owned(), groups, logarithmic: true };
        assert_eq!(chart.ticks(), [1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0]);
        let svg = chart.svg();
        assert!(svg.contains("a &lt; b") && svg.contains("100k"));
        // A fifth of the scale, and all of it.
        assert!(svg.contains("width=\"104.0\"") && svg.contains("width=\"520.0\""), "{svg}");
    }
}
