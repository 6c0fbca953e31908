//! The body of the fuzz target, so that an ordinary test can replay what fuzzing found.

use crate::{Evaluated, ObxRequest};

/// Checks that reading a body never panics, that a refusal has its reason, and that a response is a valid request.
pub fn request(data: &[u8]) {
    let evaluated = ObxRequest::read(data).and_then(ObxRequest::evaluate);
    let answer = match evaluated {
        Err(refusal) => {
            assert!([400, 422].contains(&refusal.status()));
            assert!(!refusal.body()["detail"].is_null());
            return;
        }
        Ok(Evaluated::Answered(answer)) => answer,
        Ok(Evaluated::NeedsSearch(search)) => {
            let again = ObxRequest { obx: Some(search.position()), ..ObxRequest::default() }.evaluate();
            assert!(matches!(again, Ok(Evaluated::NeedsSearch(_))), "{} is not over", search.position());
            return;
        }
    };
    let again = ObxRequest { obx: Some(answer.obx.clone()), ..ObxRequest::default() }.evaluate();
    assert!(again.is_ok(), "{} was answered and is refused", answer.obx);
}
