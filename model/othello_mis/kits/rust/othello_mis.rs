// Lets othello-mis call your Othello. In your part, uncomment each routine that your code has,
// and call your code there. The rest is not checked. Conventions: othello-mis check --help. Then:
// rustc --edition 2024 -O othello_mis.rs && othello-mis check --impl ./othello_mis

#![allow(unused)] // what you do not offer
use std::{fmt::Debug, fs::File, io::Write, os::unix::io::FromRawFd, panic, sync::Mutex};

// ---- your part ----------------------------------------------------------------------------------
// mod othello;
// use othello::{Disc, Othello};
// fn player(call: &Call) -> Disc { if call.who == "black" { Disc::Black } else { Disc::White } }
// fn name(disc: Disc) -> String { format!("{disc:?}").to_lowercase() }
type Index = usize; // or i32: how your code counts rows and columns
fn main() {
    let game = ();
    // let game = Othello::new();
    serve(game, &[
        // ("init", |game, _| done(game.init())),
        // ("move", |game, c| game.play(c.row, c.col).map_or_else(exception, done)),
        // ("is_valid_move", |game, c| out(game.is_valid_move(c.row, c.col, player(c)))),
        // ("cell", |game, c| game.cell(c.row, c.col).map_or_else(exception, |d| out(name(d)))),
        // ("turn", |game, _| out(name(game.turn()))),
        // ("count", |game, c| out(game.count(player(c)))),
        // ("winner", |game, _| out(game.winner().map_or("draw".into(), name))),
        // ("game_over", |game, _| out(game.game_over())),
        // ("has_valid_moves", |game, c| out(game.has_valid_moves(player(c)))),
    ]);
}
// ---- nothing to change below this line ----------------------------------------------------------
struct Call<'a> { row: Index, col: Index, who: &'a str }
static PANIC: Mutex<String> = Mutex::new(String::new());
unsafe extern "C" { fn dup(file: i32) -> i32; fn dup2(from: i32, to: i32) -> i32; }
fn done<T>(_: T) -> String { r#"{"out":null}"#.into() }
fn out(value: impl Debug) -> String { format!(r#"{{"out":{value:?}}}"#) }
fn exception(why: impl Debug) -> String {
    let text = format!("{why:?}").trim_matches('"').replace(|c| !(' '..='~').contains(&c), " ");
    let name = text.split(['(', ' ']).next().filter(|name| *name != "").unwrap_or("Err");
    format!(r#"{{"exc":{name:?},"detail":{text:?}}}"#)
}

fn serve<G>(mut game: G, routines: &[(&str, fn(&mut G, &Call) -> String)]) {
    let mut answers = unsafe { File::from_raw_fd(dup(1)) };
    unsafe { dup2(2, 1) }; // so that what your code prints does no harm
    panic::set_hook(Box::new(|why| *PANIC.lock().unwrap() = why.to_string().replace('\n', " ")));
    let names: Vec<_> = routines.iter().map(|routine| routine.0).collect();
    for line in std::io::stdin().lines().map(Result::unwrap) {
        let replies: Vec<_> = line.split("[\"").skip(1).map(|text| {
            let words: Vec<_> = text.split(['"', ',', ']', '}']).filter(|w| *w != "").collect();
            let number = |i: usize| words.get(i).map_or(0, |w| w.parse().unwrap_or(0i64));
            let index = |i: usize| Index::try_from(number(i)).unwrap_or(Index::MAX);
            let call = Call { row: index(1), col: index(2), who: words[words.len() - 1] };
            panic::catch_unwind(panic::AssertUnwindSafe(|| {
                routines.iter().find(|routine| routine.0 == words[0]).unwrap().1(&mut game, &call)
            })).unwrap_or_else(|_| exception(&*PANIC.lock().unwrap()))
        }).collect();
        let id = line.split(',').next().unwrap();
        if line.contains("hello") { writeln!(answers, r#"{id},"hello":1,"routines":{names:?}}}"#) }
        else { writeln!(answers, r#"{id},"replies":[{}]}}"#, replies.join(",")) }.unwrap();
    }
}
