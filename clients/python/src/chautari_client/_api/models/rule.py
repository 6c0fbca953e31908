from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="Rule")



@_attrs_define
class Rule:
    """ A number in the rules that a player may change.

        Attributes:
            about (str): What it means.
            max_ (int): The most it can be.
            min_ (int): The least it can be.
            name (str): What one types: `captures`.
            value (int): As it stands.
     """

    about: str
    max_: int
    min_: int
    name: str
    value: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        about = self.about

        max_ = self.max_

        min_ = self.min_

        name = self.name

        value = self.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "about": about,
            "max": max_,
            "min": min_,
            "name": name,
            "value": value,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        about = d.pop("about")

        max_ = d.pop("max")

        min_ = d.pop("min")

        name = d.pop("name")

        value = d.pop("value")

        rule = cls(
            about=about,
            max_=max_,
            min_=min_,
            name=name,
            value=value,
        )


        rule.additional_properties = d
        return rule

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
