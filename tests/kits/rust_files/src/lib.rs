//! Reversi, as a library: the board, and the game on it.

pub mod board;
mod game;

pub use game::{Game, GameError};
