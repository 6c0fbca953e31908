//! The embedded networks give the same results in Rust and in the trainer's Python, to the last bit.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn rust_and_python_compute_the_same_integers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for game in ["banchess", "creeper", "gomoku"] {
        let net = root.join("../games").join(game).join("network.nnue");
        let mut shown = Command::new(env!("CARGO_BIN_EXE_learn"))
            .args([game, "show", "--positions", "1000", "--net"])
            .arg(&net)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let compared = Command::new("python3")
            .arg(root.join("forward.py"))
            .arg(game)
            .arg(&net)
            .stdin(shown.stdout.take().expect("it is piped"))
            .output()
            .expect("Python is there");
        assert!(shown.wait().expect("the program ends").success());
        let said = String::from_utf8_lossy(&compared.stdout);
        let why = String::from_utf8_lossy(&compared.stderr);
        assert_eq!(said.trim(), "1000 positions are identical", "{game}: {why}");
    }
}
