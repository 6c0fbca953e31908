from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.counted import check_counted
from ..models.counted import Counted
from typing import cast






T = TypeVar("T", bound="Tally")



@_attrs_define
class Tally:
    """ A number beside the board.

        Attributes:
            count (int): How many.
            counted (Counted): How one comes to know a tally.
            label (str): What is counted: `goats in hand`.
            of (int): Out of how many.
            side (str): Whose number it is.
     """

    count: int
    counted: Counted
    label: str
    of: int
    side: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        count = self.count

        counted: str = self.counted

        label = self.label

        of = self.of

        side = self.side


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "count": count,
            "counted": counted,
            "label": label,
            "of": of,
            "side": side,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        counted = check_counted(d.pop("counted"))




        label = d.pop("label")

        of = d.pop("of")

        side = d.pop("side")

        tally = cls(
            count=count,
            counted=counted,
            label=label,
            of=of,
            side=side,
        )


        tally.additional_properties = d
        return tally

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
