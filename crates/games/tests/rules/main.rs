//! What every game must show: published counts, agreement with a second generator, refusal of bad input.

mod backgammon;
mod baroque;
mod black_and_white;
mod breakthrough;
mod checkers;
mod chess;
mod chinese_checkers;
mod conformance;
mod connect4;
mod evaluators;
mod gnubg;
mod go;
mod hexapawn;
mod kalah;
mod lines;
mod malformed;
mod nim;
mod numbering;
mod othello;
mod perft_files;
mod samuel;
mod solver;
mod support;
mod tictactoe;
mod tts;
mod walk;
