//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use crate::{Ask, Considered};

/// No body breaks the reader, a refusal says why, and an answer can be asked about again.
pub fn ask(data: &[u8]) {
    let considered = Ask::read(data).and_then(Ask::consider);
    let answer = match considered {
        Err(refusal) => {
            assert!([400, 422].contains(&refusal.status()));
            assert!(!refusal.body()["detail"].is_null());
            return;
        }
        Ok(Considered::Answered(answer)) => answer,
        Ok(Considered::Think(pondering)) => {
            let again = Ask { obx: Some(pondering.position()), ..Ask::default() }.consider();
            assert!(matches!(again, Ok(Considered::Think(_))), "{} goes on", pondering.position());
            return;
        }
    };
    let again = Ask { obx: Some(answer.obx.clone()), ..Ask::default() }.consider();
    assert!(again.is_ok(), "{} was answered and is refused", answer.obx);
}
