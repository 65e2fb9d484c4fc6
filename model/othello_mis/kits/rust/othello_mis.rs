// Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
// and call it there. The rest is not checked. Conventions: othello-mis check --help.
// othello-mis check and modspec check othello_spec.othello are the same command. Then:
// rustc --edition 2024 -O othello_mis.rs && othello-mis check --impl ./othello_mis

#![allow(unused)] // what you do not offer
use std::{fmt::Debug, fs::File, io::Write, os::unix::io::FromRawFd, panic, sync::Mutex};

// ---- your part ----------------------------------------------------------------------------------
// mod othello;
// use othello::{Disc, Othello};
type Index = usize; // or i32: how your code counts rows and columns
fn main() {
    let (game, discs) = ((), [(); 2]);
    // let discs = [Disc::Black, Disc::White, Disc::Empty]; // without the last if it is None
    // let game = Othello::new();
    serve(game, &discs, &[
        // ("init", |game, _| say(game.init())),
        // ("move", |game, c| say(game.play(c.row, c.col))),
        // ("is_valid_move", |game, c| say(game.is_valid_move(c.row, c.col, c.who))),
        // ("cell", |game, c| say(game.cell(c.row, c.col))),
        // ("turn", |game, _| say(game.turn())),
        // ("count", |game, c| say(game.count(c.who))),
        // ("winner", |game, _| say(game.winner())),
        // ("game_over", |game, _| say(game.game_over())),
        // ("has_valid_moves", |game, c| say(game.has_valid_moves(c.who))),
    ]);
}
// ---- nothing to change below this line ----------------------------------------------------------
struct Call<P> { row: Index, col: Index, who: P }
static PANIC: Mutex<String> = Mutex::new(String::new());
unsafe extern "C" { fn dup(file: i32) -> i32; fn dup2(from: i32, to: i32) -> i32; }
fn say(value: impl Debug) -> String { format!("{value:?}") }
fn exception(text: &str) -> String {
    let text = text.replace(|c| !(' '..='~').contains(&c), " ");
    let words = text.trim_matches('"').split(|c: char| c != ' ' && !c.is_alphanumeric()).next();
    let all_letters = |word: &&str| word.chars().all(|c| c.is_ascii_alphabetic());
    let name: String = words.unwrap_or("").split_whitespace().take_while(all_letters).map(|word| {
        word[..1].to_uppercase() + &word[1..] // the text "no such square" becomes NoSuchSquare
    }).collect();
    format!(r#"{{"exc":{:?},"detail":{text:?}}}"#, if name == "" { "Err" } else { &name })
}
// The reply for what a routine returned, by its text: Black, Some(Black), Won(Black) are "black".
fn reply(routine: &str, text: &str, discs: &[String]) -> String {
    let inside = |word, it: &str| Some(it.strip_prefix(word)?.strip_suffix(')')?.to_string());
    let mut value = text.to_string();
    while let Some(it) = inside("Ok(", &value) { value = it }
    if let Some(why) = inside("Err(", &value) { return exception(&why) }
    let (value, known) = (&*value, |it: &str| discs.iter().position(|each| each == it));
    let mut disc = value;
    while let (None, Some((_, it))) = (known(disc), disc.split_once('(')) {
        disc = it.strip_suffix(')').unwrap_or(it)
    }
    let number = known(disc);
    let out = match (routine, number) {
        ("init", _) => "null".into(),
        ("move", _) if value == "false" || value == "None" => return exception("InvalidMove"),
        ("pass_turn", _) if value == "false" => return exception("InvalidPass"),
        ("move" | "pass_turn", _) => "null".into(),
        ("cell" | "turn" | "winner", Some(number @ (0 | 1))) => say(["black", "white"][number]),
        ("cell", None) if value == "None" && discs.len() > 2 => return exception("OutOfBounds"),
        ("winner", Some(2)) => say("draw"),
        ("winner", None) if disc == "None" || disc == "Tie" => say("draw"),
        ("cell" | "turn", found) if found == Some(2) || disc == "None" => say("empty"),
        ("cell" | "turn" | "winner", _) => say(value.trim_matches('"').to_lowercase()),
        _ => value.into(),
    };
    format!(r#"{{"out":{out}}}"#)
}

fn serve<G, P: Clone + Debug>(
    mut game: G, discs: &[P], routines: &[(&str, fn(&mut G, Call<P>) -> String)],
) {
    let mut answers = unsafe { File::from_raw_fd(dup(1)) };
    unsafe { dup2(2, 1) }; // so that what your code prints does no harm
    panic::set_hook(Box::new(|why| *PANIC.lock().unwrap() = why.to_string()));
    let names: Vec<_> = routines.iter().map(|routine| routine.0).collect();
    let texts: Vec<_> = discs.iter().map(say).collect();
    for line in std::io::stdin().lines().map(Result::unwrap) {
        let replies: Vec<_> = line.split("[\"").skip(1).map(|text| {
            let words: Vec<_> = text.split(['"', ',', ']', '}']).filter(|w| *w != "").collect();
            let number = |i: usize| words.get(i).map_or(0, |w| w.parse().unwrap_or(0i64));
            let index = |i: usize| Index::try_from(number(i)).unwrap_or(Index::MAX);
            let who = discs[(words[words.len() - 1] == "white") as usize].clone();
            let call = Call { row: index(1), col: index(2), who };
            panic::catch_unwind(panic::AssertUnwindSafe(|| {
                let asked = routines.iter().find(|routine| routine.0 == words[0]).unwrap();
                reply(words[0], &asked.1(&mut game, call), &texts)
            })).unwrap_or_else(|_| exception(&PANIC.lock().unwrap()))
        }).collect();
        let id = line.split(',').next().unwrap();
        if line.contains("hello") { writeln!(answers, r#"{id},"hello":1,"routines":{names:?}}}"#) }
        else { writeln!(answers, r#"{id},"replies":[{}]}}"#, replies.join(",")) }.unwrap();
    }
}
