//! API reference: the OpenAPI document as pages for reading, one per tag and one with all types.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::markdown::{Section, anchor, escape, fragment, inline};

const WRITES: &str = "writing to a string cannot fail";

/// Address of the page with all types.
const TYPES: &str = "reference-types.html";

/// Where the examples send their requests.
const SERVER: &str = "http://127.0.0.1:8080";

/// The start of the overview.
const OVERVIEW: &str = "\
All operations of a server over HTTP. [The HTTP API](api.html) explains how they work together, and what a client should do on \
each error.\n\n\
- Requests and responses are JSON; the native API is below `/api/v1`.\n\
- Operations marked *token* need the header `Authorization: Bearer TOKEN`, with the token of a person, a bot, a seat or a tournament.\n\
- Errors of the native API are an object `error` with a stable `code` and a `text` for people.\n\
- The same for generators of clients: [`/openapi.json`](/openapi.json), or `chautari openapi`.\n";

/// Bodies and queries of examples whose shortest form would show little; a test runs the examples. The document's own
/// examples come first.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("get", "/obx", "obx=TGXXT/XXXXX/XXXXX/XXXXX/TXXXT%20t%20c0%20mB1%20%23g1"),
    ("post", "/obx", r#"{"obx":"TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1"}"#),
    ("get", "/api/v1/games/{game}/position", "moves=mC3%20mA1B1"),
    ("post", "/api/v1/games/{game}/position", r#"{"moves":["mC3","mA1B1"]}"#),
    ("get", "/api/v1/games/{game}/picture.svg", "moves=mC3%20mA1B1"),
    ("get", "/api/v1/games/{game}/picture.png", "moves=mC3%20mA1B1&size=400"),
    ("get", "/api/v1/games/{game}/picture.gif", "moves=mC3%20mA1B1"),
    ("post", "/api/v1/games/{game}/analysis", r#"{"moves":["mC3"],"time_ms":1000}"#),
    ("post", "/api/v1/games/{game}/played", r#"{"moves":["mC3"]}"#),
    ("post", "/api/v1/games/{game}/prospects", r#"{"moves":["mC3"]}"#),
    (
        "post",
        "/api/v1/games/{game}/values",
        r#"{"positions":["TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1"]}"#,
    ),
    ("get", "/api/v1/games/{game}/puzzles", "theme=trap&limit=5"),
    ("post", "/api/v1/games/{game}/puzzles/{puzzle}/tries", r#"{"moves":["mC3"]}"#),
    ("post", "/api/v1/bots", r#"{"name":"my-bot"}"#),
    (
        "post",
        "/api/v1/matches",
        r#"{"game":"baghchal","seats":{"goats":{"kind":"human"},"tigers":{"kind":"engine","level":3}}}"#,
    ),
    (
        "post",
        "/api/v1/tournaments",
        r#"{"name":"My cup","game":"baghchal","format":"round_robin","players":[{"kind":"engine","level":1},{"kind":"engine","level":2}]}"#,
    ),
    ("post", "/api/v1/tournaments/{tournament}/join", r#"{"code":"CODE"}"#),
    ("post", "/api/v1/tournaments/{tournament}/roster", r#"{"names":["Maya","Ram"]}"#),
    ("post", "/api/v1/tournaments/{tournament}/forfeit", r#"{"player":"Maya"}"#),
    ("post", "/api/v1/tournaments/{tournament}/repair", r#"{"meetings":[["Maya","Ram"]]}"#),
    ("post", "/api/v1/seasons", r#"{"name":"Spring"}"#),
    (
        "post",
        "/api/v1/studies",
        r#"{"title":"My study","game":"baghchal","nodes":[{},{"parent":0,"move":"mC3","comment":"The middle."}]}"#,
    ),
];

/// A group of operations.
pub(super) struct Tag {
    /// Its name in the document.
    name: &'static str,
    /// Its title for readers.
    title: &'static str,
}

/// The groups, in reading order; a test compares them with the document.
pub(super) static TAGS: &[Tag] = &[
    Tag { name: "games", title: "Games and positions" },
    Tag { name: "matches", title: "Matches" },
    Tag { name: "people", title: "People" },
    Tag { name: "invitations", title: "Invitations and lobby" },
    Tag { name: "bots", title: "Bots" },
    Tag { name: "tournaments", title: "Tournaments" },
    Tag { name: "studies", title: "Studies" },
    Tag { name: "obx", title: "OBX" },
    Tag { name: "banchess", title: "Ban Chess synchronisation" },
    Tag { name: "softserve", title: "Softserve" },
];

impl Tag {
    /// Address and title of the group's page.
    pub(super) fn link(&self) -> (String, &'static str) {
        (format!("reference-{}.html", self.name), self.title)
    }
}

/// A page of the reference.
pub(super) struct Page {
    /// Address within the site.
    pub(super) address: String,
    /// Its title.
    pub(super) title: String,
    /// The page as HTML, without its frame.
    pub(super) html: String,
    /// Its operations or types.
    pub(super) sections: Vec<Section>,
}

/// The addresses of all pages.
pub(super) fn addresses() -> Vec<String> {
    let tags = TAGS.iter().map(|tag| tag.link().0);
    ["reference.html".to_owned()].into_iter().chain(tags).chain([TYPES.to_owned()]).collect()
}

/// The OpenAPI document.
pub(super) struct Reference(Value);

/// One operation of the document.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    about: &'a Value,
}

impl Reference {
    /// Reads a document.
    pub(super) fn new(json: &str) -> Reference {
        Reference(serde_json::from_str(json).expect("our own document is JSON"))
    }

    /// The page at an address.
    pub(super) fn page(&self, address: &str) -> Option<Page> {
        if address == "reference.html" {
            return Some(self.overview());
        }
        if address == TYPES {
            return Some(self.types());
        }
        let tag = TAGS.iter().find(|tag| tag.link().0 == address)?;
        Some(self.group(tag))
    }

    /// The operations with a tag, by path.
    fn operations(&self, tag: &str) -> Vec<Operation<'_>> {
        let mut found = Vec::new();
        for (path, item) in object(&self.0["paths"]) {
            for method in ["get", "post", "put", "delete"] {
                let about = &item[method];
                if list(&about["tags"]).iter().any(|one| one == tag) {
                    found.push(Operation { method, path, about });
                }
            }
        }
        found
    }

    fn overview(&self) -> Page {
        let mut html = format!("<h1>API reference</h1>\n{}", fragment(OVERVIEW));
        let mut sections = vec![section(1, "", "API reference", OVERVIEW)];
        for tag in TAGS {
            let (address, title) = tag.link();
            let id = tag.name;
            writeln!(
                html,
                "<h2 id=\"{id}\"><a href=\"{address}\">{title}</a>{}</h2>\n<ul class=\"operations\">",
                anchor(id)
            )
            .expect(WRITES);
            for one in self.operations(tag.name) {
                let (id, summary) = (text(&one.about["operationId"]), inline(text(&one.about["summary"])));
                writeln!(
                    html,
                    "<li><a href=\"{address}#{id}\">{}<span>{summary}</span></a>{}</li>",
                    one.route(),
                    one.token_mark()
                )
                .expect(WRITES);
            }
            html += "</ul>\n";
            sections.push(section(2, id, title, ""));
        }
        writeln!(html, "<p>All types are on a page of their own: <a href=\"{TYPES}\">Types</a>.</p>")
            .expect(WRITES);
        Page { address: "reference.html".to_owned(), title: "API reference".to_owned(), html, sections }
    }

    fn group(&self, tag: &Tag) -> Page {
        let (address, title) = tag.link();
        let mut html = format!("<h1>{title}</h1>\n");
        let about = list(&self.0["tags"]).iter().find(|one| one["name"] == tag.name);
        let about = about.map(|one| text(&one["description"])).unwrap_or_default();
        html += &fragment(about);
        let mut sections = vec![section(1, "", title, about)];
        for one in self.operations(tag.name) {
            let (id, summary) = (text(&one.about["operationId"]), text(&one.about["summary"]));
            let words =
                format!("{} {} {}", one.method.to_uppercase(), one.path, text(&one.about["description"]));
            sections.push(section(2, id, &summary.replace('`', ""), &words));
            html += &self.operation(&one);
        }
        Page { address, title: format!("{title}: API reference"), html, sections }
    }

    fn operation(&self, one: &Operation<'_>) -> String {
        let (id, summary) = (text(&one.about["operationId"]), inline(text(&one.about["summary"])));
        let mut html = format!(
            "<section class=\"operation\"><h2 id=\"{id}\">{summary}{}</h2>\n<p class=\"route\">{}{}</p>\n{}",
            anchor(id),
            one.route(),
            one.token_mark(),
            fragment(text(&one.about["description"])),
        );
        html += &self.example(one);
        let parameters: String = list(&one.about["parameters"]).iter().map(parameter).collect();
        if !parameters.is_empty() {
            write!(html, "<h3>Parameters</h3>\n{}", table(&parameters)).expect(WRITES);
        }
        for (kind, content) in object(&one.about["requestBody"]["content"]) {
            let note = if kind == "application/json" {
                String::new()
            } else {
                format!(" <small>{}</small>", escape(kind))
            };
            write!(html, "<h3>Request body{note}</h3>\n{}", self.body(&content["schema"], "request"))
                .expect(WRITES);
        }
        let (mut good, mut bad) = (String::new(), String::new());
        let mut statuses = Vec::new();
        for (status, response) in object(&one.about["responses"]) {
            let about = inline(text(&response["description"]));
            if status.starts_with(['1', '2', '3']) {
                write!(good, "<h3>Response {status}</h3>\n<p>{about}</p>\n").expect(WRITES);
                for (kind, content) in object(&response["content"]) {
                    if kind != "application/json" {
                        writeln!(good, "<p><code>{}</code></p>", escape(kind)).expect(WRITES);
                    }
                    if kind.contains("json") || kind == "text/event-stream" {
                        good += &self.body(&content["schema"], "response");
                    }
                }
            } else {
                statuses.push(status.as_str());
                writeln!(bad, "<tr><td><code>{status}</code></td><td>{about}</td></tr>").expect(WRITES);
            }
        }
        html += &good;
        if !bad.is_empty() {
            let statuses = statuses.join(", ");
            writeln!(
                html,
                "<details class=\"errors\"><summary>Errors {statuses}</summary>{}</details>",
                table(&bad)
            )
            .expect(WRITES);
        }
        html + "</section>\n"
    }

    /// A request's or response's body: the name of its type, and its fields.
    fn body(&self, schema: &Value, use_: &str) -> String {
        let name = schema["$ref"].as_str().map(name_of);
        let mut html = String::new();
        if let Some(name) = name {
            writeln!(html, "<p class=\"type\"><a href=\"{TYPES}#{name}\">{name}</a></p>").expect(WRITES);
        }
        html + &self.shape(self.resolved(schema), use_)
    }

    /// The fields of an object, the values of an enumeration, the variants of a choice.
    fn shape(&self, schema: &Value, use_: &str) -> String {
        let (properties, required) = self.properties(schema);
        if !properties.is_empty() {
            let rows: String =
                properties.iter().map(|(name, one)| self.fields(name, one, &required, use_, 0)).collect();
            return table(&rows);
        }
        let choices: Vec<_> = ["oneOf", "anyOf"].iter().flat_map(|key| list(&schema[*key])).collect();
        if !choices.is_empty() {
            let mut html = "<p>One of:</p><ul class=\"choices\">".to_owned();
            for choice in choices {
                let about = inline(text(&choice["description"]));
                let fields = if choice["$ref"].is_string() { kind(choice) } else { self.shape(choice, use_) };
                write!(html, "<li>{about}{fields}</li>").expect(WRITES);
            }
            return html + "</ul>\n";
        }
        if schema.is_null() {
            return String::new();
        }
        format!("<p>{}</p>\n", kind(schema))
    }

    /// The row of a field, and those of the fields in it.
    fn fields(
        &self,
        name: &str,
        schema: &Value,
        required: &BTreeSet<&str>,
        use_: &str,
        depth: usize,
    ) -> String {
        let is_required = required.contains(name.rsplit('.').next().unwrap_or(name));
        let note = match (use_, is_required) {
            ("request", true) => " <small>required</small>",
            ("response", false) => " <small>optional</small>",
            _ => "",
        };
        let mut about = text(&schema["description"]);
        if about.is_empty() {
            about = text(&self.resolved(schema)["description"]);
        }
        let mut rows = row(name, &(kind(schema) + note), about);
        // Objects without a name of their own are shown in place.
        let inner = if schema["type"] == "array" { &schema["items"] } else { schema };
        if depth < 3 && inner["$ref"].is_null() && inner["allOf"].is_null() {
            let (properties, required) = self.properties(inner);
            for (field, schema) in properties {
                rows += &self.fields(&format!("{name}.{field}"), schema, &required, use_, depth + 1);
            }
        }
        rows
    }

    /// The properties of an object and the names of those that are required, with those of the parts it consists of.
    fn properties<'a>(&'a self, schema: &'a Value) -> (Vec<(&'a str, &'a Value)>, BTreeSet<&'a str>) {
        let mut found: Vec<_> =
            object(&schema["properties"]).map(|(name, one)| (name.as_str(), one)).collect();
        let mut required: BTreeSet<_> = list(&schema["required"]).iter().filter_map(Value::as_str).collect();
        for part in list(&schema["allOf"]) {
            let (more, need) = self.properties(self.resolved(part));
            found.extend(more);
            required.extend(need);
        }
        (found, required)
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(place) => &self.0["components"]["schemas"][name_of(place)],
            None => schema,
        }
    }

    fn types(&self) -> Page {
        let mut html =
            "<h1>Types</h1>\n<p>The objects that requests and responses consist of.</p>\n".to_owned();
        let mut sections = vec![section(1, "", "Types", "")];
        for (name, schema) in object(&self.0["components"]["schemas"]) {
            let about = text(&schema["description"]);
            write!(
                html,
                "<section class=\"operation\"><h2 id=\"{name}\">{name}{}</h2>\n{}{}</section>\n",
                anchor(name),
                fragment(about),
                self.shape(schema, "response")
            )
            .expect(WRITES);
            sections.push(section(2, name, name, about));
        }
        Page { address: TYPES.to_owned(), title: "Types: API reference".to_owned(), html, sections }
    }

    /// A request that can be pasted into a terminal.
    fn example(&self, one: &Operation<'_>) -> String {
        let command = self.curl(one);
        format!("<pre tabindex=\"0\" data-language=\"sh\"><code>{}</code></pre>\n", escape(&command))
    }

    fn curl(&self, one: &Operation<'_>) -> String {
        let mut path = one.path.to_owned();
        let mut query = Vec::new();
        for parameter in list(&one.about["parameters"]) {
            let (name, place) = (text(&parameter["name"]), text(&parameter["in"]));
            // Bots and people have different names.
            let is_bot = name == "name" && one.path.starts_with("/api/v1/bots");
            let value = if is_bot { "my-bot".to_owned() } else { plain(&parameter_example(parameter)) };
            match place {
                "path" => path = path.replace(&format!("{{{name}}}"), &value),
                "query" if parameter["required"] == true => query.push(format!("{name}={value}")),
                _ => {}
            }
        }
        let content = &one.about["requestBody"]["content"]["application/json"];
        let given = EXAMPLES.iter().find(|(method, path, _)| *method == one.method && *path == one.path);
        let given = given.map(|(_, _, example)| *example);
        if content.is_null() || one.method == "get" {
            query.extend(given.map(str::to_owned));
        }
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        if one.is_websocket() {
            return format!("new WebSocket('{}{path}{query}')\n", SERVER.replace("http", "ws"));
        }
        let mut command = "curl".to_owned();
        if object(&one.about["responses"]["200"]["content"]).any(|(kind, _)| kind == "text/event-stream") {
            command += " --no-buffer";
        }
        match (one.method, content.is_null()) {
            ("get", _) | ("post", false) => {}
            (method, _) => write!(command, " --request {}", method.to_uppercase()).expect(WRITES),
        }
        write!(command, " '{SERVER}{path}{query}'").expect(WRITES);
        if one.needs_token() {
            command += " \\\n  --header 'Authorization: Bearer TOKEN'";
        }
        if !content.is_null() && one.method != "get" {
            let body = match (&content["example"], given) {
                (Value::Null, Some(given)) => given.to_owned(),
                (Value::Null, None) => self.sample(&content["schema"], 0).to_string(),
                (example, _) => example.to_string(),
            };
            write!(command, " \\\n  --data '{}'", body.replace('\'', "'\\''")).expect(WRITES);
        }
        command + "\n"
    }

    /// A value of a type, as short as the type allows.
    fn sample(&self, schema: &Value, depth: usize) -> Value {
        let schema = self.resolved(schema);
        if !schema["example"].is_null() {
            return schema["example"].clone();
        }
        if let Some(value) = list(&schema["enum"]).first() {
            return value.clone();
        }
        if let Some(choice) = list(&schema["oneOf"]).iter().find(|choice| choice["type"] != "null") {
            return self.sample(choice, depth + 1);
        }
        let (properties, required) = self.properties(schema);
        if !properties.is_empty() && depth < 6 {
            let needed = properties.into_iter().filter(|(name, _)| required.contains(name));
            let fields = needed.map(|(name, one)| {
                let known = known(name).filter(|_| one["type"] == "string" && one["enum"].is_null());
                (name.to_owned(), known.unwrap_or_else(|| self.sample(one, depth + 1)))
            });
            return Value::Object(fields.collect());
        }
        match schema["type"].as_str().unwrap_or_default() {
            "array" => json!([self.sample(&schema["items"], depth + 1)]),
            "integer" | "number" => schema["minimum"].as_i64().map_or(json!(1), |least| json!(least.max(1))),
            "boolean" => json!(true),
            "object" => json!({}),
            _ => json!("…"),
        }
    }
}

impl Operation<'_> {
    fn route(&self) -> String {
        let method = self.method;
        format!(
            "<b class=\"method {method}\">{}</b> <code>{}</code>",
            method.to_uppercase(),
            escape(self.path)
        )
    }

    fn needs_token(&self) -> bool {
        list(&self.about["security"]).iter().any(|one| object(one).next().is_some())
    }

    fn token_mark(&self) -> &'static str {
        if self.needs_token() { " <span class=\"token\">token</span>" } else { "" }
    }

    fn is_websocket(&self) -> bool {
        self.about["responses"]["101"].is_object()
    }
}

fn parameter_example(parameter: &Value) -> Value {
    let given =
        [&parameter["example"], &parameter["schema"]["example"]].into_iter().find(|given| !given.is_null());
    let name = text(&parameter["name"]);
    given.cloned().or_else(|| known(name)).unwrap_or_else(|| json!(name.to_uppercase()))
}

/// Examples of fields that mean the same everywhere.
fn known(name: &str) -> Option<Value> {
    Some(match name {
        "game" => json!("baghchal"),
        "name" => json!("Maya"),
        "title" => json!("My study"),
        "move" | "moves" => json!("mC3"),
        "token" => json!("TOKEN"),
        "puzzle" => json!(1),
        "command" => json!("first-move"),
        "obx" => json!("TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1"),
        _ => return None,
    })
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A type in a few words, as HTML.
fn kind(schema: &Value) -> String {
    if let Some(place) = schema["$ref"].as_str() {
        let name = name_of(place);
        return format!("<a href=\"{TYPES}#{name}\">{name}</a>");
    }
    let choices: Vec<_> = ["oneOf", "anyOf", "allOf"].iter().flat_map(|key| list(&schema[*key])).collect();
    if !choices.is_empty() {
        let kinds: Vec<_> = choices.into_iter().map(kind).collect();
        return kinds.join(if schema["allOf"].is_null() { " or " } else { " and " });
    }
    let values = list(&schema["enum"]);
    if !values.is_empty() {
        return values
            .iter()
            .map(|value| format!("<code>{}</code>", escape(&value.to_string())))
            .collect::<Vec<_>>()
            .join(" or ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let shown = types.iter().map(|&name| match name {
        "array" => format!("array of {}", kind(&schema["items"])),
        "object" if schema["additionalProperties"].is_object() => {
            format!("map to {}", kind(&schema["additionalProperties"]))
        }
        name => name.to_owned(),
    });
    let shown = shown.collect::<Vec<_>>().join(" or ");
    if shown.is_empty() { "any".to_owned() } else { shown }
}

fn parameter(parameter: &Value) -> String {
    let place = text(&parameter["in"]);
    let need = if parameter["required"] == true { "required" } else { "" };
    row(
        text(&parameter["name"]),
        &format!("{} <small>{place} {need}</small>", kind(&parameter["schema"])),
        text(&parameter["description"]),
    )
}

fn row(name: &str, kind: &str, about: &str) -> String {
    format!("<tr><td><code>{}</code></td><td>{kind}</td><td>{}</td></tr>\n", escape(name), inline(about))
}

fn section(level: usize, id: &str, title: &str, text: &str) -> Section {
    Section { level, id: id.to_owned(), title: title.to_owned(), text: text.to_owned() }
}

fn table(rows: &str) -> String {
    format!("<div class=\"wide\" tabindex=\"0\"><table><tbody>{rows}</tbody></table></div>\n")
}

/// The name of a type by its place in the document.
fn name_of(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or(place)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference() -> Reference {
        Reference::new(include_str!("../../../../docs/protocols/openapi.json"))
    }

    #[test]
    fn every_operation_is_on_the_page_of_its_tag() {
        let reference = reference();
        let mut shown = 0;
        for tag in TAGS {
            let page = reference.page(&tag.link().0).unwrap();
            for one in reference.operations(tag.name) {
                let id = text(&one.about["operationId"]);
                assert!(page.html.contains(&format!("<h2 id=\"{id}\">")), "{id}");
                shown += 1;
            }
        }
        let all = object(&reference.0["paths"]).flat_map(|(_, item)| object(item)).filter(|(key, _)| {
            ["get", "post", "put", "delete", "patch", "head", "options"].contains(&key.as_str())
        });
        assert_eq!(all.count(), shown);
    }

    #[test]
    fn links_to_types_lead_to_their_sections() {
        let reference = reference();
        let types = reference.page(TYPES).unwrap().html;
        for address in addresses() {
            let html = reference.page(&address).unwrap().html;
            for name in html.split(&format!("{TYPES}#")).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(types.contains(&format!("<h2 id=\"{name}\">")), "{address}: {name}");
            }
        }
    }

    #[test]
    fn examples_have_all_they_need() {
        let reference = reference();
        let one = reference.operations("matches");
        let begin = one.iter().find(|one| one.method == "post" && one.path == "/api/v1/matches").unwrap();
        let command = reference.curl(begin);
        assert!(
            command.starts_with(
                "curl 'http://127.0.0.1:8080/api/v1/matches' \\\n  --data '{\"game\":\"baghchal\""
            ),
            "{command}"
        );
        let act = one.iter().find(|one| one.path.ends_with("/actions")).unwrap();
        assert!(reference.curl(act).contains("--header 'Authorization: Bearer TOKEN'"));
    }
}
