from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.tournament_game_sides import TournamentGameSides





T = TypeVar("T", bound="TournamentGame")



@_attrs_define
class TournamentGame:
    """ A game of a tournament.

        Attributes:
            game (int): From 1.
            match (None | str): Where it is played; `null` where nobody had to.
            reason (None | str): Why it ended; `null` while it is not over.
            sides (TournamentGameSides): Who plays which side.
            winner (None | str): The player who won; `null` for a draw, or while it is not over.
     """

    game: int
    match: None | str
    reason: None | str
    sides: TournamentGameSides
    winner: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament_game_sides import TournamentGameSides # noqa: PLC0415
        game = self.game

        match: None | str
        match = self.match

        reason: None | str
        reason = self.reason

        sides = self.sides.to_dict()

        winner: None | str
        winner = self.winner


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "game": game,
            "match": match,
            "reason": reason,
            "sides": sides,
            "winner": winner,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament_game_sides import TournamentGameSides # noqa: PLC0415
        d = dict(src_dict)
        game = d.pop("game")

        def _parse_match(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        match = _parse_match(d.pop("match"))


        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))


        sides = TournamentGameSides.from_dict(d.pop("sides"))




        def _parse_winner(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        winner = _parse_winner(d.pop("winner"))


        tournament_game = cls(
            game=game,
            match=match,
            reason=reason,
            sides=sides,
            winner=winner,
        )


        tournament_game.additional_properties = d
        return tournament_game

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
