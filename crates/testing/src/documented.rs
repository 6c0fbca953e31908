//! A check of response statuses against the OpenAPI document.

use serde_json::Value;

/// Panics if the document has the operation but not this status. Ignores paths that are no operations.
pub fn assert_documented(document: &Value, method: &str, path: &str, status: u16) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(operations) = operations(document, path) else { return };
    let Some(operation) = operations.get(method.to_lowercase()) else { return };
    let documented = operation["responses"].as_object().expect("an operation has responses");
    assert!(
        documented.contains_key(&status.to_string()),
        "{method} {path} returns {status}, which the document does not have beside {:?}",
        documented.keys().collect::<Vec<_>>()
    );
}

/// Returns the operations of the template that matches the path with the fewest parameters.
fn operations<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    let is_parameter = |part: &str| part.starts_with('{');
    let parameters = |template: &str| template.split('/').filter(|part| is_parameter(part)).count();
    let matches = |template: &str| {
        let (parts, actual): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        parts.len() == actual.len()
            && parts.iter().zip(actual).all(|(part, actual)| is_parameter(part) || *part == actual)
    };
    let paths = document["paths"].as_object().expect("a document has paths").iter();
    let matching = paths.filter(|(template, _)| matches(template));
    matching.min_by_key(|(template, _)| parameters(template)).map(|(_, operations)| operations)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({"paths": {
            "/matches/{match}": {"get": {"responses": {"200": {}, "404": {}}}},
            "/matches/mine": {"get": {"responses": {"200": {}, "401": {}}}},
        }})
    }

    #[test]
    fn literal_paths_win_over_parameters() {
        assert_documented(&document(), "GET", "/matches/mine?limit=1", 401);
        assert_documented(&document(), "GET", "/matches/17", 404);
        assert_documented(&document(), "POST", "/elsewhere", 500);
    }

    #[test]
    #[should_panic(expected = "GET /matches/17 returns 401")]
    fn undocumented_status_panics() {
        assert_documented(&document(), "GET", "/matches/17", 401);
    }
}
