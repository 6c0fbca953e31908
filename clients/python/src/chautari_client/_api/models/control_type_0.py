from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="ControlType0")



@_attrs_define
class ControlType0:
    """ So much for the whole game, and more after every turn.

        Attributes:
            initial_ms (int): What each side begins with.
            delay_ms (int | Unset): How long a side thinks in each of its turns before its clock runs.
            increment_ms (int | Unset): What a side gains by each of its turns.
     """

    initial_ms: int
    delay_ms: int | Unset = UNSET
    increment_ms: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        initial_ms = self.initial_ms

        delay_ms = self.delay_ms

        increment_ms = self.increment_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "initial_ms": initial_ms,
        })
        if delay_ms is not UNSET:
            field_dict["delay_ms"] = delay_ms
        if increment_ms is not UNSET:
            field_dict["increment_ms"] = increment_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        initial_ms = d.pop("initial_ms")

        delay_ms = d.pop("delay_ms", UNSET)

        increment_ms = d.pop("increment_ms", UNSET)

        control_type_0 = cls(
            initial_ms=initial_ms,
            delay_ms=delay_ms,
            increment_ms=increment_ms,
        )


        control_type_0.additional_properties = d
        return control_type_0

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
