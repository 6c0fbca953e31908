from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.scope import check_scope
from ..models.scope import Scope
from typing import cast






T = TypeVar("T", bound="Dialect")



@_attrs_define
class Dialect:
    """ A way of writing a game down.

        Attributes:
            about (str): One line about it.
            holds (Scope): What one text of a dialect holds.
            id (str): What one types: `obx`.
     """

    about: str
    holds: Scope
    id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        about = self.about

        holds: str = self.holds

        id = self.id


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "about": about,
            "holds": holds,
            "id": id,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        about = d.pop("about")

        holds = check_scope(d.pop("holds"))




        id = d.pop("id")

        dialect = cls(
            about=about,
            holds=holds,
            id=id,
        )


        dialect.additional_properties = d
        return dialect

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
