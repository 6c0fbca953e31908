//! The Softserve API, for bots that already speak it.
