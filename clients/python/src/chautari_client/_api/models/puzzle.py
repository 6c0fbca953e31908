from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Puzzle")



@_attrs_define
class Puzzle:
    """ A position in which one move is right.

        Attributes:
            difficulty (int): How hard it is, on the scale of a rating: by those who have tried it, else by how far our
                engine must look.
            moves (list[str]): The solution: the solver's move, the best defence, and so on, to the last move that has to be
                found.
            number (int): Its number, from 1.
            position (str): Where it begins, in the canonical notation.
            themes (list[str]): What it is about. The first says what is asked for: to `win`, or to `hold` the draw.
            tries (int): How many tries that is known from.
     """

    difficulty: int
    moves: list[str]
    number: int
    position: str
    themes: list[str]
    tries: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        difficulty = self.difficulty

        moves = self.moves



        number = self.number

        position = self.position

        themes = self.themes



        tries = self.tries


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "difficulty": difficulty,
            "moves": moves,
            "number": number,
            "position": position,
            "themes": themes,
            "tries": tries,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        difficulty = d.pop("difficulty")

        moves = cast(list[str], d.pop("moves"))


        number = d.pop("number")

        position = d.pop("position")

        themes = cast(list[str], d.pop("themes"))


        tries = d.pop("tries")

        puzzle = cls(
            difficulty=difficulty,
            moves=moves,
            number=number,
            position=position,
            themes=themes,
            tries=tries,
        )


        puzzle.additional_properties = d
        return puzzle

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
