//! Requests, read from a JSON body or the query of a URL.

use serde_json::{Map, Value};

use crate::Refusal;

/// A request: a position, and how to continue from it.
#[allow(rustdoc::broken_intra_doc_links, reason = "the description of the API shows the brackets")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "serve", schema(as = ObxRequest), into_params(parameter_in = Query))]
pub struct ObxRequest {
    /// The position.
    pub obx: Option<String>,
    /// The move to play; without one, the engine chooses.
    #[cfg_attr(feature = "serve", schema(rename = "move"), param(rename = "move"))]
    pub wish: Option<String>,
    /// Whether a tiger that can capture must: `optional` [default] or `compulsory`.
    pub rules: Option<String>,
    /// The form of the response: `obx`, `obx@` with the goats in hand, or `baghchal-js` with captures as `mA1C1`
    /// [default: `obx@` if the position has `@`, otherwise `obx`].
    pub dialect: Option<String>,
    /// The strength of the engine, 1 to 10 [default: 10].
    pub level: Option<u8>,
    /// The most thinking time, in milliseconds.
    pub time_ms: Option<u64>,
}

impl ObxRequest {
    /// Parses a JSON body. An empty one is a request without fields.
    pub fn read(body: &[u8]) -> Result<ObxRequest, Refusal> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(ObxRequest::default());
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => ObxRequest::from_fields(&fields),
            Ok(_) => Err(Refusal::Body { offset: 0, text: "it is not an object".to_owned() }),
            Err(e) => {
                // Lines and columns count from 1.
                let before = body.split_inclusive(|&b| b == b'\n').take(e.line().saturating_sub(1));
                let offset = before.map(<[u8]>::len).sum::<usize>() + e.column().saturating_sub(1);
                let offset = offset.min(body.len());
                let text = if e.is_eof() { "it ends too early" } else { "it is not JSON there" };
                Err(Refusal::Body { offset, text: text.to_owned() })
            }
        }
    }

    /// Reads the query of a URL: decoded names and values.
    pub fn from_query<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<ObxRequest, Refusal> {
        let value = |text: &str| Value::String(text.to_owned());
        ObxRequest::from_fields(&pairs.map(|(name, text)| (name.to_owned(), value(text))).collect())
    }

    /// Ignores unknown fields, because other implementations of the contract may have more.
    fn from_fields(fields: &Map<String, Value>) -> Result<ObxRequest, Refusal> {
        let field = |name: &'static str| fields.get(name).filter(|value| !value.is_null());
        let text = |name| match field(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(Refusal::Field { name, expected: "a text".to_owned() }),
        };
        let number = |name, most: u64, expected: &str| {
            let number = match field(name) {
                None => return Ok(None),
                Some(Value::String(digits)) => digits.trim().parse().ok(),
                Some(value) => value.as_u64(),
            };
            let fault = || Refusal::Field { name, expected: expected.to_owned() };
            number.filter(|number| *number <= most).map(Some).ok_or_else(fault)
        };
        let level = number("level", u8::MAX.into(), "a number from 1 to 10")?;
        Ok(ObxRequest {
            obx: text("obx")?,
            wish: text("move")?,
            rules: text("rules")?,
            dialect: text("dialect")?,
            level: level.and_then(|level| u8::try_from(level).ok()),
            time_ms: number("time_ms", u64::MAX, "a number of milliseconds")?,
        })
    }

    /// Adds fields of another request that this one lacks.
    #[must_use]
    pub fn or(self, other: ObxRequest) -> ObxRequest {
        ObxRequest {
            obx: self.obx.or(other.obx),
            wish: self.wish.or(other.wish),
            rules: self.rules.or(other.rules),
            dialect: self.dialect.or(other.dialect),
            level: self.level.or(other.level),
            time_ms: self.time_ms.or(other.time_ms),
        }
    }
}
