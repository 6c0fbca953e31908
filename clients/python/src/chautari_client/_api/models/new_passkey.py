from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="NewPasskey")



@_attrs_define
class NewPasskey:
    """ What an authenticator made, each in base64url.

        Attributes:
            authenticator_data (str): `response.getAuthenticatorData()`.
            client_data (str): `response.clientDataJSON`.
     """

    authenticator_data: str
    client_data: str





    def to_dict(self) -> dict[str, Any]:
        authenticator_data = self.authenticator_data

        client_data = self.client_data


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "authenticator_data": authenticator_data,
            "client_data": client_data,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        authenticator_data = d.pop("authenticator_data")

        client_data = d.pop("client_data")

        new_passkey = cls(
            authenticator_data=authenticator_data,
            client_data=client_data,
        )

        return new_passkey

