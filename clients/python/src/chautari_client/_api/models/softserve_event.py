from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="SoftserveEvent")



@_attrs_define
class SoftserveEvent:
    """ An event that was made.

        Attributes:
            dashboard (str): Where its results are.
            event_id (int):
            name (str):
            token (str): What opens its dashboard; told once.
            deadline (str | Unset): When it is closed, if it has a deadline, in UTC.
     """

    dashboard: str
    event_id: int
    name: str
    token: str
    deadline: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        dashboard = self.dashboard

        event_id = self.event_id

        name = self.name

        token = self.token

        deadline = self.deadline


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "dashboard": dashboard,
            "event_id": event_id,
            "name": name,
            "token": token,
        })
        if deadline is not UNSET:
            field_dict["deadline"] = deadline

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        dashboard = d.pop("dashboard")

        event_id = d.pop("event_id")

        name = d.pop("name")

        token = d.pop("token")

        deadline = d.pop("deadline", UNSET)

        softserve_event = cls(
            dashboard=dashboard,
            event_id=event_id,
            name=name,
            token=token,
            deadline=deadline,
        )


        softserve_event.additional_properties = d
        return softserve_event

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
