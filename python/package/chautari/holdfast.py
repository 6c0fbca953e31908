"""Holdfast: a benchmark of how often an agent preserves the exact value of a position.

Bagh Chal is solved, so every move is known to preserve the value of the position or to give it away. Holdfast uses
positions that have moves of both kinds, in three levels by the share of moves that hold; docs/BENCHMARK.md describes
their origin. Scoring needs no tables, because the holding moves are stored with each position.

    >>> from chautari import holdfast
    >>> report = holdfast.score(lambda state: state.legal_moves()[0])
    >>> print(report)  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources

from ._native import Game, State

__all__ = ["LEVELS", "Problem", "Report", "problems", "score"]

LEVELS = ("open", "narrow", "only")
"""The levels: at least half of the legal moves hold, fewer than half, only one."""


def level(holding: int, legal: int) -> str:
    """Returns the level of a position with ``holding`` of ``legal`` moves."""
    if holding == 1:
        return "only"
    return "open" if 2 * holding >= legal else "narrow"


@dataclass(frozen=True)
class Problem:
    """A position in which some moves give its value away."""

    position: str
    """The position in OBX notation."""
    level: str
    """One of ``LEVELS``."""
    value: str
    """The exact value for the side to act: ``win`` or ``draw``."""
    holds: frozenset[str]
    """The moves that preserve the value."""

    def state(self) -> State:
        """Returns the position as a state."""
        return _GAME.read(self.position)


_GAME = Game("baghchal")


def problems() -> list[Problem]:
    """Returns all problems; they are the same in every version of this package."""
    text = resources.files(__package__).joinpath("holdfast.txt").read_text("utf-8")
    rows = (line.split(" ; ") for line in text.splitlines() if line and not line.startswith("#"))
    return [Problem(position, level, value, frozenset(moves.split())) for level, value, position, moves in rows]


@dataclass(frozen=True)
class Report:
    """The results of an agent by level."""

    held: dict[str, int]
    """The number of positions held."""
    asked: dict[str, int]
    """The number of positions asked."""

    @property
    def share(self) -> float:
        """The score: the mean share over the levels, so that each level has the same weight."""
        shares = [self.held[level] / self.asked[level] for level in self.asked]
        return sum(shares) / len(shares)

    def __str__(self) -> str:
        levels = (f"{level} {self.held[level] / self.asked[level]:.1%}" for level in LEVELS if level in self.asked)
        return f"{', '.join(levels)}; Holdfast {self.share:.1%} of {sum(self.asked.values())} positions"


def score(agent: Callable[[State], str | int], asked: Iterable[Problem] | None = None) -> Report:
    """Scores an agent, a function from a state to a move or action number. An illegal move raises a ``Refusal``."""
    held, total = dict.fromkeys(LEVELS, 0), dict.fromkeys(LEVELS, 0)
    for problem in problems() if asked is None else asked:
        state = problem.state()
        action = agent(state.copy())
        if isinstance(action, str):
            action = state.action_id(action)
        total[problem.level] += 1
        held[problem.level] += state.action_text(action) in problem.holds
    used = [level for level in LEVELS if total[level]]
    return Report({level: held[level] for level in used}, {level: total[level] for level in used})
