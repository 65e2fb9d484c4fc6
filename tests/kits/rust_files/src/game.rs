use crate::board::{Board, Player};

#[derive(Debug)]
pub enum GameError {
    OutOfBounds { row: i32, col: i32 },
    NotYourTurn,
    InvalidMove(i32, i32),
}

pub struct Game {
    board: Board,
    turn: Player,
}

impl Game {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Game { board: Board::default(), turn: Player::Black }
    }

    pub fn r#move(&mut self, player: Player, row: i32, col: i32) -> Result<(), GameError> {
        self.cell(row, col)?;
        if player != self.turn {
            return Err(GameError::NotYourTurn);
        }
        if !self.is_valid_move(row, col, player) {
            return Err(GameError::InvalidMove(row, col));
        }
        for square in self.board.flips((row, col), player) {
            self.board.set(square, player);
        }
        self.board.set((row, col), player);
        if self.has_valid_moves(player.other()) {
            self.turn = player.other();
        }
        Ok(())
    }

    pub fn is_valid_move(&self, row: i32, col: i32, player: Player) -> bool {
        !self.board.flips((row, col), player).is_empty()
    }

    pub fn cell(&self, row: i32, col: i32) -> Result<Option<Player>, GameError> {
        self.board.get((row, col)).ok_or(GameError::OutOfBounds { row, col })
    }

    pub fn turn(&self) -> Player {
        self.turn
    }

    pub fn count(&self, player: Player) -> usize {
        self.board.count(player)
    }

    pub fn winner(&self) -> Option<Player> {
        let (black, white) = (self.count(Player::Black), self.count(Player::White));
        (black != white).then_some(if black > white { Player::Black } else { Player::White })
    }

    pub fn game_over(&self) -> bool {
        !self.has_valid_moves(Player::Black) && !self.has_valid_moves(Player::White)
    }

    pub fn has_valid_moves(&self, player: Player) -> bool {
        (0..64).any(|i| self.is_valid_move(i / 8, i % 8, player))
    }
}
