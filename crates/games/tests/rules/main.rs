//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod malformed;
mod othello;
mod perft_files;
mod support;
mod tictactoe;
