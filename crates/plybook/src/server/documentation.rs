//! The OpenAPI document of all routes, made from the types that they take and give.
//!
//! `docs/openapi.json` is this document, kept so that it can be read and so that the page's types can be made from it
//! without building the program; a test compares the two.

use super::routes::Route;
use plybook_workbench::ProblemAnswer;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Where the document keeps its schemas.
const SCHEMAS: &str = "/components/schemas";

/// Gives the schema of a type, as a reference where the type has a name.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type.
pub fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What a route gives.
pub enum Answer {
    /// One JSON value.
    Json(SchemaOf),
    /// Server-sent events, by name; the last one is `done`, or `error` with a problem.
    Events(Vec<(&'static str, SchemaOf)>),
}

/// The document.
pub fn document(routes: &[Route]) -> Value {
    let settings = || SchemaSettings::draft2020_12().with(|s| s.definitions_path = SCHEMAS.into());
    let mut asked = settings().for_deserialize().into_generator();
    let mut answered = settings().for_serialize().into_generator();
    let problem = schema_of::<ProblemAnswer>(&mut answered);
    let mut paths = Map::new();
    for route in routes {
        let mut operation = Map::new();
        operation.insert("summary".into(), route.summary.into());
        if let Some((schema, examples)) = &route.question {
            let numbered = examples().into_iter().enumerate();
            let examples: Map<String, Value> =
                numbered.map(|(at, value)| ((at + 1).to_string(), json!({ "value": value }))).collect();
            let content = json!({ "schema": schema(&mut asked), "examples": examples });
            operation.insert(
                "requestBody".into(),
                json!({ "required": true, "content": { "application/json": content } }),
            );
        }
        let good = match &route.answer {
            Answer::Json(schema) => json!({
                "description": "The answer.",
                "content": { "application/json": { "schema": schema(&mut answered) } },
            }),
            Answer::Events(events) => {
                let named =
                    events.iter().map(|(name, schema)| ((*name).to_owned(), schema(&mut answered).into()));
                let mut events: Map<String, Value> = named.collect();
                events.insert("error".into(), problem.clone().into());
                json!({
                    "description": "Server-sent events; the last one is `done`, or `error`.",
                    "content": { "text/event-stream": { "schema": { "type": "string" } } },
                    "x-events": events,
                })
            }
        };
        let bad = json!({
            "description": "Why there is no answer.",
            "content": { "application/json": { "schema": problem } },
        });
        operation.insert("responses".into(), json!({ "200": good, "default": bad }));
        paths.insert(route.path.to_owned(), json!({ route.method.as_str().to_lowercase(): operation }));
    }
    let mut schemas = asked.take_definitions(true);
    schemas.extend(answered.take_definitions(true));
    for schema in schemas.values_mut() {
        simplify(schema);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Plybook",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the page asks the program. Every question about a game is complete in itself; only \
                            tournaments are kept.",
        },
        "servers": [{ "url": "http://127.0.0.1:8017" }],
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// Says what the program does and a schema of a Rust type leaves open: what may be left out is left out and never
/// null, and an object has no other properties than its own. Widths of numbers are of no use to a reader of JSON.
fn simplify(schema: &mut Value) {
    let Value::Object(object) = schema else {
        if let Value::Array(all) = schema {
            all.iter_mut().for_each(simplify);
        }
        return;
    };
    let width = object.get("format").and_then(Value::as_str).is_some_and(|format| {
        format == "float" || format == "double" || format.starts_with("int") || format.starts_with("uint")
    });
    if width {
        object.remove("format");
    }
    let required: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            if !required.contains(name) {
                without_null(property);
            }
        }
        object.entry("additionalProperties").or_insert(false.into());
    }
    object.values_mut().for_each(simplify);
}

/// The same schema without null among what it allows.
fn without_null(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    if object.get("default").is_some_and(Value::is_null) {
        object.remove("default");
    }
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = &kinds[..] {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &choices[..] {
            let only = only.clone();
            object.remove("anyOf");
            for (keyword, value) in only {
                object.entry(keyword).or_insert(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::routes::routes;
    use super::*;
    use std::path::Path;

    /// Set, the document is written anew instead of compared.
    const WRITE: &str = "PLYBOOK_WRITE_DOCUMENT";

    #[test]
    fn the_kept_document_is_made_from_the_types() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
        let made = serde_json::to_string_pretty(&document(&routes())).unwrap() + "\n";
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&file, &made).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap();
        let line = kept.lines().zip(made.lines()).position(|(kept, made)| kept != made);
        assert!(
            kept == made,
            "docs/openapi.json is not what the types say, first at line {}; run tools/page-types",
            line.map_or(0, |line| line + 1),
        );
    }

    #[test]
    fn what_may_be_left_out_is_never_null() {
        let mut schema = json!({
            "type": "object",
            "required": ["kept"],
            "properties": {
                "kept": { "type": ["integer", "null"], "format": "uint8" },
                "left": { "type": ["integer", "null"], "format": "uint8", "minimum": 0 },
                "other": { "description": "x", "anyOf": [{ "$ref": "#/components/schemas/Other" }, { "type": "null" }] },
            },
        });
        simplify(&mut schema);
        let expected = json!({
            "type": "object",
            "required": ["kept"],
            "additionalProperties": false,
            "properties": {
                "kept": { "type": ["integer", "null"] },
                "left": { "type": "integer", "minimum": 0 },
                "other": { "description": "x", "$ref": "#/components/schemas/Other" },
            },
        });
        assert_eq!(schema, expected);
    }
}
