from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="PlayedRequest")



@_attrs_define
class PlayedRequest:
    """ Which position.

        Attributes:
            moves (list[str] | Unset): What to play from there.
            position (None | str | Unset): Where to begin [default: the start of the game].
     """

    moves: list[str] | Unset = UNSET
    position: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
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
        })
        if moves is not UNSET:
            field_dict["moves"] = moves
        if position is not UNSET:
            field_dict["position"] = position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        moves = cast(list[str], d.pop("moves", UNSET))


        def _parse_position(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        position = _parse_position(d.pop("position", UNSET))


        played_request = cls(
            moves=moves,
            position=position,
        )

        return played_request

