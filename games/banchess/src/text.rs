//! The ways of writing Ban Chess down.

use chautari_game::{Dialect, Fault, Game, Moment, Notation, Record, Scan, Scope};

use crate::{Action, Banchess, Indicators, Position, bcn, fen, pgn, san};

/// A notation of Ban Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A position in extended FEN, with actions in BCN. Reads any white space between fields, an
    /// indicator after the seventh, and what older texts have there: nothing, `-`, `w:ban`, `b:ban`,
    /// `b:e2e4`.
    Fen,
    /// A game in PGN, with actions in SAN. Reads comments, annotations and foreign tags, and lets
    /// them go.
    Pgn,
    /// A game from the usual start as a list of actions in BCN.
    Bcn,
}

impl Notation<Banchess> for Text {
    const ALL: &'static [Text] = &[Text::Fen, Text::Pgn, Text::Bcn];

    fn dialect(self) -> Dialect {
        let (id, about, scope) = match self {
            Text::Fen => ("fen", "FEN with a seventh field for ply and ban", Scope::Position),
            Text::Pgn => ("pgn", "PGN with bans as comments", Scope::Game),
            Text::Bcn => ("bcn", "actions in BCN with indicators, between blanks", Scope::Game),
        };
        Dialect { id, about, scope }
    }

    fn read(self, game: Banchess, text: &str) -> Result<Record<Banchess>, Fault> {
        match self {
            Text::Fen => fen::read(text).map(|moment| Record::from_moment(game, moment)),
            Text::Pgn => pgn::read(text),
            Text::Bcn => read_actions(game, text),
        }
    }

    fn write(self, record: &Record<Banchess>) -> Result<String, Fault> {
        match self {
            Text::Fen => Ok(fen::write(record.position())),
            Text::Pgn => Ok(pgn::write(record, Indicators::Shown)),
            Text::Bcn => write_actions(record),
        }
    }

    fn read_move(self, position: &Position, text: &str) -> Result<Action, Fault> {
        match self {
            Text::Fen | Text::Bcn => bcn::read(text),
            Text::Pgn => san::read(position, text),
        }
    }

    fn write_move(self, position: &Position, m: Action) -> String {
        match self {
            Text::Fen | Text::Bcn => bcn::write(m),
            Text::Pgn => san::write(position, m),
        }
    }

    fn write_played(self, position: &Position, m: Action) -> String {
        match self {
            Text::Fen | Text::Bcn => bcn::write_played(position, m),
            Text::Pgn => san::write_played(position, m, Indicators::Shown),
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
