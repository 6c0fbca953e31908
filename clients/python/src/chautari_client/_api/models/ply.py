from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="Ply")



@_attrs_define
class Ply:
    """ One ply of a game.

        Attributes:
            action (str): What that side had to do, as a verb.
            human (str): The same as people write it.
            move (str): The move, in the canonical notation.
            position (str): The position after it.
            side (str): Which side made it: turns need not alternate.
            san (str | Unset): The same in a further notation that programs use, where the game has one: SAN.
     """

    action: str
    human: str
    move: str
    position: str
    side: str
    san: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action = self.action

        human = self.human

        move = self.move

        position = self.position

        side = self.side

        san = self.san


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action": action,
            "human": human,
            "move": move,
            "position": position,
            "side": side,
        })
        if san is not UNSET:
            field_dict["san"] = san

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = d.pop("action")

        human = d.pop("human")

        move = d.pop("move")

        position = d.pop("position")

        side = d.pop("side")

        san = d.pop("san", UNSET)

        ply = cls(
            action=action,
            human=human,
            move=move,
            position=position,
            side=side,
            san=san,
        )


        ply.additional_properties = d
        return ply

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
