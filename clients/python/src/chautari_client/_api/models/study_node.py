from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.study_question import StudyQuestion





T = TypeVar("T", bound="StudyNode")



@_attrs_define
class StudyNode:
    """ A position of a study.

        Attributes:
            arrows (list[list[int]] | Unset): Points to mark (one) and arrows from point to point (two), by the numbers of a
                scene.
            comment (str | Unset): What is said about it.
            move (str | Unset): The move that leads here, in the canonical notation.
            parent (int | Unset): The index of the position it comes from; none where the study begins. Of several that come
                from one, the
                first is the main line.
            question (StudyQuestion | Unset): A question at a position. Whatever comes from there and is not `wrong` answers
                it.
            wrong (bool | Unset): A move that does not answer the question where it comes from; its comment says why.
     """

    arrows: list[list[int]] | Unset = UNSET
    comment: str | Unset = UNSET
    move: str | Unset = UNSET
    parent: int | Unset = UNSET
    question: StudyQuestion | Unset = UNSET
    wrong: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.study_question import StudyQuestion # noqa: PLC0415
        arrows: list[list[int]] | Unset = UNSET
        if not isinstance(self.arrows, Unset):
            arrows = []
            for arrows_item_data in self.arrows:
                arrows_item = arrows_item_data


                arrows.append(arrows_item)



        comment = self.comment

        move = self.move

        parent = self.parent

        question: dict[str, Any] | Unset = UNSET
        if not isinstance(self.question, Unset):
            question = self.question.to_dict()

        wrong = self.wrong


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if arrows is not UNSET:
            field_dict["arrows"] = arrows
        if comment is not UNSET:
            field_dict["comment"] = comment
        if move is not UNSET:
            field_dict["move"] = move
        if parent is not UNSET:
            field_dict["parent"] = parent
        if question is not UNSET:
            field_dict["question"] = question
        if wrong is not UNSET:
            field_dict["wrong"] = wrong

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.study_question import StudyQuestion # noqa: PLC0415
        d = dict(src_dict)
        _arrows = d.pop("arrows", UNSET)
        arrows: list[list[int]] | Unset = UNSET
        if _arrows is not UNSET:
            arrows = []
            for arrows_item_data in _arrows:
                arrows_item = cast(list[int], arrows_item_data)

                arrows.append(arrows_item)


        comment = d.pop("comment", UNSET)

        move = d.pop("move", UNSET)

        parent = d.pop("parent", UNSET)

        _question = d.pop("question", UNSET)
        question: StudyQuestion | Unset
        if isinstance(_question,  Unset):
            question = UNSET
        else:
            question = StudyQuestion.from_dict(_question)




        wrong = d.pop("wrong", UNSET)

        study_node = cls(
            arrows=arrows,
            comment=comment,
            move=move,
            parent=parent,
            question=question,
            wrong=wrong,
        )

        return study_node

