//! Othello on a board of 8 by 8.

const SIZE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disc {
    Empty,
    Black,
    White,
}

#[derive(Debug)]
pub enum MoveError {
    OutOfBounds,
    InvalidMove,
}

pub struct Othello {
    board: [[Disc; SIZE]; SIZE],
    mover: Disc,
}

impl Disc {
    fn opponent(self) -> Disc {
        if self == Disc::Black { Disc::White } else { Disc::Black }
    }
}

impl Othello {
    pub fn new() -> Self {
        let mut game = Othello { board: [[Disc::Empty; SIZE]; SIZE], mover: Disc::Black };
        game.init();
        game
    }

    pub fn init(&mut self) {
        self.board = [[Disc::Empty; SIZE]; SIZE];
        self.board[3][3] = Disc::White;
        self.board[4][4] = Disc::White;
        self.board[3][4] = Disc::Black;
        self.board[4][3] = Disc::Black;
        self.mover = Disc::Black;
    }

    pub fn play(&mut self, row: usize, col: usize) -> Result<(), MoveError> {
        println!("{:?} to {row}, {col}", self.mover);
        if row >= SIZE || col >= SIZE {
            return Err(MoveError::OutOfBounds);
        }
        if !self.is_valid_move(row, col, self.mover) {
            return Err(MoveError::InvalidMove);
        }
        for (r, c) in self.flips(row, col, self.mover) {
            self.board[r][c] = self.mover;
        }
        self.board[row][col] = self.mover;
        if self.has_valid_moves(self.mover.opponent()) {
            self.mover = self.mover.opponent();
        }
        Ok(())
    }

    pub fn is_valid_move(&self, row: usize, col: usize, player: Disc) -> bool {
        row < SIZE
            && col < SIZE
            && self.board[row][col] == Disc::Empty
            && !self.flips(row, col, player).is_empty()
    }

    pub fn cell(&self, row: usize, col: usize) -> Result<Disc, MoveError> {
        let square = self.board.get(row).and_then(|line| line.get(col));
        square.copied().ok_or(MoveError::OutOfBounds)
    }

    pub fn turn(&self) -> Disc {
        self.mover
    }

    pub fn count(&self, player: Disc) -> usize {
        self.board.iter().flatten().filter(|&&disc| disc == player).count()
    }

    /// Who has more discs, or nobody.
    pub fn winner(&self) -> Option<Disc> {
        let (black, white) = (self.count(Disc::Black), self.count(Disc::White));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Disc::Black),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Disc::White),
        }
    }

    pub fn game_over(&self) -> bool {
        !self.has_valid_moves(Disc::Black) && !self.has_valid_moves(Disc::White)
    }

    pub fn has_valid_moves(&self, player: Disc) -> bool {
        (0..SIZE).any(|row| (0..SIZE).any(|col| self.is_valid_move(row, col, player)))
    }

    /// The squares whose discs flip when the player places a disc on a square.
    fn flips(&self, row: usize, col: usize, player: Disc) -> Vec<(usize, usize)> {
        let mut flips = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                flips.extend(self.outflanked(row, col, down, right, player));
            }
        }
        flips
    }

    fn outflanked(
        &self, row: usize, col: usize, down: isize, right: isize, player: Disc,
    ) -> Vec<(usize, usize)> {
        let mut run = Vec::new();
        for i in 1.. {
            let r = row as isize + i * down;
            let c = col as isize + i * right;
            match self.cell(r as usize, c as usize) {
                Err(_) | Ok(Disc::Empty) => return Vec::new(),
                Ok(disc) if disc == player => return run,
                Ok(_) => run.push((r as usize, c as usize)),
            }
        }
        run
    }
}
