from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="RemarksRequest")



@_attrs_define
class RemarksRequest:
    """ Which move.

        Attributes:
            move (str): The move that could be played then, in the canonical notation.
            moves (list[str] | Unset): What to play from there.
            position (None | str | Unset): Where to begin [default: the start of the game].
     """

    move: str
    moves: list[str] | Unset = UNSET
    position: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        move = self.move

        moves: list[str] | Unset = UNSET
        if not isinstance(self.moves, Unset):
            moves = self.moves



        position: None | str | Unset
        if isinstance(self.position, Unset):
            position = UNSET
        else:
            position = self.position


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "move": move,
        })
        if moves is not UNSET:
            field_dict["moves"] = moves
        if position is not UNSET:
            field_dict["position"] = position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        move = d.pop("move")

        moves = cast(list[str], d.pop("moves", UNSET))


        def _parse_position(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        position = _parse_position(d.pop("position", UNSET))


        remarks_request = cls(
            move=move,
            moves=moves,
            position=position,
        )

        return remarks_request

