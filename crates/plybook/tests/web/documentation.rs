//! `docs/openapi.json` and the server say the same.

use super::client::Server;
use super::schema::check;
use serde_json::{Value, json};

fn document(server: &Server) -> Value {
    server.get("/api/openapi.json").json()
}

#[test]
fn the_served_document_is_the_one_in_the_folder() {
    let server = Server::start();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let written: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(document(&server), written);
}

/// Every example of every path is valid, is answered, and the answer is what the document says. A path that is in
/// the document only would be answered 404; one that is in the server only is found by the server's own test.
#[test]
fn every_example_gets_the_documented_answer() {
    let server = Server::start();
    let document = document(&server);
    // The examples speak of tournament 1.
    let small = json!({
        "game": "tictactoe", "format": "match", "games": 4, "clock": { "nodes": 100 },
        "agents": [{ "kind": "random" }, { "kind": "one-ply" }],
    });
    let first = server.post("/api/tournaments/start", &small).json();
    server.post("/api/tournaments/watch", &json!({ "id": first["id"] }));
    let mut examples = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            let answers = &about["responses"]["200"]["content"];
            if method == "get" {
                let answer = server.get(path);
                assert_eq!(answer.status, 200, "{path}");
                let schema = &answers["application/json"]["schema"];
                assert_eq!(check(&document, schema, &answer.json(), path), Ok(()));
                continue;
            }
            let body = &about["requestBody"]["content"]["application/json"];
            for (name, example) in body["examples"].as_object().unwrap() {
                let at = format!("{path} example {name}");
                assert_eq!(check(&document, &body["schema"], &example["value"], &at), Ok(()));
                let answer = server.post(path, &example["value"]);
                assert_eq!(answer.status, 200, "{at}: {}", String::from_utf8_lossy(&answer.body));
                if let Some(events) = about["responses"]["200"].get("x-events") {
                    let heard = answer.events();
                    assert_eq!(heard.last().map(|(name, _)| name.as_str()), Some("done"), "{at}");
                    assert!(heard.len() > 1, "{at}: nothing came before the end");
                    for (name, data) in &heard {
                        assert_eq!(check(&document, &events[name], data, &format!("{at} {name}")), Ok(()));
                    }
                } else {
                    let schema = &answers["application/json"]["schema"];
                    assert_eq!(check(&document, schema, &answer.json(), &at), Ok(()));
                }
                if path == "/api/tournaments/start" {
                    // The next example needs the place that this one takes.
                    server.post("/api/tournaments/watch", &json!({ "id": answer.json()["id"] }));
                }
                examples += 1;
            }
        }
    }
    assert!(examples >= 24);
}

/// What the document forbids, the server refuses, in the documented words.
#[test]
fn what_is_not_documented_is_refused() {
    let server = Server::start();
    let document = document(&server);
    let problem = json!({ "$ref": "#/components/schemas/ProblemAnswer" });
    let place = json!({ "game": "tictactoe" });
    let bad = [
        ("/api/state", json!({})),
        ("/api/state", json!({ "game": "tictactoe", "file": "/etc/passwd" })),
        ("/api/state", json!({ "game": "no-such-game" })),
        ("/api/state", json!({ "game": "tictactoe", "moves": ["z9"] })),
        ("/api/state", json!({ "game": "tictactoe", "moves": vec!["a1"; 5000] })),
        ("/api/state", json!({ "game": "tts:board=@/etc/passwd,k=3" })),
        ("/api/move", json!({ "place": place, "level": 0 })),
        ("/api/move", json!({ "place": place, "level": 11 })),
        ("/api/move", json!({ "place": place, "level": 1, "milliseconds": 5 })),
        ("/api/move", json!({ "place": place, "milliseconds": 60_001 })),
        ("/api/move", json!({ "place": place, "seed": -1 })),
        ("/api/hint", json!({ "place": place, "milliseconds": 0 })),
        ("/api/analyse", json!({ "place": place, "seconds": 301 })),
        ("/api/analyse", json!({ "place": place, "lines": 0 })),
        ("/api/tree", json!({ "place": place, "depth": 31, "method": "minimax" })),
        ("/api/tree", json!({ "place": place, "depth": 2, "method": "guessing" })),
        ("/api/lab", json!({ "place": place, "techniques": ["magic"] })),
        ("/api/lab", json!({ "place": place, "depth": 2, "milliseconds": 5 })),
        ("/api/graph", json!({ "place": place, "milliseconds": 5001 })),
        ("/api/terms", json!({ "place": place, "evaluator": "wise" })),
        ("/api/tournaments/start", json!({})),
        ("/api/tournaments/start", json!({ "game": "tictactoe", "format": "match", "agents": [] })),
        ("/api/tournaments/control", json!({ "id": 1, "action": "delete" })),
        ("/api/tournaments/control", json!({ "id": 1, "action": "pause" })),
        ("/api/tournaments/watch", json!({ "id": "1" })),
        ("/api/tournaments/watch", json!({ "id": 99 })),
        ("/api/tournaments/games", json!({ "id": 1, "most": 101 })),
        ("/api/tournaments/games", json!({ "id": 1, "file": "games.db" })),
        ("/api/nothing", json!({})),
    ];
    for (path, body) in bad {
        let answer = server.post(path, &body);
        assert!((400..500).contains(&answer.status), "{path} {body}: {}", answer.status);
        assert_eq!(check(&document, &problem, &answer.json(), path), Ok(()), "{body}");
    }
}
