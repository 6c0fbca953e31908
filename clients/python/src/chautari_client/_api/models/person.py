from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.person_ratings import PersonRatings





T = TypeVar("T", bound="Person")



@_attrs_define
class Person:
    """ A person.

        Attributes:
            bots (list[str]): Their bots.
            here (bool): Whether they look at a page of this server now.
            name (str):
            ratings (PersonRatings): What they have come to in each game, by rated games.
            since_ms (int): Since when, in milliseconds since 1970.
     """

    bots: list[str]
    here: bool
    name: str
    ratings: PersonRatings
    since_ms: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.person_ratings import PersonRatings # noqa: PLC0415
        bots = self.bots



        here = self.here

        name = self.name

        ratings = self.ratings.to_dict()

        since_ms = self.since_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "bots": bots,
            "here": here,
            "name": name,
            "ratings": ratings,
            "since_ms": since_ms,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.person_ratings import PersonRatings # noqa: PLC0415
        d = dict(src_dict)
        bots = cast(list[str], d.pop("bots"))


        here = d.pop("here")

        name = d.pop("name")

        ratings = PersonRatings.from_dict(d.pop("ratings"))




        since_ms = d.pop("since_ms")

        person = cls(
            bots=bots,
            here=here,
            name=name,
            ratings=ratings,
            since_ms=since_ms,
        )


        person.additional_properties = d
        return person

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
