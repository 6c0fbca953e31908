//! Warnings about misspelt `CHAUTARI_*` environment variables.

use std::env;

use clap::{Args, Command};

use crate::args::ServeOptions;

/// Warns on standard error about variables that look like a misspelt option, because they have no effect.
pub(super) fn warn_unknown_env_vars() {
    let parser = ServeOptions::augment_args(Command::new("serve"));
    let known = parser.get_arguments().filter_map(|arg| arg.get_env()?.to_str());
    let known: Vec<_> = known.collect();
    for (name, _) in env::vars_os() {
        let Some(name) = name.to_str() else { continue };
        if let Some(meant) = intended_option(name, &known) {
            anstream::eprintln!("chautari: unknown variable {name}, ignored; did you mean {meant}?");
        }
    }
}

/// Returns the option's variable that differs from `name` by one or two letters. Other variables are not reported,
/// because builds, tests and other commands have their own.
fn intended_option<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if !name.starts_with("CHAUTARI_") || known.contains(&name) {
        return None;
    }
    known.iter().copied().find(|word| strsim::levenshtein(name, word) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_variables_are_recognised() {
        let parser = ServeOptions::augment_args(Command::new("serve"));
        let known: Vec<_> = parser.get_arguments().filter_map(|arg| arg.get_env()?.to_str()).collect();
        assert_eq!(intended_option("CHAUTARI_ENGIN_TIME", &known), Some("CHAUTARI_ENGINE_TIME"));
        assert_eq!(intended_option("CHAUTARI_DATABSE", &known), Some("CHAUTARI_DATABASE"));
        for own in [
            "PAGE",
            "COMMIT",
            "VERSION",
            "TEST_POSTGRES",
            "SKIPPED",
            "UPDATE",
            "START",
            "ATTACK",
            "GAME",
            "BOT_TOKEN",
            "TRACES",
            "DATA",
        ] {
            assert_eq!(intended_option(&format!("CHAUTARI_{own}"), &known), None, "{own}");
        }
    }
}
