from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PuzzleSolver")



@_attrs_define
class PuzzleSolver:
    """ What somebody has come to by the puzzles of a game.

        Attributes:
            deviation (float): The standard deviation of that.
            rating (float): On the scale of Elo; 1500 for a newcomer.
            solved (int): How many of them were solved at the first try.
            tried (int): How many puzzles were tried.
     """

    deviation: float
    rating: float
    solved: int
    tried: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        deviation = self.deviation

        rating = self.rating

        solved = self.solved

        tried = self.tried


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "deviation": deviation,
            "rating": rating,
            "solved": solved,
            "tried": tried,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deviation = d.pop("deviation")

        rating = d.pop("rating")

        solved = d.pop("solved")

        tried = d.pop("tried")

        puzzle_solver = cls(
            deviation=deviation,
            rating=rating,
            solved=solved,
            tried=tried,
        )


        puzzle_solver.additional_properties = d
        return puzzle_solver

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
