//! Names and numbers of cells.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use chautari_game::{AnyGame, Fault, Game, Notation};
use chautari_gomoku::{Cell, Gomoku, Text};

fn read(dialect: Text, text: &str) -> Result<u16, String> {
    let read = dialect.read_move(&Gomoku.start(), text);
    read.map(Cell::number).map_err(|fault| match fault {
        Fault::Syntax { offset, .. } => format!("syntax@{offset}"),
        other => other.reasons()[0].code.to_owned(),
    })
}

#[test]
fn every_cell_reads_back_by_name_and_by_number() {
    for cell in Cell::all() {
        for dialect in [Text::Cells, Text::Grid] {
            let text = dialect.write_move(&Gomoku.start(), cell);
            assert_eq!(read(dialect, &text), Ok(cell.number()), "{text}");
        }
    }
}

#[test]
fn names_count_from_the_bottom_left_without_i() {
    let known = [("A19", 0), ("T19", 18), ("A1", 342), ("T1", 360), ("K10", 180), ("H1", 349), ("J1", 350)];
    for (name, number) in known {
        assert_eq!(Cell::new(number).unwrap().to_string(), name);
        assert_eq!(read(Text::Grid, name), Ok(number));
    }
    assert_eq!(read(Text::Grid, "k10"), Ok(180));
    assert_eq!(read(Text::Grid, " K010 "), Ok(180));
}

#[test]
fn a_cell_off_the_board_is_refused_and_a_word_that_is_none_is_unreadable() {
    for name in ["I5", "i5", "U1", "Z19", "A0", "A20", "K100", "K99999999999"] {
        assert_eq!(read(Text::Grid, name), Err("off-board".to_owned()), "{name}");
    }
    for (text, offset) in
        [("", 0), ("K", 0), ("10", 0), ("180", 0), ("K-1", 0), ("KK1", 0), ("K10x", 3), ("É1", 0)]
    {
        assert_eq!(read(Text::Grid, text), Err(format!("syntax@{offset}")), "{text}");
    }
    for number in ["361", "-1", "65536", "65896", "99999999999999999999"] {
        assert_eq!(read(Text::Cells, number), Err("off-board".to_owned()), "{number}");
    }
}

#[test]
fn both_dialects_play_the_same() {
    let mut by_number = AnyGame::start(&Gomoku);
    let mut by_name = AnyGame::start(&Gomoku);
    by_number.play("180").unwrap();
    let played = by_name.play_in("grid", "K10").unwrap();
    assert_eq!(played.text, "180");
    assert_eq!(by_number.position(), by_name.position());
}
