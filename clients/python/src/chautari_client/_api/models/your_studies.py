from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.study_summary import StudySummary





T = TypeVar("T", bound="YourStudies")



@_attrs_define
class YourStudies:
    """ A page of the studies of the person who asks, the latest made first.

        Attributes:
            next_ (int | None): What `before` is on the next page; `null` on the last.
            studies (list[StudySummary]):
     """

    next_: int | None
    studies: list[StudySummary]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.study_summary import StudySummary # noqa: PLC0415
        next_: int | None
        next_ = self.next_

        studies = []
        for studies_item_data in self.studies:
            studies_item = studies_item_data.to_dict()
            studies.append(studies_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "next": next_,
            "studies": studies,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.study_summary import StudySummary # noqa: PLC0415
        d = dict(src_dict)
        def _parse_next_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_ = _parse_next_(d.pop("next"))


        studies = []
        _studies = d.pop("studies")
        for studies_item_data in (_studies):
            studies_item = StudySummary.from_dict(studies_item_data)



            studies.append(studies_item)


        your_studies = cls(
            next_=next_,
            studies=studies,
        )


        your_studies.additional_properties = d
        return your_studies

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
