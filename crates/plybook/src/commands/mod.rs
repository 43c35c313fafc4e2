//! One file per job.

mod analyze;
mod balance;
mod bench;
mod book;
mod contest;
mod endgame;
mod games;
mod history;
mod lab;
mod learn;
mod learner;
mod machine;
mod master;
mod minimax;
mod perft;
mod play;
mod replay;
mod rollout;
mod rules;
mod samuel;
mod serve;
mod show;
mod solve;
mod standings;
mod tree;
mod tune;
mod tune_margins;
mod work;

use crate::arguments::{Arguments, Command, Serve};
use crate::output::Output;
use crate::protocol::{self, Kind};
use anyhow::Result;

/// Does what the command line says.
pub fn run(arguments: Arguments) -> Result<()> {
    let output = Output::new(arguments.color);
    match arguments.command {
        None => serve::run(output, &Serve::default()),
        Some(Command::Serve(serve)) => serve::run(output, &serve),
        Some(Command::Games { gallery, json }) => games::run(output, gallery, json),
        Some(Command::Rules(arguments)) => rules::run(output, &arguments),
        Some(Command::Show(show)) => show::run(output, &show),
        Some(Command::Play(play)) => play::run(output, &play),
        Some(Command::Perft(perft)) => perft::run(output, &perft),
        Some(Command::Rollout(arguments)) => rollout::run(output, &arguments),
        Some(Command::Minimax(minimax)) => minimax::run(output, &minimax),
        Some(Command::Solve(solve)) => solve::run(output, &solve),
        Some(Command::Analyze(analyze)) => analyze::run(output, &analyze),
        Some(Command::Tree(tree)) => tree::run(output, &tree),
        Some(Command::Lab(lab)) => lab::run(output, &lab),
        Some(Command::Bench(bench)) => bench::run(output, &bench),
        Some(Command::Ugi(engine)) => protocol::run(Kind::Ugi, &engine),
        Some(Command::Uci(engine)) => protocol::run(Kind::Uci, &engine),
        Some(Command::Gtp(engine)) => protocol::run(Kind::Gtp, &engine),
        Some(Command::Nboard(engine)) => protocol::run(Kind::Nboard, &engine),
        Some(Command::Match(arguments)) => contest::run_match(output, &arguments),
        Some(Command::Tournament(arguments)) => contest::run_tournament(output, &arguments),
        Some(Command::History(arguments)) => history::run(output, &arguments),
        Some(Command::Balance(arguments)) => balance::run(output, &arguments),
        Some(Command::Book(book)) => book::run(output, &book),
        Some(Command::Endgame(endgame)) => endgame::run(output, &endgame),
        Some(Command::Learn(learn)) => learn::run(output, &learn),
        Some(Command::Tune(tune)) => tune::run(output, &tune),
        Some(Command::Work(arguments)) => work::run(output, &arguments),
    }
}
