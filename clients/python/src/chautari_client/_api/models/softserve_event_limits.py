from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftserveEventLimits")



@_attrs_define
class SoftserveEventLimits:
    """ What an event may have.

        Attributes:
            action_time (float): Seconds over an action before it is forfeited.
            max_events (int): Events a client may have going on at once; those older than a day are not counted.
            max_games (int): Games in all: every two players meet `game_pairs` times with each colour.
            max_players (int):
     """

    action_time: float
    max_events: int
    max_games: int
    max_players: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action_time = self.action_time

        max_events = self.max_events

        max_games = self.max_games

        max_players = self.max_players


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action_time": action_time,
            "max_events": max_events,
            "max_games": max_games,
            "max_players": max_players,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action_time = d.pop("action_time")

        max_events = d.pop("max_events")

        max_games = d.pop("max_games")

        max_players = d.pop("max_players")

        softserve_event_limits = cls(
            action_time=action_time,
            max_events=max_events,
            max_games=max_games,
            max_players=max_players,
        )


        softserve_event_limits.additional_properties = d
        return softserve_event_limits

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
