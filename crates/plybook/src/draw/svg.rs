//! A small writer of SVG drawings.

use std::fmt::Write;

/// A drawing in the making. Looks come from the classes of its style sheet.
pub struct Svg {
    body: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
    /// To the left of it.
    End,
}

impl Svg {
    /// An empty drawing.
    pub fn new() -> Svg {
        Svg { body: String::new() }
    }

    /// A text; its base line goes through the point.
    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.push(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.push(format_args!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        ));
    }

    /// A rectangle by its upper left corner and its size, with round corners.
    pub fn rectangle(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), round: f64) {
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             rx=\"{round}\"/>"
        ));
    }

    /// A closed shape.
    pub fn polygon(&mut self, class: &str, corners: &[(f64, f64)]) {
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.push(format_args!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" ")));
    }

    /// The whole file on a white ground.
    pub fn finish(self, width: f64, height: f64, style: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>\n{}\n</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            style.trim(),
            self.body
        )
    }

    fn push(&mut self, piece: std::fmt::Arguments<'_>) {
        let done = writeln!(self.body, "{piece}");
        debug_assert!(done.is_ok(), "writing to a string cannot fail");
    }
}

/// A text with the characters replaced that mean something in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
