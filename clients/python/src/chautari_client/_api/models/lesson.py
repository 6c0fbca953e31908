from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.lesson_step import LessonStep





T = TypeVar("T", bound="Lesson")



@_attrs_define
class Lesson:
    """ A lesson of about two minutes. Its words are English; a game's translations have them in other languages.

        Attributes:
            side (str): The side to play in a first game against an opponent, by what was learned.
            steps (list[LessonStep]): One idea each.
     """

    side: str
    steps: list[LessonStep]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.lesson_step import LessonStep # noqa: PLC0415
        side = self.side

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "side": side,
            "steps": steps,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.lesson_step import LessonStep # noqa: PLC0415
        d = dict(src_dict)
        side = d.pop("side")

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in (_steps):
            steps_item = LessonStep.from_dict(steps_item_data)



            steps.append(steps_item)


        lesson = cls(
            side=side,
            steps=steps,
        )


        lesson.additional_properties = d
        return lesson

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
