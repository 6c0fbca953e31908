"""What is raised when an answer is no."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Reason", "Refusal", "Unreadable"]


class Reason(NamedTuple):
    """One reason for a refusal."""

    code: str
    """Stable, for programs: ``occupied``."""
    text: str
    """One English sentence."""
    points: tuple[int, ...]
    """The points of the board it is about."""


class Refusal(ValueError):
    """The rules say no, or something that is not there was asked for; ``code``, ``text`` and ``points``
    are those of the first of its ``reasons``."""

    reasons: tuple[Reason, ...]

    def __init__(self, reasons: Iterable[tuple[str, str, Iterable[int]]]) -> None:
        self.reasons = tuple(Reason(code, text, tuple(points)) for code, text, points in reasons)
        super().__init__(" ".join(reason.text for reason in self.reasons))

    @property
    def code(self) -> str:
        """Stable, for programs."""
        return self.reasons[0].code

    @property
    def text(self) -> str:
        """One English sentence."""
        return self.reasons[0].text

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the board it is about."""
        return self.reasons[0].points

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.reasons,)


class Unreadable(Refusal):
    """A text could not be read: at ``offset`` bytes ``expected`` could have stood, and ``found`` did."""

    def __init__(
        self, reasons: Iterable[tuple[str, str, Iterable[int]]], offset: int, expected: str, found: str
    ) -> None:
        super().__init__(reasons)
        self.offset = offset
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.reasons, self.offset, self.expected, self.found)
