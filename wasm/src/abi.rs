//! The functions that the module exports to JavaScript, over its own memory.
//!
//! The caller allocates a buffer for the request with [`room`] and fills it, has the request handled with [`ask`], and
//! reads the response at [`answer`] before the next request. During a search the module calls `chautari.heard`.

#![allow(unsafe_code, reason = "texts are exchanged by address")]

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::Dispatcher;

#[link(wasm_import_module = "chautari")]
unsafe extern "C" {
    /// Receives each better result of a search, as JSON; a return value other than 0 ends the search.
    safe fn heard(text: *const u8, length: usize) -> i32;
}

#[derive(Default)]
struct Session {
    dispatcher: Dispatcher,
    request: Vec<u8>,
    response: String,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Allocates a buffer of `length` bytes for a request and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    SESSION.with_borrow_mut(|session| {
        session.request = vec![0; length];
        session.request.as_mut_ptr()
    })
}

/// Handles the request in the buffer and returns the length of the response.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    SESSION.with_borrow_mut(|session| {
        let request = String::from_utf8_lossy(&session.request);
        session.response =
            session.dispatcher.handle(&request, &mut |text| match heard(text.as_ptr(), text.len()) {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            });
        session.response.len()
    })
}

/// Returns the address of the response.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    SESSION.with_borrow(|session| session.response.as_ptr())
}
