from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.tournament_game import TournamentGame





T = TypeVar("T", bound="TournamentMeeting")



@_attrs_define
class TournamentMeeting:
    """ Two players at one board.

        Attributes:
            board (int): From 1.
            games (list[TournamentGame]): The games that have been begun or settled.
            players (list[str]): Who meets; the first takes the first side in the first game.
     """

    board: int
    games: list[TournamentGame]
    players: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament_game import TournamentGame # noqa: PLC0415
        board = self.board

        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)



        players = self.players




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "board": board,
            "games": games,
            "players": players,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament_game import TournamentGame # noqa: PLC0415
        d = dict(src_dict)
        board = d.pop("board")

        games = []
        _games = d.pop("games")
        for games_item_data in (_games):
            games_item = TournamentGame.from_dict(games_item_data)



            games.append(games_item)


        players = cast(list[str], d.pop("players"))


        tournament_meeting = cls(
            board=board,
            games=games,
            players=players,
        )


        tournament_meeting.additional_properties = d
        return tournament_meeting

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
