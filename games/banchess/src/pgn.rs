//! PGN, with each ban as a comment before the move it restricts.
//!
//! ```text
//! [Variant "Ban Chess"]
//! [Result "0-1"]
//!
//! 1. {banning: e2e4} f3 {banning: e7e6} e5
//! 2. {banning: d2d4} g4 {banning: d8e7} Qh4# 0-1
//! ```

use std::fmt::Write;

use chautari_game::{Explain, Fault, Game, Moment, Outcome, Record, Scan, Side};

use crate::action::Action;
use crate::token::{eat, read_count, read_pair};
use crate::{Banchess, Indicators, Refusal, fen, indicator, san};

/// The value of the `Variant` tag.
const VARIANT: &str = "Ban Chess";
/// The possible results.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

const INFALLIBLE: &str = "writing to a string cannot fail";

/// Writes a game, with or without the indicators after moves and after bans.
pub(crate) fn write(record: &Record<Banchess>, moves: Indicators, bans: Indicators) -> String {
    let mut text = format!("[Variant \"{VARIANT}\"]\n[Result \"{}\"]\n", result(record.outcome()));
    let start = &record.start().position;
    if *start != record.game().start() {
        writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", fen::write(start)).expect(INFALLIBLE);
    }
    text.push('\n');
    for (index, (position, action)) in record.plies().enumerate() {
        let number = position.move_number();
        match (position.ply() % 4, index) {
            (1 | 2, 0) => write!(text, "{number}. ").expect(INFALLIBLE),
            (_, 0) => write!(text, "{number}... ").expect(INFALLIBLE),
            (1, _) => write!(text, "\n{number}. ").expect(INFALLIBLE),
            _ => text.push(' '),
        }
        match action {
            Action::Ban(_) => {
                let ban = san::write_played(position, action, bans);
                write!(text, "{{banning: {ban}}}").expect(INFALLIBLE);
            }
            Action::Move(..) => text += &san::write_played(position, action, moves),
        }
    }
    if !record.moves().is_empty() {
        text.push(' ');
    }
    text + result(record.outcome())
}

/// Returns the result in PGN.
fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        Some(Some(Side::One)) => "1-0",
        Some(Some(Side::Two)) => "0-1",
        Some(None) => "1/2-1/2",
        None => "*",
    }
}

/// Parses a game; the error is the first fault.
pub(crate) fn read(text: &str) -> Result<Record<Banchess>, Fault> {
    let mut scan = Scan::new(text);
    scan.eat('\u{feff}');
    let tags = Tags::read(&mut scan)?;
    let mut record = tags.start()?;
    let ended = loop {
        scan.blanks();
        if scan.at_end() {
            break None;
        }
        let offset = scan.offset();
        if let Some(result) = RESULTS.into_iter().find(|result| eat(&mut scan, result)) {
            read_rest(&mut scan, &mut record)?;
            break Some(Said { offset, text: result });
        }
        read_element(&mut scan, &mut record)?;
    };
    for said in [tags.result, ended].into_iter().flatten() {
        let fits = record.outcome().is_none_or(|_| said.text == result(record.outcome()));
        let agrees = ended.is_none_or(|ended| ended.text == said.text);
        if !fits || !agrees {
            return Err(PgnRefusal::Result.at(said.offset));
        }
    }
    Ok(record)
}

/// Skips what may follow a result: comments, but no moves.
fn read_rest(scan: &mut Scan, record: &mut Record<Banchess>) -> Result<(), Fault> {
    let played = record.moves().len();
    loop {
        scan.blanks();
        let here = *scan;
        match scan.peek() {
            Some('{' | ';' | '$') => read_element(scan, record)?,
            _ => return scan.finish(),
        }
        if record.moves().len() > played {
            return Err(here.fault("nothing but comments behind the result"));
        }
    }
}

/// Parses one element of the movetext, except a result.
fn read_element(scan: &mut Scan, record: &mut Record<Banchess>) -> Result<(), Fault> {
    match scan.peek() {
        Some('{') => read_comment(scan, record),
        Some(';') => {
            scan.take_while(|c| c != '\n');
            Ok(())
        }
        Some('$') => {
            scan.eat('$');
            read_count(scan).map(drop).ok_or_else(|| scan.fault("the number of an annotation"))
        }
        Some('!' | '?') => {
            scan.take_while(|c| c == '!' || c == '?');
            Ok(())
        }
        Some('0'..='9') if !scan.rest().starts_with("0-0") => read_number(scan),
        _ => read_move(scan, record),
    }
}

/// Skips a move number. Numbers are ignored because some programs write wrong or doubled ones, but a number
/// needs its dot.
fn read_number(scan: &mut Scan) -> Result<(), Fault> {
    scan.take_while(|c| c.is_ascii_digit());
    if scan.take_while(|c| c == '.').is_empty() && scan.peek().is_none_or(|c| !c.is_whitespace() && c != '{')
    {
        return Err(scan.fault("`.` after the number of a move"));
    }
    // The dots of Black's number may be separate, as in `1. ...`.
    let mut apart = *scan;
    apart.blanks();
    if !apart.take_while(|c| c == '.').is_empty() {
        *scan = apart;
    }
    Ok(())
}

/// Parses a comment, and plays it if it is a ban.
fn read_comment(scan: &mut Scan, record: &mut Record<Banchess>) -> Result<(), Fault> {
    let start = *scan;
    scan.eat('{');
    let content = *scan;
    scan.take_while(|c| c != '}');
    if !scan.eat('}') {
        return Err(start.fault("a comment closed by `}`"));
    }
    let mut ban = content;
    ban.blanks();
    if !eat(&mut ban, "banning") {
        return Ok(());
    }
    ban.blanks();
    if !ban.eat(':') {
        return Ok(());
    }
    ban.blanks();
    let offset = ban.offset();
    let pair = read_pair(&mut ban).ok_or_else(|| ban.fault("the banned move, such as `e2e4`"))?;
    indicator::skip(&mut ban);
    ban.blanks();
    if ban.peek() != Some('}') {
        return Err(ban.fault("`}` after the banned move"));
    }
    record.play(Action::Ban(pair)).map_err(|refusal| Fault::from(refusal).shifted(offset))
}

fn read_move(scan: &mut Scan, record: &mut Record<Banchess>) -> Result<(), Fault> {
    let start = *scan;
    let word = scan.take_while(|c| !c.is_whitespace() && !"{}();[]$".contains(c));
    if word.is_empty() {
        return Err(start.fault("a ban, a move or a result"));
    }
    let played = match (record.outcome(), record.position().ban()) {
        (Some(outcome), _) => Err(Fault::refused([&Refusal::Over(outcome)])),
        (None, None) if record.moves().is_empty() => return Err(PgnRefusal::NoBans.at(start.offset())),
        (None, None) => return Err(start.fault("a ban, such as `{banning: e2e4}`")),
        (None, Some(_)) => {
            san::read(record.position(), word).and_then(|action| record.play(action).map_err(Fault::from))
        }
    };
    played.map_err(|fault| fault.shifted(start.offset()))
}

/// A text with its offset.
#[derive(Clone, Copy)]
struct Said<'a> {
    offset: usize,
    text: &'a str,
}

/// The tags relevant to the rules; others are ignored.
#[derive(Default)]
struct Tags<'a> {
    variant: Option<Said<'a>>,
    result: Option<Said<'a>>,
    setup: Option<Said<'a>>,
    fen: Option<Said<'a>>,
}

impl<'a> Tags<'a> {
    fn read(scan: &mut Scan<'a>) -> Result<Tags<'a>, Fault> {
        let mut tags = Tags::default();
        loop {
            scan.blanks();
            let offset = scan.offset();
            if !scan.eat('[') {
                return Ok(tags);
            }
            scan.blanks();
            let name = scan.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            if name.is_empty() {
                return Err(scan.fault("the name of a tag"));
            }
            scan.blanks();
            let value = read_value(scan)?;
            scan.blanks();
            if !scan.eat(']') {
                return Err(scan.fault("`]`"));
            }
            let place = match name {
                "Variant" => &mut tags.variant,
                "Result" => &mut tags.result,
                "SetUp" => &mut tags.setup,
                "FEN" => &mut tags.fen,
                _ => continue,
            };
            if place.replace(value).is_some() {
                return Err(PgnRefusal::TagTwice.at(offset));
            }
        }
    }

    /// Returns the start of the game.
    fn start(&self) -> Result<Record<Banchess>, Fault> {
        if let Some(variant) = self.variant.filter(|said| !said.text.eq_ignore_ascii_case(VARIANT)) {
            return Err(PgnRefusal::Variant.at(variant.offset));
        }
        if let Some(said) = self.result.filter(|said| !RESULTS.contains(&said.text)) {
            return Err(Scan::new(said.text).fault("`1-0`, `0-1`, `1/2-1/2` or `*`").shifted(said.offset));
        }
        if let Some(said) = self.setup.filter(|said| (said.text == "1") != self.fen.is_some()) {
            return Err(PgnRefusal::SetUp.at(said.offset));
        }
        let start = match self.fen {
            None => Moment::start(Banchess.start()),
            Some(said) => fen::read(said.text).map_err(|fault| fault.shifted(said.offset))?,
        };
        Ok(Record::from_moment(Banchess, start))
    }
}

/// Parses the quoted value of a tag. Values of relevant tags contain nothing that needs a backslash.
fn read_value<'a>(scan: &mut Scan<'a>) -> Result<Said<'a>, Fault> {
    let start = *scan;
    if !scan.eat('"') {
        return Err(scan.fault("the value of the tag in quotes"));
    }
    let (offset, rest) = (scan.offset(), scan.rest());
    loop {
        scan.take_while(|c| !matches!(c, '"' | '\\' | '\n'));
        if scan.eat('\\') {
            scan.take(|c| c != '\n');
        } else if scan.peek() == Some('"') {
            let text = &rest[..scan.offset() - offset];
            scan.eat('"');
            return Ok(Said { offset, text });
        } else {
            return Err(start.fault("a value closed by a quote on the same line"));
        }
    }
}

/// Why a PGN text is not a game, apart from illegal moves and an invalid FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PgnRefusal {
    /// The variant is not Ban Chess.
    Variant,
    /// A relevant tag occurs twice.
    TagTwice,
    /// A special start is announced and missing, or given and denied.
    SetUp,
    /// The bans are missing, as in a game of chess.
    NoBans,
    /// The result contradicts the game or another result.
    Result,
}

impl PgnRefusal {
    fn at(&self, offset: usize) -> Fault {
        Fault::refused([self]).shifted(offset)
    }
}

impl Explain for PgnRefusal {
    fn code(&self) -> &'static str {
        match self {
            PgnRefusal::Variant => "other-variant",
            PgnRefusal::TagTwice => "tag-twice",
            PgnRefusal::SetUp => "setup-tag",
            PgnRefusal::NoBans => "bans-missing",
            PgnRefusal::Result => "result-mismatch",
        }
    }

    fn text(&self) -> String {
        match self {
            PgnRefusal::Variant => format!("This is not a game of {VARIANT}."),
            PgnRefusal::TagTwice => "This tag appears twice.".to_owned(),
            PgnRefusal::SetUp => "The tag SetUp is 1 exactly when there is a tag FEN.".to_owned(),
            PgnRefusal::NoBans => {
                "The bans are missing: in Ban Chess one stands before every move, such as {banning: e2e4}."
                    .to_owned()
            }
            PgnRefusal::Result => "This is not how the game ended.".to_owned(),
        }
    }

    fn points(&self) -> Vec<u16> {
        Vec::new()
    }
}
