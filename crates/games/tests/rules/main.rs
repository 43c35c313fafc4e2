//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod chess;
mod malformed;
mod perft_files;
mod support;
mod tictactoe;
