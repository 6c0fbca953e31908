from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.tournament_criterion import check_tournament_criterion
from ..models.tournament_criterion import TournamentCriterion
from ..models.tournament_entrance import check_tournament_entrance
from ..models.tournament_entrance import TournamentEntrance
from ..models.tournament_format import check_tournament_format
from ..models.tournament_format import TournamentFormat
from ..models.tournament_state import check_tournament_state
from ..models.tournament_state import TournamentState
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1
  from ..models.tournament_place import TournamentPlace
  from ..models.tournament_player import TournamentPlayer
  from ..models.tournament_round import TournamentRound





T = TypeVar("T", bound="Tournament")



@_attrs_define
class Tournament:
    """ A tournament with everything about it.

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
            clock (ControlType0 | ControlType1 | None):
            crosstable (list[list[list[float]]]): What each player got from each other, game by game, in the order of entry:
                `crosstable[a][b]`.
            games_per_pair (int): How many games a meeting has.
            players (list[TournamentPlayer]): Who plays, in the order of entry.
            ranked_by (list[TournamentCriterion]): What decides the places, the first first; those after the first are the
                tie-breaks.
            rated (bool): Whether its games count for the ratings of people.
            rounds (list[TournamentRound]): Who meets whom, round by round.
            standings (list[TournamentPlace]): Where everybody stands, the best first.
            ends_ms (int | Unset): When an arena ends.
            host (str | Unset): The person who steers it.
            season (str | Unset): The season it belongs to.
            started_ms (int | Unset): When it started.
            starts_ms (int | Unset): When it starts by itself.
            code (str | Unset): What others enter by, where anybody may see it.
            no_show_ms (int | Unset): Whoever makes no first move for this long, in milliseconds, is dropped.
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
    clock: ControlType0 | ControlType1 | None
    crosstable: list[list[list[float]]]
    games_per_pair: int
    players: list[TournamentPlayer]
    ranked_by: list[TournamentCriterion]
    rated: bool
    rounds: list[TournamentRound]
    standings: list[TournamentPlace]
    ends_ms: int | Unset = UNSET
    host: str | Unset = UNSET
    season: str | Unset = UNSET
    started_ms: int | Unset = UNSET
    starts_ms: int | Unset = UNSET
    code: str | Unset = UNSET
    no_show_ms: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.tournament_place import TournamentPlace # noqa: PLC0415
        from ..models.tournament_player import TournamentPlayer # noqa: PLC0415
        from ..models.tournament_round import TournamentRound # noqa: PLC0415
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

        clock: dict[str, Any] | None
        if isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        crosstable = []
        for crosstable_item_data in self.crosstable:
            crosstable_item = []
            for crosstable_item_item_data in crosstable_item_data:
                crosstable_item_item = crosstable_item_item_data


                crosstable_item.append(crosstable_item_item)


            crosstable.append(crosstable_item)



        games_per_pair = self.games_per_pair

        players = []
        for players_item_data in self.players:
            players_item = players_item_data.to_dict()
            players.append(players_item)



        ranked_by = []
        for ranked_by_item_data in self.ranked_by:
            ranked_by_item: str = ranked_by_item_data
            ranked_by.append(ranked_by_item)



        rated = self.rated

        rounds = []
        for rounds_item_data in self.rounds:
            rounds_item = rounds_item_data.to_dict()
            rounds.append(rounds_item)



        standings = []
        for standings_item_data in self.standings:
            standings_item = standings_item_data.to_dict()
            standings.append(standings_item)



        ends_ms = self.ends_ms

        host = self.host

        season = self.season

        started_ms = self.started_ms

        starts_ms = self.starts_ms

        code = self.code

        no_show_ms = self.no_show_ms


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
            "clock": clock,
            "crosstable": crosstable,
            "games_per_pair": games_per_pair,
            "players": players,
            "ranked_by": ranked_by,
            "rated": rated,
            "rounds": rounds,
            "standings": standings,
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
        if code is not UNSET:
            field_dict["code"] = code
        if no_show_ms is not UNSET:
            field_dict["no_show_ms"] = no_show_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.tournament_place import TournamentPlace # noqa: PLC0415
        from ..models.tournament_player import TournamentPlayer # noqa: PLC0415
        from ..models.tournament_round import TournamentRound # noqa: PLC0415
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

        def _parse_clock(data: object) -> ControlType0 | ControlType1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_control_type_0 = ControlType0.from_dict(data)



                return componentsschemas_control_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_control_type_1 = ControlType1.from_dict(data)



                return componentsschemas_control_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ControlType0 | ControlType1 | None, data)

        clock = _parse_clock(d.pop("clock"))


        crosstable = []
        _crosstable = d.pop("crosstable")
        for crosstable_item_data in (_crosstable):
            crosstable_item = []
            _crosstable_item = crosstable_item_data
            for crosstable_item_item_data in (_crosstable_item):
                crosstable_item_item = cast(list[float], crosstable_item_item_data)

                crosstable_item.append(crosstable_item_item)

            crosstable.append(crosstable_item)


        games_per_pair = d.pop("games_per_pair")

        players = []
        _players = d.pop("players")
        for players_item_data in (_players):
            players_item = TournamentPlayer.from_dict(players_item_data)



            players.append(players_item)


        ranked_by = []
        _ranked_by = d.pop("ranked_by")
        for ranked_by_item_data in (_ranked_by):
            ranked_by_item = check_tournament_criterion(ranked_by_item_data)



            ranked_by.append(ranked_by_item)


        rated = d.pop("rated")

        rounds = []
        _rounds = d.pop("rounds")
        for rounds_item_data in (_rounds):
            rounds_item = TournamentRound.from_dict(rounds_item_data)



            rounds.append(rounds_item)


        standings = []
        _standings = d.pop("standings")
        for standings_item_data in (_standings):
            standings_item = TournamentPlace.from_dict(standings_item_data)



            standings.append(standings_item)


        ends_ms = d.pop("ends_ms", UNSET)

        host = d.pop("host", UNSET)

        season = d.pop("season", UNSET)

        started_ms = d.pop("started_ms", UNSET)

        starts_ms = d.pop("starts_ms", UNSET)

        code = d.pop("code", UNSET)

        no_show_ms = d.pop("no_show_ms", UNSET)

        tournament = cls(
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
            clock=clock,
            crosstable=crosstable,
            games_per_pair=games_per_pair,
            players=players,
            ranked_by=ranked_by,
            rated=rated,
            rounds=rounds,
            standings=standings,
            ends_ms=ends_ms,
            host=host,
            season=season,
            started_ms=started_ms,
            starts_ms=starts_ms,
            code=code,
            no_show_ms=no_show_ms,
        )


        tournament.additional_properties = d
        return tournament

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
