//! Strangers: foreign sites, wanderers between folders, floods and dawdlers. The long form (PLYBOOK_LONG=1) sends ten
//! thousand hostile requests and holds the server to its figures.

use super::client::{Server, read};
use super::strings::traversals;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Hostile requests in the ordinary tests, and in the long form.
const HOSTILE: (usize, usize) = (400, 10_000);
/// Dawdling connections that are kept open at once.
const OPEN: usize = 300;
/// The player's slowest hundredth may take so long; ten times that in the ordinary tests, on a machine that does
/// other things as well.
const SLOWEST: Duration = Duration::from_millis(200);
/// How much memory the server may take for them, in bytes.
const GROWTH: u64 = 100 << 20;

fn long() -> bool {
    std::env::var_os("PLYBOOK_LONG").is_some()
}

#[test]
fn other_hosts_and_sites_are_refused() {
    let server = Server::start();
    let own = server.address.to_string();
    let port = server.address.port();
    let json_kind = ("content-type", "application/json");
    let body = br#"{"game":"tictactoe"}"#;
    let ask = |headers: &[(&str, &str)]| {
        let headers = [headers, &[json_kind]].concat();
        server.request("POST /api/state", &headers, body).status
    };
    assert_eq!(ask(&[]), 200);
    assert_eq!(ask(&[("origin", &format!("http://{own}"))]), 200);
    let localhost = format!("localhost:{port}");
    assert_eq!(ask(&[("host", &localhost), ("origin", &format!("http://{localhost}"))]), 200);
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(ask(&[("host", host)]), 421, "{host}");
        assert_eq!(server.request("GET /", &[("host", host)], b"").status, 421, "{host}");
    }
    let origins = ["http://evil.example", "null", "file://", "https://127.0.0.1", &format!("https://{own}")];
    for origin in origins {
        assert_eq!(ask(&[("origin", origin)]), 403, "{origin}");
    }
    // The right name with another origin, and the other way round.
    assert_eq!(ask(&[("host", &localhost), ("origin", &format!("http://{own}"))]), 403);
    assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(ask(&[("host", &own), ("host", &own)]), 400);
    // Least of all may another site start a tournament, or look at what was played.
    let wish = br#"{"game":"tictactoe","format":"match","agents":[{"kind":"random"},{"kind":"random"}]}"#;
    for foreign in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")] {
        let headers = [json_kind, foreign];
        assert_eq!(server.request("POST /api/tournaments/start", &headers, wish).status, 403);
        assert_eq!(server.request("GET /api/tournaments", &[foreign], b"").status, 403);
    }
    assert_eq!(server.get("/api/tournaments").json()["tournaments"], json!([]));
    // A form of another site can send text, but not JSON.
    let plain = server.request("POST /api/state", &[("content-type", "text/plain")], body);
    assert_eq!(plain.status, 415);
}

#[test]
fn nothing_outside_is_ever_served() {
    let server = Server::start();
    let document = server.get("/api/openapi.json").json();
    let mut routes: Vec<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    routes.push(String::new());
    let leaks = ["root:", "[package]", "PATH=", "[fonts]"];
    let check = |what: &str, answer: &super::client::Answer, allowed: &[u16]| {
        assert!(allowed.contains(&answer.status), "{what}: {}", answer.status);
        let text = String::from_utf8_lossy(&answer.body);
        for leak in leaks {
            assert!(!text.contains(leak), "{what}: {text}");
        }
    };
    let engine = json!({ "kind": "engine" });
    let tournament = |field: &str, value: serde_json::Value| {
        let mut wish = json!({ "game": "tictactoe", "format": "match", "agents": [engine, engine] });
        wish[field] = value;
        wish
    };
    for (number, wander) in traversals().iter().enumerate() {
        for route in &routes {
            let path = format!("{route}/{}", wander.trim_start_matches('/'));
            check(&path, &server.get(&path), &[400, 404, 405]);
        }
        // As a name inside a question; one route of all that take a game, in turn.
        let bodies = [
            ("/api/state", json!({ "game": wander })),
            ("/api/rules", json!({ "game": format!("tictactoe:{wander}") })),
            ("/api/state", json!({ "game": format!("tts:board=@{wander},k=3") })),
            ("/api/terms", json!({ "place": { "game": "chess" }, "evaluator": wander })),
            ("/api/record", json!({ "game": wander, "text": wander })),
            ("/api/state", json!({ "game": "tictactoe", "position": wander })),
            ("/api/tournaments/start", tournament("game", json!(wander))),
            ("/api/tournaments/start", tournament("openings", json!({ "list": wander }))),
            (
                "/api/tournaments/start",
                tournament("agents", json!([{ "kind": "local", "name": wander }, engine])),
            ),
            (
                "/api/tournaments/start",
                tournament("agents", json!([{ "kind": "engine", "evaluator": wander }, engine])),
            ),
            ("/api/tournaments/start", tournament("agents", json!([{ "kind": wander }, engine]))),
            ("/api/tournaments/watch", json!({ "id": wander })),
            ("/api/tournaments/games", json!({ "id": wander })),
            ("/api/tournaments/control", json!({ "id": wander, "action": "resume" })),
        ];
        let (path, body) = &bodies[number % bodies.len()];
        check(&body.to_string(), &server.post(path, body), &[422]);
    }
}

#[test]
fn too_much_and_too_deep_is_refused() {
    let server = Server::start();
    let json_kind = ("content-type", "application/json");
    let large = vec![b'x'; 70 * 1024];
    assert_eq!(server.request("POST /api/state", &[json_kind], &large).status, 413);
    // The text of a rules file may be longer.
    assert_eq!(server.request("POST /api/rules/check", &[json_kind], &large).status, 400);
    assert_eq!(server.request("POST /api/rules/check", &[json_kind], &vec![b'x'; 170 * 1024]).status, 413);
    let chunks = format!(
        "POST /api/state HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n20000\r\n",
        server.address
    );
    let endless = [chunks.as_bytes(), &vec![b' '; 0x20000], b"\r\n0\r\n\r\n"].concat();
    assert_eq!(server.raw(&endless).status, 413);
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    assert!((400..500).contains(&server.request("POST /api/state", &[json_kind], deep.as_bytes()).status));
    let nested = format!("{{\"game\":{}{}}}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    assert!((400..500).contains(&server.request("POST /api/state", &[json_kind], nested.as_bytes()).status));
    let heads = "y".repeat(40_000);
    let status = server.request("GET /", &[("x-large", &heads)], b"").status;
    assert!(status == 431 || status == 0, "{status}");
    assert_eq!(server.get("/api/games").status, 200);
}

#[test]
fn a_body_that_never_comes_is_given_up() {
    let server = Server::start();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/state HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{",
        server.address
    );
    // Before the first byte goes out: the server's patience may begin before we are told that it has gone.
    let began = Instant::now();
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(read(&mut stream).status, 408);
    assert!(began.elapsed() >= Duration::from_secs(5));
}

/// One hostile request; those that dawdle are left open in `open`.
fn attack(server: &Server, number: usize, open: &mut Vec<TcpStream>) {
    let host = server.address;
    let head = |first: &str, rest: &str| format!("{first} HTTP/1.1\r\nhost: {host}\r\n{rest}\r\n");
    let json_kind = "content-type: application/json\r\n";
    let mut keep = |bytes: &[u8]| {
        if let Ok(mut stream) = TcpStream::connect(host) {
            let _ = stream.write_all(bytes);
            open.push(stream);
        }
    };
    match number % 10 {
        0 => keep(b""),
        1 => keep(b"GET / HTT"),
        2 => keep(head("POST /api/state", &format!("{json_kind}content-length: 60000\r\n")).as_bytes()),
        3 => keep(head("POST /api/state", &format!("{json_kind}transfer-encoding: chunked\r\n")).as_bytes()),
        4 => {
            let body = "[".repeat(60_000);
            let lengths = format!("{json_kind}connection: close\r\ncontent-length: {}\r\n", body.len());
            server.raw((head("POST /api/state", &lengths) + &body).as_bytes());
        }
        5 => {
            let body = vec![b'9'; 1 << 20];
            let lengths = format!("{json_kind}connection: close\r\ncontent-length: {}\r\n", body.len());
            server.raw(&[head("POST /api/tree", &lengths).as_bytes(), &body].concat());
        }
        6 => drop(server.raw(&[b"\x16\x03\x01\x02\x00\x01\x00".as_slice(), &[0xff; 600]].concat())),
        7 => {
            let lengths = "connection: close\r\ncontent-length: 99999999999999999999\r\n";
            server.raw(head("POST /api/move", lengths).as_bytes());
        }
        8 => {
            let name = "a".repeat(50_000);
            let body = json!({ "game": name, "moves": ["b"] });
            server.post("/api/state", &body);
        }
        _ => {
            let lengths = format!("connection: close\r\nx: {}\r\n", "z".repeat(30_000));
            server.raw(head("GET /api/games", &lengths).as_bytes());
        }
    }
    if open.len() > OPEN {
        open.drain(..OPEN / 2);
    }
}

/// Somebody plays while a flood of hostile requests comes in.
#[test]
fn a_game_goes_on_during_an_attack() {
    let mut server = Server::start();
    let place = json!({ "game": "checkers", "moves": ["11-15", "23-19"] });
    let warm = json!({ "place": place, "level": 3 });
    assert_eq!(server.post("/api/move", &warm).status, 200);
    let before = server.memory();
    let (short, full) = HOSTILE;
    let count = if long() { full } else { short };
    let over = AtomicBool::new(false);
    let mut times = std::thread::scope(|scope| {
        let server = &server;
        let over = &over;
        let player = scope.spawn(move || {
            let mut times = Vec::new();
            while !over.load(Ordering::Relaxed) {
                // Every tenth question is for a move of the engine.
                let turn = times.len() % 10 == 9;
                let easy = json!({ "place": place, "level": 1 });
                let began = Instant::now();
                let answer =
                    if turn { server.post("/api/move", &easy) } else { server.post("/api/state", &place) };
                times.push(began.elapsed());
                assert_eq!(answer.status, 200);
                std::thread::sleep(Duration::from_millis(5));
            }
            times
        });
        let mut open = Vec::new();
        for number in 0..count {
            attack(server, number, &mut open);
        }
        over.store(true, Ordering::Relaxed);
        player.join().unwrap()
    });
    times.sort();
    let slow = times[times.len() * 99 / 100];
    let grown = server.memory().zip(before).map_or(0, |(after, before)| after.saturating_sub(before));
    println!(
        "{count} hostile requests: {} of the player's, p50 {:?}, p99 {slow:?}, memory +{} KiB",
        times.len(),
        times[times.len() / 2],
        grown / 1024
    );
    assert!(server.alive());
    assert!(slow < if long() { SLOWEST } else { 10 * SLOWEST }, "{slow:?}");
    assert!(grown < GROWTH, "{grown} bytes");
    assert_eq!(server.post("/api/move", &warm).status, 200);
}
