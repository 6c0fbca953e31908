from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.study_sheet import StudySheet





T = TypeVar("T", bound="NewStudy")



@_attrs_define
class NewStudy:
    """ A study that is made.

        Attributes:
            made_ms (int): When it was made, in milliseconds since 1970.
            saved_ms (int): When this version was saved.
            sheet (StudySheet): What a study says.
            study (str): Its name in URLs.
            version (int): Which version this is, from 1.
            token (str): What it is saved again by; whoever made it by their name can do so by their key, too. It is told
                once.
            by (str | Unset): Who made it, where they did so by their name.
     """

    made_ms: int
    saved_ms: int
    sheet: StudySheet
    study: str
    version: int
    token: str
    by: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.study_sheet import StudySheet # noqa: PLC0415
        made_ms = self.made_ms

        saved_ms = self.saved_ms

        sheet = self.sheet.to_dict()

        study = self.study

        version = self.version

        token = self.token

        by = self.by


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "made_ms": made_ms,
            "saved_ms": saved_ms,
            "sheet": sheet,
            "study": study,
            "version": version,
            "token": token,
        })
        if by is not UNSET:
            field_dict["by"] = by

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.study_sheet import StudySheet # noqa: PLC0415
        d = dict(src_dict)
        made_ms = d.pop("made_ms")

        saved_ms = d.pop("saved_ms")

        sheet = StudySheet.from_dict(d.pop("sheet"))




        study = d.pop("study")

        version = d.pop("version")

        token = d.pop("token")

        by = d.pop("by", UNSET)

        new_study = cls(
            made_ms=made_ms,
            saved_ms=saved_ms,
            sheet=sheet,
            study=study,
            version=version,
            token=token,
            by=by,
        )


        new_study.additional_properties = d
        return new_study

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
