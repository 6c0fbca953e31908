"""The whole package: documentation, types, notebooks, Holdfast."""

import ast
import doctest
import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import chautari
import pytest
from chautari import _native, holdfast

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("module", ["chautari", "chautari.holdfast"])
def test_docstring_examples(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried and not failed


def test_public_names_have_docstrings() -> None:
    """Holds for names from Rust and from Python."""
    classes = ("Game", "State", "Outcome", "Engine", "Thought", "Variation", "Score", "Tables", "Value", "VectorEnv")
    modules = (chautari, chautari.spiel, chautari.vector, chautari.errors, holdfast)
    for cls in [getattr(_native, name) for name in classes] + [
        member for module in modules for name in module.__all__ if isinstance(member := getattr(module, name), type)
    ]:
        assert cls.__doc__, cls
        for name, member in vars(cls).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{cls}.{name}"
    assert (Path(chautari.__file__).parent / "py.typed").exists()


def test_stubs_match_the_native_module() -> None:
    """The stub has exactly the public names and arguments of the Rust module. (mypy's `stubtest` checks the same but
    takes a minute.)"""

    def arguments(node: ast.FunctionDef) -> list[str]:
        return [a.arg for a in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs] if a.arg != "cls"]

    def named(names: Iterable[str]) -> set[str]:
        return {name for name in names if not name.startswith("_")}

    tree = ast.parse((Path(chautari.__file__).parent / "_native.pyi").read_text("utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert set(classes) == {name for name in named(vars(_native)) if isinstance(getattr(_native, name), type)}
    for name, stub in classes.items():
        cls = getattr(_native, name)
        stubbed = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
        assert named(stubbed) == named(vars(cls)), name
        for member in named(stubbed):
            if callable(getattr(cls, member)):
                known = list(inspect.signature(getattr(cls, member)).parameters)
                assert arguments(stubbed[member]) == known, f"{name}.{member}"
        if "__new__" in stubbed:
            assert arguments(stubbed["__new__"]) == list(inspect.signature(cls).parameters), name


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
    assert drawn or "as svg" not in json.dumps(notebook), "no SVG output"


def test_holdfast_is_sound() -> None:
    """Problems are legal and have the right level, and the packaged set equals the generated one."""
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
    solutions = {problem.position: min(problem.holds) for problem in holdfast.problems()}
    assert holdfast.score(lambda state: solutions[state.text()]).share == 1.0
    first = holdfast.score(lambda state: state.legal_actions()[0])
    assert 0.2 < first.share < 0.6
    with pytest.raises(chautari.Refusal):
        holdfast.score(lambda state: 0 if state.turn == "tigers" else 30)
