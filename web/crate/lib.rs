//! The page where people play, as files inside the program.
