//! The document as a page to read, without scripts and without anything from elsewhere.

use serde_json::{Map, Value};

use super::markup::Markup;
use super::page_types::{properties, type_words};

/// What the page looks like. A browser takes it only with the hash in [`POLICY`].
const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem;color:#1a1a1a;background:#fff}\
code{font:.9em ui-monospace,monospace;overflow-wrap:break-word}\
h2{margin-top:2.5rem;border-top:1px solid #ccc;padding-top:1rem}h3{margin-top:2rem}\
table{border-collapse:collapse;display:block;overflow-x:auto;margin:.5rem 0}\
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #ddd}\
ul{padding-left:1.2rem}a{color:#0b57d0}\
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}a{color:#8ab4f8}\
th,td,h2{border-color:#444}}";

/// What the page may load: its own style, and nothing else.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'sha256-6KrDuA4q2R52SZcckvK0Xgox65fNaHsOSKlZXccCuCg='; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const METHODS: [&str; 3] = ["get", "post", "delete"];

/// Everything that the document says, in its order: operations first, then the types that they name.
pub(super) fn page(document: &Value) -> String {
    let mut page = Markup::default();
    page.tag("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .tag("<meta name=\"viewport\" content=\"width=device-width\">\n<title>Clawperator over HTTP</title>\n<style>")
        .tag(STYLE)
        .tag("</style>\n</head>\n<body>\n");
    introduction(document, &mut page);
    let operations = operations(document);
    page.tag("<ul>\n");
    for (method, path, operation) in &operations {
        page.tag("<li><a href=\"#")
            .text(words(operation, "operationId"))
            .tag("\"><code>")
            .text(&method.to_uppercase())
            .tag(" ")
            .text(path)
            .tag("</code></a> ")
            .prose(words(operation, "summary"))
            .tag("</li>\n");
    }
    page.tag("</ul>\n");
    for (method, path, operation) in &operations {
        describe(method, path, operation, &mut page);
    }
    types(document, &mut page);
    page.tag("</body>\n</html>\n");
    page.finish()
}

fn introduction(document: &Value, page: &mut Markup) {
    let info = document.get("info").unwrap_or(&Value::Null);
    page.tag("<h1>Clawperator ")
        .text(words(info, "version"))
        .tag(" over HTTP</h1>\n<p>")
        .prose(words(info, "description"))
        .tag("</p>\n<p>Send <code>Authorization: Bearer TOKEN</code>; <code>clawperator serve token</code> prints a token. ")
        .tag("Programs read this page as <a href=\"/openapi.json\">OpenAPI</a>, ")
        .tag("agents read <a href=\"/llms.txt\">the guide</a>.</p>\n");
}

/// Every method of every path, in the order of the document.
fn operations(document: &Value) -> Vec<(&'static str, &str, &Value)> {
    let paths = document.get("paths").and_then(Value::as_object);
    let paths = paths.into_iter().flatten();
    paths
        .flat_map(|(path, methods)| {
            METHODS.into_iter().filter_map(move |method| {
                let operation = methods.get(method)?;
                Some((method, path.as_str(), operation))
            })
        })
        .collect()
}

fn describe(method: &str, path: &str, operation: &Value, page: &mut Markup) {
    page.tag("<h2 id=\"")
        .text(words(operation, "operationId"))
        .tag("\"><code>")
        .text(&method.to_uppercase())
        .tag(" ")
        .text(path)
        .tag("</code></h2>\n<p>")
        .prose(words(operation, "summary"))
        .tag(". ")
        .prose(match words(operation, "description") {
            "" => "Needs no token.",
            needs => needs,
        })
        .tag("</p>\n");
    parameters(operation, page);
    if let Some(body) = operation.pointer("/requestBody/content/application~1json/schema") {
        page.tag("<h3>Body</h3>\n");
        shown(body, page);
    }
    page.tag("<h3>Answers</h3>\n<table>\n");
    let responses = operation.get("responses").and_then(Value::as_object);
    for (status, response) in responses.into_iter().flatten() {
        page.tag("<tr><td>")
            .text(status)
            .tag("</td><td>")
            .prose(words(response, "description"));
        page.tag("</td><td>");
        content(response, page);
        page.tag("</td></tr>\n");
    }
    page.tag("</table>\n");
}

fn parameters(operation: &Value, page: &mut Markup) {
    let parameters = operation.get("parameters").and_then(Value::as_array);
    let Some(parameters) = parameters else {
        return;
    };
    page.tag("<h3>Parameters</h3>\n<table>\n");
    for parameter in parameters {
        page.tag("<tr><td><code>")
            .text(words(parameter, "name"))
            .tag("</code></td><td>")
            .text(words(parameter, "in"))
            .tag("</td><td>");
        if let Some(schema) = parameter.get("schema") {
            type_words(schema, page);
        }
        page.tag("</td><td>")
            .prose(words(parameter, "description"))
            .tag("</td></tr>\n");
    }
    page.tag("</table>\n");
}

/// What an answer has, by kind.
fn content(response: &Value, page: &mut Markup) {
    let content = response.get("content").and_then(Value::as_object);
    for (kind, content) in content.into_iter().flatten() {
        match content.get("schema") {
            Some(schema) if kind == "application/json" => type_words(schema, page),
            _ => {
                page.text(kind);
            }
        }
    }
}

/// A schema in its place: its fields, or its name.
fn shown(schema: &Value, page: &mut Markup) {
    if schema.get("properties").is_some() {
        properties(schema, page);
    } else {
        page.tag("<div>");
        type_words(schema, page);
        page.tag("</div>\n");
    }
}

fn types(document: &Value, page: &mut Markup) {
    page.tag("<h2 id=\"types\">Types</h2>\n");
    let schemas = document.pointer("/components/schemas");
    let schemas: Option<&Map<String, Value>> = schemas.and_then(Value::as_object);
    for (name, schema) in schemas.into_iter().flatten() {
        page.tag("<h3 id=\"type-")
            .text(name)
            .tag("\"><code>")
            .text(name)
            .tag("</code></h3>\n<p>")
            .prose(words(schema, "description"))
            .tag("</p>\n");
        shown(schema, page);
    }
}

/// A text of an object; nothing if it has none.
pub(super) fn words<'v>(object: &'v Value, key: &str) -> &'v str {
    object.get(key).and_then(Value::as_str).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::openapi::{document, operations};

    #[test]
    fn every_operation_is_on_the_page() {
        let page = page(&document());
        for operation in operations() {
            let heading = format!(
                "<h2 id=\"{}\"><code>{} {}</code></h2>",
                operation.id,
                operation.method.to_uppercase(),
                operation.path
            );
            assert_eq!(page.matches(&heading).count(), 1, "{heading}");
            for code in operation.refusals().into_values().flatten() {
                assert!(page.contains(code), "{code}");
            }
        }
    }

    #[test]
    fn every_link_leads_somewhere_on_this_server() {
        let page = page(&document());
        let values = |attribute: &str| -> Vec<String> {
            let pieces = page.split(attribute).skip(1);
            let value = |piece: &str| piece.split('"').next().unwrap().to_owned();
            pieces.map(value).collect()
        };
        let all = values(" id=\"");
        let ids: BTreeSet<&String> = all.iter().collect();
        assert_eq!(ids.len(), all.len());
        let paths: BTreeSet<&str> = operations().map(|operation| operation.path).collect();
        for target in values(" href=\"") {
            let leads = match target.strip_prefix('#') {
                Some(id) => ids.contains(&id.to_owned()),
                None => paths.contains(target.as_str()),
            };
            assert!(leads, "{target}");
        }
        assert!(!page.contains(" src=") && !page.contains("<script") && !page.contains("url("));
    }

    #[test]
    fn the_style_is_the_one_that_browsers_are_allowed_to_use() {
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("'sha256-{hash}'")), "{hash}");
    }

    #[test]
    fn nothing_becomes_a_tag() {
        let hostile = serde_json::json!({
            "info": { "version": "<b>", "description": "a `<i>` \"c\" & d" },
            "paths": { "/<p>": { "get": { "operationId": "\"x", "summary": "<s>", "responses": {} } } },
        });
        let page = page(&hostile);
        for tag in ["<b>", "<i>", "<p>\"", "<s>", "\"\"x"] {
            assert!(!page.contains(tag), "{tag}");
        }
        assert!(page.contains("<code>&lt;i&gt;</code> &quot;c&quot; &amp; d"));
    }
}
