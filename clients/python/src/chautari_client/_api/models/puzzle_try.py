from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="PuzzleTry")



@_attrs_define
class PuzzleTry:
    """ What was tried.

        Attributes:
            moves (list[str]): What was played from the position of the puzzle, both sides' moves, up to the first wrong one
                or to the end; none
                where somebody gave up at once.
     """

    moves: list[str]





    def to_dict(self) -> dict[str, Any]:
        moves = self.moves




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "moves": moves,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        moves = cast(list[str], d.pop("moves"))


        puzzle_try = cls(
            moves=moves,
        )

        return puzzle_try

