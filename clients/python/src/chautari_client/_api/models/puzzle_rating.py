from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PuzzleRating")



@_attrs_define
class PuzzleRating:
    """ How hard a puzzle has turned out to be.

        Attributes:
            deviation (int): The standard deviation of that.
            difficulty (int): How hard it is by those who have tried it.
            number (int): Its number, from 1.
            tries (int): How many tries that is known from.
     """

    deviation: int
    difficulty: int
    number: int
    tries: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        deviation = self.deviation

        difficulty = self.difficulty

        number = self.number

        tries = self.tries


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "deviation": deviation,
            "difficulty": difficulty,
            "number": number,
            "tries": tries,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deviation = d.pop("deviation")

        difficulty = d.pop("difficulty")

        number = d.pop("number")

        tries = d.pop("tries")

        puzzle_rating = cls(
            deviation=deviation,
            difficulty=difficulty,
            number=number,
            tries=tries,
        )


        puzzle_rating.additional_properties = d
        return puzzle_rating

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
