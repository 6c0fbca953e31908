from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PushKeys")



@_attrs_define
class PushKeys:
    """ What a browser made for this.

        Attributes:
            auth (str): Its secret: 16 bytes, in base64url.
            p256dh (str): Its public key: 65 bytes, in base64url.
     """

    auth: str
    p256dh: str





    def to_dict(self) -> dict[str, Any]:
        auth = self.auth

        p256dh = self.p256dh


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "auth": auth,
            "p256dh": p256dh,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        auth = d.pop("auth")

        p256dh = d.pop("p256dh")

        push_keys = cls(
            auth=auth,
            p256dh=p256dh,
        )

        return push_keys

