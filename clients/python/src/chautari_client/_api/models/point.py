from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.shape import check_shape
from ..models.shape import Shape
from typing import cast






T = TypeVar("T", bound="Point")



@_attrs_define
class Point:
    """ A point of a board.

        Attributes:
            label (str): What it is called: `C3`.
            shape (Shape): The shape of a point.
            x (int): Across, from the left.
            y (int): Down, from the top.
     """

    label: str
    shape: Shape
    x: int
    y: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        label = self.label

        shape: str = self.shape

        x = self.x

        y = self.y


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "label": label,
            "shape": shape,
            "x": x,
            "y": y,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        label = d.pop("label")

        shape = check_shape(d.pop("shape"))




        x = d.pop("x")

        y = d.pop("y")

        point = cls(
            label=label,
            shape=shape,
            x=x,
            y=y,
        )


        point.additional_properties = d
        return point

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
