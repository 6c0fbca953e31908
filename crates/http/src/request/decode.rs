//! Parses JSON and queries, with errors for clients: what is wrong, where, and what was expected, without the names of
//! libraries and of Rust types.

use serde::de::DeserializeOwned;

/// A text that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// One or two sentences.
    pub text: String,
    /// The offset in the text in bytes, if it is known.
    pub at: Option<usize>,
    /// The kind of error.
    pub what: ParseErrorKind,
}

/// The kind of a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The text does not have the expected form.
    Form,
    /// A string in it is too long.
    LongText,
    /// A list in it is too long.
    LongList,
}

/// Upper bounds for strings in bytes and lists in items, in any request. Each request has its own, lower bounds; these
/// protect requests that lack one.
const LONGEST_TEXT: usize = 64 << 10;
const LONGEST_LIST: usize = 10_000;

/// Checks that no string and no list in a JSON text is too long, without parsing it. Text that is not JSON may pass.
pub fn vet_size(text: &[u8]) -> Result<(), ParseError> {
    let too_long = |what, text, at| Err(ParseError { text, at: Some(at), what });
    let mut items: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let begun = at;
                at += 1;
                while let Some(&inner) = text.get(at).filter(|inner| **inner != b'"') {
                    at += if inner == b'\\' { 2 } else { 1 };
                }
                if at - begun > LONGEST_TEXT {
                    return too_long(
                        ParseErrorKind::LongText,
                        format!("A text is longer than {LONGEST_TEXT} bytes."),
                        begun,
                    );
                }
            }
            b'[' | b'{' => items.push(0),
            b']' | b'}' => drop(items.pop()),
            b',' => {
                if let Some(count) = items.last_mut() {
                    *count += 1;
                    if *count >= LONGEST_LIST {
                        return too_long(
                            ParseErrorKind::LongList,
                            format!("A list has more than {LONGEST_LIST} items."),
                            at,
                        );
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Parses JSON, after [`vet_size`]. `what` names the text in errors, such as "The body".
pub fn read_json<T: DeserializeOwned>(what: &str, text: &[u8]) -> Result<T, ParseError> {
    vet_size(text)?;
    if let Err(e) = std::str::from_utf8(text) {
        let at = e.valid_up_to();
        let text = format!("{what} is not UTF-8 at offset {at}.");
        return Err(ParseError { text, at: Some(at), what: ParseErrorKind::Form });
    }
    let mut json = serde_json::Deserializer::from_slice(text);
    let read = serde_path_to_error::deserialize(&mut json);
    let error = match read {
        Ok(value) => match json.end() {
            // serde would also read a struct from a list, field by field.
            Ok(()) if text.trim_ascii_start().starts_with(b"[") => {
                let text = format!("{what} must be an object, not a list.");
                return Err(ParseError { text, at: Some(0), what: ParseErrorKind::Form });
            }
            Ok(()) => return Ok(value),
            Err(error) => return Err(not_json(what, text, &error)),
        },
        Err(error) => error,
    };
    let field = place(error.path());
    let error = error.into_inner();
    // A value of the wrong kind is sometimes called bad syntax.
    let is_json = || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok();
    if !error.is_data() && !is_json() {
        return Err(not_json(what, text, &error));
    }
    // serde_json appends the line and column; the field says it better.
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let at = Some(offset(text, &error));
    Err(ParseError { text: complaint(what, field.as_deref(), message), at, what: ParseErrorKind::Form })
}

/// Parses the query of a URL.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, ParseError> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let field = place(error.path());
        let text = complaint("The query", field.as_deref(), &error.into_inner().to_string());
        ParseError { text, at: None, what: ParseErrorKind::Form }
    })
}

/// Returns the field an error is about; `None` if it is about the whole.
fn place(path: &serde_path_to_error::Path) -> Option<String> {
    let text = path.to_string();
    // With a missing or wrong tag the path ends at its parent.
    let text = text.trim_end_matches(['.', '?']);
    (!text.is_empty()).then(|| text.to_owned())
}

fn offset(text: &[u8], error: &serde_json::Error) -> usize {
    // Lines and columns count from 1; a column counts bytes.
    let before = text.split_inclusive(|&b| b == b'\n').take(error.line().max(1) - 1);
    (before.map(<[u8]>::len).sum::<usize>() + error.column().max(1) - 1).min(text.len())
}

fn not_json(what: &str, text: &[u8], error: &serde_json::Error) -> ParseError {
    let at = offset(text, error);
    let text = if error.is_eof() {
        format!("{what} is not JSON: it ends too early.")
    } else {
        let rest = std::str::from_utf8(&text[at..]).unwrap_or_default();
        match rest.chars().next() {
            Some(found) if !found.is_control() => {
                format!("{what} is not JSON: `{found}` cannot stand at offset {at}.")
            }
            _ => format!("{what} is not JSON at offset {at}."),
        }
    };
    ParseError { text, at: Some(at), what: ParseErrorKind::Form }
}

/// Translates an error message of serde. Unknown messages become "not what is expected here", so that no internal name
/// reaches a client.
fn complaint(what: &str, field: Option<&str>, message: &str) -> String {
    let subject = field.map_or_else(|| what.to_owned(), |field| format!("`{field}`"));
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    if let Some(rest) = message.strip_prefix("missing field ") {
        let name = quoted(rest);
        return match field {
            Some(field) if field.rsplit('.').next() != Some(&*name) => {
                format!("`{field}` needs `{name}`.")
            }
            Some(field) => format!("`{field}` is missing."),
            None => format!("{what} needs `{name}`."),
        };
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let name = quoted(rest);
        // The path ends with the field itself; what has it is named before.
        let owner =
            field.and_then(|field| field.strip_suffix(&name)).map(|field| field.trim_end_matches('.'));
        let owner = match owner {
            Some("") | None => what.to_owned(),
            Some(owner) => format!("`{owner}`"),
        };
        return format!("{owner} has no field `{name}`{}.", known(rest, "its fields are", "and"));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return format!("{subject} cannot be `{}`{}.", quoted(rest), known(rest, "it can be", "or"));
    }
    if message.starts_with("duplicate field ") {
        return format!("`{}` is there twice.", quoted(message));
    }
    if let Some(rest) = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "))
        && let Some((found, expected)) = rest.rsplit_once(", expected ")
        && let Some(kind) = kind(expected)
    {
        // The range of the Rust type is internal; each field documents its own.
        if let (Some(number), true) = (found.strip_prefix("integer "), kind.starts_with("a whole number")) {
            let number = number.trim_matches('`');
            let why = if number.starts_with('-') { "must not be below 0" } else { "is too large" };
            return format!("{subject} {why}: {number}.");
        }
        return format!("{subject} must be {kind}, not {}.", thing(found));
    }
    if message.starts_with("invalid length") && message.contains("expected struct ") {
        return format!("{subject} must be an object, not a list.");
    }
    // Numbers and truths in a URL come as text.
    if message.starts_with("invalid digit") || message.starts_with("number too") {
        return format!("{subject} must be a whole number within bounds.");
    }
    if message.starts_with("provided string was not `true`") {
        return format!("{subject} must be `true` or `false`.");
    }
    // Only our own messages are sentences.
    if message.starts_with(|c: char| c.is_ascii_uppercase()) && message.ends_with('.') {
        return field.map_or_else(|| message.to_owned(), |field| format!("`{field}`: {message}"));
    }
    format!("{subject} is not what is expected here.")
}

/// Formats the names that a message of serde lists at its end.
fn known(rest: &str, intro: &str, join: &str) -> String {
    let names: Vec<&str> = rest.split('`').skip(3).step_by(2).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; {intro} `{last}`"),
        Some((last, names)) => format!("; {intro} `{}` {join} `{last}`", names.join("`, `")),
    }
}

/// Translates the expected type to the terms of JSON; `None` if serde names a Rust type.
fn kind(expected: &str) -> Option<&'static str> {
    Some(match expected {
        "a string" | "str" | "string" => "a text",
        "a boolean" => "true or false",
        "a character" => "one character",
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" | "null" => "null",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ if expected.starts_with("struct ") || expected.contains("tagged enum") => "an object",
        _ if expected.starts_with("a tuple of size ") || expected.starts_with("an array of length ") => {
            "a list of the right length"
        }
        _ if expected.starts_with("variant identifier") || expected.starts_with("enum ") => {
            "one of its words"
        }
        _ => return None,
    })
}

/// Translates the found value to the terms of JSON.
fn thing(found: &str) -> String {
    let value = |name: &str| found.strip_prefix(name).map(|rest| rest.trim().trim_matches('`').to_owned());
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" | "unit value" | "Option value" => "null".to_owned(),
        _ => ["integer", "floating point", "boolean", "string", "character"]
            .into_iter()
            .find_map(value)
            .unwrap_or_else(|| "something else".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only read")]
    struct Example {
        game: String,
        #[serde(default)]
        moves: Vec<String>,
        #[serde(default)]
        level: Option<u8>,
        #[serde(default)]
        how: Option<How>,
        #[serde(default)]
        clock: Option<chautari_arena::live::TimeControl>,
        #[serde(default)]
        pair: Option<[u8; 2]>,
        #[serde(default)]
        act: Option<chautari_arena::live::Action>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum How {
        Quick,
        Slow,
    }

    #[test]
    fn every_fault_of_form_is_told_in_our_words() {
        let cases: &[(&str, &str)] = &[
            ("", "The body is not JSON: it ends too early."),
            ("{\"game\":\"a\"", "The body is not JSON: it ends too early."),
            ("{\"game\":x}", "The body is not JSON: `x` cannot stand at offset 8."),
            ("{\"game\":\"a\"} {", "The body is not JSON: `{` cannot stand at offset 13."),
            ("[", "The body is not JSON: it ends too early."),
            ("[]", "The body must be an object, not a list."),
            (r#"["a"]"#, "The body must be an object, not a list."),
            ("5", "The body must be an object, not 5."),
            ("{}", "The body needs `game`."),
            (r#"{"game":5}"#, "`game` must be a text, not 5."),
            (r#"{"game":null}"#, "`game` must be a text, not null."),
            (r#"{"game":"a","game":"b"}"#, "`game` is there twice."),
            (r#"{"game":"a","moves":[1]}"#, "`moves[0]` must be a text, not 1."),
            (r#"{"game":"a","moves":"b"}"#, "`moves` must be a list, not \"b\"."),
            (r#"{"game":"a","level":1.5}"#, "`level` must be a whole number, not 1.5."),
            (r#"{"game":"a","level":-1}"#, "`level` must not be below 0: -1."),
            (r#"{"game":"a","level":300}"#, "`level` is too large: 300."),
            (r#"{"game":"a","how":"fast"}"#, "`how` cannot be `fast`; it can be `quick` or `slow`."),
            (r#"{"game":"a","how":5}"#, "`how` is not what is expected here."),
            (r#"{"game":"a","pair":[1]}"#, "`pair` is not what is expected here."),
            (
                r#"{"game":"a","clock":{}}"#,
                "`clock`: A clock has `initial_ms` and perhaps `increment_ms` and `delay_ms`, or `per_move_ms`.",
            ),
            (
                r#"{"game":"a","clock":{"minutes":5}}"#,
                "`clock` has no field `minutes`; its fields are `initial_ms`, `increment_ms`, `delay_ms` and `per_move_ms`.",
            ),
            (
                r#"{"game":"a","act":{"type":"fly"}}"#,
                "`act.type` cannot be `fly`; it can be `move`, `resign`, `offer_draw`, `accept_draw`, `decline_draw`, `offer_takeback`, `accept_takeback`, `decline_takeback`, `offer_pause`, `accept_pause`, `decline_pause`, `resume` or `rematch`.",
            ),
            (r#"{"game":"a","act":{}}"#, "`act` needs `type`."),
            (r#"{"game":"a","act":{"type":"move"}}"#, "`act` needs `move`."),
            (r#"{"game":"a","act":5}"#, "`act` must be an object, not 5."),
        ];
        let mut wrong = Vec::new();
        for (text, expected) in cases {
            let misread = read_json::<Example>("The body", text.as_bytes()).unwrap_err();
            if misread.text != *expected {
                wrong.push(format!("{text}\n  is     {}\n  should {expected}", misread.text));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let misread = read_json::<Example>("The body", b"{\"game\":\"\xff\"}").unwrap_err();
        assert_eq!(misread.text, "The body is not UTF-8 at offset 9.");
    }

    #[test]
    fn so_is_a_query() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code, reason = "only read")]
        struct Which {
            #[serde(default)]
            limit: Option<u32>,
            #[serde(default)]
            flip: bool,
            how: How,
        }
        let complaint = |query: &str| read_query::<Which>(query).unwrap_err().text;
        assert_eq!(complaint("limit=many&how=quick"), "`limit` must be a whole number within bounds.");
        assert_eq!(complaint("limit=99999999999"), "`limit` must be a whole number within bounds.");
        assert_eq!(complaint("flip=perhaps"), "`flip` must be `true` or `false`.");
        assert_eq!(complaint("x=1"), "The query has no field `x`; its fields are `limit`, `flip` and `how`.");
        assert_eq!(complaint("how=fast"), "`how` cannot be `fast`; it can be `quick` or `slow`.");
        assert_eq!(complaint("flip=true"), "The query needs `how`.");
        assert_eq!(complaint("flip=true&flip=true"), "`flip` is there twice.");
    }

    #[test]
    fn nothing_in_a_request_is_too_long() {
        let text = |length| format!(r#"{{"name": "{}"}}"#, "x".repeat(length));
        let list = |items| format!(r#"{{"moves": [{}]}}"#, vec!["1"; items].join(","));
        let quoted = format!(r#"["{}"]"#, r#"\",\\"#.repeat(5000));
        for fine in ["{}", "", "[", "\"", r#"["a\\"]"#, &text(1000), &list(10_000), &quoted] {
            assert!(vet_size(fine.as_bytes()).is_ok(), "{}", &fine[..fine.len().min(40)]);
        }
        let nested = format!("[[{}]]", ",".repeat(12_000));
        for (long, what) in [
            (text(70_000), ParseErrorKind::LongText),
            (list(10_001), ParseErrorKind::LongList),
            (nested, ParseErrorKind::LongList),
        ] {
            assert_eq!(vet_size(long.as_bytes()).unwrap_err().what, what);
            assert_eq!(read_json::<Example>("The body", long.as_bytes()).unwrap_err().what, what);
        }
    }
}
