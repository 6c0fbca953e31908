//! Two text formats for whole games that every game supports: move lists and position lists.

use crate::{Dialect, Explain, Fault, Game, Moment, Mv, Notation, Position, Record, Scan, Scope};

/// A whole game as moves or as positions, in the canonical notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameText {
    /// The moves, separated by white space. If play did not begin at the standard start, a first line gives
    /// `from` and the position.
    Moves,
    /// The positions, one per line.
    Lines,
}

/// Introduces the starting position of a move list.
const FROM: &str = "from ";

impl GameText {
    pub(crate) const ALL: [GameText; 2] = [GameText::Moves, GameText::Lines];

    pub(crate) fn dialect(self) -> Dialect {
        let (id, about) = match self {
            GameText::Moves => ("moves", "the moves of a game, between blanks"),
            GameText::Lines => ("lines", "the positions of a game, one a line"),
        };
        Dialect { id, about, scope: Scope::Game }
    }

    pub(crate) fn read<G: Game>(self, game: G, text: &str) -> Result<Record<G>, Fault> {
        match self {
            GameText::Moves => read_moves(game, text),
            GameText::Lines => read_lines(game, text),
        }
    }

    pub(crate) fn write<G: Game>(self, record: &Record<G>) -> Result<String, Fault> {
        match self {
            GameText::Moves => write_moves(record),
            GameText::Lines => write_lines(record),
        }
    }
}

fn canonical<G: Game>() -> G::Text {
    G::Text::ALL[0]
}

fn read_moves<G: Game>(game: G, text: &str) -> Result<Record<G>, Fault> {
    let mut scan = Scan::new(text);
    scan.blanks();
    let mut record = if scan.rest().starts_with(FROM) {
        scan.word();
        scan.blanks();
        let offset = scan.offset();
        let line = scan.take_while(|c| c != '\n');
        canonical::<G>().read(game, line).map_err(|fault| fault.shifted(offset))?
    } else {
        Record::new(game)
    };
    loop {
        scan.blanks();
        if scan.at_end() {
            return Ok(record);
        }
        let offset = scan.offset();
        let word = scan.word();
        let played = canonical::<G>()
            .read_move(record.position(), word)
            .and_then(|m| record.play(m).map_err(Fault::from));
        played.map_err(|fault| fault.shifted(offset))?;
    }
}

fn write_moves<G: Game>(record: &Record<G>) -> Result<String, Fault> {
    let mut text = Vec::new();
    if *record.start() != Moment::start(record.game().start()) {
        let start = Record::from_moment(record.game(), record.start().clone());
        text.push(format!("{FROM}{}", canonical::<G>().write(&start)?));
    }
    let moves: Vec<_> = record.plies().map(|(at, m)| canonical::<G>().write_move(at, m)).collect();
    if !moves.is_empty() {
        text.push(moves.join(" "));
    }
    Ok(text.join("\n"))
}

fn read_lines<G: Game>(game: G, text: &str) -> Result<Record<G>, Fault> {
    let mut record: Option<Record<G>> = None;
    let mut offset = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let here = offset;
        offset += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let read = canonical::<G>().read(game, line).map_err(|fault| fault.shifted(here))?;
        match &mut record {
            None => record = Some(read),
            Some(record) => {
                let Some(m) = leading_to(record, &read.moment()) else {
                    let refusal = NoMoveBetween { line: number + 1 };
                    return Err(Fault::refused([&refusal]).shifted(here));
                };
                record.push(m);
            }
        }
    }
    record.ok_or_else(|| Scan::new(text).fault("a position"))
}

/// Returns the legal move that leads from a record to a moment.
fn leading_to<G: Game>(record: &Record<G>, to: &Moment<G::Position>) -> Option<Mv<G>> {
    if record.outcome().is_some() {
        return None;
    }
    let position = record.position();
    let fits = |m: &Mv<G>| to.last.is_none_or(|last| last == *m) && position.after(*m) == to.position;
    position.moves().into_iter().find(fits)
}

fn write_lines<G: Game>(record: &Record<G>) -> Result<String, Fault> {
    let mut growing = Record::from_moment(record.game(), record.start().clone());
    let mut text = canonical::<G>().write(&growing)?;
    for &m in record.moves() {
        growing.push(m);
        text.push('\n');
        text += &canonical::<G>().write(&growing)?;
    }
    Ok(text)
}

/// Consecutive positions that no legal move connects.
#[derive(Clone, Debug, PartialEq)]
struct NoMoveBetween {
    line: usize,
}

impl Explain for NoMoveBetween {
    fn code(&self) -> &'static str {
        "no-move-between"
    }

    fn text(&self) -> String {
        format!("No legal move leads to the position on line {} from the one before it.", self.line)
    }

    fn points(&self) -> Vec<u16> {
        Vec::new()
    }
}
