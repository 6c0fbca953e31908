//! Reading the JSON body of a request, with every complaint at once and in the words clients know.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Refusal;

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Complaint {
    /// Where it stands: `["body", "name"]`.
    pub loc: Vec<Value>,
    /// What is wrong, for people.
    pub msg: String,
    /// What is wrong, for programs.
    pub r#type: &'static str,
}

/// The fields of a body, and what is wrong with those that were asked for.
pub struct Fields {
    fields: Map<String, Value>,
    complaints: Vec<Complaint>,
}

/// The longest name of a player or an event, in characters.
const LONGEST_NAME: usize = 64;

impl Fields {
    /// Reads a body.
    pub fn read(body: &[u8]) -> Result<Fields, Refusal> {
        let complain = |loc: Option<usize>, msg: String, kind| {
            let loc = std::iter::once("body".into()).chain(loc.map(Value::from)).collect();
            Err(Refusal::Fields(vec![Complaint { loc, msg, r#type: kind }]))
        };
        if body.iter().all(u8::is_ascii_whitespace) {
            return complain(None, "Field required".to_owned(), "missing");
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(Fields { fields, complaints: Vec::new() }),
            Ok(_) => complain(None, "Input should be a valid dictionary".to_owned(), "dict_type"),
            Err(e) => complain(Some(e.column()), format!("JSON decode error: {e}"), "json_invalid"),
        }
    }

    fn complain(&mut self, name: &str, msg: impl Into<String>, kind: &'static str) {
        let loc = vec!["body".into(), name.into()];
        self.complaints.push(Complaint { loc, msg: msg.into(), r#type: kind });
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

    /// A name for something new, which may be missing.
    pub fn name_if_any(&mut self, name: &str) -> Option<String> {
        self.text_if_any(name).map(|text| self.vet_name(name, text))
    }

    fn vet_name(&mut self, name: &str, text: String) -> String {
        let missing = self.complaints.iter().any(|complaint| complaint.loc.last() == Some(&name.into()));
        let unfit =
            text.is_empty() || text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control);
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

    /// A whole number of at least 1 that must be there.
    pub fn count(&mut self, name: &str) -> u64 {
        let before = self.complaints.len();
        let number = self.number(name);
        if number == 0 && self.complaints.len() == before {
            self.complain(name, "Input should be greater than 0", "greater_than");
        }
        number
    }

    /// Yes or no, if it is said.
    pub fn truth_if_any(&mut self, name: &str) -> Option<bool> {
        let read = |fields: &mut Fields, name: &str, value: &Value| {
            let truth = match value {
                Value::Bool(truth) => Some(*truth),
                Value::String(text) => match text.to_ascii_lowercase().as_str() {
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
        let text = value.as_str().map(ToOwned::to_owned);
        if text.is_none() {
            self.complain(name, "Input should be a valid string", "string_type");
        }
        text
    }

    fn read_number(&mut self, name: &str, value: &Value) -> Option<u64> {
        let number = match value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
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
