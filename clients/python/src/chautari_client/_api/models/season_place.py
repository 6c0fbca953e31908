from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SeasonPlace")



@_attrs_define
class SeasonPlace:
    """ Where somebody stands in a season.

        Attributes:
            by_tournament (list[float | None]): The points in each tournament, in their order; `null` where they did not
                play.
            firsts (int): How many tournaments they were first in, once those have ended.
            player (str):
            points (float): The points of all tournaments.
            rank (int): 1 for the best; players that nothing tells apart share a rank.
            wins (int):
     """

    by_tournament: list[float | None]
    firsts: int
    player: str
    points: float
    rank: int
    wins: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        by_tournament = []
        for by_tournament_item_data in self.by_tournament:
            by_tournament_item: float | None
            by_tournament_item = by_tournament_item_data
            by_tournament.append(by_tournament_item)



        firsts = self.firsts

        player = self.player

        points = self.points

        rank = self.rank

        wins = self.wins


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "by_tournament": by_tournament,
            "firsts": firsts,
            "player": player,
            "points": points,
            "rank": rank,
            "wins": wins,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        by_tournament = []
        _by_tournament = d.pop("by_tournament")
        for by_tournament_item_data in (_by_tournament):
            def _parse_by_tournament_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            by_tournament_item = _parse_by_tournament_item(by_tournament_item_data)

            by_tournament.append(by_tournament_item)


        firsts = d.pop("firsts")

        player = d.pop("player")

        points = d.pop("points")

        rank = d.pop("rank")

        wins = d.pop("wins")

        season_place = cls(
            by_tournament=by_tournament,
            firsts=firsts,
            player=player,
            points=points,
            rank=rank,
            wins=wins,
        )


        season_place.additional_properties = d
        return season_place

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
