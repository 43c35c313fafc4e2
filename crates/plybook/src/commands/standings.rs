//! Tables of tournaments for people.

use crate::output::Output;
use crate::table;
use plybook_arena::config::{Config, Format};
use plybook_arena::report::{Duel, Meeting, Report, Standing};
use plybook_arena::statistics::{Decision, Estimate};

/// Most players that a cross table has room for.
const CROSS_TABLE: usize = 12;

/// A tournament: its table, who beat whom, and what the results say.
pub fn text(output: Output, id: i64, title: &str, config: &Config, report: &Report) -> String {
    let mut lines = Vec::new();
    let heading = format!("Tournament {id}, {title}");
    lines.push(format!("{}: {}, {}", output.bold(&heading), report.game, report.format.word()));
    lines.push(standings(output, report).to_string());
    if config.format != Format::Match && config.agents.len() <= CROSS_TABLE {
        lines.push(cross_table(output, report).to_string());
    }
    for row in report.standings.iter().filter(|row| row.losses > 0) {
        let reasons: Vec<String> =
            row.losses_by_reason.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let retired = if row.retired { "; retired" } else { "" };
        lines.push(format!("{} lost by: {}{retired}", row.name, reasons.join(", ")));
        lines.extend(row.failure.iter().map(|failure| format!("  at last: {failure}")));
    }
    if let Some(duel) = &report.duel {
        describe_duel(&mut lines, config, duel);
    }
    let summary = &report.summary;
    let [low, high] = summary.first_player_interval.map(percent);
    lines.push(format!(
        "{} games: draws {:.1} %, first player {:.1} % ({low:.1} to {high:.1}), {:.1} plies on average, {:.1} s of \
         thinking",
        summary.games,
        percent(summary.draw_rate),
        percent(summary.first_player),
        summary.mean_plies,
        summary.seconds
    ));
    let endings: Vec<String> =
        summary.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    lines.push(format!("ended by: {}", endings.join(", ")));
    lines.join("\n")
}

fn percent(share: f64) -> f64 {
    100.0 * share
}

fn standings(output: Output, report: &Report) -> comfy_table::Table {
    let heads = ["", "player", "points", "games", "won", "drawn", "lost", "Elo", "+-", "s"];
    let mut table = table::of_numbers(output, &heads);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for (place, row) in report.standings.iter().enumerate() {
        let Standing { name, points, games, wins, draws, losses, rating, seconds, .. } = row;
        table.add_row([
            (place + 1).to_string(),
            name.clone(),
            points.to_string(),
            games.to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            format!("{:+.0}", rating.elo),
            format!("{:.0}", rating.error),
            format!("{seconds:.1}"),
        ]);
    }
    table
}

fn cross_table(output: Output, report: &Report) -> comfy_table::Table {
    let places: Vec<String> = (1..=report.standings.len()).map(|place| place.to_string()).collect();
    let mut heads = vec!["against"];
    heads.extend(places.iter().map(String::as_str));
    let mut table = table::of_numbers(output, &heads);
    for (place, row) in report.standings.iter().enumerate() {
        let mut cells = vec![format!("{} {}", place + 1, row.name)];
        cells.extend(report.standings.iter().map(|other| {
            match &report.cross_table[row.player][other.player] {
                Some(Meeting { points, games }) => format!("{points}/{games}"),
                None => String::new(),
            }
        }));
        table.add_row(cells);
    }
    table
}

/// An Elo difference, which may be beyond measure.
fn elo(value: f64) -> String {
    if value.is_finite() { format!("{value:+.0}") } else { "beyond measure".to_owned() }
}

fn describe_duel(lines: &mut Vec<String>, config: &Config, duel: &Duel) {
    let name = config.names().first().copied().unwrap_or_default().to_owned();
    if let Some(pairs) = duel.pairs {
        let counts: Vec<String> = pairs.iter().map(u64::to_string).collect();
        lines.push(format!("pairs of {name} with 0, 1/2, 1, 1 1/2, 2 points: {}", counts.join(" ")));
    }
    if let Some(Estimate { score, score_interval, elo: value, elo_interval, superiority }) = duel.estimate {
        lines.push(format!(
            "{name}: {:.1} % ({:.1} to {:.1}), Elo {} (95 %: {} to {}), likelihood of superiority {:.1} %",
            percent(score),
            percent(score_interval[0]),
            percent(score_interval[1]),
            elo(value),
            elo(elo_interval[0]),
            elo(elo_interval[1]),
            percent(superiority)
        ));
    }
    if let (Some(test), Some(sprt)) = (&duel.test, &config.sprt) {
        let decision = match test.decision {
            Some(Decision::Elo0) => format!("accepted: not more than {} Elo", sprt.elo0),
            Some(Decision::Elo1) => format!("accepted: at least {} Elo", sprt.elo1),
            None => "not decided".to_owned(),
        };
        let [low, high] = test.bounds;
        lines.push(format!("test of {} against {} Elo: {decision}", sprt.elo0, sprt.elo1));
        lines.push(format!("log-likelihood ratio {:.2} ({low:.2} to {high:.2})", test.ratio));
    }
}
