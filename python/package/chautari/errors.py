"""Exceptions for illegal moves, unreadable text and invalid requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Reason", "Refusal", "Unreadable"]


class Reason(NamedTuple):
    """One reason for a refusal."""

    code: str
    """A stable code: ``occupied``."""
    text: str
    """One English sentence."""
    points: tuple[int, ...]
    """The board points concerned."""


class Refusal(ValueError):
    """An illegal move, or a request for something that does not exist. ``code``, ``text`` and ``points`` are
    those of the first of its ``reasons``."""

    reasons: tuple[Reason, ...]

    def __init__(self, reasons: Iterable[tuple[str, str, Iterable[int]]]) -> None:
        self.reasons = tuple(Reason(code, text, tuple(points)) for code, text, points in reasons)
        super().__init__(" ".join(reason.text for reason in self.reasons))

    @property
    def code(self) -> str:
        """A stable code."""
        return self.reasons[0].code

    @property
    def text(self) -> str:
        """One English sentence."""
        return self.reasons[0].text

    @property
    def points(self) -> tuple[int, ...]:
        """The board points concerned."""
        return self.reasons[0].points

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.reasons,)


class Unreadable(Refusal):
    """A text that cannot be parsed: ``found`` at byte ``offset`` instead of ``expected``."""

    def __init__(
        self, reasons: Iterable[tuple[str, str, Iterable[int]]], offset: int, expected: str, found: str
    ) -> None:
        super().__init__(reasons)
        self.offset = offset
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.reasons, self.offset, self.expected, self.found)
