from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="ObxFormFault")



@_attrs_define
class ObxFormFault:
    """ Where reading stopped.

        Attributes:
            expected (str): What could have stood there.
            field (None | str): The field; `null` is the whole body.
            offset (int): In bytes from the start of the field, or of the body.
            text (str): A sentence about it.
     """

    expected: str
    field: None | str
    offset: int
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        expected = self.expected

        field: None | str
        field = self.field

        offset = self.offset

        text = self.text


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "expected": expected,
            "field": field,
            "offset": offset,
            "text": text,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        expected = d.pop("expected")

        def _parse_field(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field = _parse_field(d.pop("field"))


        offset = d.pop("offset")

        text = d.pop("text")

        obx_form_fault = cls(
            expected=expected,
            field=field,
            offset=offset,
            text=text,
        )


        obx_form_fault.additional_properties = d
        return obx_form_fault

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
