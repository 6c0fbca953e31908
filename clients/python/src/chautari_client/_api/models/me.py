from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.me_ratings import MeRatings





T = TypeVar("T", bound="Me")



@_attrs_define
class Me:
    """ What is kept of the person who asks.

        Attributes:
            blocked (list[str]): Those who cannot challenge this person.
            bots (list[str]): Their bots.
            devices (int): How many devices have a key.
            name (str):
            passkeys (list[str]): The passkeys to come back with, as their authenticators call them.
            person (str):
            pushes (list[str]): The browsers that are told of news, as they are called here.
            ratings (MeRatings): What they have come to in each game.
            since_ms (int): Since when, in milliseconds since 1970.
     """

    blocked: list[str]
    bots: list[str]
    devices: int
    name: str
    passkeys: list[str]
    person: str
    pushes: list[str]
    ratings: MeRatings
    since_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.me_ratings import MeRatings # noqa: PLC0415
        blocked = self.blocked



        bots = self.bots



        devices = self.devices

        name = self.name

        passkeys = self.passkeys



        person = self.person

        pushes = self.pushes



        ratings = self.ratings.to_dict()

        since_ms = self.since_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "blocked": blocked,
            "bots": bots,
            "devices": devices,
            "name": name,
            "passkeys": passkeys,
            "person": person,
            "pushes": pushes,
            "ratings": ratings,
            "since_ms": since_ms,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.me_ratings import MeRatings # noqa: PLC0415
        d = dict(src_dict)
        blocked = cast(list[str], d.pop("blocked"))


        bots = cast(list[str], d.pop("bots"))


        devices = d.pop("devices")

        name = d.pop("name")

        passkeys = cast(list[str], d.pop("passkeys"))


        person = d.pop("person")

        pushes = cast(list[str], d.pop("pushes"))


        ratings = MeRatings.from_dict(d.pop("ratings"))




        since_ms = d.pop("since_ms")

        me = cls(
            blocked=blocked,
            bots=bots,
            devices=devices,
            name=name,
            passkeys=passkeys,
            person=person,
            pushes=pushes,
            ratings=ratings,
            since_ms=since_ms,
        )


        me.additional_properties = d
        return me

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
