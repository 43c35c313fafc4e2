//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod baroque;
mod black_and_white;
mod checkers;
mod chess;
mod conformance;
mod connect4;
mod kalah;
mod malformed;
mod othello;
mod perft_files;
mod support;
mod tictactoe;
mod tts;
mod walk;
