use crate::state::State;

/// The squares that flip when a player (1 or -1) places a disc on an empty square.
pub fn flips(state: &State, row: u8, col: u8, player: i8) -> Vec<(u8, u8)> {
    let mut flips = Vec::new();
    if state.at(row, col) != Some(0) {
        return flips;
    }
    for direction in 0..9u8 {
        let step = |i: u8| {
            let down = (row + 8).wrapping_add(i * (direction / 3)).wrapping_sub(i + 8);
            let right = (col + 8).wrapping_add(i * (direction % 3)).wrapping_sub(i + 8);
            (down, right)
        };
        let run: Vec<_> =
            (1..).map(step).take_while(|&(r, c)| state.at(r, c) == Some(-player)).collect();
        let (row, col) = step(run.len() as u8 + 1);
        if state.at(row, col) == Some(player) {
            flips.extend(run);
        }
    }
    flips
}
