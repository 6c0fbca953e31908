from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.push_keys import PushKeys





T = TypeVar("T", bound="PushAddress")



@_attrs_define
class PushAddress:
    """ Where a browser is reached, and what is sealed for it.

        Attributes:
            endpoint (str): What the browser's service is asked to deliver to.
            keys (PushKeys): What a browser made for this.
     """

    endpoint: str
    keys: PushKeys





    def to_dict(self) -> dict[str, Any]:
        from ..models.push_keys import PushKeys # noqa: PLC0415
        endpoint = self.endpoint

        keys = self.keys.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "endpoint": endpoint,
            "keys": keys,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.push_keys import PushKeys # noqa: PLC0415
        d = dict(src_dict)
        endpoint = d.pop("endpoint")

        keys = PushKeys.from_dict(d.pop("keys"))




        push_address = cls(
            endpoint=endpoint,
            keys=keys,
        )

        return push_address

