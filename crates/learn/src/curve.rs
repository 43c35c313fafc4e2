//! The course of a learner's games as a table, and as a drawing.

use crate::learner::{Learner, LearntGame, tally};
use plybook_kernel::Wdl;
use std::fmt::Write;

/// Width and height of a drawing, in pixels.
const SIZE: [f64; 2] = [760.0, 300.0];
/// Room for the scale on the left, above, on the right and below.
const MARGIN: [f64; 4] = [48.0, 24.0, 150.0, 32.0];
/// Points of a line at most: more cannot be told apart.
const POINTS: usize = 400;
/// Colours of lines, told apart by people who see colours differently too (Okabe and Ito).
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a7500", "#555555"];

/// Some games in a row: how many were won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The number of the first game, counted from 1.
    pub first: usize,
    /// The number of the last one.
    pub last: usize,
    /// Won, drawn and lost.
    pub tally: [usize; 3],
}

/// The games in at most so many stretches of equal length; the last may be shorter.
#[must_use]
pub fn stretches(games: &[LearntGame], most: usize) -> Vec<Stretch> {
    let length = games.len().div_ceil(most.max(1)).max(1);
    let stretch = |(number, part): (usize, &[LearntGame])| {
        let first = number * length + 1;
        Stretch { first, last: first + part.len() - 1, tally: tally(part) }
    };
    games.chunks(length).enumerate().map(stretch).collect()
}

/// All games as comma-separated values, with a line of names: number, result, plies and the figures.
#[must_use]
pub fn csv(learner: &dyn Learner) -> String {
    let mut text = "game,result,plies".to_owned();
    for name in learner.figures() {
        let _ = write!(text, ",{}", quoted(&name));
    }
    text.push('\n');
    for (number, game) in learner.games().iter().enumerate() {
        let result = match game.result {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        let _ = write!(text, "{},{result},{}", number + 1, game.plies);
        for figure in &game.figures {
            let _ = write!(text, ",{figure}");
        }
        text.push('\n');
    }
    text
}

/// A field of comma-separated values.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A line of a drawing.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

/// A drawing of the shares of wins, draws and losses, each over the last so many games; below it, with `figures`, the
/// learner's figures game by game.
#[must_use]
pub fn svg(learner: &dyn Learner, window: usize, figures: bool) -> String {
    let games = learner.games();
    let mut charts = vec![chart(&format!("share of the last {window} games"), &shares(games, window))];
    if figures {
        charts.push(chart("after each game", &courses(learner)));
    }
    let height = SIZE[1] * charts.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        SIZE[0]
    );
    for (number, chart) in charts.iter().enumerate() {
        let _ = writeln!(text, "<g transform=\"translate(0 {})\">{chart}</g>", SIZE[1] * number as f64);
    }
    text.push_str("</svg>\n");
    text
}

/// Every so many games one, so that a line has at most `POINTS` points; always the last.
fn sampled(games: usize) -> impl Iterator<Item = usize> {
    let step = games.div_ceil(POINTS).max(1);
    (0..games).filter(move |number| number % step == 0 || number + 1 == games)
}

fn shares(games: &[LearntGame], window: usize) -> Vec<Line> {
    let line = |(name, kind): (&str, usize)| {
        let share = |number: usize| {
            let part = &games[(number + 1).saturating_sub(window.max(1))..=number];
            ((number + 1) as f64, tally(part)[kind] as f64 / part.len() as f64)
        };
        Line { name: name.to_owned(), points: sampled(games.len()).map(share).collect() }
    };
    [("won", 0), ("drawn", 1), ("lost", 2)].into_iter().map(line).collect()
}

fn courses(learner: &dyn Learner) -> Vec<Line> {
    let games = learner.games();
    let line = |(figure, name): (usize, String)| {
        let point = |number: usize| {
            ((number + 1) as f64, games[number].figures.get(figure).copied().unwrap_or_default())
        };
        Line { name, points: sampled(games.len()).map(point).collect() }
    };
    learner.figures().into_iter().enumerate().map(line).collect()
}

/// Axes, lines and their names.
fn chart(title: &str, lines: &[Line]) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let most = all().map(|point| point.0).fold(1.0, f64::max);
    let low = all().map(|point| point.1).fold(0.0, f64::min);
    let high = all().map(|point| point.1).fold(f64::MIN_POSITIVE, f64::max);
    let [left, top, right, bottom] = MARGIN;
    let (width, height) = (SIZE[0] - left - right, SIZE[1] - top - bottom);
    let x = |game: f64| left + width * game / most;
    let y = |value: f64| top + height * (high - value) / (high - low);
    let (start, end, floor) = (x(0.0), x(most), y(low));
    let mut text = format!("<text x=\"{left}\" y=\"16\">{}</text>", escaped(title));
    for value in [low, (low + high) / 2.0, high] {
        let at = y(value);
        let _ = write!(
            text,
            "<path d=\"M{start:.1} {at:.1}H{end:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            start - 6.0,
            at + 4.0,
            rounded(value)
        );
    }
    let _ = write!(
        text,
        "<text x=\"{start:.1}\" y=\"{0:.1}\">0</text><text x=\"{end:.1}\" y=\"{0:.1}\" text-anchor=\"end\">{1} \
         games</text>",
        floor + 18.0,
        rounded(most)
    );
    for (number, line) in lines.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let points: String =
            line.points.iter().map(|&(game, value)| format!("{:.1},{:.1} ", x(game), y(value))).collect();
        let dashes = if number < COLORS.len() { "" } else { " stroke-dasharray=\"4 3\"" };
        let _ = write!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"{dashes}/><text \
             x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\">{}</text>",
            points.trim_end(),
            end + 8.0,
            top + 12.0 + 15.0 * number as f64,
            escaped(&line.name)
        );
    }
    text
}

/// A number with as many decimals as its size deserves.
fn rounded(value: f64) -> String {
    if value.abs() >= 100.0 || value == value.round() { format!("{value:.0}") } else { format!("{value:.2}") }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LearntItem;
    use plybook_kernel::ReadError;

    struct Told(Vec<LearntGame>);

    impl Learner for Told {
        fn step(&mut self) -> Result<LearntGame, ReadError> {
            Ok(self.0[0].clone())
        }
        fn games(&self) -> &[LearntGame] {
            &self.0
        }
        fn figures(&self) -> Vec<String> {
            vec!["men, kings".to_owned(), "a<b".to_owned()]
        }
        fn state(&self) -> Vec<LearntItem> {
            Vec::new()
        }
        fn save(&self) -> Vec<u8> {
            Vec::new()
        }
        fn resume(&mut self, _: &[u8]) -> Result<(), ReadError> {
            Ok(())
        }
    }

    fn told(results: &[Wdl]) -> Told {
        let game = |(number, &result): (usize, &Wdl)| LearntGame {
            result,
            plies: 5 + number as u32,
            figures: vec![number as f64, -0.5],
        };
        Told(results.iter().enumerate().map(game).collect())
    }

    #[test]
    fn stretches_cover_all_games_once() {
        let told = told(&[Wdl::Win, Wdl::Win, Wdl::Draw, Wdl::Loss, Wdl::Loss, Wdl::Loss, Wdl::Win]);
        let parts = stretches(told.games(), 3);
        let expected = [(1, 3, [2, 1, 0]), (4, 6, [0, 0, 3]), (7, 7, [1, 0, 0])];
        assert_eq!(
            parts.iter().map(|part| (part.first, part.last, part.tally)).collect::<Vec<_>>(),
            expected
        );
        assert!(stretches(&[], 3).is_empty());
    }

    #[test]
    fn a_table_has_a_line_for_every_game() {
        let expected = "game,result,plies,\"men, kings\",a<b\n1,win,5,0,-0.5\n2,loss,6,1,-0.5\n";
        assert_eq!(csv(&told(&[Wdl::Win, Wdl::Loss])), expected);
    }

    #[test]
    fn shares_are_of_the_last_games() {
        let lines = shares(told(&[Wdl::Win, Wdl::Loss, Wdl::Loss, Wdl::Draw]).games(), 2);
        let values = |line: &Line| line.points.iter().map(|point| point.1).collect::<Vec<_>>();
        assert_eq!(values(&lines[0]), [1.0, 0.5, 0.0, 0.0]);
        assert_eq!(values(&lines[1]), [0.0, 0.0, 0.0, 0.5]);
        assert_eq!(values(&lines[2]), [0.0, 0.5, 1.0, 0.5]);
    }

    #[test]
    fn a_drawing_has_a_line_for_every_name_and_few_points() {
        let drawn = svg(&told(&[Wdl::Win; 5_000]), 20, true);
        assert_eq!(drawn.matches("<polyline").count(), 5);
        assert!(drawn.contains("a&lt;b") && !drawn.contains("a<b") && !drawn.contains("NaN"));
        assert!(drawn.len() < 60_000, "{}", drawn.len());
        assert_eq!(svg(&told(&[]), 20, false).matches("<polyline").count(), 3);
    }
}
