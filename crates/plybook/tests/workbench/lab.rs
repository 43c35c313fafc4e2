//! `plybook lab`.

use crate::support::{json, output, refused, scratch};

#[test]
fn the_ladder_climbs_from_minimax_to_the_engine() {
    let report = json(&["lab", "tictactoe", "--depth", "5", "--json"]);
    let rows = report["rows"].as_array().unwrap();
    let part = |part: &str| rows.iter().filter(|row| row["part"] == part).collect::<Vec<_>>();
    let ladder = part("ladder");
    assert_eq!(ladder[0]["name"], "minimax");
    // The tree of tic-tac-toe to depth 5: 9 + 72 + 504 + 3024 + 15120 positions.
    assert_eq!(ladder[0]["nodes"], 18_729);
    assert_eq!(ladder[1]["name"], "+ alpha-beta");
    assert!(ladder[1]["nodes"].as_u64().unwrap() < 18_729 / 4);
    assert_eq!(ladder[0]["value"], ladder[1]["value"]);
    let branching = ladder[0]["branching"].as_f64().unwrap();
    assert!((branching - 18_729f64.powf(0.2)).abs() < 1e-9);
    // The last rung is the engine itself.
    assert_eq!(ladder.last().unwrap()["nodes"], part("without")[0]["nodes"]);
    assert!(part("with").len() > 10 && part("without").len() > 10);
}

#[test]
fn the_report_is_written_as_a_table_csv_and_a_chart() {
    let path = scratch("lab.svg");
    let file = path.to_str().unwrap();
    let chosen = ["lab", "othello:4x4", "--depth", "4", "--techniques", "alpha-beta,table"];
    let table = output(&[&chosen[..], &["--svg", file]].concat());
    assert!(table.contains("+ alpha-beta") && table.contains("engine - table"), "{table}");
    assert!(!table.contains("killers"));
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let csv = output(&[&chosen[..], &["--csv", "-"]].concat());
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("part,search,depth,nodes,"));
    let bars = svg.matches("class=\"bar\"").count() + svg.matches("class=\"base\"").count();
    assert_eq!(bars, rows.len() - 1);
    assert!(rows.iter().all(|row| row.split(',').count() == rows[0].split(',').count()), "{csv}");
}

#[test]
fn layouts_of_the_table_agree_and_differ_in_what_they_keep() {
    let asked = ["lab", "connect4", "--depth", "9", "--techniques", "table", "--tables", "--hash", "1"];
    let report = json(&[&asked[..], &["--json"]].concat());
    let rows: Vec<_> =
        report["rows"].as_array().unwrap().iter().filter(|row| row["part"] == "tables").collect();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    let count = |name: &str, what: &str| row(name)[what].as_u64().unwrap();
    assert!(rows.len() >= 7 && rows.iter().all(|row| row["hits"].as_u64() > Some(0)), "{rows:?}");
    assert!(count("always", "replaced") > 0 && count("always", "refused") == 0);
    assert!(count("depth-preferred", "refused") > 0);
    assert!(count("chained", "links") > 0 && count("chained", "replaced") == 0);
    assert_eq!(count("bucketed", "links"), 0);
    let table = output(&asked);
    assert!(table.contains("depth-preferred+always") && table.contains("turned away"), "{table}");
}

#[test]
fn equal_time_compares_depths() {
    // The machine that runs this may be busy, and give one search less time than another: some more time evens it out.
    let deeper = |time: &&str| {
        let report = json(&["lab", "connect4", "--time", time, "--techniques", "alpha-beta,table", "--json"]);
        assert!(report.get("depth").is_none());
        let rows = report["rows"].as_array().unwrap();
        let depth =
            |name: &str| rows.iter().find(|row| row["name"] == name).unwrap()["depth"].as_u64().unwrap();
        assert!(depth("minimax") >= 1, "{rows:?}");
        depth("engine") > depth("minimax")
    };
    assert!(["30ms", "300ms", "2s"].iter().any(deeper));
}

#[test]
fn a_search_that_is_too_large_is_stopped_and_said_so() {
    let table =
        output(&["lab", "chess", "--depth", "5", "--nodes", "2000", "--techniques", "alpha-beta, killers"]);
    assert!(table.contains("stopped") && table.contains(">2000"), "{table}");
}

#[test]
fn bad_requests_are_refused() {
    refused(&[
        (&["lab", "tictactoe", "--techniques", "magic"], "magic"),
        (&["lab", "tictactoe", "--depth", "3", "--time", "1s"], "--time"),
        (&["lab", "chess", "--time", "1h", "--svg", "/nowhere/x.svg"], "/nowhere/x.svg"),
        (
            &["lab", "tictactoe", "--depth", "2", "--techniques", "table", "--svg", "/nowhere/x.svg"],
            "/nowhere",
        ),
        (&["lab", "ghost"], "ghost"),
    ]);
}
