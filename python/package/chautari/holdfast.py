"""Holdfast: how often does an agent hold the exact value of a position?

Bagh Chal is solved, so that of every move it is known whether it gives away what the position is worth. Holdfast
asks about positions in which some moves do and some do not, sorted by how few hold; docs/BENCHMARK.md tells where
they come from. Scoring needs no tables: the moves that hold stand beside each position.

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
"""Of the legal moves, at least half hold; fewer; a single one."""


def level(holding: int, legal: int) -> str:
    """How hard it is to hold a position."""
    if holding == 1:
        return "only"
    return "open" if 2 * holding >= legal else "narrow"


@dataclass(frozen=True)
class Problem:
    """A position in which a move can give away what it is worth."""

    position: str
    """As text, in OBX."""
    level: str
    """One of ``LEVELS``."""
    value: str
    """What it is worth to the side to act, and so to be held: ``win`` or ``draw``."""
    holds: frozenset[str]
    """The moves that hold it."""

    def state(self) -> State:
        """The position, ready to be played."""
        return _GAME.read(self.position)


_GAME = Game("baghchal")


def problems() -> list[Problem]:
    """All problems, the same in every version of this package."""
    text = resources.files(__package__).joinpath("holdfast.txt").read_text("utf-8")
    rows = (line.split(" ; ") for line in text.splitlines() if line and not line.startswith("#"))
    return [Problem(position, level, value, frozenset(moves.split())) for level, value, position, moves in rows]


@dataclass(frozen=True)
class Report:
    """How often an agent held, by level."""

    held: dict[str, int]
    asked: dict[str, int]

    @property
    def share(self) -> float:
        """The score: the mean of the levels' shares, so that the rare ones count as much."""
        shares = [self.held[level] / self.asked[level] for level in self.asked]
        return sum(shares) / len(shares)

    def __str__(self) -> str:
        levels = (f"{level} {self.held[level] / self.asked[level]:.1%}" for level in LEVELS if level in self.asked)
        return f"{', '.join(levels)}; Holdfast {self.share:.1%} of {sum(self.asked.values())} positions"


def score(agent: Callable[[State], str | int], asked: Iterable[Problem] | None = None) -> Report:
    """Asks an agent, which answers a state with a move or the number of one. An illegal answer raises a
    ``Refusal``."""
    held, total = dict.fromkeys(LEVELS, 0), dict.fromkeys(LEVELS, 0)
    for problem in problems() if asked is None else asked:
        state = problem.state()
        answer = agent(state.copy())
        if isinstance(answer, str):
            answer = state.action_id(answer)
        total[problem.level] += 1
        held[problem.level] += state.action_text(answer) in problem.holds
    kept = [level for level in LEVELS if total[level]]
    return Report({level: held[level] for level in kept}, {level: total[level] for level in kept})
