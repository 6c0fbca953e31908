from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.exact_value import ExactValue





T = TypeVar("T", bound="ValuesAnswer")



@_attrs_define
class ValuesAnswer:
    """ What they are worth, in the same order.

        Attributes:
            values (list[ExactValue | None]): `null` where no table knows.
     """

    values: list[ExactValue | None]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.exact_value import ExactValue # noqa: PLC0415
        values = []
        for values_item_data in self.values:
            values_item: dict[str, Any] | None
            if isinstance(values_item_data, ExactValue):
                values_item = values_item_data.to_dict()
            else:
                values_item = values_item_data
            values.append(values_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "values": values,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.exact_value import ExactValue # noqa: PLC0415
        d = dict(src_dict)
        values = []
        _values = d.pop("values")
        for values_item_data in (_values):
            def _parse_values_item(data: object) -> ExactValue | None:
                if data is None:
                    return data
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    values_item_type_0 = ExactValue.from_dict(data)



                    return values_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return cast(ExactValue | None, data)

            values_item = _parse_values_item(values_item_data)

            values.append(values_item)


        values_answer = cls(
            values=values,
        )


        values_answer.additional_properties = d
        return values_answer

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
