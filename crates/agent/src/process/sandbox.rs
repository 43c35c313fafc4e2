//! A sandbox for foreign programs, by bubblewrap: processes, files, network and messages of their own, so that a
//! program can neither see nor disturb its opponent, the referee or what is stored.
//!
//! Inside, a program sees the system's programs and libraries, its own folder and the files that its command line names,
//! all read-only, and empty folders of its own for what it wants to write, each of limited size. When its first process
//! ends, the kernel ends all others.

use super::Launch;
use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program that makes sandboxes.
const BUBBLEWRAP: &str = "bwrap";
/// Bytes of each folder that a program may write in.
const SCRATCH: u64 = 64 << 20;
/// What is taken from the system: programs, libraries, and the few settings that they read.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt"];
const SETTINGS: [&str; 15] = [
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mono",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/ssl",
    "/etc/java",
    "/etc/python3",
    "/etc/perl",
    "/nix/store",
];
/// Folders that hold more than one program's files: of what lies directly in them a program sees its own file alone.
const SHARED: [&str; 8] = ["/", "/tmp", "/var/tmp", "/home", "/root", "/etc", "/var", "/dev/shm"];
/// Folders of programs whose libraries lie beside them, and what those are called there: an installation's own folder, a
/// virtual environment, a manager of versions.
const PROGRAM_FOLDERS: [&str; 2] = ["bin", "shims"];
const LIBRARIES: [&str; 5] = ["lib", "lib64", "libexec", "versions", "installs"];
/// Where a home folder keeps libraries that its owner installed.
const OWN_LIBRARIES: &str = ".local/lib";
/// How the files of programs begin that the kernel starts by itself, and of scripts that name their interpreter.
const ELF: &[u8] = b"\x7fELF";
const SCRIPT: &[u8] = b"#!";
/// Bytes of a script's first line that are read.
const FIRST_LINE: usize = 256;

/// Whether a foreign program is held in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// Not at all.
    Off,
    /// Where this machine has one.
    #[default]
    Try,
    /// Always; where there is none the program is not started.
    Require,
}

impl Sandbox {
    /// Every choice with its word.
    pub const ALL: [(&'static str, Sandbox); 3] =
        [("off", Sandbox::Off), ("try", Sandbox::Try), ("require", Sandbox::Require)];

    /// The word by which it is chosen.
    #[must_use]
    pub fn word(self) -> &'static str {
        Sandbox::ALL.iter().find(|(_, sandbox)| *sandbox == self).map_or("try", |(word, _)| word)
    }
}

/// Whether this machine can hold programs in a sandbox; the reason if it cannot. Tried once.
///
/// # Errors
/// bubblewrap is not installed, or the system does not let it make a sandbox.
pub fn available() -> Result<(), &'static str> {
    static TRIED: OnceLock<Option<String>> = OnceLock::new();
    let tried = TRIED.get_or_init(|| {
        let mut command = Command::new(BUBBLEWRAP);
        command.args(walls(None)).args(["--", "true"]).stdin(Stdio::null()).stdout(Stdio::null());
        match command.stderr(Stdio::piped()).output() {
            Ok(output) if output.status.success() => None,
            Ok(output) => {
                let words = String::from_utf8_lossy(&output.stderr);
                let words = super::printable(words.lines().last().unwrap_or_default().as_bytes());
                Some(format!("bubblewrap cannot make one on this system ({words})"))
            }
            Err(_) => Some("bubblewrap (bwrap) is not installed".to_owned()),
        }
    });
    tried.as_deref().map_or(Ok(()), Err)
}

/// What holds a program on this machine, in words.
#[must_use]
pub fn in_words(launch: &Launch) -> String {
    let wanted = launch.sandbox.unwrap_or_default();
    // Where no program is named yet an interpreter is.
    let starts = || launch.argv.is_empty() || startable(&launch.resolved()).is_some();
    match (wanted, available()) {
        (Sandbox::Off, _) => format!("none, as it was asked for: {UNHELD}"),
        (_, Ok(())) if starts() => "bubblewrap: processes, files and network of its own".to_owned(),
        (Sandbox::Try, Ok(())) => format!("none, since it cannot start such a program: {UNHELD}"),
        (Sandbox::Try, Err(reason)) => format!("none, since {reason}: {UNHELD}"),
        (Sandbox::Require, Ok(())) => "required, but it cannot start such a program".to_owned(),
        (Sandbox::Require, Err(reason)) => format!("required, but {reason}"),
    }
}

/// What a program without a sandbox could do.
const UNHELD: &str =
    "it runs as you do, and could read and write your files, use the network and disturb other programs";

/// The launch that holds a resolved launch in a sandbox; the launch itself where it is not to be held, or could not be
/// started anyway, so that the system says why.
///
/// # Errors
/// A sandbox is required, and there is none.
pub(super) fn held(launch: Launch) -> Result<Launch, String> {
    let wanted = launch.sandbox.unwrap_or_default();
    if wanted == Sandbox::Off {
        return Ok(launch);
    }
    let required = wanted == Sandbox::Require;
    if let Err(reason) = available() {
        let remedy = "install it, or ask for sandbox=try";
        return if required {
            Err(format!("a sandbox is required, but {reason}; {remedy}"))
        } else {
            Ok(launch)
        };
    }
    let Some(program) = startable(&launch) else {
        let remedy = "name a program of this machine, or ask for sandbox=try";
        return if required { Err(format!("the sandbox cannot start it; {remedy}")) } else { Ok(launch) };
    };
    let mut argv = vec![BUBBLEWRAP.to_owned()];
    argv.extend(walls(Some((&launch, &program))));
    argv.push("--".to_owned());
    argv.extend(launch.argv.iter().cloned());
    let mut environment = launch.environment.clone();
    environment.remove("TMPDIR");
    Ok(Launch { argv, folder: Some(PathBuf::from("/")), environment, ..launch })
}

/// The file of a launch's program, if the kernel starts files of this kind by itself.
fn startable(launch: &Launch) -> Option<PathBuf> {
    let name = Path::new(launch.program());
    let file = if name.components().count() > 1 {
        name.to_owned()
    } else {
        let folders = launch.environment.get("PATH").cloned().unwrap_or_default();
        std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| is_program(file))?
    };
    if !is_program(&file) || launch.folder.as_ref().is_some_and(|folder| !folder.is_dir()) {
        return None;
    }
    let mut begin = Vec::new();
    File::open(&file).ok()?.take(FIRST_LINE as u64).read_to_end(&mut begin).ok()?;
    if let Some(line) = begin.strip_prefix(SCRIPT) {
        let line = String::from_utf8_lossy(line.split(|&byte| byte == b'\n').next()?).into_owned();
        return is_program(Path::new(line.split_whitespace().next()?)).then_some(file);
    }
    begin.starts_with(ELF).then_some(file)
}

fn is_program(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

/// The words that tell bubblewrap what a sandbox consists of; without a launch just enough to try it.
fn walls(held: Option<(&Launch, &Path)>) -> Vec<String> {
    let mut words: Vec<String> = ["--die-with-parent", "--new-session", "--unshare-user", "--unshare-pid"]
        .iter()
        .chain(&[
            "--unshare-ipc",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--cap-drop",
            "ALL",
        ])
        .map(|word| (*word).to_owned())
        .collect();
    let mut add = |more: &[&str]| words.extend(more.iter().map(|word| (*word).to_owned()));
    for folder in SYSTEM {
        match std::fs::read_link(folder) {
            Ok(target) => add(&["--symlink", &target.display().to_string(), folder]),
            Err(_) => add(&["--ro-bind-try", folder, folder]),
        }
    }
    for setting in SETTINGS {
        add(&["--ro-bind-try", setting, setting]);
    }
    let size = SCRATCH.to_string();
    add(&["--dev", "/dev", "--proc", "/proc"]);
    for scratch in ["/tmp", "/var/tmp", "/dev/shm"] {
        add(&["--size", &size, "--tmpfs", scratch]);
    }
    if let Some((launch, program)) = held {
        let home = launch.environment.get("HOME").filter(|home| Path::new(home).is_absolute());
        if let Some(home) = home.filter(|home| home.as_str() != "/") {
            let libraries = Path::new(home).join(OWN_LIBRARIES).display().to_string();
            add(&["--size", &size, "--tmpfs", home, "--ro-bind-try", &libraries, &libraries]);
        }
        for path in shown(launch, program, home.map(Path::new)) {
            let path = path.display().to_string();
            add(&["--ro-bind", &path, &path]);
        }
        for path in launch.hidden.iter().filter(|path| path.is_file()) {
            add(&["--ro-bind", "/dev/null", &path.display().to_string()]);
        }
        if let Some(folder) = &launch.folder {
            add(&["--chdir", &folder.display().to_string()]);
        }
    }
    add(&["--remount-ro", "/dev", "--remount-ro", "/"]);
    words
}

/// The folders and files of its own that a program sees, each after those that hold it.
fn shown(launch: &Launch, program: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let is_shared =
        |folder: &Path| SHARED.iter().any(|shared| folder == Path::new(shared)) || home == Some(folder);
    let of_system = |path: &Path| SYSTEM.iter().any(|folder| path.starts_with(folder));
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut add_file = |file: &Path| {
        let Some(folder) = file.parent() else { return };
        // A program in a folder `bin` may have its libraries beside that folder.
        let base = folder.parent().filter(|_| PROGRAM_FOLDERS.iter().any(|name| folder.ends_with(name)));
        let base = base.filter(|base| LIBRARIES.iter().any(|name| base.join(name).is_dir()));
        let folder = base.unwrap_or(folder);
        let own = if is_shared(folder) { file } else { folder };
        paths.extend((!of_system(own)).then(|| own.to_owned()));
    };
    for file in [program].into_iter().chain(launch.argv.iter().skip(1).map(Path::new)) {
        if file.is_absolute() && file.is_file() {
            add_file(file);
            file.canonicalize().iter().for_each(|target| add_file(target));
        }
    }
    let folder =
        launch.folder.iter().filter(|folder| folder.is_dir() && !is_shared(folder) && !of_system(folder));
    paths.extend(folder.cloned());
    paths.sort();
    paths.dedup();
    paths
}
