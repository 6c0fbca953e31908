from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.welcome import check_welcome
from ..models.welcome import Welcome
from typing import cast






T = TypeVar("T", bound="WelcomeInvitations")



@_attrs_define
class WelcomeInvitations:
    """ Who may invite the bot from now on.

        Attributes:
            from_ (Welcome): Who may invite a bot.
     """

    from_: Welcome





    def to_dict(self) -> dict[str, Any]:
        from_: str = self.from_


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "from": from_,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        from_ = check_welcome(d.pop("from"))




        welcome_invitations = cls(
            from_=from_,
        )

        return welcome_invitations

