from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.puzzle_solver import PuzzleSolver





T = TypeVar("T", bound="PuzzleTried")



@_attrs_define
class PuzzleTried:
    """ What came of a try.

        Attributes:
            counted (bool): Whether it changes ratings: only the first try at a puzzle does.
            solved (bool): Whether it was solved.
            you (PuzzleSolver): What somebody has come to by the puzzles of a game.
     """

    counted: bool
    solved: bool
    you: PuzzleSolver
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.puzzle_solver import PuzzleSolver # noqa: PLC0415
        counted = self.counted

        solved = self.solved

        you = self.you.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "counted": counted,
            "solved": solved,
            "you": you,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.puzzle_solver import PuzzleSolver # noqa: PLC0415
        d = dict(src_dict)
        counted = d.pop("counted")

        solved = d.pop("solved")

        you = PuzzleSolver.from_dict(d.pop("you"))




        puzzle_tried = cls(
            counted=counted,
            solved=solved,
            you=you,
        )


        puzzle_tried.additional_properties = d
        return puzzle_tried

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
