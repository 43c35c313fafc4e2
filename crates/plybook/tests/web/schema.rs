//! Values against the schemas of the documentation.

use serde_json::Value;

/// Checks a value against a schema of a document; says where and what is wrong.
pub fn check(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let mut whole = schema.clone();
    if let Some(components) = document.get("components") {
        whole["components"] = components.clone();
    }
    let validator = jsonschema::validator_for(&whole).map_err(|error| format!("{at}: {error}"))?;
    match validator.iter_errors(value).next() {
        None => Ok(()),
        Some(error) => Err(format!("{at}{}: {error}", error.instance_path())),
    }
}

#[test]
fn the_check_can_fail() {
    let document = serde_json::json!({ "components": { "schemas": { "Names": { "type": "array", "items": { "type": "string" } } } } });
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": "integer", "minimum": 1 }, "b": { "$ref": "#/components/schemas/Names" } },
    });
    let good = serde_json::json!({ "a": 1, "b": ["x"] });
    assert_eq!(check(&document, &schema, &good, ""), Ok(()));
    for bad in [r#"{"a":0}"#, r#"{"b":[]}"#, r#"{"a":1,"c":2}"#, r#"{"a":"1"}"#, r#"{"a":1,"b":[2]}"#, "[]"] {
        let bad: Value = serde_json::from_str(bad).unwrap();
        assert!(check(&document, &schema, &bad, "").is_err(), "{bad}");
    }
}
