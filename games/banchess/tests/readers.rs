//! No text makes a reader fail or take long.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use std::time::Duration;

use chautari_banchess::{Banchess, Text};
use chautari_game::{AnyGame, Fault, Game, Notation, Position};
use proptest::prelude::*;

const MEGABYTE: usize = 1 << 20;

/// Reads a text in every dialect, and as a move in each, before and after a ban.
fn read_all(text: &str) -> Result<(), TestCaseError> {
    let start = Banchess.start();
    let banned = start.after(start.moves()[0]);
    for &dialect in Text::ALL {
        if let Ok(record) = dialect.read(Banchess, text) {
            let fen = Text::Fen.write(&record).unwrap();
            let back = Text::Fen.read(Banchess, &fen).unwrap();
            prop_assert_eq!(back.position(), record.position());
        }
        for position in [&start, &banned] {
            if let Ok(m) = dialect.read_move(position, text) {
                let _ = position.check(m);
            }
        }
    }
    Ok(())
}

/// Random sequences of the tokens of these notations.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[rnbqkpRNBQKP1-8/]{0,20}",
        "[wb]|[KQkq]{0,4}|-",
        "[a-h][1-8]([a-h][1-8])?[qrbn]?[+#=]?",
        "[bm]:[a-h][1-8][a-h][1-8][qrbn]?[+#=]?",
        "[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#=]?[!?]{0,2}",
        "[0-9]{1,30}(\\.{0,3}|:[a-h][1-8][a-h][1-8])",
        "\\{ ?banning ?: ?[a-h][1-8][a-h][1-8][+#=]? ?\\}?",
        "\\[(FEN|SetUp|Result|Variant|White) \"[^\"]{0,9}\"?\\]?",
        "O-O(-O)?|0-0(-0)?|1-0|0-1|1/2-1/2|\\*|\\$[0-9]{0,9}|;|\\(|\\)|\\{|\\}|w:ban|b:ban",
    ];
    prop::collection::vec((word, "[ \n]{0,2}"), 0..24)
        .prop_map(|words| words.into_iter().map(|(word, gap)| word + &gap).collect())
}

/// A FEN with one field replaced by a random one of its kind.
fn near_fen() -> impl Strategy<Value = String> {
    let fields = (
        prop_oneof![
            Just("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned()),
            "([kKqrp1-8]{1,8}/){7}[kKQ1-8]{1,8}"
        ],
        "[wb]",
        "(K?Q?k?q?|-)",
        "(-|[a-h][1-8])",
        "[0-9]{1,25}",
        "[0-9]{1,25}",
        "(|-|[wb]:ban|b:[a-h][1-8][a-h][1-8]|[0-9]{1,25}(:[a-h][1-8][a-h][1-8])?[+#=]?)",
    );
    fields.prop_map(|(a, b, c, d, e, f, g)| format!("{a} {b} {c} {d} {e} {f} {g}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_breaks_no_reader(text in any::<String>()) {
        read_all(&text)?;
    }

    #[test]
    fn words_in_any_order_break_no_reader(text in words()) {
        read_all(&text)?;
    }

    #[test]
    fn near_misses_of_fen_break_no_reader(text in near_fen()) {
        read_all(&text)?;
        // Our own reasons come before the generator's.
        if let Err(fault) = Text::Fen.read(Banchess, &text) {
            prop_assert!(fault.reasons().iter().all(|reason| reason.code != "impossible-position"));
        }
    }
}

/// Checks that every dialect answers quickly; returns the PGN reader's error. Measured in processor time,
/// because other processes may slow the machine down.
fn quickly(text: &str) -> Fault {
    let begun = processor_time();
    for dialect in Banchess.dialects() {
        let _ = Banchess.read(dialect.id, text);
    }
    assert!(processor_time().saturating_sub(begun) < Duration::from_millis(500));
    Banchess.read("pgn", text).map(drop).unwrap_err()
}

/// Returns the processor time of this thread; zero if the system does not report it.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}

fn offset(fault: &Fault) -> usize {
    match fault {
        Fault::Syntax { offset, .. } | Fault::Refused { at: Some(offset), .. } => *offset,
        other => panic!("{other} has no place"),
    }
}

#[test]
fn a_megabyte_of_garbage_is_refused_at_once() {
    let mut x = 1_u32;
    let garbage: String = std::iter::repeat_with(|| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(32 + (x >> 25) as u8 % 95)
    })
    .take(MEGABYTE)
    .collect();
    quickly(&garbage);
    assert_eq!(offset(&quickly(&"x".repeat(MEGABYTE))), 0);
    assert_eq!(offset(&quickly(&"\u{1f422}".repeat(MEGABYTE / 4))), 0);
}

#[test]
fn a_megabyte_of_comments_is_refused_at_once() {
    // The first comment is never closed.
    assert_eq!(offset(&quickly(&"{ ".repeat(MEGABYTE / 2))), 0);
    // Comments do not nest: the second brace closes nothing.
    let nested = "{".repeat(MEGABYTE / 2) + &"}".repeat(MEGABYTE / 2);
    assert_eq!(offset(&quickly(&nested)), MEGABYTE / 2 + 1);
    let closed = "{ } ".repeat(MEGABYTE / 4);
    assert_eq!(offset(&quickly(&(closed.clone() + "{banning: e2e4"))), closed.len());
    assert_eq!(offset(&quickly(&"(".repeat(MEGABYTE))), 0);
    let annotated = "$1 ! ?? ; and so on\n".repeat(MEGABYTE / 20);
    assert_eq!(offset(&quickly(&(annotated.clone() + "e4"))), annotated.len());
}

#[test]
fn a_megabyte_of_bans_is_refused_at_the_second() {
    assert_eq!(offset(&quickly(&"{banning: e2e4} ".repeat(MEGABYTE / 16))), 26);
}

#[test]
fn a_megabyte_of_tags_is_refused_at_once() {
    let tags = "[White \"me\"]\n".repeat(MEGABYTE / 13);
    assert_eq!(offset(&quickly(&(tags.clone() + "[White \"me"))), tags.len() + 7);
    assert_eq!(offset(&quickly(&format!("[White \"{}", "\\\"".repeat(MEGABYTE / 2)))), 7);
    assert_eq!(offset(&quickly(&format!("[FEN \"{}\"]", "8/".repeat(MEGABYTE / 2)))), 6 + 15);
}

#[test]
fn huge_numbers_are_refused_as_such() {
    let nines = "9".repeat(MEGABYTE);
    // A number needs its dot, and is ignored with it, however often it occurs.
    assert_eq!(offset(&quickly(&nines)), nines.len());
    let numbers = "1. ".repeat(MEGABYTE / 3);
    assert_eq!(offset(&quickly(&(numbers.clone() + "2"))), numbers.len() + 1);
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for fen in
        [format!("{board} {nines} 1 1"), format!("{board} 0 {nines} 1"), format!("{board} 0 1 {nines}")]
    {
        let codes: Vec<_> =
            Banchess.read("fen", &fen).map(drop).unwrap_err().reasons().iter().map(|r| r.code).collect();
        assert!(codes.contains(&"too-large"), "{codes:?}");
    }
}

/// The TypeScript library writes such numbers.
#[test]
fn wrong_and_doubled_move_numbers_are_passed_over() {
    let doubled = "1. {banning: e2e4} d4 {banning: e7e5} d5 2. 1. {banning: c2c4} Nf3 *";
    let wrong = "7. {banning: e2e4} d4 {banning: e7e5} d5 99999999999999999999. {banning: c2c4} Nf3";
    let written = "1. {banning: e2e4} d4 {banning: e7e5} d5\n2. {banning: c2c4} Nf3 *";
    for text in [doubled, wrong] {
        let record = Text::Pgn.read(Banchess, text).unwrap();
        assert!(Text::PlainPgn.write(&record).unwrap().ends_with(written));
    }
    let chess = Text::Pgn.read(Banchess, "1. e4 e5 2. Nf3").unwrap_err();
    assert!(chess.to_string().contains("The bans are missing"), "{chess}");
}

/// The TypeScript library's loader does not know indicators after a ban.
#[test]
fn a_ban_can_be_written_without_its_sign() {
    // Mate by a ban: the king has no other move.
    let mut record = Text::Fen.read(Banchess, "k7/2N5/1K6/8/8/8/8/8 b - - 0 1 3").unwrap();
    record.play(record.position().moves()[0]).unwrap();
    for (dialect, written) in [(Text::Pgn, "{banning: a8b8#} 1-0"), (Text::PlainPgn, "{banning: a8b8} 1-0")] {
        let text = dialect.write(&record).unwrap();
        assert!(text.ends_with(written), "{text}");
        assert_eq!(dialect.read(Banchess, &text).unwrap().position(), record.position());
    }
    // A move keeps its indicator, which all readers know.
    let game = "b:e2e4 m:f2f3 b:e7e6 m:e7e5 b:d2d4 m:g2g4 b:d8e7 m:d8h4";
    let record = Text::Bcn.read(Banchess, game).unwrap();
    assert!(Text::PlainPgn.write(&record).unwrap().ends_with("Qh4# 0-1"));
}

#[test]
fn comments_may_stand_behind_the_result_of_a_pgn() {
    let game = "1. {banning: e2e4} f3 {banning: e7e6} e5 2. {banning: d2d4} g4 {banning: d8e7} Qh4# 0-1";
    let moves = Text::Pgn.read(Banchess, game).unwrap().moves().to_vec();
    for comment in ["{mate}", "; mate", "$1 {it is\nmate} ;\n", "\n"] {
        let read = Text::Pgn.read(Banchess, &format!("{game} {comment}")).unwrap();
        assert_eq!(read.moves(), moves, "{comment}");
    }
    for more in ["{mate", "2. a3", "{mate} 0-1", "$"] {
        assert!(Text::Pgn.read(Banchess, &format!("{game} {more}")).is_err(), "{more}");
    }
}
