from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SignedByPasskey")



@_attrs_define
class SignedByPasskey:
    """ What an authenticator signed, each in base64url.

        Attributes:
            authenticator_data (str): `response.authenticatorData`.
            client_data (str): `response.clientDataJSON`.
            id (str): `id`: what the authenticator calls the passkey.
            signature (str): `response.signature`.
     """

    authenticator_data: str
    client_data: str
    id: str
    signature: str





    def to_dict(self) -> dict[str, Any]:
        authenticator_data = self.authenticator_data

        client_data = self.client_data

        id = self.id

        signature = self.signature


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "authenticator_data": authenticator_data,
            "client_data": client_data,
            "id": id,
            "signature": signature,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        authenticator_data = d.pop("authenticator_data")

        client_data = d.pop("client_data")

        id = d.pop("id")

        signature = d.pop("signature")

        signed_by_passkey = cls(
            authenticator_data=authenticator_data,
            client_data=client_data,
            id=id,
            signature=signature,
        )

        return signed_by_passkey

