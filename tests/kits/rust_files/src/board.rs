#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Black,
    White,
}

impl Player {
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

/// Who is where; `None` on an empty square.
pub struct Board([[Option<Player>; 8]; 8]);

impl Default for Board {
    fn default() -> Self {
        let mut squares = [[None; 8]; 8];
        (squares[3][3], squares[4][4]) = (Some(Player::White), Some(Player::White));
        (squares[3][4], squares[4][3]) = (Some(Player::Black), Some(Player::Black));
        Board(squares)
    }
}

impl Board {
    /// Who is on a square; `None` if there is no such square.
    pub fn get(&self, (row, col): (i32, i32)) -> Option<Option<Player>> {
        let line = self.0.get(usize::try_from(row).ok()?)?;
        line.get(usize::try_from(col).ok()?).copied()
    }

    pub fn set(&mut self, (row, col): (i32, i32), player: Player) {
        self.0[row as usize][col as usize] = Some(player);
    }

    pub fn count(&self, player: Player) -> usize {
        self.0.iter().flatten().filter(|&&square| square == Some(player)).count()
    }

    pub fn flips(&self, square: (i32, i32), player: Player) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        if self.get(square) != Some(None) {
            return flips;
        }
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let run: Vec<_> = (1..)
                .map(|i| (square.0 + i * down, square.1 + i * right))
                .take_while(|&at| self.get(at) == Some(Some(player.other())))
                .collect();
            let i = run.len() as i32 + 1;
            if self.get((square.0 + i * down, square.1 + i * right)) == Some(Some(player)) {
                flips.extend(run);
            }
        }
        flips
    }
}
