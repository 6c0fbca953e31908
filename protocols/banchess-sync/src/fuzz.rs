//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use chautari_banchess::Player;

use crate::{ClientMessage, Session};

/// Plays lines of text as frames of one client. Checks that refused frames change nothing, and that a client
/// can catch up on missed actions.
pub fn frames(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (mut session, mut copy) = (Session::begin(None), Session::begin(None));
    let (Ok(session), Ok(copy)) = (&mut session, &mut copy) else { return };
    for line in text.lines().take(200) {
        let Ok(ClientMessage::Action(frame, _)) = ClientMessage::read(line) else { continue };
        let before = session.sync();
        let played = [Player::White, Player::Black]
            .into_iter()
            .find_map(|seat| session.play(Some(seat), &frame.action, frame.ply).ok());
        match played {
            None => assert_eq!(session.sync(), before, "a refused action changed the game"),
            Some(played) => {
                let missed = session.since(copy.ply()).expect("the copy is at a ply the game was at");
                assert_eq!(missed, [played.action]);
                for action in missed {
                    copy.replay(&action).expect("what was played can be replayed");
                }
                assert_eq!(copy.sync(), session.sync());
            }
        }
    }
}
