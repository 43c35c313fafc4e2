//! Tables for people.

use crate::output::Output;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// An empty table with the house's lines.
pub fn lined(output: Output) -> Table {
    let mut table = Table::new();
    table.load_style(if output.fancy {
        presets::UTF8_HORIZONTAL_ONLY
    } else {
        presets::ASCII_HORIZONTAL_ONLY
    });
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table
}

/// An empty table without lines between the rows, with these heads; all columns but the first are numbers.
pub fn of_numbers(output: Output, heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(if output.fancy {
        presets::UTF8_FULL_CONDENSED
    } else {
        presets::ASCII_BORDERS_ONLY_CONDENSED
    });
    table.set_header(heads.iter().copied());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
