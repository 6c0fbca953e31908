//! Translations cover all texts of a game.
//!
//! A game without a translation, or with a partial one, falls back to English; this test reports the missing
//! texts, and `./check` prints them. A game with a translated rulebook has to be complete.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chautari_game::{AnyGame, Rng, Translation};
use chautari_games::GAMES;
use chautari_testing::skipped;

/// The codes that occur in some random games.
struct Shown {
    texts: BTreeSet<String>,
    /// The codes of endings and of remarks.
    endings: BTreeSet<&'static str>,
    remarks: BTreeSet<&'static str>,
}

fn shown(game: &dyn AnyGame) -> Shown {
    let info = game.info();
    let mut texts: BTreeSet<Cow<'static, str>> = [info.name.into(), info.about.into()].into();
    texts.extend(info.called.map(Cow::from));
    texts.extend(game.rules().iter().map(|rule| Cow::from(rule.about)));
    let (mut endings, mut remarks) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..20 {
        let (mut rng, mut record) = (Rng::new(seed), game.start());
        for _ in 0..120 {
            let scene = record.scene();
            texts.extend([scene.action, scene.prompt].map(Cow::from));
            texts.extend(scene.tallies.iter().map(|tally| Cow::from(tally.label)));
            texts.extend(scene.pieces.iter().map(|piece| Cow::from(piece.kind)));
            let offers = record.offers();
            texts.extend(offers.iter().filter_map(|offer| offer.label.clone()));
            let Some(offer) = rng.pick(&offers) else { break };
            remarks.extend(record.remarks(&offer.text).unwrap().into_iter().map(|remark| remark.code));
            record.play(&offer.text).unwrap();
        }
        endings.extend(record.outcome().map(|outcome| outcome.ending.code));
    }
    Shown { texts: texts.into_iter().map(Cow::into_owned).collect(), endings, remarks }
}

fn lacking(game: &dyn AnyGame, translation: &Translation) -> Vec<String> {
    let Shown { texts, endings, remarks } = shown(game);
    let id = game.info().id;
    assert!(remarks.len() >= 3 || translation.rulebook.is_none(), "{id} has little to say: {remarks:?}");
    let remarks = remarks.into_iter().filter(|code| translation.refusal(code).is_none());
    let texts = texts.into_iter().filter(|text| translation.text(text).is_none());
    // Repetition is common to all games; the page translates it.
    let is_lacking = |code: &&str| *code != "repetition" && translation.ending(code).is_none();
    let codes = endings.into_iter().filter(is_lacking).chain(remarks);
    texts.chain(codes.map(str::to_owned)).collect()
}

#[test]
fn every_text_is_translated() {
    let mut whole = 0;
    for game in GAMES {
        let info = game.info();
        if info.translations.is_empty() {
            skipped(&format!("words: {} speaks English only", info.id));
        }
        for translation in info.translations {
            let lacking = lacking(*game, translation);
            if !lacking.is_empty() {
                skipped(&format!("words: {} lacks in `{}`: {lacking:?}", info.id, translation.language));
            }
            let is_whole = translation.rulebook.is_some();
            assert!(lacking.is_empty() || !is_whole, "{} was whole; it lacks {lacking:?}", info.id);
            whole += usize::from(is_whole);
        }
    }
    assert!(whole > 0, "no game is translated as a whole");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Returns the string literals of the code between two markers.
fn literals<'a>(code: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let bodies = code.split(from).skip(1).map(move |rest| rest.split(to).next().unwrap_or(rest));
    bodies.flat_map(|body| body.split('"').skip(1).step_by(2))
}

/// Not every refusal occurs at random, so the codes are read from the sources.
#[test]
fn every_refusal_is_translated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = 0;
    for game in root.read_dir().unwrap().map(|entry| entry.unwrap().path().join("src")) {
        // A game's translations are in one file per language; games without one are English only.
        let Ok(nepali) = std::fs::read_to_string(game.join("nepali.rs")) else { continue };
        let is_whole = game.with_file_name("RULES.ne.md").exists();
        for source in sources(&game) {
            let code = std::fs::read_to_string(&source).unwrap();
            let refusals = literals(&code, "fn code(&self) -> &'static str {", "\n    }");
            let endings = literals(&code, "Ending { code: ", ",").chain(literals(&code, "Ending {\n", ","));
            for code in refusals.chain(endings) {
                found += 1;
                let entry = format!("(\"{code}\",");
                if !nepali.contains(&entry) {
                    assert!(!is_whole, "{} was whole; it lacks `{code}`", game.display());
                    let source = source.strip_prefix(root).unwrap().display();
                    skipped(&format!("words: games/{source} says `{code}`, not in Nepali"));
                }
            }
        }
    }
    assert!(found > 60, "{found} codes");
}
