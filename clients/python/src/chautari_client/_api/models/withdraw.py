from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Withdraw")



@_attrs_define
class Withdraw:
    """ Who leaves, or loses.

        Attributes:
            player (None | str | Unset): The player, as the tournament names it [default: whoever asks].
     """

    player: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        player: None | str | Unset
        if isinstance(self.player, Unset):
            player = UNSET
        else:
            player = self.player


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if player is not UNSET:
            field_dict["player"] = player

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_player(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        player = _parse_player(d.pop("player", UNSET))


        withdraw = cls(
            player=player,
        )

        return withdraw

