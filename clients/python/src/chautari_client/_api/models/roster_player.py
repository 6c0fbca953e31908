from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="RosterPlayer")



@_attrs_define
class RosterPlayer:
    """ A player as the host sees them.

        Attributes:
            absent (bool): They were dropped because they did not come.
            card (bool): Whether they came by a card of the host.
            here (bool | None): Whether they look at a page just now, or are a bot that listens; `null` for engines and
                other bots.
            name (str):
            plays (None | str): The game they play just now.
            withdrawn (bool): They have left, or were dropped.
     """

    absent: bool
    card: bool
    here: bool | None
    name: str
    plays: None | str
    withdrawn: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        absent = self.absent

        card = self.card

        here: bool | None
        here = self.here

        name = self.name

        plays: None | str
        plays = self.plays

        withdrawn = self.withdrawn


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "absent": absent,
            "card": card,
            "here": here,
            "name": name,
            "plays": plays,
            "withdrawn": withdrawn,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        absent = d.pop("absent")

        card = d.pop("card")

        def _parse_here(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        here = _parse_here(d.pop("here"))


        name = d.pop("name")

        def _parse_plays(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        plays = _parse_plays(d.pop("plays"))


        withdrawn = d.pop("withdrawn")

        roster_player = cls(
            absent=absent,
            card=card,
            here=here,
            name=name,
            plays=plays,
            withdrawn=withdrawn,
        )


        roster_player.additional_properties = d
        return roster_player

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
