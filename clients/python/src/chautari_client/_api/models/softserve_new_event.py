from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="SoftserveNewEvent")



@_attrs_define
class SoftserveNewEvent:
    """ An event to be made.

        Attributes:
            game_pairs (int): How often every two of them meet with each colour.
            players (list[str]): The names of its players, at least two different ones.
            closes_in (int | None | Unset): Seconds after which it is closed [default: never].
            game (None | str | Unset): The game [default: creeper].
            name (None | str | Unset): [default: `tournament-<id>`]
     """

    game_pairs: int
    players: list[str]
    closes_in: int | None | Unset = UNSET
    game: None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        game_pairs = self.game_pairs

        players = self.players



        closes_in: int | None | Unset
        if isinstance(self.closes_in, Unset):
            closes_in = UNSET
        else:
            closes_in = self.closes_in

        game: None | str | Unset
        if isinstance(self.game, Unset):
            game = UNSET
        else:
            game = self.game

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "game_pairs": game_pairs,
            "players": players,
        })
        if closes_in is not UNSET:
            field_dict["closes_in"] = closes_in
        if game is not UNSET:
            field_dict["game"] = game
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        game_pairs = d.pop("game_pairs")

        players = cast(list[str], d.pop("players"))


        def _parse_closes_in(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        closes_in = _parse_closes_in(d.pop("closes_in", UNSET))


        def _parse_game(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        game = _parse_game(d.pop("game", UNSET))


        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))


        softserve_new_event = cls(
            game_pairs=game_pairs,
            players=players,
            closes_in=closes_in,
            game=game,
            name=name,
        )


        softserve_new_event.additional_properties = d
        return softserve_new_event

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
