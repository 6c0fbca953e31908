//! `new-bot`: writes the folder of a new bot, ready to run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::args::BotLanguage;
use crate::input;
use crate::output::{CommandResult, Failure};

/// A request for a new bot.
pub(super) struct NewBotRequest {
    pub(super) language: BotLanguage,
    pub(super) name: String,
    pub(super) game: String,
    pub(super) server: String,
    /// The folder to create; `None` for one with the bot's name.
    pub(super) folder: Option<PathBuf>,
}

/// A file of a bot: its path, its template, and whether it is executable.
struct Template {
    path: &'static str,
    text: &'static str,
    is_executable: bool,
}

const fn file(path: &'static str, text: &'static str) -> Template {
    Template { path, text, is_executable: false }
}

const fn script(path: &'static str, text: &'static str) -> Template {
    Template { path, text, is_executable: true }
}

const PYTHON: &[Template] = &[
    file("README.md", include_str!("python/README.md")),
    script("bot.py", include_str!("python/bot.py")),
    file("client.py", include_str!("python/client.py")),
    file("test_bot.py", include_str!("python/test_bot.py")),
    file(".gitignore", include_str!("python/gitignore")),
];

const TYPESCRIPT: &[Template] = &[
    file("README.md", include_str!("typescript/README.md")),
    file("bot.ts", include_str!("typescript/bot.ts")),
    file("client.ts", include_str!("typescript/client.ts")),
    file("bot.test.ts", include_str!("typescript/bot.test.ts")),
    file("package.json", include_str!("typescript/package.json")),
    file(".gitignore", include_str!("typescript/gitignore")),
];

// Sources under other names, so that cargo and rustfmt leave them alone.
const RUST: &[Template] = &[
    file("README.md", include_str!("rust/README.md")),
    file("Cargo.toml", include_str!("rust/manifest.toml")),
    file("src/main.rs", include_str!("rust/src/main.rs.txt")),
    file("src/idea.rs", include_str!("rust/src/idea.rs.txt")),
    file("src/rules.rs", include_str!("rust/src/rules.rs.txt")),
    script("play", include_str!("rust/play")),
    file("bot.toml", include_str!("bot.toml")),
    file(".gitignore", include_str!("rust/gitignore")),
];

const SHELL: &[Template] = &[
    file("README.md", include_str!("shell/README.md")),
    script("bot.sh", include_str!("shell/bot.sh")),
    script("test.sh", include_str!("shell/test.sh")),
    script("play", include_str!("shell/play")),
    file("bot.toml", include_str!("bot.toml")),
    file(".gitignore", include_str!("shell/gitignore")),
];

/// The longest name of a bot that servers accept, in characters.
const MAX_NAME: usize = 24;

pub(super) fn run(request: &NewBotRequest, out: &mut dyn Write) -> CommandResult {
    let NewBotRequest { language, name, server, folder, .. } = request;
    if !is_valid_name(name) {
        let text = format!(
            "`{name}` cannot be the name of a bot: it needs 1 to {MAX_NAME} letters a to z, digits, `-` or `_`, and \
             begins with a letter."
        );
        return Err(Failure::bad(text));
    }
    if !server.starts_with("http://") && !server.starts_with("https://") {
        let text = format!("`{server}` is not a server address: expected https://HOST or http://HOST:PORT.");
        return Err(Failure::bad(text));
    }
    let game = chautari_game::canonical(crate::registry::games(), &*input::game(&request.game)?);
    let folder = folder.clone().unwrap_or_else(|| PathBuf::from(name));
    if folder.exists() {
        return Err(Failure::bad(format!("{} exists already.", folder.display())));
    }
    let (templates, engine, first) = match language {
        BotLanguage::Python => (PYTHON, String::new(), "python3 bot.py --local"),
        BotLanguage::Typescript => (TYPESCRIPT, String::new(), "node bot.ts --local"),
        BotLanguage::Rust => (RUST, format!("cmd:target/release/{}", crate_name(name)), "./play --local"),
        BotLanguage::Shell => (SHELL, "cmd:sh bot.sh".to_owned(), "./play --local"),
    };
    let values = [
        ("{{name}}", name.clone()),
        ("{{crate}}", crate_name(name)),
        ("{{game}}", game),
        ("{{server}}", server.trim_end_matches('/').to_owned()),
        ("{{engine}}", engine),
    ];
    for template in templates {
        let text =
            values.iter().fold(template.text.to_owned(), |text, (key, value)| text.replace(key, value));
        write(&folder.join(template.path), &text, template.is_executable)?;
    }
    writeln!(out, "Created {}. Next:", folder.display())?;
    writeln!(out, "  cd {}", folder.display())?;
    if matches!(language, BotLanguage::Python | BotLanguage::Typescript) {
        writeln!(out, "  chautari serve &          # a server to play on, unless one runs at {server}")?;
    }
    writeln!(out, "  {first}   # against the engine at level 1; README.md has the rest")?;
    Ok(())
}

fn write(path: &Path, text: &str, is_executable: bool) -> CommandResult {
    let failed = |e: std::io::Error| Failure::bad(format!("{}: {e}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)?;
    #[cfg(unix)]
    if is_executable {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
    }
    #[cfg(not(unix))]
    let _ = is_executable;
    Ok(())
}

/// Returns whether a name is valid on servers, in file names and in the sources of all languages.
fn is_valid_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Returns the name of the package in Rust or npm, which is lowercase.
fn crate_name(name: &str) -> String {
    name.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_files_and_sources() {
        for name in ["bot", "My-Bot_2"] {
            assert!(is_valid_name(name), "{name}");
        }
        for name in ["", "2bot", "-bot", "a b", "a/b", "../x", "a\"b", "बाघ", &"x".repeat(MAX_NAME + 1)]
        {
            assert!(!is_valid_name(name), "{name}");
        }
    }

    #[test]
    fn templates_have_only_known_placeholders() {
        let known = ["{{name}}", "{{crate}}", "{{game}}", "{{server}}", "{{engine}}"];
        for template in [PYTHON, TYPESCRIPT, RUST, SHELL].into_iter().flatten() {
            for (at, _) in template.text.match_indices("{{") {
                let rest = &template.text[at..];
                assert!(known.iter().any(|key| rest.starts_with(key)), "{}: {}", template.path, &rest[..20]);
            }
        }
    }
}
