//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod baroque;
mod malformed;
mod perft_files;
mod support;
mod tictactoe;
