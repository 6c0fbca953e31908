from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="ByOpening")



@_attrs_define
class ByOpening:
    """ 
        Attributes:
            draws (int):
            losses (int):
            wins (int):
            human (list[str]): The same as people write them.
            moves (list[str]): Else the first plies, in the canonical notation.
            side (str): The side that was theirs.
            name (str | Unset): What it is called, where it has a name: then it is one in whatever order it was played.
     """

    draws: int
    losses: int
    wins: int
    human: list[str]
    moves: list[str]
    side: str
    name: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        losses = self.losses

        wins = self.wins

        human = self.human



        moves = self.moves



        side = self.side

        name = self.name


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "draws": draws,
            "losses": losses,
            "wins": wins,
            "human": human,
            "moves": moves,
            "side": side,
        })
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        draws = d.pop("draws")

        losses = d.pop("losses")

        wins = d.pop("wins")

        human = cast(list[str], d.pop("human"))


        moves = cast(list[str], d.pop("moves"))


        side = d.pop("side")

        name = d.pop("name", UNSET)

        by_opening = cls(
            draws=draws,
            losses=losses,
            wins=wins,
            human=human,
            moves=moves,
            side=side,
            name=name,
        )


        by_opening.additional_properties = d
        return by_opening

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
