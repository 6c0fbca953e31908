from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.tournament_entrance import check_tournament_entrance
from ..models.tournament_entrance import TournamentEntrance
from ..models.tournament_format import check_tournament_format
from ..models.tournament_format import TournamentFormat
from ..models.tournament_state import check_tournament_state
from ..models.tournament_state import TournamentState
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="TournamentSummary")



@_attrs_define
class TournamentSummary:
    """ The few lines about a tournament that a list of them shows.

        Attributes:
            began_ms (int): When it was set up, in milliseconds since 1970.
            changed_ms (int): When something last happened, in milliseconds since 1970.
            entrance (TournamentEntrance): Who may enter.
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
            ends_ms (int | Unset): When an arena ends.
            host (str | Unset): The person who steers it.
            season (str | Unset): The season it belongs to.
            started_ms (int | Unset): When it started.
            starts_ms (int | Unset): When it starts by itself.
     """

    began_ms: int
    changed_ms: int
    entrance: TournamentEntrance
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
    ends_ms: int | Unset = UNSET
    host: str | Unset = UNSET
    season: str | Unset = UNSET
    started_ms: int | Unset = UNSET
    starts_ms: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        began_ms = self.began_ms

        changed_ms = self.changed_ms

        entrance: str = self.entrance

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

        ends_ms = self.ends_ms

        host = self.host

        season = self.season

        started_ms = self.started_ms

        starts_ms = self.starts_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "changed_ms": changed_ms,
            "entrance": entrance,
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
        if ends_ms is not UNSET:
            field_dict["ends_ms"] = ends_ms
        if host is not UNSET:
            field_dict["host"] = host
        if season is not UNSET:
            field_dict["season"] = season
        if started_ms is not UNSET:
            field_dict["started_ms"] = started_ms
        if starts_ms is not UNSET:
            field_dict["starts_ms"] = starts_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        changed_ms = d.pop("changed_ms")

        entrance = check_tournament_entrance(d.pop("entrance"))




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

        ends_ms = d.pop("ends_ms", UNSET)

        host = d.pop("host", UNSET)

        season = d.pop("season", UNSET)

        started_ms = d.pop("started_ms", UNSET)

        starts_ms = d.pop("starts_ms", UNSET)

        tournament_summary = cls(
            began_ms=began_ms,
            changed_ms=changed_ms,
            entrance=entrance,
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
            ends_ms=ends_ms,
            host=host,
            season=season,
            started_ms=started_ms,
            starts_ms=starts_ms,
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
