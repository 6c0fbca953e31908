from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.welcome import check_welcome
from ..models.welcome import Welcome
from typing import cast

if TYPE_CHECKING:
  from ..models.bot_ratings import BotRatings





T = TypeVar("T", bound="Bot")



@_attrs_define
class Bot:
    """ A bot.

        Attributes:
            invitations (Welcome): Who may invite a bot.
            name (str): Its name.
            ratings (BotRatings): What it has come to in each game, by tournaments.
            since_ms (int): Since when it has been here, in milliseconds since 1970.
     """

    invitations: Welcome
    name: str
    ratings: BotRatings
    since_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.bot_ratings import BotRatings # noqa: PLC0415
        invitations: str = self.invitations

        name = self.name

        ratings = self.ratings.to_dict()

        since_ms = self.since_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "invitations": invitations,
            "name": name,
            "ratings": ratings,
            "since_ms": since_ms,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bot_ratings import BotRatings # noqa: PLC0415
        d = dict(src_dict)
        invitations = check_welcome(d.pop("invitations"))




        name = d.pop("name")

        ratings = BotRatings.from_dict(d.pop("ratings"))




        since_ms = d.pop("since_ms")

        bot = cls(
            invitations=invitations,
            name=name,
            ratings=ratings,
            since_ms=since_ms,
        )


        bot.additional_properties = d
        return bot

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
