//! A search by the same code as it is, for `npm/speed` to set beside the module: `speed GAME NODES`.

use std::ops::ControlFlow;

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let [game, nodes] = said.as_slice() else {
        eprintln!("speed GAME NODES");
        std::process::exit(2)
    };
    let question =
        format!(r#"{{"ask": "think", "line": {{"game": "{game}"}}, "nodes": {nodes}, "hash": 16}}"#);
    println!("{}", chautari_wasm::Desk::default().answer(&question, &mut |_| ControlFlow::Continue(())));
}
