use crate::rules::flips;

/// The state of a game: 1 is Black, -1 White, and 0 an empty square.
pub struct State {
    pub board: [[i8; 8]; 8],
    pub player: i8,
}

impl State {
    pub fn start() -> Self {
        let mut board = [[0; 8]; 8];
        (board[3][3], board[3][4], board[4][3], board[4][4]) = (-1, 1, 1, -1);
        State { board, player: 1 }
    }

    pub fn at(&self, row: u8, col: u8) -> Option<i8> {
        self.board.get(row as usize)?.get(col as usize).copied()
    }

    pub fn can_play(&self, row: u8, col: u8, player: i8) -> bool {
        !flips(self, row, col, player).is_empty()
    }

    pub fn can_move(&self, player: i8) -> bool {
        (0..64).any(|i| self.can_play(i / 8, i % 8, player))
    }

    pub fn play(&mut self, row: u8, col: u8) -> Result<(), &'static str> {
        self.at(row, col).ok_or("no such square")?;
        if !self.can_play(row, col, self.player) {
            return Err("not a valid move");
        }
        for (r, c) in flips(self, row, col, self.player) {
            self.board[r as usize][c as usize] = self.player;
        }
        self.board[row as usize][col as usize] = self.player;
        self.player = -self.player;
        Ok(())
    }

    pub fn must_pass(&self) -> bool {
        !self.can_move(self.player) && self.can_move(-self.player)
    }

    pub fn pass(&mut self) -> Result<(), &'static str> {
        if !self.must_pass() {
            return Err("you can move");
        }
        self.player = -self.player;
        Ok(())
    }
}
