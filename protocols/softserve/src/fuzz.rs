//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use crate::{Fields, Hall};

/// No body breaks a reader, and whoever it makes a player or an event of is there afterwards.
pub fn bodies(data: &[u8]) {
    let mut hall = Hall::default();
    for line in data.split(|&byte| byte == b'\n').take(50) {
        let Ok(mut fields) = Fields::read(line) else { continue };
        let (name, email) = (fields.name("name"), fields.text("email"));
        if fields.done().is_ok()
            && let Ok(event) = hall.create_player(name.clone(), email, String::new())
        {
            hall.apply(event, 0);
            assert!(hall.player(&name).is_some());
        }
        let Ok(mut fields) = Fields::read(line) else { continue };
        let (players, pairs) = (fields.texts("players"), fields.count("game_pairs"));
        let name = fields.name_if_any("name");
        if fields.done().is_ok()
            && let Ok(event) =
                hall.create_event(name, "creeper".to_owned(), &players, pairs, String::new(), 100)
        {
            let before = hall.games();
            hall.apply(event, 0);
            assert!((2..=100).contains(&(hall.games() - before)));
        }
    }
}
