from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.puzzle import Puzzle





T = TypeVar("T", bound="Puzzles")



@_attrs_define
class Puzzles:
    """ Some puzzles of a game.

        Attributes:
            count (int): How many the game has in all.
            puzzles (list[Puzzle]): Those asked for, by their numbers.
     """

    count: int
    puzzles: list[Puzzle]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.puzzle import Puzzle # noqa: PLC0415
        count = self.count

        puzzles = []
        for puzzles_item_data in self.puzzles:
            puzzles_item = puzzles_item_data.to_dict()
            puzzles.append(puzzles_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "count": count,
            "puzzles": puzzles,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.puzzle import Puzzle # noqa: PLC0415
        d = dict(src_dict)
        count = d.pop("count")

        puzzles = []
        _puzzles = d.pop("puzzles")
        for puzzles_item_data in (_puzzles):
            puzzles_item = Puzzle.from_dict(puzzles_item_data)



            puzzles.append(puzzles_item)


        puzzles = cls(
            count=count,
            puzzles=puzzles,
        )


        puzzles.additional_properties = d
        return puzzles

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
