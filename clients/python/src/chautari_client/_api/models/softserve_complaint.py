from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SoftserveComplaint")



@_attrs_define
class SoftserveComplaint:
    """ What is wrong with one field.

        Attributes:
            loc (list[Any]): Where it stands: `["body", "name"]`.
            msg (str): What is wrong, for people.
            type_ (str): What is wrong, for programs.
     """

    loc: list[Any]
    msg: str
    type_: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        loc = self.loc



        msg = self.msg

        type_ = self.type_


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "loc": loc,
            "msg": msg,
            "type": type_,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        loc = cast(list[Any], d.pop("loc"))


        msg = d.pop("msg")

        type_ = d.pop("type")

        softserve_complaint = cls(
            loc=loc,
            msg=msg,
            type_=type_,
        )


        softserve_complaint.additional_properties = d
        return softserve_complaint

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
