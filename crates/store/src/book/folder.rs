//! Where the books lie unless somebody says otherwise.

use std::ffi::OsString;
use std::path::PathBuf;

/// The user's file of books: the variable `PLYBOOK_BOOK`, or `plybook/books.db` in `XDG_DATA_HOME`, or that in
/// `.local/share` of the home folder; `None` where there is neither.
#[must_use]
pub fn default_file() -> Option<PathBuf> {
    file_by(|name| std::env::var_os(name))
}

fn file_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("PLYBOOK_BOOK").or_else(|| {
        let own = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
        let data = own.or_else(|| set("HOME").map(|home| home.join(".local/share")))?;
        Some(data.join("plybook/books.db"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_setting_counts() {
        let file = |set: &[(&str, &str)]| {
            let set = set.to_vec();
            let value =
                move |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
            file_by(value).map(|path| path.display().to_string())
        };
        assert_eq!(file(&[]), None);
        assert_eq!(file(&[("HOME", "/h")]).as_deref(), Some("/h/.local/share/plybook/books.db"));
        assert_eq!(
            file(&[("HOME", "/h"), ("XDG_DATA_HOME", "x")]).as_deref(),
            Some("/h/.local/share/plybook/books.db")
        );
        assert_eq!(file(&[("HOME", "/h"), ("XDG_DATA_HOME", "/x")]).as_deref(), Some("/x/plybook/books.db"));
        assert_eq!(file(&[("HOME", "/h"), ("PLYBOOK_BOOK", "b.db")]).as_deref(), Some("b.db"));
    }
}
