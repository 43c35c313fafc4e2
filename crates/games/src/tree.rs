//! Trees written out as text: a game for checking searches by hand. It lives in the kernel, where the tests of
//! everything else can use it.

pub use plybook_kernel::written::WrittenTree;
