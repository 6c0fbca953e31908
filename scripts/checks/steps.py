"""The steps of ./check: commands, order, and the files that each depends on."""

import os
import shutil

from runner import Step

# Sources of the rules, engines and drawing, without the server.
RULES = ["games", "spec", "crates/arena", "crates/game", "crates/nnue", "crates/picture", "crates/search", "crates/solve",
         "crates/wire"]
CARGO = ["Cargo.toml", "Cargo.lock", ".cargo", "*Cargo.toml"]
NODE = ["package.json", "package-lock.json", ".npmrc", "scripts/npm", "*package.json"]

# A check of types and lints needs no page. Once a page was built, cargo leaves it as it is: see web/build.rs.
NO_PAGE = {"CHAUTARI_PAGE": "skip"}
WORKSPACE = ["--workspace", "--all-features"]

# Crates whose dependencies do not include the server.
QUICK = ["arena", "baghchal", "banchess", "creeper", "game", "games", "gomoku", "nnue", "picture", "search", "solve", "sprint",
         "wire"]

# The server calls games through `AnyGame` only, and the laws of that interface are tests of chautari-games. So a change
# inside a game runs the tests of these packages, and one browser test file, in place of all.
AROUND_A_GAME = ["chautari", "chautari-games", "chautari-learn", "chautari-ugi", "chautari-wasm"]

# Browser test files by the part of the server that they exercise.
BROWSER_AREAS = {
    "games/": ["play", "fifth"],
    "crates/service/matches/": ["play", "friends", "hand", "restart", "watch"],
    "crates/service/people/": ["friends", "people"],
    "crates/service/positions/": ["analysis", "places"],
    "crates/service/study/": ["learn", "studies"],
    "crates/service/tournaments/": ["classroom", "tournament"],
}


def has_nextest():
    return bool(shutil.which("cargo-nextest"))


def test(*words):
    """A command that runs Rust tests."""
    return ["cargo", "nextest", "run", *words] if has_nextest() else ["cargo", "test", *words]


def packages(names):
    return [word for name in names for word in ("--package", f"chautari-{name}")]


def game_steps(game):
    package = f"chautari-{game}"
    spec = ["--package", "chautari-games"] + (["-E", "binary(spec) | test(/^(spec|conformance)::/)"] if has_nextest() else ["spec"])
    return [
        Step("formatting", [["cargo", "fmt", "--package", package, "--check"]]),
        Step("lints", [["cargo", "clippy", "--package", package, "--all-targets", "--all-features", "--quiet", "--", "-D", "warnings"]]),
        Step("tests", [test("--package", package, "--all-features")]),
        Step("rules and laws", [test(*spec)], env={"CHAUTARI_GAME": game}),
    ]


FORMATTING = Step("formatting", [["cargo", "fmt", "--all", "--check"]], inputs=["*.rs", "rustfmt.toml"])
COMMENTS = Step("comments", [["scripts/check-prose"]], inputs=["."])
LINTS = Step(
    "lints",
    [
        ["cargo", "clippy", *WORKSPACE, "--all-targets", "--quiet", "--", "-D", "warnings"],
        # The build for a terminal, without the server (docs/INSTALL.md).
        ["cargo", "check", "--package", "chautari", "--no-default-features", "--quiet"],
    ],
    env=NO_PAGE, inputs=["*.rs", *CARGO, "clippy.toml", "rust-toolchain*"])


def quick_steps():
    return [
        FORMATTING,
        COMMENTS,
        LINTS,
        Step("tests of rules and engines", [test(*packages(QUICK), "--all-features")], needs=["lints"]),
    ]


def all_steps(changes):
    """All steps. `changes` returns the files changed since a step passed, which limit the tests to those that can notice
    the difference."""
    return [
        FORMATTING,
        COMMENTS,
        LINTS,
        Step("test files", [["python3", "scripts/checks/test_files.py"]], inputs=["*.rs", *CARGO]),
        Step("licences, sources, advisories", [["scripts/checks/dependencies"]], inputs=["deny.toml", *CARGO]),
        Step("documentation", [["cargo", "doc", *WORKSPACE, "--no-deps", "--quiet"]],
             env=NO_PAGE | {"RUSTDOCFLAGS": "-D warnings"}, needs=["lints"], inputs=["*.rs", "*.md", *CARGO]),
        Step("fuzz targets", [["cargo", "check", "--manifest-path", "fuzz/Cargo.toml", "--quiet"]], needs=["documentation"],
             inputs=["fuzz", *RULES, "protocols"]),
        # Before the page, which includes the games.
        Step("WebAssembly", [["scripts/wasm", "install"], ["scripts/wasm"], ["scripts/wasm", "sizes"]], has_tools=True,
             inputs=["wasm", "scripts/wasm", *RULES, *CARGO]),
        Step("the page", [["scripts/npm"], ["npm", "run", "--silent", "lint"],
                          ["npm", "run", "--silent", "check", "--workspace", "chautari-web"],
                          ["npm", "test", "--silent", "--workspace", "chautari-web"]],
             needs=["WebAssembly"], optional=["WebAssembly"],
             inputs=["web", "npm", "clients/typescript", "docs/protocols", "crates/picture/art", *NODE]),
        Step("building the tests", [build_tests()], needs=["fuzz targets", "WebAssembly", "the page"], optional=["WebAssembly"],
             inputs=["."]),
        Step("laws in WebAssembly", [["scripts/wasm", "laws"]], needs=["WebAssembly"], inputs=["wasm", "scripts/wasm", *RULES, *CARGO]),
        # Compares the module with the native program that the tests built.
        Step("npm packages", [["npm/check"]], needs=["laws in WebAssembly", "building the tests"],
             inputs=["npm", "wasm", *RULES, *NODE]),
        Step("the Python package", [["scripts/python"]], needs=["npm packages"], optional=["npm packages"],
             inputs=["python", "scripts/python", *RULES]),
        Step("tests", [["scripts/checks/services", *run_tests(changes("tests"))], *doc_tests()], needs=["building the tests"], alone=True,
             inputs=["."], flaky="target/nextest/default/junit.xml"),
        # These run the program that the tests built.
        Step("the API document and clients", [["scripts/clients", "check"]], needs=["building the tests"],
             inputs=["clients", "scripts/clients", "docs/protocols", "crates/http", "crates/server", "crates/service", "crates/wire",
                     *NODE]),
        Step("packages", [["scripts/release", "short"]], needs=["building the tests", "npm packages", "the API document and clients"],
             optional=["npm packages"],
             inputs=["scripts/release", "npm", "clients", "CHANGELOG.md", "README.md", "LICENSE*", *CARGO, *NODE]),
        Step("the page in a browser", [["e2e/browser/run", *browser_files(changes("the page in a browser"))]], needs=["building the tests", "npm packages"],
             optional=["npm packages"], alone=True, inputs=["."]),
    ]


def build_tests():
    # With the same features as every later command, so that nothing is built twice.
    if has_nextest():
        return ["cargo", "nextest", "run", *WORKSPACE, "--no-run"]
    return ["cargo", "test", *WORKSPACE, "--no-run", "--quiet"]


def doc_tests():
    return [["cargo", "test", *WORKSPACE, "--doc", "--quiet"]] if has_nextest() else []


def run_tests(changes):
    if not has_nextest():
        return ["cargo", "test", *WORKSPACE]
    # One more than cores, because many tests wait.
    command = ["cargo", "nextest", "run", *WORKSPACE, "--test-threads", str((os.cpu_count() or 2) + 1)]
    selection = test_selection(changes)
    return [*command, "-E", selection] if selection else command


def test_selection(changes):
    """The nextest filter for a change inside crates; None stands for all tests."""
    folders = changes and {crate_of(path) for path in changes}
    if not folders or None in folders:
        return None
    names = [package_name(folder) for folder in sorted(folders)]
    if all(folder.startswith("games/") for folder in folders):
        return " | ".join(f"package({name})" for name in [*names, *AROUND_A_GAME])
    # The end-to-end tests run the program without depending on its crate.
    return " | ".join([*(f"rdeps({name})" for name in names), "package(chautari-e2e)"])


def crate_of(path):
    """The folder of the crate whose Rust sources include a file; None for any other file."""
    folder, _, rest = path.partition("/src/") if "/src/" in path else path.partition("/tests/")
    is_source = rest.endswith((".rs", ".txt")) and os.path.exists(f"{folder}/Cargo.toml")
    return folder if is_source and not folder.startswith(("fuzz", "python")) else None


def package_name(folder):
    with open(f"{folder}/Cargo.toml") as manifest:
        return next(line.split('"')[1] for line in manifest if line.startswith("name = "))


def browser_files(changes):
    """The browser test files for a change inside some parts of the server; empty for all."""
    files = set()
    for path in changes or [""]:
        area = next((area for area in BROWSER_AREAS if path.startswith(area)), None)
        if area is None:
            return []
        files.update(BROWSER_AREAS[area])
    return sorted(f"{name}.spec.ts" for name in files)
