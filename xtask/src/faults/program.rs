//! The real program, run and killed.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program under test, with a folder for its databases.
pub struct Program {
    path: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// The program at a path; the one beside this program if none is given.
    ///
    /// # Errors
    /// It is not there, or no folder can be made.
    pub fn find(path: Option<PathBuf>, purpose: &str) -> Result<Program> {
        let path = match path {
            Some(path) => path,
            None => std::env::current_exe()?.with_file_name("plybook"),
        };
        if !path.is_file() {
            bail!(
                "{} is not there; run `cargo build --release --package plybook`, or use --program",
                path.display()
            );
        }
        let folder = std::env::temp_dir().join(format!("plybook-{purpose}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Program { path, folder })
    }

    /// A file in the program's folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The program with a database of this name.
    #[must_use]
    pub fn command(&self, database: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).arg("--db").arg(self.file(database));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn spawn(&self, database: &str, arguments: &[&str]) -> Result<Child> {
        self.command(database, arguments).spawn().with_context(|| self.path.display().to_string())
    }

    /// Runs it to its end and gives what it wrote.
    ///
    /// # Errors
    /// It fails.
    pub fn output(&self, database: &str, arguments: &[&str]) -> Result<String> {
        let mut command = self.command(database, arguments);
        let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
        if !output.status.success() {
            bail!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Forgets a database.
    pub fn remove(&self, database: &str) {
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(self.file(&format!("{database}{ending}")));
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
