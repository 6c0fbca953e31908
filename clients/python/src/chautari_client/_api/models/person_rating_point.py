from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PersonRatingPoint")



@_attrs_define
class PersonRatingPoint:
    """ A rating a person has come to.

        Attributes:
            deviation (float): The standard deviation of that.
            rating (float): On the scale of Elo; 1500 for a newcomer.
            at_ms (int): When, in milliseconds since 1970.
            game (str): The game, with its rules.
     """

    deviation: float
    rating: float
    at_ms: int
    game: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        deviation = self.deviation

        rating = self.rating

        at_ms = self.at_ms

        game = self.game


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "deviation": deviation,
            "rating": rating,
            "at_ms": at_ms,
            "game": game,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deviation = d.pop("deviation")

        rating = d.pop("rating")

        at_ms = d.pop("at_ms")

        game = d.pop("game")

        person_rating_point = cls(
            deviation=deviation,
            rating=rating,
            at_ms=at_ms,
            game=game,
        )


        person_rating_point.additional_properties = d
        return person_rating_point

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
