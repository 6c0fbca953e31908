from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="StudyQuestion")



@_attrs_define
class StudyQuestion:
    """ A question at a position. Whatever comes from there and is not `wrong` answers it.

        Attributes:
            task (str): What to do.
            otherwise (str | Unset): What is said of a legal move that the study does not have.
     """

    task: str
    otherwise: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        task = self.task

        otherwise = self.otherwise


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "task": task,
        })
        if otherwise is not UNSET:
            field_dict["otherwise"] = otherwise

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        task = d.pop("task")

        otherwise = d.pop("otherwise", UNSET)

        study_question = cls(
            task=task,
            otherwise=otherwise,
        )

        return study_question

