"""The package as a whole: documentation, types, notebooks, the yardstick."""

import doctest
import importlib
import json
import subprocess
import sys
from pathlib import Path

import chautari
import pytest
from chautari import _native, holdfast

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("module", ["chautari", "chautari.holdfast"])
def test_examples_in_docstrings(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried and not failed


def test_everything_is_documented_and_typed() -> None:
    """Every public name in Rust has a docstring, and stands in the stub."""
    stub = (Path(chautari.__file__).parent / "_native.pyi").read_text("utf-8")
    for name in ("Game", "State", "Outcome", "Engine", "Thought", "Score", "Tables", "Value"):
        cls = getattr(_native, name)
        assert cls.__doc__, name
        for member in (m for m in vars(cls) if not m.startswith("_")):
            assert getattr(cls, member).__doc__, f"{name}.{member}"
            assert f"def {member}(" in stub.split(f"class {name}:")[1].split("@final")[0], f"{name}.{member}"
    assert (Path(chautari.__file__).parent / "py.typed").exists()


def test_types_check(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "-p", "chautari"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(path, 4)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    drawn = [o for cell in notebook.cells for o in cell.get("outputs", []) if "image/svg+xml" in o.get("data", {})]
    assert drawn or "as svg" not in json.dumps(notebook), "a state draws itself"


def test_holdfast_is_sound() -> None:
    """Every problem is legal and as hard as it says, and the set is the one its maker makes."""
    problems = holdfast.problems()
    assert len(problems) == 303
    for problem in problems:
        legal = set(problem.state().legal_moves())
        assert problem.holds and problem.holds < legal
        assert problem.level == holdfast.level(len(problem.holds), len(legal))
    sys.path.insert(0, str(ROOT / "bench"))
    maker = importlib.import_module("holdfast")
    packed = Path(holdfast.__file__).with_name("holdfast.txt").read_text("utf-8")
    assert maker.make() + "\n" == packed


def test_holdfast_scores() -> None:
    right = {problem.position: min(problem.holds) for problem in holdfast.problems()}
    assert holdfast.score(lambda state: right[state.text()]).share == 1.0
    chance = holdfast.score(lambda state: state.legal_actions()[0])
    assert 0.2 < chance.share < 0.6
    with pytest.raises(chautari.Refusal):
        holdfast.score(lambda state: 0 if state.turn == "tigers" else 30)
