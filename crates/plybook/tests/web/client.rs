//! The program as a server, and the plainest possible client.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// How long an answer may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; it ends with the value.
pub struct Server {
    program: Child,
    /// A database of its own, unless it shares another's.
    folder: Option<PathBuf>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts the program on a free port.
    pub fn start() -> Server {
        Server::with(&["serve", "--port", "0"])
    }

    /// Starts the program with these arguments and a database of its own.
    pub fn with(arguments: &[&str]) -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plybook-web-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut server = Server::over(&folder.join("games.db"), arguments);
        server.folder = Some(folder);
        server
    }

    /// Starts the program with these arguments over a database, without endgame databases.
    pub fn over(database: &Path, arguments: &[&str]) -> Server {
        Server::with_endgame(database, arguments, "/nowhere/at/all".as_ref())
    }

    /// Starts the program with these arguments over a database and this folder of endgame databases.
    pub fn with_endgame(database: &Path, arguments: &[&str], endgame: &Path) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plybook"))
            .args(arguments)
            .env("PLYBOOK_DB", database)
            .env("PLYBOOK_ENDGAME", endgame)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").unwrap();
        let address = rest.split('/').next().unwrap().parse().unwrap();
        Server { program, folder: None, address }
    }

    /// A connection with nothing sent yet.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Sends bytes and reads whatever comes until the server closes.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may close before it has read everything: that is an answer too.
        let _ = stream.write_all(bytes);
        read(&mut stream)
    }

    /// A request in plain text, head lines without line ends.
    pub fn request(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.raw(&self.head(first, headers, body))
    }

    fn head(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let mut head = format!("{first} HTTP/1.1\r\nconnection: close\r\n");
        if headers.iter().all(|(name, _)| !name.eq_ignore_ascii_case("host")) {
            head += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!("content-length: {}\r\n", body.len());
        }
        [head.as_bytes(), b"\r\n", body].concat()
    }

    /// Fetches a path.
    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[], b"")
    }

    /// Asks with a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let json = [("content-type", "application/json")];
        self.request(&format!("POST {path}"), &json, body.to_string().as_bytes())
    }

    /// The program's memory in use, in bytes, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
    }

    /// Whether the program still runs.
    pub fn alive(&mut self) -> bool {
        self.program.try_wait().unwrap().is_none()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status; 0 if the connection was closed without an answer.
    pub status: u16,
    /// The head's lines in lower case.
    pub head: String,
    /// The body, put together if it came in chunks.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The server-sent events of the body: names and data.
    pub fn events(&self) -> Vec<(String, Value)> {
        let text = String::from_utf8_lossy(&self.body);
        let field = |block: &str, name: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(name));
            lines.map(|line| line.trim_start_matches(':').trim_start().to_owned()).collect::<String>()
        };
        let blocks = text.split("\n\n").filter(|block| block.contains("event:"));
        blocks
            .map(|block| (field(block, "event"), serde_json::from_str(&field(block, "data")).unwrap()))
            .collect()
    }
}

/// Reads an answer to the end of the connection.
pub fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let rest = bytes.get(end + 4..).unwrap_or_default().to_vec();
    let body = if head.contains("transfer-encoding: chunked") { unchunked(&rest) } else { rest };
    Answer { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).unwrap_or(0);
        let start = end + 2;
        if size == 0 || bytes.len() < start + size {
            break;
        }
        whole.extend_from_slice(&bytes[start..start + size]);
        bytes = bytes.get(start + size + 2..).unwrap_or_default();
    }
    whole
}
