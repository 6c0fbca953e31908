//! Engines that behave, and engines that do not.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chautari_game::{Limit, Score};
use chautari_ugi::{Answer, Client, EngineError, Question};

/// An engine written for the shell: how it answers `go`, the rest as it should be.
fn engine(go: &str) -> Client {
    engine_that("isready) echo readyok;;", go)
}

/// An engine with its own reaction to `isready`.
fn engine_that(isready: &str, go: &str) -> Client {
    let script = format!(
        "while read word rest; do case $word in
            ugi) echo id name Shell; echo option name Hash type spin default 1 min 1 max 9; echo ugiok;;
            setoption) set=\"$rest\";;
            {isready}
            position) position=\"$rest\";;
            go) {go};;
            quit) exit;;
         esac; done"
    );
    let words = ["sh", "-c", &script].map(str::to_owned);
    Client::new(
        words.to_vec(),
        [("Hash", "5"), ("Threads", "2")].map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
    )
}

fn ask(
    client: &mut Client,
    start: Option<&str>,
    moves: &[&str],
    limit: &Limit,
) -> Result<String, EngineError> {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    client.ask(&Question { start, moves: &moves, limit, clocks: None, timeout: Duration::from_secs(10) })
}

/// Asks one that will not answer.
fn ask_in_vain(client: &mut Client) -> Result<String, EngineError> {
    let (limit, timeout) = (Limit::default(), Duration::from_millis(200));
    client.ask(&Question { start: None, moves: &[], limit: &limit, clocks: None, timeout })
}

/// Returns `true` for a running process; a zombie does not count.
fn is_running(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).is_some_and(|state| state != 'Z')
}

fn ends_soon(process: u32) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        !is_running(process)
    })
}

#[test]
fn an_engine_hears_all_it_needs() {
    let mut client = engine("echo info depth 1; echo \"bestmove $(echo $set:$position:$rest | tr ' ' _)\"");
    client.new_game().unwrap();
    let process = client.process().unwrap();
    let limit = Limit { time: Some(Duration::from_millis(50)), depth: Some(3), ..Limit::default() };
    assert_eq!(
        ask(&mut client, None, &["a", "b"], &limit).unwrap(),
        "name_Hash_value_5:startpos_moves_a_b:movetime_50_depth_3"
    );
    let nodes = Limit { nodes: Some(9), ..Limit::default() };
    assert_eq!(ask(&mut client, Some("x y"), &[], &nodes).unwrap(), "name_Hash_value_5:fen_x_y:nodes_9");
    client.new_game().unwrap();
    assert!(ask(&mut client, None, &[], &Limit::default()).unwrap().ends_with(":startpos:infinite"));
    assert_eq!(client.process(), Some(process), "one process for all games");
    drop(client);
    assert!(!is_running(process));
}

#[test]
fn engine_scores_are_parsed() {
    let mut client = engine("echo info score cp 3; echo info multipv 2 score cp 1; echo bestmove x");
    let (limit, timeout) = (Limit::default(), Duration::from_secs(10));
    let question = Question { start: None, moves: &[], limit: &limit, clocks: None, timeout };
    let told = |answer: Answer| (answer.best, answer.score);
    assert_eq!(client.think(&question).map(told), Ok(("x".to_owned(), Some(Score::Guess(3)))));
    let mut silent = engine("echo bestmove x");
    assert_eq!(silent.think(&question).map(told), Ok(("x".to_owned(), None)));
}

#[test]
fn the_time_to_get_ready_is_not_thinking_time() {
    // It sets up every position in a third of a second, and has its move at once.
    let slow = "isready) sleep 0.3; echo readyok;;";
    let mut client = engine_that(slow, "echo bestmove x");
    client.new_game().unwrap();
    let (limit, timeout) = (Limit::default(), Duration::from_secs(10));
    let begun = Instant::now();
    let answer = client.think(&Question { start: None, moves: &[], limit: &limit, clocks: None, timeout });
    let took = answer.unwrap().took;
    assert!(took + Duration::from_millis(300) <= begun.elapsed(), "{took:?}");
}

#[test]
fn an_answer_too_many_is_not_taken_for_the_next() {
    let mut client = engine("n=x$n; echo bestmove $n; echo bestmove stale");
    for expected in ["x", "xx", "xxx"] {
        assert_eq!(ask(&mut client, None, &[], &Limit::default()).unwrap(), expected);
    }
}

#[test]
fn an_engine_that_hangs_is_killed_with_all_it_started() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sleeper");
    let mut client = engine(&format!("sleep 1000 & echo $! > '{}'; wait", file.display()));
    client.new_game().unwrap();
    let process = client.process().unwrap();
    assert_eq!(ask_in_vain(&mut client), Err(EngineError::Silent));
    assert!(!is_running(process));
    assert!(ends_soon(fs::read_to_string(&file).unwrap().trim().parse().unwrap()));
    assert_eq!(client.process(), None);
    client.new_game().unwrap();
    assert_ne!(client.process(), Some(process), "the next game has a new process");
}

#[test]
fn an_engine_that_floods_is_no_better() {
    let mut client = engine("while :; do echo info string and so on; done");
    assert_eq!(ask_in_vain(&mut client), Err(EngineError::Silent));
}

#[test]
fn an_engine_that_crashes_says_how() {
    let mut client = engine("exit 3");
    assert_eq!(
        ask(&mut client, None, &[], &Limit::default()),
        Err(EngineError::Gone("exit status: 3".into()))
    );
    let mut client = engine("kill -9 $$");
    let gone = ask(&mut client, None, &[], &Limit::default());
    assert!(matches!(&gone, Err(EngineError::Gone(how)) if how.contains("signal: 9")), "{gone:?}");
    let mut stranger = Client::new(vec!["true".to_owned()], Vec::new());
    assert_eq!(stranger.new_game(), Err(EngineError::Gone("exit status: 0".into())));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    for command in [vec![], vec!["/no/such/engine".to_owned()]] {
        let error = Client::new(command, Vec::new()).new_game();
        assert!(matches!(error, Err(EngineError::NotStarted(_))), "{error:?}");
    }
}

#[test]
fn waiting_ends_when_somebody_says_so() {
    let mut client = engine("sleep 1000");
    let limit = Limit::default();
    limit.stop.stop();
    assert_eq!(ask(&mut client, None, &[], &limit), Err(EngineError::Stopped));
    assert_eq!(client.process(), None);
}
