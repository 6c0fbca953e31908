from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.softserve_tally import SoftserveTally





T = TypeVar("T", bound="SoftserveEventData")



@_attrs_define
class SoftserveEventData:
    """ What an event has come to.

        Attributes:
            data (SoftserveTally): What an event has come to.
            name (str):
            closed (str | Unset): When it was closed, if it was, in UTC.
            deadline (str | Unset): When it is closed, if it has a deadline, in UTC.
     """

    data: SoftserveTally
    name: str
    closed: str | Unset = UNSET
    deadline: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.softserve_tally import SoftserveTally # noqa: PLC0415
        data = self.data.to_dict()

        name = self.name

        closed = self.closed

        deadline = self.deadline


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "data": data,
            "name": name,
        })
        if closed is not UNSET:
            field_dict["closed"] = closed
        if deadline is not UNSET:
            field_dict["deadline"] = deadline

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.softserve_tally import SoftserveTally # noqa: PLC0415
        d = dict(src_dict)
        data = SoftserveTally.from_dict(d.pop("data"))




        name = d.pop("name")

        closed = d.pop("closed", UNSET)

        deadline = d.pop("deadline", UNSET)

        softserve_event_data = cls(
            data=data,
            name=name,
            closed=closed,
            deadline=deadline,
        )


        softserve_event_data.additional_properties = d
        return softserve_event_data

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
