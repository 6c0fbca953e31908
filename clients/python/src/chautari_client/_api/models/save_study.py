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





T = TypeVar("T", bound="SaveStudy")



@_attrs_define
class SaveStudy:
    """ What a study is to say from now on.

        Attributes:
            sheet (StudySheet): What a study says.
            version (int | None | Unset): The version it was changed from: if there is a later one, nothing is saved
                [default: whatever there is].
     """

    sheet: StudySheet
    version: int | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.study_sheet import StudySheet # noqa: PLC0415
        sheet = self.sheet.to_dict()

        version: int | None | Unset
        if isinstance(self.version, Unset):
            version = UNSET
        else:
            version = self.version


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "sheet": sheet,
        })
        if version is not UNSET:
            field_dict["version"] = version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.study_sheet import StudySheet # noqa: PLC0415
        d = dict(src_dict)
        sheet = StudySheet.from_dict(d.pop("sheet"))




        def _parse_version(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        version = _parse_version(d.pop("version", UNSET))


        save_study = cls(
            sheet=sheet,
            version=version,
        )

        return save_study

