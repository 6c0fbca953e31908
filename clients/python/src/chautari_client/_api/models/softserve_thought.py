from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SoftserveThought")



@_attrs_define
class SoftserveThought:
    """ What was thought of.

        Attributes:
            action (str):
            actions (list[str]): At that state.
            log (str):
            state (str): After it.
     """

    action: str
    actions: list[str]
    log: str
    state: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action = self.action

        actions = self.actions



        log = self.log

        state = self.state


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action": action,
            "actions": actions,
            "log": log,
            "state": state,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = d.pop("action")

        actions = cast(list[str], d.pop("actions"))


        log = d.pop("log")

        state = d.pop("state")

        softserve_thought = cls(
            action=action,
            actions=actions,
            log=log,
            state=state,
        )


        softserve_thought.additional_properties = d
        return softserve_thought

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
