mod rules;
mod state;

fn main() {
    let mut state = state::State::start();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let at = |i: usize, first: char| line.chars().nth(i).map_or(99, |c| c as u8 - first as u8);
        let done = if line == "pass" { state.pass() } else { state.play(at(1, '1'), at(0, 'a')) };
        if let Err(why) = done {
            println!("{why}");
        }
    }
}
