//! The `pieces` dialect: a board set up by hand, piece by piece, in any game.
//!
//! ```text
//! tigers, tigers tiger A1 E1 A5 E5, goats goat C3 C4, tigers goats captured 2
//! │       │      │     └ points      └ side, kind, points           │        └ count
//! │       │      └ kind                                             └ tally
//! │       └ side
//! └ side to move
//! ```

use crate::{
    Arrangement, Counted, Dialect, Fault, Game, Info, Moment, PieceRefusal, Placed, Position, Record, Scan,
    Scene, Scope, Side,
};

/// The `pieces` dialect, which every game supports.
pub(crate) const DIALECT: Dialect = Dialect {
    id: "pieces",
    about: "what stands where, piece by piece, as one sets up a board by hand",
    scope: Scope::Position,
};

pub(crate) fn read<G: Game>(game: G, text: &str) -> Result<Record<G>, Fault> {
    let arrangement = read_arrangement(game.info(), &game.scene(&Record::new(game)), text)?;
    Ok(Record::from_moment(game, game.arrange(&arrangement)?))
}

/// Writes the pieces on the board, the side to move and the counts that the board does not show. State that
/// cannot be set up by hand, such as castling rights, is omitted; a position whose next action depends on
/// such state is an error.
pub(crate) fn write<G: Game>(record: &Record<G>) -> Result<String, Fault> {
    let (info, position) = (record.game().info(), record.position());
    let Scene { board, pieces, tallies, .. } = record.game().scene(record);
    let mut items = vec![info.side(position.turn()).to_owned()];
    for look in &board.sides {
        for kind in look.pieces {
            let own = pieces.iter().filter(|piece| piece.side == look.name && piece.kind == *kind);
            let places: Vec<_> =
                own.map(|piece| board.points[usize::from(piece.at)].label.as_str()).collect();
            if !places.is_empty() {
                items.push(format!("{} {kind} {}", look.name, places.join(" ")));
            }
        }
    }
    let told = tallies.iter().filter(|tally| tally.counted == Counted::InPlay && tally.count > 0);
    items.extend(told.map(|tally| format!("{} {} {}", tally.side, tally.label, tally.count)));
    let text = items.join(", ");
    let says = |moment: &Moment<G::Position>| (moment.position.turn(), moment.position.action());
    match read(record.game(), &text) {
        Ok(again) if says(&again.moment()) == says(&record.moment()) => Ok(text),
        _ => Err(Fault::Unsupported("The pieces alone do not determine this position.".to_owned())),
    }
}

fn read_arrangement(info: &Info, scene: &Scene, text: &str) -> Result<Arrangement, Fault> {
    let mut scan = Scan::new(text);
    scan.blanks();
    let mut board = Arrangement { turn: read_side(info, &mut scan)?, pieces: Vec::new(), counts: Vec::new() };
    loop {
        scan.blanks();
        if scan.at_end() {
            return Ok(board);
        }
        if !scan.eat(',') {
            return Err(scan.fault("`,`"));
        }
        scan.blanks();
        if !scan.at_end() {
            read_item(info, scene, &mut scan, &mut board)?;
        }
    }
}

fn read_side(info: &Info, scan: &mut Scan) -> Result<Side, Fault> {
    let found = Side::ALL.into_iter().find(|side| scan.eat_word(info.side(*side)));
    found.ok_or_else(|| scan.fault(format!("a side, `{}` or `{}`", info.sides[0], info.sides[1])))
}

/// Parses the pieces of one kind, or a count.
fn read_item(info: &Info, scene: &Scene, scan: &mut Scan, board: &mut Arrangement) -> Result<(), Fault> {
    let side = read_side(info, scan)?;
    scan.blanks();
    let name = info.side(side);
    let own = |tally: &&crate::Tally| tally.side == name && tally.counted == Counted::InPlay;
    if let Some(tally) = scene.tallies.iter().filter(own).find(|tally| scan.eat_word(tally.label)) {
        scan.blanks();
        let count = scan.number().ok_or_else(|| scan.fault("a number"))?;
        board.counts.push((side, tally.label, count));
        return Ok(());
    }
    let kinds = scene.board.sides[side.index()].pieces;
    let Some(kind) = kinds.iter().find(|kind| scan.eat_word(kind)) else {
        return Err(scan.fault(format!("a piece: {}", kinds.join(", "))));
    };
    loop {
        scan.blanks();
        if matches!(scan.peek(), None | Some(',')) {
            return Ok(());
        }
        let start = *scan;
        let label = scan.take_while(|c| !c.is_whitespace() && c != ',');
        let found = scene.board.points.iter().position(|point| point.label.eq_ignore_ascii_case(label));
        let at =
            found.and_then(|at| u16::try_from(at).ok()).ok_or_else(|| start.fault("a point of the board"))?;
        if board.pieces.iter().any(|piece| piece.at == at) {
            let refusal = PieceRefusal::Occupied { at, label: label.to_owned() };
            return Err(Fault::refused([&refusal]).shifted(start.offset()));
        }
        board.pieces.push(Placed { at, kind, side });
    }
}
