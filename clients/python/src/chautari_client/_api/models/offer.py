from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Offer")



@_attrs_define
class Offer:
    """ A legal move, ready to be shown and played.

        Attributes:
            human (str): The same as people write it.
            move (str): The move, in the canonical notation.
            points (list[int]): The points a hand touches, in order.
            label (str | Unset): What tells this move from others with the same points.
     """

    human: str
    move: str
    points: list[int]
    label: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        human = self.human

        move = self.move

        points = self.points



        label = self.label


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "human": human,
            "move": move,
            "points": points,
        })
        if label is not UNSET:
            field_dict["label"] = label

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        human = d.pop("human")

        move = d.pop("move")

        points = cast(list[int], d.pop("points"))


        label = d.pop("label", UNSET)

        offer = cls(
            human=human,
            move=move,
            points=points,
            label=label,
        )


        offer.additional_properties = d
        return offer

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
