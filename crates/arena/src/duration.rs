//! Lengths of time as people write them.

use std::time::Duration;

/// Longest time that can be asked for: a year.
pub const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// Reads `500ms`, `2s`, `3m`, `1h` or a plain number of seconds.
///
/// # Errors
/// It is no such thing; the message shows what is.
pub fn parse(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.iter().find(|(name, _)| text.ends_with(name));
    let (number, factor) =
        unit.map_or((text, 1.0), |(name, factor)| (&text[..text.len() - name.len()], *factor));
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match number.parse::<f64>() {
        Ok(number) if plain && number * factor <= LONGEST.as_secs_f64() => {
            Ok(Duration::from_secs_f64(number * factor))
        }
        _ => Err(format!("`{text}` is no length of time; write 500ms, 2s, 3m, 1h or a number of seconds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        for (text, milliseconds) in
            [("500ms", 500), ("2s", 2000), ("1.5", 1500), ("3m", 180_000), ("1h", 3_600_000)]
        {
            assert_eq!(parse(text).unwrap().as_millis(), milliseconds);
        }
        for text in ["", "s", "-1", "1e9", "inf", "NaN", "2 s", "two", "999999999h", "1..5"] {
            assert!(parse(text).unwrap_err().contains(&format!("`{text}`")));
        }
    }
}
