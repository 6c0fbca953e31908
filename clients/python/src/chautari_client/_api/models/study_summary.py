from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="StudySummary")



@_attrs_define
class StudySummary:
    """ A line about a study.

        Attributes:
            game (str): The game.
            positions (int): How many positions it has.
            saved_ms (int): When it was last saved, in milliseconds since 1970.
            study (str): Its name in URLs.
            title (str): What it is called.
     """

    game: str
    positions: int
    saved_ms: int
    study: str
    title: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        game = self.game

        positions = self.positions

        saved_ms = self.saved_ms

        study = self.study

        title = self.title


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "game": game,
            "positions": positions,
            "saved_ms": saved_ms,
            "study": study,
            "title": title,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        game = d.pop("game")

        positions = d.pop("positions")

        saved_ms = d.pop("saved_ms")

        study = d.pop("study")

        title = d.pop("title")

        study_summary = cls(
            game=game,
            positions=positions,
            saved_ms=saved_ms,
            study=study,
            title=title,
        )


        study_summary.additional_properties = d
        return study_summary

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
