from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftserveSubmitAction")



@_attrs_define
class SoftserveSubmitAction:
    """ What a bot does.

        Attributes:
            action (str):
            action_id (int): As play-state gave it; digits in a text will do.
            player (str):
            token (str):
     """

    action: str
    action_id: int
    player: str
    token: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action = self.action

        action_id = self.action_id

        player = self.player

        token = self.token


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action": action,
            "action_id": action_id,
            "player": player,
            "token": token,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = d.pop("action")

        action_id = d.pop("action_id")

        player = d.pop("player")

        token = d.pop("token")

        softserve_submit_action = cls(
            action=action,
            action_id=action_id,
            player=player,
            token=token,
        )


        softserve_submit_action.additional_properties = d
        return softserve_submit_action

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
