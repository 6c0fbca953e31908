from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.softserve_complaint import SoftserveComplaint





T = TypeVar("T", bound="SoftserveRefusal")



@_attrs_define
class SoftserveRefusal:
    """ What a client is told whose request is refused.

        Attributes:
            detail (list[SoftserveComplaint] | str):
     """

    detail: list[SoftserveComplaint] | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.softserve_complaint import SoftserveComplaint # noqa: PLC0415
        detail: list[dict[str, Any]] | str
        if isinstance(self.detail, list):
            detail = []
            for componentsschemas_softserve_detail_type_1_item_data in self.detail:
                componentsschemas_softserve_detail_type_1_item = componentsschemas_softserve_detail_type_1_item_data.to_dict()
                detail.append(componentsschemas_softserve_detail_type_1_item)


        else:
            detail = self.detail


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "detail": detail,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.softserve_complaint import SoftserveComplaint # noqa: PLC0415
        d = dict(src_dict)
        def _parse_detail(data: object) -> list[SoftserveComplaint] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_softserve_detail_type_1 = []
                _componentsschemas_softserve_detail_type_1 = data
                for componentsschemas_softserve_detail_type_1_item_data in (_componentsschemas_softserve_detail_type_1):
                    componentsschemas_softserve_detail_type_1_item = SoftserveComplaint.from_dict(componentsschemas_softserve_detail_type_1_item_data)



                    componentsschemas_softserve_detail_type_1.append(componentsschemas_softserve_detail_type_1_item)

                return componentsschemas_softserve_detail_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[SoftserveComplaint] | str, data)

        detail = _parse_detail(d.pop("detail"))


        softserve_refusal = cls(
            detail=detail,
        )


        softserve_refusal.additional_properties = d
        return softserve_refusal

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
