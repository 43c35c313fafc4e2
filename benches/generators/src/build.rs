//! How this program was built.

/// The manifest, whose last section is the release profile.
const MANIFEST: &str = include_str!("../Cargo.toml");
/// The heading of that section.
const PROFILE: &str = "[profile.release]";

/// Compiler, target, flags and profile in two lines.
pub fn described() -> String {
    let flags = if env!("BUILT_WITH").is_empty() { "none" } else { env!("BUILT_WITH") };
    let profile =
        if cfg!(debug_assertions) { "debug: these figures mean nothing".to_owned() } else { release() };
    format!("{}, {}, RUSTFLAGS: {flags}\nprofile: {profile}", env!("BUILT_BY"), env!("BUILT_FOR"))
}

/// The settings of the release profile on one line.
fn release() -> String {
    let settings = MANIFEST.split_once(PROFILE).map_or("", |(_, settings)| settings);
    settings.trim().replace('\n', ", ")
}
