from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.softserve_game import SoftserveGame
  from ..models.softserve_tally_players import SoftserveTallyPlayers





T = TypeVar("T", bound="SoftserveTally")



@_attrs_define
class SoftserveTally:
    """ What an event has come to.

        Attributes:
            games (list[SoftserveGame]): Its games.
            players (SoftserveTallyPlayers): The counters of each player; only those that are not 0.
     """

    games: list[SoftserveGame]
    players: SoftserveTallyPlayers
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.softserve_game import SoftserveGame # noqa: PLC0415
        from ..models.softserve_tally_players import SoftserveTallyPlayers # noqa: PLC0415
        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)



        players = self.players.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "games": games,
            "players": players,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.softserve_game import SoftserveGame # noqa: PLC0415
        from ..models.softserve_tally_players import SoftserveTallyPlayers # noqa: PLC0415
        d = dict(src_dict)
        games = []
        _games = d.pop("games")
        for games_item_data in (_games):
            games_item = SoftserveGame.from_dict(games_item_data)



            games.append(games_item)


        players = SoftserveTallyPlayers.from_dict(d.pop("players"))




        softserve_tally = cls(
            games=games,
            players=players,
        )


        softserve_tally.additional_properties = d
        return softserve_tally

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
