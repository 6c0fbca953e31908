from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftserveThinkLimits")



@_attrs_define
class SoftserveThinkLimits:
    """ How long one may have the server think.

        Attributes:
            max_iterations (int):
            max_workers (int):
            min_iterations (int):
            min_workers (int):
     """

    max_iterations: int
    max_workers: int
    min_iterations: int
    min_workers: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        max_iterations = self.max_iterations

        max_workers = self.max_workers

        min_iterations = self.min_iterations

        min_workers = self.min_workers


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "max_iterations": max_iterations,
            "max_workers": max_workers,
            "min_iterations": min_iterations,
            "min_workers": min_workers,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_iterations = d.pop("max_iterations")

        max_workers = d.pop("max_workers")

        min_iterations = d.pop("min_iterations")

        min_workers = d.pop("min_workers")

        softserve_think_limits = cls(
            max_iterations=max_iterations,
            max_workers=max_workers,
            min_iterations=min_iterations,
            min_workers=min_workers,
        )


        softserve_think_limits.additional_properties = d
        return softserve_think_limits

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
