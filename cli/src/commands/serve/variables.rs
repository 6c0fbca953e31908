//! Variables of the environment that are nearly an option's.

use std::env;

use clap::{Args, Command};

use super::Options;

/// Says on standard error which variable is most likely misspelt: what it was meant to set is not set.
pub(super) fn tell_misspelt() {
    let parser = Options::augment_args(Command::new("serve"));
    let known = parser.get_arguments().filter_map(|arg| arg.get_env()?.to_str());
    let known: Vec<_> = known.collect();
    for (name, _) in env::vars_os() {
        let Some(name) = name.to_str() else { continue };
        if let Some(meant) = meant(name, &known) {
            anstream::eprintln!(
                "chautari: {name} is no option's variable, and changes nothing; is it {meant}?"
            );
        }
    }
}

/// What somebody meant who wrote this, where it is a letter or two from it. Builds, tests and other commands have
/// variables of their own.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if !name.starts_with("CHAUTARI_") || known.contains(&name) {
        return None;
    }
    known.iter().copied().find(|word| strsim::levenshtein(name, word) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_is_nearly_an_options_is_told() {
        let parser = Options::augment_args(Command::new("serve"));
        let known: Vec<_> = parser.get_arguments().filter_map(|arg| arg.get_env()?.to_str()).collect();
        assert_eq!(meant("CHAUTARI_ENGIN_TIME", &known), Some("CHAUTARI_ENGINE_TIME"));
        assert_eq!(meant("CHAUTARI_DATABSE", &known), Some("CHAUTARI_DATABASE"));
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
            assert_eq!(meant(&format!("CHAUTARI_{own}"), &known), None, "{own}");
        }
    }
}
