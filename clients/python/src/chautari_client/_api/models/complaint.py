from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.reason import Reason





T = TypeVar("T", bound="Complaint")



@_attrs_define
class Complaint:
    """ What was wrong.

        Attributes:
            code (str): Stable, for programs.
            text (str): One or more English sentences.
            at (int | Unset): Where in the text, in bytes from its start.
            expected (str | Unset): What could have stood there.
            index (int | Unset): Which item of a list, from 0.
            points (list[int] | Unset): The points of the board to light up.
            reasons (list[Reason] | Unset): Every reason the rules have.
     """

    code: str
    text: str
    at: int | Unset = UNSET
    expected: str | Unset = UNSET
    index: int | Unset = UNSET
    points: list[int] | Unset = UNSET
    reasons: list[Reason] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.reason import Reason # noqa: PLC0415
        code = self.code

        text = self.text

        at = self.at

        expected = self.expected

        index = self.index

        points: list[int] | Unset = UNSET
        if not isinstance(self.points, Unset):
            points = self.points



        reasons: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.reasons, Unset):
            reasons = []
            for reasons_item_data in self.reasons:
                reasons_item = reasons_item_data.to_dict()
                reasons.append(reasons_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "text": text,
        })
        if at is not UNSET:
            field_dict["at"] = at
        if expected is not UNSET:
            field_dict["expected"] = expected
        if index is not UNSET:
            field_dict["index"] = index
        if points is not UNSET:
            field_dict["points"] = points
        if reasons is not UNSET:
            field_dict["reasons"] = reasons

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.reason import Reason # noqa: PLC0415
        d = dict(src_dict)
        code = d.pop("code")

        text = d.pop("text")

        at = d.pop("at", UNSET)

        expected = d.pop("expected", UNSET)

        index = d.pop("index", UNSET)

        points = cast(list[int], d.pop("points", UNSET))


        _reasons = d.pop("reasons", UNSET)
        reasons: list[Reason] | Unset = UNSET
        if _reasons is not UNSET:
            reasons = []
            for reasons_item_data in _reasons:
                reasons_item = Reason.from_dict(reasons_item_data)



                reasons.append(reasons_item)


        complaint = cls(
            code=code,
            text=text,
            at=at,
            expected=expected,
            index=index,
            points=points,
            reasons=reasons,
        )


        complaint.additional_properties = d
        return complaint

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
