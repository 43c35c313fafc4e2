//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod breakthrough;
mod evaluators;
mod hexapawn;
mod malformed;
mod nim;
mod perft_files;
mod solver;
mod support;
mod tictactoe;
