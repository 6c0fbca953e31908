from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.game_results_wins import GameResultsWins





T = TypeVar("T", bound="GameResults")



@_attrs_define
class GameResults:
    """ How games ended in which a move was played.

        Attributes:
            draws (int): How many were drawn.
            games (int): How many games.
            wins (GameResultsWins): How many of them each side won, by its name.
     """

    draws: int
    games: int
    wins: GameResultsWins
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.game_results_wins import GameResultsWins # noqa: PLC0415
        draws = self.draws

        games = self.games

        wins = self.wins.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "draws": draws,
            "games": games,
            "wins": wins,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.game_results_wins import GameResultsWins # noqa: PLC0415
        d = dict(src_dict)
        draws = d.pop("draws")

        games = d.pop("games")

        wins = GameResultsWins.from_dict(d.pop("wins"))




        game_results = cls(
            draws=draws,
            games=games,
            wins=wins,
        )


        game_results.additional_properties = d
        return game_results

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
