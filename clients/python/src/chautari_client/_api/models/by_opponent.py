from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ByOpponent")



@_attrs_define
class ByOpponent:
    """ 
        Attributes:
            draws (int):
            losses (int):
            wins (int):
            opponent (str):
     """

    draws: int
    losses: int
    wins: int
    opponent: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        losses = self.losses

        wins = self.wins

        opponent = self.opponent


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "draws": draws,
            "losses": losses,
            "wins": wins,
            "opponent": opponent,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        draws = d.pop("draws")

        losses = d.pop("losses")

        wins = d.pop("wins")

        opponent = d.pop("opponent")

        by_opponent = cls(
            draws=draws,
            losses=losses,
            wins=wins,
            opponent=opponent,
        )


        by_opponent.additional_properties = d
        return by_opponent

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
