//! Strings that try to leave the page's folder.

/// Ways to write a step upwards.
const STEPS: [&str; 10] = [
    "../",
    "..\\",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%5c",
    "..%252f",
    "%252e%252e%252f",
    "....//",
    "..%c0%af",
];
/// What lies there.
const GOALS: [&str; 5] = ["etc/passwd", "etc%2fpasswd", "proc/self/environ", "Cargo.toml", "windows/win.ini"];
/// What may stand before.
const STARTS: [&str; 5] = ["", "/", "assets/", "./", "file://"];
/// What may stand behind.
const ENDS: [&str; 2] = ["", "%00.html"];

/// Five hundred of them.
pub fn traversals() -> Vec<String> {
    let mut all = Vec::new();
    for (number, step) in STEPS.iter().enumerate() {
        for goal in GOALS {
            for start in STARTS {
                for end in ENDS {
                    all.push(format!("{start}{}{goal}{end}", step.repeat(2 + number % 7)));
                }
            }
        }
    }
    all
}

#[test]
fn there_are_five_hundred_different_ones() {
    let all: std::collections::HashSet<String> = traversals().into_iter().collect();
    assert_eq!(all.len(), 500);
}
