//! The dialects of Ban Chess.

use chautari_game::{Dialect, Fault, Game, Moment, Notation, Position as _, Record, Scan, Scope};

use crate::{Action, Banchess, Indicators, Position, bcn, fen, pgn, san};

/// A notation of Ban Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A position in extended FEN, with actions in BCN. Reads any white space between fields, an indicator
    /// after the seventh, and older forms of it: nothing, `-`, `w:ban`, `b:ban`, `b:e2e4`.
    Fen,
    /// A game in PGN, with actions in SAN. Reads and ignores comments, annotations and unknown tags.
    Pgn,
    /// Like [`Pgn`](Text::Pgn), without indicators after bans, which other programs cannot read.
    PlainPgn,
    /// A game from the usual start as a list of actions in BCN.
    Bcn,
    /// A position like [`Fen`](Text::Fen), with actions as people write them: a move in SAN, a ban as a
    /// crossed-out move. Also reads two squares for either.
    San,
}

impl Notation<Banchess> for Text {
    const ALL: &'static [Text] = &[Text::Fen, Text::Pgn, Text::PlainPgn, Text::Bcn, Text::San];
    const HUMAN: Text = Text::San;
    /// SAN for moves and bans, as in PGN.
    const FURTHER: Option<Text> = Some(Text::Pgn);

    fn dialect(self) -> Dialect {
        let (id, about, scope) = match self {
            Text::Fen => ("fen", "FEN with a seventh field for ply and ban", Scope::Position),
            Text::Pgn => ("pgn", "PGN with bans as comments", Scope::Game),
            Text::PlainPgn => (
                "pgn-plain",
                "PGN without signs of check behind bans, for programs that know none",
                Scope::Game,
            ),
            Text::Bcn => ("bcn", "actions in BCN with indicators, between blanks", Scope::Game),
            Text::San => {
                ("san", "the same FEN; moves in SAN, `Nf3`, and bans crossed out, `✗e4`", Scope::Position)
            }
        };
        Dialect { id, about, scope }
    }

    fn read(self, game: Banchess, text: &str) -> Result<Record<Banchess>, Fault> {
        match self {
            Text::Fen | Text::San => fen::read(text).map(|moment| Record::from_moment(game, moment)),
            Text::Pgn | Text::PlainPgn => pgn::read(text),
            Text::Bcn => read_actions(game, text),
        }
    }

    fn write(self, record: &Record<Banchess>) -> Result<String, Fault> {
        match self {
            Text::Fen | Text::San => Ok(fen::write(record.position())),
            Text::Pgn => Ok(pgn::write(record, Indicators::Shown, Indicators::Shown)),
            Text::PlainPgn => Ok(pgn::write(record, Indicators::Shown, Indicators::Hidden)),
            Text::Bcn => write_actions(record),
        }
    }

    fn read_move(self, position: &Position, text: &str) -> Result<Action, Fault> {
        match self {
            Text::Fen | Text::Bcn => bcn::read(text),
            Text::Pgn | Text::PlainPgn => san::read(position, text),
            Text::San => san::read_human(position, text),
        }
    }

    fn write_move(self, position: &Position, m: Action) -> String {
        match self {
            Text::Fen | Text::Bcn => bcn::write(m),
            Text::Pgn | Text::PlainPgn => san::write(position, m),
            Text::San => san::write_human(position, m),
        }
    }

    fn write_played(self, position: &Position, m: Action) -> String {
        match self {
            Text::Fen | Text::Bcn => bcn::write_played(position, m),
            Text::Pgn | Text::PlainPgn => san::write_played(position, m, Indicators::Shown),
            Text::San => san::write_human(position, m) + Indicators::Shown.of(&position.after(m)),
        }
    }
}

fn read_actions(game: Banchess, text: &str) -> Result<Record<Banchess>, Fault> {
    let mut record = Record::new(game);
    let mut scan = Scan::new(text);
    loop {
        scan.blanks();
        if scan.at_end() {
            return Ok(record);
        }
        let offset = scan.offset();
        let played = bcn::read(scan.word()).and_then(|action| record.play(action).map_err(Fault::from));
        played.map_err(|fault| fault.shifted(offset))?;
    }
}

fn write_actions(record: &Record<Banchess>) -> Result<String, Fault> {
    if *record.start() != Moment::start(record.game().start()) {
        return Err(Fault::Unsupported(
            "A list of actions begins at the usual start; `pgn` and `moves` can begin anywhere.".to_owned(),
        ));
    }
    let actions: Vec<_> = record.plies().map(|(at, action)| bcn::write_played(at, action)).collect();
    Ok(actions.join(" "))
}
