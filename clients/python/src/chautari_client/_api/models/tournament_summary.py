from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.tournament_format import check_tournament_format
from ..models.tournament_format import TournamentFormat
from ..models.tournament_state import check_tournament_state
from ..models.tournament_state import TournamentState
from typing import cast






T = TypeVar("T", bound="TournamentSummary")



@_attrs_define
class TournamentSummary:
    """ The few lines about a tournament that a list of them shows.

        Attributes:
            began_ms (int): When it began, in milliseconds since 1970.
            changed_ms (int): When something last happened, in milliseconds since 1970.
            entrants (int): How many have entered.
            format_ (TournamentFormat): Who meets whom.
            game (str): The game, with its rules.
            id (str): Its name in URLs.
            leader (None | str): Who is ahead, or has won; `null` before the first game has ended.
            name (str): What it is called.
            of_rounds (int): How many rounds there are.
            round_ (int): The round being played, from 1; 0 before the first.
            state (TournamentState): Whether a tournament goes on.
            version (int): How many events it has had.
     """

    began_ms: int
    changed_ms: int
    entrants: int
    format_: TournamentFormat
    game: str
    id: str
    leader: None | str
    name: str
    of_rounds: int
    round_: int
    state: TournamentState
    version: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        began_ms = self.began_ms

        changed_ms = self.changed_ms

        entrants = self.entrants

        format_: str = self.format_

        game = self.game

        id = self.id

        leader: None | str
        leader = self.leader

        name = self.name

        of_rounds = self.of_rounds

        round_ = self.round_

        state: str = self.state

        version = self.version


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "changed_ms": changed_ms,
            "entrants": entrants,
            "format": format_,
            "game": game,
            "id": id,
            "leader": leader,
            "name": name,
            "of_rounds": of_rounds,
            "round": round_,
            "state": state,
            "version": version,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        changed_ms = d.pop("changed_ms")

        entrants = d.pop("entrants")

        format_ = check_tournament_format(d.pop("format"))




        game = d.pop("game")

        id = d.pop("id")

        def _parse_leader(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        leader = _parse_leader(d.pop("leader"))


        name = d.pop("name")

        of_rounds = d.pop("of_rounds")

        round_ = d.pop("round")

        state = check_tournament_state(d.pop("state"))




        version = d.pop("version")

        tournament_summary = cls(
            began_ms=began_ms,
            changed_ms=changed_ms,
            entrants=entrants,
            format_=format_,
            game=game,
            id=id,
            leader=leader,
            name=name,
            of_rounds=of_rounds,
            round_=round_,
            state=state,
            version=version,
        )


        tournament_summary.additional_properties = d
        return tournament_summary

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
