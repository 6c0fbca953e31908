//! Black-box tests of the whole program: what they share.
