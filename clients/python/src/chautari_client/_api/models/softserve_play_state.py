from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SoftservePlayState")



@_attrs_define
class SoftservePlayState:
    """ A state in which the player is to act.

        Attributes:
            action_id (int): What names the action to be submitted.
            game_id (int):
            history (list[str]): The states, from the first to this one.
            state (str):
     """

    action_id: int
    game_id: int
    history: list[str]
    state: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action_id = self.action_id

        game_id = self.game_id

        history = self.history



        state = self.state


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action_id": action_id,
            "game_id": game_id,
            "history": history,
            "state": state,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action_id = d.pop("action_id")

        game_id = d.pop("game_id")

        history = cast(list[str], d.pop("history"))


        state = d.pop("state")

        softserve_play_state = cls(
            action_id=action_id,
            game_id=game_id,
            history=history,
            state=state,
        )


        softserve_play_state.additional_properties = d
        return softserve_play_state

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
