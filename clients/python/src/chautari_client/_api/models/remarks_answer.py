from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.reason import Reason





T = TypeVar("T", bound="RemarksAnswer")



@_attrs_define
class RemarksAnswer:
    """ What a move is for.

        Attributes:
            remarks (list[Reason]): The most important first. They do not say which move it is; a game's words have them in
                other languages,
                by their codes.
     """

    remarks: list[Reason]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.reason import Reason # noqa: PLC0415
        remarks = []
        for remarks_item_data in self.remarks:
            remarks_item = remarks_item_data.to_dict()
            remarks.append(remarks_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "remarks": remarks,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.reason import Reason # noqa: PLC0415
        d = dict(src_dict)
        remarks = []
        _remarks = d.pop("remarks")
        for remarks_item_data in (_remarks):
            remarks_item = Reason.from_dict(remarks_item_data)



            remarks.append(remarks_item)


        remarks_answer = cls(
            remarks=remarks,
        )


        remarks_answer.additional_properties = d
        return remarks_answer

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
