from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SoftserveGameData")



@_attrs_define
class SoftserveGameData:
    """ A recorded game.

        Attributes:
            actions (list[str]):
            end_timestamp (str): `None` while it goes on.
            event (str): The name of its event; `mirror` where it is in none.
            forfeit (str): Who was too slow first, or `none`.
            game (str):
            initial_state (str):
            players (list[str]): The first has the side the game names first.
            result (str): The winner's name, `draw` or `ongoing`.
            start_timestamp (str):
            states (list[str]):
     """

    actions: list[str]
    end_timestamp: str
    event: str
    forfeit: str
    game: str
    initial_state: str
    players: list[str]
    result: str
    start_timestamp: str
    states: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        actions = self.actions



        end_timestamp = self.end_timestamp

        event = self.event

        forfeit = self.forfeit

        game = self.game

        initial_state = self.initial_state

        players = self.players



        result = self.result

        start_timestamp = self.start_timestamp

        states = self.states




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "actions": actions,
            "end_timestamp": end_timestamp,
            "event": event,
            "forfeit": forfeit,
            "game": game,
            "initial_state": initial_state,
            "players": players,
            "result": result,
            "start_timestamp": start_timestamp,
            "states": states,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        actions = cast(list[str], d.pop("actions"))


        end_timestamp = d.pop("end_timestamp")

        event = d.pop("event")

        forfeit = d.pop("forfeit")

        game = d.pop("game")

        initial_state = d.pop("initial_state")

        players = cast(list[str], d.pop("players"))


        result = d.pop("result")

        start_timestamp = d.pop("start_timestamp")

        states = cast(list[str], d.pop("states"))


        softserve_game_data = cls(
            actions=actions,
            end_timestamp=end_timestamp,
            event=event,
            forfeit=forfeit,
            game=game,
            initial_state=initial_state,
            players=players,
            result=result,
            start_timestamp=start_timestamp,
            states=states,
        )


        softserve_game_data.additional_properties = d
        return softserve_game_data

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
