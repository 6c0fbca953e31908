from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="LessonStep")



@_attrs_define
class LessonStep:
    """ One idea, done by one move.

        Attributes:
            learned (str): What can be seen now.
            moves (list[str]): The moves that do it, in the canonical dialect: any of them.
            otherwise (str): What to say of a legal move that does not do it. What is not legal, the rules refuse.
            replies (list[str]): What the other side plays then, one move after the other.
            task (str): What to do, and why.
            position (str | Unset): Where it begins, in the canonical dialect; without it, where the step before ended.
     """

    learned: str
    moves: list[str]
    otherwise: str
    replies: list[str]
    task: str
    position: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        learned = self.learned

        moves = self.moves



        otherwise = self.otherwise

        replies = self.replies



        task = self.task

        position = self.position


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "learned": learned,
            "moves": moves,
            "otherwise": otherwise,
            "replies": replies,
            "task": task,
        })
        if position is not UNSET:
            field_dict["position"] = position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        learned = d.pop("learned")

        moves = cast(list[str], d.pop("moves"))


        otherwise = d.pop("otherwise")

        replies = cast(list[str], d.pop("replies"))


        task = d.pop("task")

        position = d.pop("position", UNSET)

        lesson_step = cls(
            learned=learned,
            moves=moves,
            otherwise=otherwise,
            replies=replies,
            task=task,
            position=position,
        )


        lesson_step.additional_properties = d
        return lesson_step

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
