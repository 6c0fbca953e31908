//! Whatever status is seen in a test is one that the document of the API has for that operation.

use serde_json::Value;

/// Fails where an operation of the document answers with a status that the document does not have for it. What is no
/// operation is none of its business.
pub(crate) fn vet(document: &Value, method: &str, path: &str, status: u16) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(operations) = operations(document, path) else { return };
    let Some(operation) = operations.get(method.to_lowercase()) else { return };
    let told = operation["responses"].as_object().expect("an operation has responses");
    assert!(
        told.contains_key(&status.to_string()),
        "{method} {path} answers {status}, which the document does not have beside {:?}",
        told.keys().collect::<Vec<_>>()
    );
}

/// The operations at a path: those of the template that fits it with the fewest blanks.
fn operations<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    let blank = |part: &str| part.starts_with('{');
    let blanks = |template: &str| template.split('/').filter(|part| blank(part)).count();
    let fits = |template: &str| {
        let (parts, asked): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        parts.len() == asked.len()
            && parts.iter().zip(asked).all(|(part, asked)| blank(part) || *part == asked)
    };
    let paths = document["paths"].as_object().expect("a document has paths").iter();
    let fitting = paths.filter(|(template, _)| fits(template));
    fitting.min_by_key(|(template, _)| blanks(template)).map(|(_, operations)| operations)
}
