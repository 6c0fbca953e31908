//! OBX over HTTP.
