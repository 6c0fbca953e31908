from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="ValuesRequest")



@_attrs_define
class ValuesRequest:
    """ Which positions.

        Attributes:
            positions (list[str]): Up to 1,000, in the canonical notation.
     """

    positions: list[str]





    def to_dict(self) -> dict[str, Any]:
        positions = self.positions




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "positions": positions,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        positions = cast(list[str], d.pop("positions"))


        values_request = cls(
            positions=positions,
        )

        return values_request

