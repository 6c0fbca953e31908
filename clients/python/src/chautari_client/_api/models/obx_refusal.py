from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.obx_form_fault import ObxFormFault
  from ..models.obx_reason import ObxReason





T = TypeVar("T", bound="ObxRefusal")



@_attrs_define
class ObxRefusal:
    """ What a client is told when there is no answer.

        Attributes:
            detail (list[ObxReason] | ObxFormFault):
            error (str): `Invalid OBX format.` or `Illegal move detected.`
     """

    detail: list[ObxReason] | ObxFormFault
    error: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.obx_form_fault import ObxFormFault # noqa: PLC0415
        from ..models.obx_reason import ObxReason # noqa: PLC0415
        detail: dict[str, Any] | list[dict[str, Any]]
        if isinstance(self.detail, ObxFormFault):
            detail = self.detail.to_dict()
        else:
            detail = []
            for componentsschemas_obx_refusal_detail_type_1_item_data in self.detail:
                componentsschemas_obx_refusal_detail_type_1_item = componentsschemas_obx_refusal_detail_type_1_item_data.to_dict()
                detail.append(componentsschemas_obx_refusal_detail_type_1_item)




        error = self.error


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "detail": detail,
            "error": error,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.obx_form_fault import ObxFormFault # noqa: PLC0415
        from ..models.obx_reason import ObxReason # noqa: PLC0415
        d = dict(src_dict)
        def _parse_detail(data: object) -> list[ObxReason] | ObxFormFault:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_obx_refusal_detail_type_0 = ObxFormFault.from_dict(data)



                return componentsschemas_obx_refusal_detail_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, list):
                raise TypeError()
            componentsschemas_obx_refusal_detail_type_1 = []
            _componentsschemas_obx_refusal_detail_type_1 = data
            for componentsschemas_obx_refusal_detail_type_1_item_data in (_componentsschemas_obx_refusal_detail_type_1):
                componentsschemas_obx_refusal_detail_type_1_item = ObxReason.from_dict(componentsschemas_obx_refusal_detail_type_1_item_data)



                componentsschemas_obx_refusal_detail_type_1.append(componentsschemas_obx_refusal_detail_type_1_item)

            return componentsschemas_obx_refusal_detail_type_1

        detail = _parse_detail(d.pop("detail"))


        error = d.pop("error")

        obx_refusal = cls(
            detail=detail,
            error=error,
        )


        obx_refusal.additional_properties = d
        return obx_refusal

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
