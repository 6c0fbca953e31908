from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.welcome import check_welcome
from ..models.welcome import Welcome
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="RegisterBot")



@_attrs_define
class RegisterBot:
    """ A bot to be registered.

        Attributes:
            name (str): Its name: 1 to 32 letters, digits, `-`, `_` and `.`, the first a letter or digit. Example: goat-
                herd.
            invitations (None | Unset | Welcome):
     """

    name: str
    invitations: None | Unset | Welcome = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        invitations: None | str | Unset
        if isinstance(self.invitations, Unset):
            invitations = UNSET
        elif isinstance(self.invitations, str):
            invitations = self.invitations
        else:
            invitations = self.invitations


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
        })
        if invitations is not UNSET:
            field_dict["invitations"] = invitations

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_invitations(data: object) -> None | Unset | Welcome:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                invitations_type_0 = check_welcome(data)



                return invitations_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | Welcome, data)

        invitations = _parse_invitations(d.pop("invitations", UNSET))


        register_bot = cls(
            name=name,
            invitations=invitations,
        )

        return register_bot

