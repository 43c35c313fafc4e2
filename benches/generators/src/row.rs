//! One comparison.

/// Counts the leaves at a depth.
pub type Counter = Box<dyn Fn(u32) -> u64>;

/// One tree, counted by the project's generator and by another one.
pub struct Row {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is counted.
    pub work: &'static str,
    /// Plies of the tree whose time is taken.
    pub depth: u32,
    /// Plies of the smaller tree whose instructions are counted.
    pub shallow: u32,
    /// How often one round counts the tree: more than once where a single count is too short to time.
    pub repeats: u32,
    /// The project's generator.
    pub ours: Counter,
    /// Who the other one is.
    pub rival_name: &'static str,
    /// The other generator.
    pub rival: Counter,
    /// How many times as fast as the other one ours should be, where that was promised.
    pub wanted_ratio: Option<f64>,
    /// Millions of leaves a second that ours should reach, where that was hoped for.
    pub wanted_speed: Option<f64>,
}
