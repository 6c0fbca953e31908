from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SeasonSummary")



@_attrs_define
class SeasonSummary:
    """ A season, in a list of them.

        Attributes:
            began_ms (int): When it was begun, in milliseconds since 1970.
            id (str): Its name in URLs.
            name (str): What it is called.
     """

    began_ms: int
    id: str
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        began_ms = self.began_ms

        id = self.id

        name = self.name


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "id": id,
            "name": name,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        id = d.pop("id")

        name = d.pop("name")

        season_summary = cls(
            began_ms=began_ms,
            id=id,
            name=name,
        )


        season_summary.additional_properties = d
        return season_summary

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
