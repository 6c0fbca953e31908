//! Playing lines of clients: at once if they are quick, otherwise on the compute pool.

use chautari_compute::Cancelled;
use chautari_game::{AnyGame, AnyRecord};
use chautari_http::{Billed, Client, Cost, Problem};
use chautari_wire::MAX_MOVES;
use chautari_wire::position::start_of;

use crate::Positions;
use crate::model::line::{Line, LineError, is_quick};

/// The sender of a line: the address that computes, and the client that is billed.
#[derive(Clone, Copy, Debug)]
pub struct Sender {
    /// The client at the address of the request. Its share of the compute pool is used.
    pub client: Client,
    /// The client whose rate limits are charged.
    pub billed: Billed,
}

impl From<LineError> for Problem {
    fn from(error: LineError) -> Problem {
        match error {
            LineError::TooManyMoves => Problem::bad_request(format!("More than {MAX_MOVES} moves.")),
            LineError::Position(fault) => fault.into(),
            LineError::Move(index, fault) => Problem::from(fault).index(index),
            LineError::Cancelled => Cancelled.into(),
        }
    }
}

/// Plays moves from a position or from the start of the game, in the canonical notation.
pub async fn play_line(
    app: &Positions,
    sender: Sender,
    game: Box<dyn AnyGame>,
    position: Option<String>,
    moves: Vec<String>,
) -> Result<Box<dyn AnyRecord>, Problem> {
    play(app, sender, game, Line { position, moves, ..Line::default() }).await
}

/// Plays a line, and charges for its plies.
pub(crate) async fn play(
    app: &Positions,
    sender: Sender,
    game: Box<dyn AnyGame>,
    line: Line,
) -> Result<Box<dyn AnyRecord>, Problem> {
    app.http().charge(sender.billed, Cost::requests(line.cost()))?;
    if line.is_quick() {
        return Ok(line.play(&*game, &|| true)?);
    }
    let work = move |task: &chautari_compute::TaskContext| line.play(&*game, &|| task.check().is_ok());
    Ok(app.platform().compute(sender.client, work).await??)
}

/// A record with its start and its moves in the canonical notation, as engines and tables expect them.
pub(crate) struct Canonical {
    pub(crate) record: Box<dyn AnyRecord>,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
}

/// Writes the start and the moves of a record.
pub(crate) async fn canonical(
    app: &Positions,
    client: Client,
    record: Box<dyn AnyRecord>,
) -> Result<Canonical, Problem> {
    let quick = is_quick(&*record);
    let write = move || {
        let (start, moves) = (start_of(&*record).position(), record.moves());
        Canonical { record, start, moves }
    };
    if quick { Ok(write()) } else { Ok(app.platform().compute(client, move |_| write()).await?) }
}
