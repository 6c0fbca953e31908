from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="SitDown")



@_attrs_define
class SitDown:
    """ Where to sit down.

        Attributes:
            side (None | str | Unset): The side [default: the one that is free].
     """

    side: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        side: None | str | Unset
        if isinstance(self.side, Unset):
            side = UNSET
        else:
            side = self.side


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if side is not UNSET:
            field_dict["side"] = side

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_side(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        side = _parse_side(d.pop("side", UNSET))


        sit_down = cls(
            side=side,
        )

        return sit_down

