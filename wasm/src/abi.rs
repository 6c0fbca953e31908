//! The module's face to JavaScript: a few functions over the module's own memory.
//!
//! The caller writes a question where [`room`] says, has it answered by [`ask`], and reads the answer
//! where [`answer`] points until the next question. While it thinks, the module calls `chautari.heard`.

#![allow(unsafe_code, reason = "texts are exchanged by address")]

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::Desk;

#[link(wasm_import_module = "chautari")]
unsafe extern "C" {
    /// A better thought, as JSON; anything but 0 ends the thinking.
    safe fn heard(text: *const u8, length: usize) -> i32;
}

#[derive(Default)]
struct Counter {
    desk: Desk,
    question: Vec<u8>,
    answer: String,
}

thread_local! {
    static COUNTER: RefCell<Counter> = RefCell::default();
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    COUNTER.with_borrow_mut(|counter| {
        counter.question = vec![0; length];
        counter.question.as_mut_ptr()
    })
}

/// Answers the question that has been written, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    COUNTER.with_borrow_mut(|counter| {
        let question = String::from_utf8_lossy(&counter.question);
        counter.answer = counter.desk.answer(&question, &mut |text| match heard(text.as_ptr(), text.len()) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        counter.answer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    COUNTER.with_borrow(|counter| counter.answer.as_ptr())
}
