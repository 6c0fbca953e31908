from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ChooseName")



@_attrs_define
class ChooseName:
    """ A name to be chosen.

        Attributes:
            name (str): What others see: 1 to 24 letters of any script, digits, spaces, `-`, `_`, `.` and `'`. Example:
                Asha.
     """

    name: str





    def to_dict(self) -> dict[str, Any]:
        name = self.name


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        choose_name = cls(
            name=name,
        )

        return choose_name

