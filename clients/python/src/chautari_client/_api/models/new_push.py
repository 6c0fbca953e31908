from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.push_address import PushAddress





T = TypeVar("T", bound="NewPush")



@_attrs_define
class NewPush:
    """ A browser that wants to be told.

        Attributes:
            address (PushAddress): Where a browser is reached, and what is sealed for it.
            language (str | Unset): The language to tell it in, by its ISO 639-1 code [default: `en`]. Example: ne.
     """

    address: PushAddress
    language: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.push_address import PushAddress # noqa: PLC0415
        address = self.address.to_dict()

        language = self.language


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "address": address,
        })
        if language is not UNSET:
            field_dict["language"] = language

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.push_address import PushAddress # noqa: PLC0415
        d = dict(src_dict)
        address = PushAddress.from_dict(d.pop("address"))




        language = d.pop("language", UNSET)

        new_push = cls(
            address=address,
            language=language,
        )

        return new_push

