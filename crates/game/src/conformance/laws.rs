//! The laws for all games. Each returns a description of the violation.

use std::collections::HashSet;
use std::fmt::Debug;

use super::dense;
use crate::{
    AnyGame, AnyRecord, Dialect, Explain, Fault, Game, Mv, Notation, Outcome, Position, Reason, Record,
    Scope, Side,
};

pub(super) type Law = Result<(), String>;

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> Law {
    if holds { Ok(()) } else { Err(what()) }
}

#[allow(clippy::needless_pass_by_value, reason = "most calls compare temporaries")]
pub(super) fn equal<T: PartialEq + Debug>(what: &str, left: T, right: T) -> Law {
    require(left == right, || format!("{what}: {left:?} is not {right:?}"))
}

/// The metadata of a game is complete and consistent.
pub(super) fn info<G: Game>(game: G) -> Law {
    let info = Game::info(game);
    require(!info.id.is_empty() && !info.name.is_empty(), || "a game has a name".to_owned())?;
    require(info.sides[0] != info.sides[1], || "sides have different names".to_owned())?;
    let ids: Vec<_> = AnyGame::dialects(&game).iter().map(|d| d.id).collect();
    let distinct: HashSet<_> = ids.iter().collect();
    equal("distinct dialects", distinct.len(), ids.len())?;
    equal("the canonical dialect holds a position", G::Text::ALL[0].dialect().scope, Scope::Position)?;
    for rule in Game::rules(game) {
        for value in [rule.min, rule.max, rule.value] {
            require(Game::with_rule(game, rule.name, value).is_some(), || {
                format!("{} can be {value}", rule.name)
            })?;
        }
        let beyond = [rule.min.wrapping_sub(1), rule.max + 1];
        for value in beyond {
            require(Game::with_rule(game, rule.name, value).is_none(), || {
                format!("{} cannot be {value}", rule.name)
            })?;
        }
    }
    require(Game::with_rule(game, "no such rule", 1).is_none(), || "a rule that is not there".to_owned())
}

/// The checks that are cheap enough for every position of a walk.
pub(super) fn everywhere<G: Game>(record: &Record<G>) -> Law {
    let position = record.position();
    let moves = position.moves();
    let distinct: HashSet<_> = moves.iter().copied().collect();
    equal("distinct moves", distinct.len(), moves.len())?;
    equal("counted moves", position.count_moves(), moves.len() as u64)?;
    equal("a position without moves is over", position.outcome().is_some(), moves.is_empty())?;
    for &m in &moves {
        position.check(m).map_err(|e| format!("visited {m:?} but {e:?} at {position:?}"))?;
    }
    dense::everywhere(record)?;
    texts_read_back(record)
}

/// The checks that are too expensive for every position; they run at the end of a walk.
pub(super) fn in_depth<G: Game>(record: &Record<G>) -> Law {
    refusals_explain(record)?;
    moves_read_back(record)?;
    symmetries_hold(record.position())?;
    undo_restores(record)?;
    scene_is_whole(record)?;
    pieces_read_back(record)?;
    erased_agrees(record)?;
    dense::in_depth(record)
}

fn texts_read_back<G: Game>(record: &Record<G>) -> Law {
    for &notation in G::Text::ALL {
        let Dialect { id, scope, .. } = notation.dialect();
        let text = match notation.write(record) {
            Err(Fault::Unsupported(_)) if id != G::Text::ALL[0].dialect().id => continue,
            written => written.map_err(|e| format!("{id} cannot write {record:?}: {e}"))?,
        };
        let back =
            notation.read(record.game(), &text).map_err(|e| format!("{id} refuses its own `{text}`: {e}"))?;
        equal("position read back", back.position(), record.position())?;
        equal("a fresh key", back.position().key(), record.position().key())?;
        if scope == Scope::Game {
            equal("moves read back", back.moves(), record.moves())?;
            equal("outcome read back", back.outcome(), record.outcome())?;
        }
        let again = notation.write(&back).map_err(|e| e.to_string())?;
        equal("text written again", again, text)?;
    }
    Ok(())
}

/// A board set up piece by piece equals the original, with the same side to do the same action.
fn pieces_read_back<G: Game>(record: &Record<G>) -> Law {
    let text = match record.write("pieces") {
        Err(Fault::Unsupported(_)) => return Ok(()),
        written => written.map_err(|e| e.to_string())?,
    };
    let back = AnyGame::read(&record.game(), "pieces", &text).map_err(|e| format!("`{text}`: {e}"))?;
    let (there, here) = (back.scene(), record.game().scene(record));
    equal("pieces set up by hand", there.pieces, here.pieces)?;
    equal("tallies set up by hand", there.tallies, here.tallies)?;
    equal("the turn set up by hand", (there.turn, there.action), (here.turn, here.action))
}

fn explained(reason: &Reason, points: usize) -> Law {
    let code = reason.code;
    require(!code.is_empty() && code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), || {
        format!("`{code}` is no code")
    })?;
    require(reason.text.len() > 4 && reason.text.ends_with('.'), || {
        format!("`{}` is no sentence", reason.text)
    })?;
    require(reason.points.iter().all(|&p| usize::from(p) < points), || format!("{reason:?} is off the board"))
}

/// Every illegal move is rejected with a reason, by the position and by the record.
fn refusals_explain<G: Game>(record: &Record<G>) -> Law {
    let position = record.position();
    let points = record.game().scene(record).board.points.len();
    let legal: HashSet<_> = position.moves().into_iter().collect();
    for m in G::Position::every_move() {
        match position.check(m) {
            Ok(()) => require(legal.contains(&m), || format!("{m:?} passes but is not visited"))?,
            Err(refusal) => {
                require(!legal.contains(&m), || format!("{m:?} is visited but refused"))?;
                explained(&Reason::from(&refusal), points)?;
                let over = position.outcome().is_some();
                equal("the end refuses as such", refusal.code() == Outcome::OVER, over)?;
            }
        }
        if record.outcome().is_some() {
            let refused = record.check(m).err().map(|refusal| refusal.code());
            equal("a finished record takes nothing", refused, Some(Outcome::OVER))?;
        }
    }
    Ok(())
}

fn moves_read_back<G: Game>(record: &Record<G>) -> Law {
    let position = record.position();
    for &notation in G::Text::ALL {
        let mut texts = HashSet::new();
        for m in position.moves() {
            for text in [notation.write_move(position, m), notation.write_played(position, m)] {
                let back =
                    notation.read_move(position, &text).map_err(|e| format!("`{text}` for {m:?}: {e}"))?;
                equal("move read back", back, m)?;
            }
            let text = notation.write_move(position, m);
            require(texts.insert(text.clone()), || format!("two moves are written `{text}`"))?;
        }
    }
    Ok(())
}

fn symmetries_hold<P: Position>(position: &P) -> Law {
    equal("the identity", &position.image(0), position)?;
    for symmetry in 0..P::SYMMETRIES {
        let image = position.image(symmetry);
        let side = |side: Side| P::side_image(side, symmetry);
        equal("turn of the image", image.turn(), side(position.turn()))?;
        let ending = |p: &P| p.outcome().map(|o| (o.winner, o.ending));
        let mapped = ending(position).map(|(winner, why)| (winner.map(side), why));
        equal("outcome of the image", ending(&image), mapped)?;
        let moves: HashSet<P::Move> = image.moves().into_iter().collect();
        let mapped: HashSet<P::Move> =
            position.moves().into_iter().map(|m| P::move_image(m, symmetry)).collect();
        equal("moves of the image", moves, mapped)?;
        for m in position.moves() {
            let first = position.after(m).image(symmetry);
            let last = image.after(P::move_image(m, symmetry));
            equal("image of the move", &first, &last)?;
            equal("key of the image", first.key(), last.key())?;
        }
    }
    Ok(())
}

fn undo_restores<G: Game>(record: &Record<G>) -> Law {
    let mut copy = record.clone();
    for m in if record.outcome().is_some() { Vec::new() } else { record.position().moves() } {
        copy.play(m).map_err(|e| format!("{m:?}: {}", e.text()))?;
        equal("undone", copy.undo(), Some(m))?;
        require(copy.is(record), || format!("undoing {m:?} left a trace"))?;
    }
    while copy.undo().is_some() {}
    require(copy.is(&Record::from_moment(record.game(), record.start().clone())), || {
        "undoing everything left a trace".to_owned()
    })
}

fn scene_is_whole<G: Game>(record: &Record<G>) -> Law {
    let scene = record.game().scene(record);
    let board = scene.board;
    let info = Game::info(record.game());
    let on_board = |points: &[u16]| points.iter().all(|&p| usize::from(p) < board.points.len());
    let labels: HashSet<_> = board.points.iter().map(|p| &p.label).collect();
    equal("labels", labels.len(), board.points.len())?;
    let places: HashSet<_> = board.points.iter().map(|p| (p.x, p.y)).collect();
    equal("places", places.len(), board.points.len())?;
    require(board.points.iter().all(|p| p.x < board.width && p.y < board.height), || {
        "a point lies off the board".to_owned()
    })?;
    require(board.lines.iter().all(|line| on_board(line)), || "a line leads off the board".to_owned())?;
    require(scene.marks.iter().all(|mark| info.marks.contains(&mark.kind)), || {
        format!("a mark that is not among those of the game: {:?}", scene.marks)
    })?;
    require(scene.marks.iter().all(|mark| on_board(&mark.points)), || {
        "a mark lies off the board".to_owned()
    })?;
    require(scene.pieces.iter().all(|p| on_board(&[p.at]) && info.sides.contains(&p.side)), || {
        "a piece stands off the board or belongs to nobody".to_owned()
    })?;
    let taken: HashSet<_> = scene.pieces.iter().map(|p| p.at).collect();
    equal("one piece a point", taken.len(), scene.pieces.len())?;
    require(scene.tallies.iter().all(|t| info.sides.contains(&t.side)), || "a tally of nobody".to_owned())?;
    equal("action", scene.action, record.position().action())?;
    equal("turn", scene.turn, info.side(record.position().turn()))
}

fn erased_agrees<G: Game>(record: &Record<G>) -> Law {
    let erased: &dyn AnyRecord = record;
    let offers = erased.offers();
    let expected = if record.outcome().is_some() { 0 } else { record.position().count_moves() };
    equal("offers", offers.len() as u64, expected)?;
    let gestures: HashSet<_> = offers.iter().map(|o| (&o.points, &o.label)).collect();
    equal("each offer has its own gesture", gestures.len(), offers.len())?;
    let points = erased.scene().board.points.len();
    for offer in &offers {
        let touched = !offer.points.is_empty() && offer.points.iter().all(|&p| usize::from(p) < points);
        require(touched, || format!("no hand can play {offer:?}"))?;
        let mut fork = erased.fork();
        fork.play(&offer.text).map_err(|e| format!("offered {} but {e}", offer.text))?;
        equal("played", fork.len(), erased.len() + 1)?;
        equal("taken back", fork.undo().as_deref(), Some(offer.text.as_str()))?;
        equal("where it was", fork.position(), erased.position())?;
    }
    let game: &dyn AnyGame = &record.game();
    for series in ["moves", "lines"] {
        let text = erased.write(series).map_err(|e| e.to_string())?;
        let back = game.read(series, &text).map_err(|e| format!("{series} refuses its own text: {e}"))?;
        equal("series read back", back.moves(), erased.moves())?;
        equal("outcome read back", back.outcome(), erased.outcome())?;
    }
    Ok(())
}

/// No reader fails on this text. Accepted texts can be written and read back; rejected ones have a reason.
pub(crate) fn unbroken<G: Game>(game: G, text: &str) -> Law {
    let points = game.scene(&Record::new(game)).board.points.len();
    let told = |fault: Fault| -> Law {
        if let Fault::Syntax { offset, .. } | Fault::Refused { at: Some(offset), .. } = fault {
            require(text.is_char_boundary(offset), || format!("offset {offset} is not in the text"))?;
        }
        let reasons = fault.reasons();
        require(!reasons.is_empty(), || "a refusal has a reason".to_owned())?;
        reasons.iter().try_for_each(|reason| explained(reason, points))
    };
    for dialect in AnyGame::dialects(&game) {
        match AnyGame::read(&game, dialect.id, text) {
            Err(fault) => told(fault)?,
            Ok(record) => {
                let position = record.position();
                let back =
                    game.read_position(&position).map_err(|e| format!("`{position}` from `{text}`: {e}"))?;
                equal("position read back", back.position(), position)?;
                equal("outcome of a bare position", back.offers().is_empty(), back.outcome().is_some())?;
            }
        }
    }
    let start: Mv<G> = {
        let moves = game.start().moves();
        *moves.first().ok_or("the start has no moves")?
    };
    let positions = [game.start(), game.start().after(start)];
    for (position, &notation) in positions.iter().flat_map(|p| G::Text::ALL.iter().map(move |n| (p, n))) {
        match notation.read_move(position, text) {
            Err(fault) => told(fault)?,
            Ok(m) => {
                // A readable move may be illegal; legal moves must read back as themselves.
                if position.check(m).is_ok() {
                    let written = notation.write_move(position, m);
                    let back =
                        notation.read_move(position, &written).map_err(|e| format!("`{written}`: {e}"))?;
                    equal("move read back", back, m)?;
                }
            }
        }
    }
    Ok(())
}
