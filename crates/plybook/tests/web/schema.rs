//! As much of JSON Schema as the documentation uses; anything else in a schema is a failure, not a silent yes.

use serde_json::Value;

/// The keywords that are checked or mean nothing to a check.
const KNOWN: [&str; 13] = [
    "$ref",
    "additionalProperties",
    "description",
    "enum",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "properties",
    "type",
];

/// Checks a value against a schema of a document; says where and what is wrong.
pub fn check(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for keyword in schema.as_object().unwrap().keys() {
        if !KNOWN.contains(&keyword.as_str()) && keyword != "required" {
            return Err(format!("{at}: the check does not know the keyword `{keyword}`"));
        }
    }
    if let Some(reference) = schema.get("$ref") {
        let path = reference.as_str().unwrap().trim_start_matches('#');
        let target = document.pointer(path).ok_or_else(|| format!("{at}: no schema {path}"))?;
        return check(document, target, value, at);
    }
    if let Some(choices) = schema.get("oneOf") {
        let fitting =
            choices.as_array().unwrap().iter().filter(|one| check(document, one, value, at).is_ok());
        let count = fitting.count();
        return if count == 1 { Ok(()) } else { Err(format!("{at}: {count} choices fit {value}")) };
    }
    kind(schema, value, at)?;
    if let Some(allowed) = schema.get("enum")
        && !allowed.as_array().unwrap().contains(value)
    {
        return Err(format!("{at}: {value} is none of {allowed}"));
    }
    bounds(schema, value, at)?;
    if let Some(items) = value.as_array() {
        for (number, item) in items.iter().enumerate() {
            check(document, &schema["items"], item, &format!("{at}/{number}"))?;
        }
    }
    object(document, schema, value, at)
}

fn kind(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    };
    let fits = match &schema["type"] {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        _ => false,
    };
    if fits { Ok(()) } else { Err(format!("{at}: {value} is no {}", schema["type"])) }
}

fn bounds(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let size = value.as_f64().or_else(|| value.as_array().map(|array| array.len() as f64));
    let size = size.or_else(|| value.as_str().map(|text| text.chars().count() as f64));
    let limit = |names: [&str; 3]| names.iter().find_map(|name| schema.get(*name)).and_then(Value::as_f64);
    if let (Some(size), Some(least)) = (size, limit(["minimum", "minItems", "minLength"]))
        && size < least
    {
        return Err(format!("{at}: {value} is less than {least}"));
    }
    if let (Some(size), Some(most)) = (size, limit(["maximum", "maxItems", "maxLength"]))
        && size > most
    {
        return Err(format!("{at}: {value} is more than {most}"));
    }
    Ok(())
}

fn object(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let (Some(fields), Some(properties)) = (value.as_object(), schema.get("properties")) else {
        return Ok(());
    };
    for name in schema["required"].as_array().unwrap() {
        if !fields.contains_key(name.as_str().unwrap()) {
            return Err(format!("{at}: {name} is missing"));
        }
    }
    for (name, field) in fields {
        let Some(inner) = properties.get(name) else {
            return Err(format!("{at}: `{name}` is not documented"));
        };
        check(document, inner, field, &format!("{at}/{name}"))?;
    }
    Ok(())
}

#[test]
fn the_check_can_fail() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": "integer", "minimum": 1 }, "b": { "type": "array", "items": { "type": "string" } } },
    });
    let good = serde_json::json!({ "a": 1, "b": ["x"] });
    assert_eq!(check(&Value::Null, &schema, &good, ""), Ok(()));
    for bad in [r#"{"a":0}"#, r#"{"b":[]}"#, r#"{"a":1,"c":2}"#, r#"{"a":"1"}"#, r#"{"a":1,"b":[2]}"#, "[]"] {
        let bad: Value = serde_json::from_str(bad).unwrap();
        assert!(check(&Value::Null, &schema, &bad, "").is_err(), "{bad}");
    }
}
