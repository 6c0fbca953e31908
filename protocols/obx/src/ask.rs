//! What a client wants, as it says it.

use serde_json::{Map, Value};

use crate::Refusal;

/// A request: where the game stands, and what is wanted.
#[allow(rustdoc::broken_intra_doc_links, reason = "the description of the API shows the brackets")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "serve", schema(as = ObxRequest), into_params(parameter_in = Query))]
pub struct Ask {
    /// The position.
    pub obx: Option<String>,
    /// The move to play; without one, the engine chooses.
    #[cfg_attr(feature = "serve", schema(rename = "move"), param(rename = "move"))]
    pub wish: Option<String>,
    /// Whether a tiger that can capture must: `optional` [default] or `compulsory`.
    pub rules: Option<String>,
    /// How strong the engine plays, 1 to 10 [default: 10].
    pub level: Option<u8>,
    /// How long it thinks at most, in milliseconds.
    pub time_ms: Option<u64>,
}

impl Ask {
    /// Reads the JSON body of a request. An empty one asks for nothing, which is no question yet.
    pub fn read(body: &[u8]) -> Result<Ask, Refusal> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Ask::default());
        }
        match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ask::from_fields(&fields),
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

    /// Reads what stands behind the `?` of the URL: names and values, decoded.
    pub fn from_query<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Ask, Refusal> {
        let value = |text: &str| Value::String(text.to_owned());
        Ask::from_fields(&pairs.map(|(name, text)| (name.to_owned(), value(text))).collect())
    }

    /// Other fields are none of our business: the contract is older than we are.
    fn from_fields(fields: &Map<String, Value>) -> Result<Ask, Refusal> {
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
        Ok(Ask {
            obx: text("obx")?,
            wish: text("move")?,
            rules: text("rules")?,
            level: level.and_then(|level| u8::try_from(level).ok()),
            time_ms: number("time_ms", u64::MAX, "a number of milliseconds")?,
        })
    }

    /// What a body says, completed by what stands behind the `?` of the URL.
    #[must_use]
    pub fn or(self, other: Ask) -> Ask {
        Ask {
            obx: self.obx.or(other.obx),
            wish: self.wish.or(other.wish),
            rules: self.rules.or(other.rules),
            level: self.level.or(other.level),
            time_ms: self.time_ms.or(other.time_ms),
        }
    }
}
