from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="TournamentPlace")



@_attrs_define
class TournamentPlace:
    """ Where a player stands.

        Attributes:
            deviation (float): The standard deviation of that.
            rating (float): On the scale of Elo; 1500 for a newcomer.
            buchholz (float): The first tie-break: the points of everybody it played.
            draws (int):
            free (int): Rounds in which it got its points without a game.
            losses (int):
            player (str):
            points (float): One for a win, a half for a draw; in an arena two and one, and double after two wins in a row.
            rank (int): 1 for the best; players that nothing tells apart share a rank.
            sonneborn_berger (float): The second: the points of those it beat, and half of those it drew with.
            wins (int):
            survived (int | Unset): How many meetings of a knockout it has survived.
     """

    deviation: float
    rating: float
    buchholz: float
    draws: int
    free: int
    losses: int
    player: str
    points: float
    rank: int
    sonneborn_berger: float
    wins: int
    survived: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        deviation = self.deviation

        rating = self.rating

        buchholz = self.buchholz

        draws = self.draws

        free = self.free

        losses = self.losses

        player = self.player

        points = self.points

        rank = self.rank

        sonneborn_berger = self.sonneborn_berger

        wins = self.wins

        survived = self.survived


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "deviation": deviation,
            "rating": rating,
            "buchholz": buchholz,
            "draws": draws,
            "free": free,
            "losses": losses,
            "player": player,
            "points": points,
            "rank": rank,
            "sonneborn_berger": sonneborn_berger,
            "wins": wins,
        })
        if survived is not UNSET:
            field_dict["survived"] = survived

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deviation = d.pop("deviation")

        rating = d.pop("rating")

        buchholz = d.pop("buchholz")

        draws = d.pop("draws")

        free = d.pop("free")

        losses = d.pop("losses")

        player = d.pop("player")

        points = d.pop("points")

        rank = d.pop("rank")

        sonneborn_berger = d.pop("sonneborn_berger")

        wins = d.pop("wins")

        survived = d.pop("survived", UNSET)

        tournament_place = cls(
            deviation=deviation,
            rating=rating,
            buchholz=buchholz,
            draws=draws,
            free=free,
            losses=losses,
            player=player,
            points=points,
            rank=rank,
            sonneborn_berger=sonneborn_berger,
            wins=wins,
            survived=survived,
        )


        tournament_place.additional_properties = d
        return tournament_place

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
