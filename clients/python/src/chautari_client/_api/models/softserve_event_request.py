from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="SoftserveEventRequest")



@_attrs_define
class SoftserveEventRequest:
    """ Which event is asked about.

        Attributes:
            event_id (int): Its number; digits in a text will do.
            token (str):
            forfeits (bool | None | Unset): Whether being too slow loses [default: true].
     """

    event_id: int
    token: str
    forfeits: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        event_id = self.event_id

        token = self.token

        forfeits: bool | None | Unset
        if isinstance(self.forfeits, Unset):
            forfeits = UNSET
        else:
            forfeits = self.forfeits


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "event_id": event_id,
            "token": token,
        })
        if forfeits is not UNSET:
            field_dict["forfeits"] = forfeits

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        event_id = d.pop("event_id")

        token = d.pop("token")

        def _parse_forfeits(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        forfeits = _parse_forfeits(d.pop("forfeits", UNSET))


        softserve_event_request = cls(
            event_id=event_id,
            token=token,
            forfeits=forfeits,
        )


        softserve_event_request.additional_properties = d
        return softserve_event_request

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
