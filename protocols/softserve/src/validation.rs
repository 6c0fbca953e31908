//! Validation of JSON request bodies. All errors are collected, in the wording of the original server.

use chautari_game::is_plain_line;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::Refusal;

/// An error in one field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = SoftserveFieldError))]
pub struct FieldError {
    /// The location: `["body", "name"]`.
    pub loc: Vec<Value>,
    /// The error message, for people.
    pub msg: String,
    /// The error type, for programs.
    pub r#type: &'static str,
}

/// The fields of a body, and the errors found so far.
pub struct Fields {
    fields: Map<String, Value>,
    complaints: Vec<FieldError>,
}

/// The longest name of a player or an event, in characters as in the original server, and in bytes.
const LONGEST_NAME: usize = 150;
const LONGEST_NAME_BYTES: usize = 600;

/// The longest text of any other field, in bytes.
const LONGEST_TEXT: usize = 600;

/// The longest list.
pub(crate) const LONGEST_LIST: usize = 256;

impl Fields {
    /// Parses a body.
    pub fn read(body: &[u8]) -> Result<Fields, Refusal> {
        let complain = |loc: Option<usize>, msg: String, kind| {
            let loc = std::iter::once("body".into()).chain(loc.map(Value::from)).collect();
            Err(Refusal::Fields(vec![FieldError { loc, msg, r#type: kind }]))
        };
        if body.iter().all(u8::is_ascii_whitespace) {
            return complain(None, "Field required".to_owned(), "missing");
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(Fields { fields, complaints: Vec::new() }),
            Ok(_) => complain(None, "Input should be a valid dictionary".to_owned(), "dict_type"),
            Err(e) => complain(Some(e.column()), "JSON decode error".to_owned(), "json_invalid"),
        }
    }

    fn complain(&mut self, name: &str, msg: impl Into<String>, kind: &'static str) {
        let loc = vec!["body".into(), name.into()];
        self.complaints.push(FieldError { loc, msg: msg.into(), r#type: kind });
    }

    /// A field that must be there.
    fn required<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Fields, &str, &Value) -> Option<T>,
    ) -> Option<T> {
        let Some(value) = self.fields.get(name).cloned() else {
            self.complain(name, "Field required", "missing");
            return None;
        };
        read(self, name, &value)
    }

    /// A field that may be missing or null.
    fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Fields, &str, &Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.fields.get(name).filter(|value| !value.is_null()).cloned()?;
        read(self, name, &value)
    }

    /// A text that must be there.
    pub fn text(&mut self, name: &str) -> String {
        self.required(name, Fields::read_text).unwrap_or_default()
    }

    /// A text that may be missing.
    pub fn text_if_any(&mut self, name: &str) -> Option<String> {
        self.optional(name, Fields::read_text)
    }

    /// A name for something new.
    pub fn name(&mut self, name: &str) -> String {
        let text = self.text(name);
        self.vet_name(name, text)
    }

    /// A name for something new, which may be missing; an empty one is none.
    pub fn name_if_any(&mut self, name: &str) -> Option<String> {
        let text = self.text_if_any(name).filter(|text| !text.is_empty())?;
        Some(self.vet_name(name, text))
    }

    fn vet_name(&mut self, name: &str, text: String) -> String {
        let missing = self.complaints.iter().any(|complaint| complaint.loc.last() == Some(&name.into()));
        let unfit = text.is_empty()
            || text.chars().count() > LONGEST_NAME
            || text.len() > LONGEST_NAME_BYTES
            || !is_plain_line(&text);
        if unfit && !missing {
            let msg = format!("String should have 1 to {LONGEST_NAME} characters and no control characters");
            self.complain(name, msg, "string_pattern_mismatch");
        }
        text
    }

    /// A list of texts that must be there.
    pub fn texts(&mut self, name: &str) -> Vec<String> {
        let read = |fields: &mut Fields, name: &str, value: &Value| {
            let Value::Array(items) = value else {
                fields.complain(name, "Input should be a valid list", "list_type");
                return None;
            };
            if items.len() > LONGEST_LIST {
                fields.complain(name, format!("List should have at most {LONGEST_LIST} items"), "too_long");
                return None;
            }
            items.iter().map(|item| fields.read_text(name, item)).collect()
        };
        self.required(name, read).unwrap_or_default()
    }

    /// A whole number, perhaps as digits in a text.
    pub fn number(&mut self, name: &str) -> u64 {
        self.required(name, Fields::read_number).unwrap_or_default()
    }

    /// A whole number within bounds that may be missing.
    pub fn number_within(&mut self, name: &str, least: u64, most: u64) -> Option<u64> {
        let number = self.optional(name, Fields::read_number)?;
        if (least..=most).contains(&number) {
            return Some(number);
        }
        self.complain(name, format!("Input should be from {least} to {most}"), "out_of_range");
        None
    }

    /// A whole number within bounds that must be there.
    pub fn number_of(&mut self, name: &str, least: u64, most: u64) -> u64 {
        if self.fields.get(name).is_none_or(Value::is_null) {
            self.complain(name, "Field required", "missing");
        }
        self.number_within(name, least, most).unwrap_or_default()
    }

    /// A whole number of at least 1 that must be there.
    pub fn count(&mut self, name: &str) -> u64 {
        let before = self.complaints.len();
        let number = self.number(name);
        if number == 0 && self.complaints.len() == before {
            self.complain(name, "Input should be greater than 0", "greater_than");
        }
        number
    }

    /// A boolean that may be missing.
    pub fn truth_if_any(&mut self, name: &str) -> Option<bool> {
        let read = |fields: &mut Fields, name: &str, value: &Value| {
            let truth = match value {
                Value::Bool(truth) => Some(*truth),
                Value::Number(number) if number.as_f64() == Some(0.0) => Some(false),
                Value::Number(number) if number.as_f64() == Some(1.0) => Some(true),
                Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                    "true" | "1" | "yes" | "on" => Some(true),
                    "false" | "0" | "no" | "off" => Some(false),
                    _ => None,
                },
                _ => None,
            };
            if truth.is_none() {
                fields.complain(name, "Input should be a valid boolean", "bool_parsing");
            }
            truth
        };
        self.optional(name, read)
    }

    fn read_text(&mut self, name: &str, value: &Value) -> Option<String> {
        let Some(text) = value.as_str() else {
            self.complain(name, "Input should be a valid string", "string_type");
            return None;
        };
        if text.len() > LONGEST_TEXT {
            let msg = format!("String should have at most {LONGEST_TEXT} bytes");
            self.complain(name, msg, "string_too_long");
            return None;
        }
        Some(text.to_owned())
    }

    /// Some clients know only floats and send a number back as `282624.0`; others send it as a text.
    fn read_number(&mut self, name: &str, value: &Value) -> Option<u64> {
        let number = match value {
            Value::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
            Value::String(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
            }
            _ => None,
        };
        if number.is_none() {
            self.complain(name, "Input should be a valid integer of 0 or more", "int_parsing");
        }
        number
    }

    /// Everything was there and in order, or every complaint.
    pub fn done(self) -> Result<(), Refusal> {
        if self.complaints.is_empty() { Ok(()) } else { Err(Refusal::Fields(self.complaints)) }
    }
}

/// A whole number that is exact as a float.
fn whole(number: f64) -> Option<u64> {
    const EXACT: f64 = (1_u64 << 53) as f64;
    ((0.0..=EXACT).contains(&number) && number.fract() == 0.0).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<u64> {
        let mut fields = Fields::read(format!("{{\"n\": {text}}}").as_bytes()).unwrap();
        let number = fields.number("n");
        fields.done().ok().map(|()| number)
    }

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        // A bot written in Godot echoes ids as floats.
        for text in ["282624", "282624.0", "2.82624e5", "\"282624\"", "\" 282624 \"", "\"282624.0\""] {
            assert_eq!(number(text), Some(282_624), "{text}");
        }
        for text in
            ["282624.5", "-1", "-1.0", "1e300", "\"\"", "\"x\"", "\"NaN\"", "\"inf\"", "true", "null", "[1]"]
        {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_truth_may_be_a_number() {
        let truth = |text: &str| {
            let mut fields = Fields::read(format!("{{\"t\": {text}}}").as_bytes()).unwrap();
            let truth = fields.truth_if_any("t");
            fields.done().ok().map(|()| truth)
        };
        for (text, is) in [("0", false), ("1", true), ("1.0", true), ("false", false), ("\"True\"", true)] {
            assert_eq!(truth(text), Some(Some(is)), "{text}");
        }
        assert_eq!(truth("null"), Some(None));
        assert_eq!(truth("2"), None);
    }

    #[test]
    fn an_empty_name_is_none_and_a_long_one_a_name() {
        let mut fields = Fields::read(br#"{"name": ""}"#).unwrap();
        assert_eq!(fields.name_if_any("name"), None);
        assert!(fields.done().is_ok());
        for (length, fits) in [(150, true), (151, false)] {
            let body = format!("{{\"name\": \"{}\"}}", "é".repeat(length));
            let mut fields = Fields::read(body.as_bytes()).unwrap();
            fields.name("name");
            assert_eq!(fields.done().is_ok(), fits, "{length}");
        }
    }
}
