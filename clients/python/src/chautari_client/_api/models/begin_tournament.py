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
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1
  from ..models.player_type_0 import PlayerType0
  from ..models.player_type_1 import PlayerType1
  from ..models.player_type_2 import PlayerType2
  from ..models.player_type_3 import PlayerType3
  from ..models.player_type_4 import PlayerType4
  from ..models.player_type_5 import PlayerType5





T = TypeVar("T", bound="BeginTournament")



@_attrs_define
class BeginTournament:
    """ A tournament to be begun.

        Attributes:
            format_ (TournamentFormat): Who meets whom.
            game (str): The game, perhaps with rules changed. Example: baghchal.
            name (str): What it is called. Example: Dashain cup.
            clock (ControlType0 | ControlType1 | None | Unset):
            entrance (TournamentEntrance | Unset): Who may enter.
            games_per_pair (int | None | Unset): How many games a meeting has; sides are exchanged after each [default: 1].
            lasts_ms (int | None | Unset): How long an arena lasts, in milliseconds [default: an hour].
            no_show_ms (int | None | Unset): Whoever makes no first move for this long, in milliseconds, loses the game and
                is dropped; 0 waits as long as
                the clock does [default: three minutes where people may enter and have less than an hour a move].
            opening_plies (int | None | Unset): Instead of openings: this many plies of random play.
            openings (list[str] | Unset): Where games begin: positions, or moves from the start. Each is played from both
                sides in turn
                [default: the start of the game].
            players (list[PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5] | Unset): Who
                plays, the strongest first where that is known: bots, engines and random ones. People enter by
                themselves, or by a card of the host.
            rated (bool | Unset): Whether its games count for the ratings of people; bots are always rated [default: they do
                not].
            rounds (int | None | Unset): How many rounds a Swiss tournament has [default: enough to find one winner].
            season (None | str | Unset): The season it belongs to, one of yours.
            starts_ms (int | None | Unset): When it starts by itself, in milliseconds since 1970 [default: when the host
                says].
            waits (bool | None | Unset): Whether it waits for its host, or its time, to start [default: it does where others
                may enter, or where a
                time is given].
     """

    format_: TournamentFormat
    game: str
    name: str
    clock: ControlType0 | ControlType1 | None | Unset = UNSET
    entrance: TournamentEntrance | Unset = UNSET
    games_per_pair: int | None | Unset = UNSET
    lasts_ms: int | None | Unset = UNSET
    no_show_ms: int | None | Unset = UNSET
    opening_plies: int | None | Unset = UNSET
    openings: list[str] | Unset = UNSET
    players: list[PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5] | Unset = UNSET
    rated: bool | Unset = UNSET
    rounds: int | None | Unset = UNSET
    season: None | str | Unset = UNSET
    starts_ms: int | None | Unset = UNSET
    waits: bool | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        format_: str = self.format_

        game = self.game

        name = self.name

        clock: dict[str, Any] | None | Unset
        if isinstance(self.clock, Unset):
            clock = UNSET
        elif isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        entrance: str | Unset = UNSET
        if not isinstance(self.entrance, Unset):
            entrance = self.entrance


        games_per_pair: int | None | Unset
        if isinstance(self.games_per_pair, Unset):
            games_per_pair = UNSET
        else:
            games_per_pair = self.games_per_pair

        lasts_ms: int | None | Unset
        if isinstance(self.lasts_ms, Unset):
            lasts_ms = UNSET
        else:
            lasts_ms = self.lasts_ms

        no_show_ms: int | None | Unset
        if isinstance(self.no_show_ms, Unset):
            no_show_ms = UNSET
        else:
            no_show_ms = self.no_show_ms

        opening_plies: int | None | Unset
        if isinstance(self.opening_plies, Unset):
            opening_plies = UNSET
        else:
            opening_plies = self.opening_plies

        openings: list[str] | Unset = UNSET
        if not isinstance(self.openings, Unset):
            openings = self.openings



        players: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.players, Unset):
            players = []
            for players_item_data in self.players:
                players_item: dict[str, Any]
                if isinstance(players_item_data, PlayerType0):
                    players_item = players_item_data.to_dict()
                elif isinstance(players_item_data, PlayerType1):
                    players_item = players_item_data.to_dict()
                elif isinstance(players_item_data, PlayerType2):
                    players_item = players_item_data.to_dict()
                elif isinstance(players_item_data, PlayerType3):
                    players_item = players_item_data.to_dict()
                elif isinstance(players_item_data, PlayerType4):
                    players_item = players_item_data.to_dict()
                else:
                    players_item = players_item_data.to_dict()

                players.append(players_item)



        rated = self.rated

        rounds: int | None | Unset
        if isinstance(self.rounds, Unset):
            rounds = UNSET
        else:
            rounds = self.rounds

        season: None | str | Unset
        if isinstance(self.season, Unset):
            season = UNSET
        else:
            season = self.season

        starts_ms: int | None | Unset
        if isinstance(self.starts_ms, Unset):
            starts_ms = UNSET
        else:
            starts_ms = self.starts_ms

        waits: bool | None | Unset
        if isinstance(self.waits, Unset):
            waits = UNSET
        else:
            waits = self.waits


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "format": format_,
            "game": game,
            "name": name,
        })
        if clock is not UNSET:
            field_dict["clock"] = clock
        if entrance is not UNSET:
            field_dict["entrance"] = entrance
        if games_per_pair is not UNSET:
            field_dict["games_per_pair"] = games_per_pair
        if lasts_ms is not UNSET:
            field_dict["lasts_ms"] = lasts_ms
        if no_show_ms is not UNSET:
            field_dict["no_show_ms"] = no_show_ms
        if opening_plies is not UNSET:
            field_dict["opening_plies"] = opening_plies
        if openings is not UNSET:
            field_dict["openings"] = openings
        if players is not UNSET:
            field_dict["players"] = players
        if rated is not UNSET:
            field_dict["rated"] = rated
        if rounds is not UNSET:
            field_dict["rounds"] = rounds
        if season is not UNSET:
            field_dict["season"] = season
        if starts_ms is not UNSET:
            field_dict["starts_ms"] = starts_ms
        if waits is not UNSET:
            field_dict["waits"] = waits

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        d = dict(src_dict)
        format_ = check_tournament_format(d.pop("format"))




        game = d.pop("game")

        name = d.pop("name")

        def _parse_clock(data: object) -> ControlType0 | ControlType1 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
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
            return cast(ControlType0 | ControlType1 | None | Unset, data)

        clock = _parse_clock(d.pop("clock", UNSET))


        _entrance = d.pop("entrance", UNSET)
        entrance: TournamentEntrance | Unset
        if isinstance(_entrance,  Unset):
            entrance = UNSET
        else:
            entrance = check_tournament_entrance(_entrance)




        def _parse_games_per_pair(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        games_per_pair = _parse_games_per_pair(d.pop("games_per_pair", UNSET))


        def _parse_lasts_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        lasts_ms = _parse_lasts_ms(d.pop("lasts_ms", UNSET))


        def _parse_no_show_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        no_show_ms = _parse_no_show_ms(d.pop("no_show_ms", UNSET))


        def _parse_opening_plies(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        opening_plies = _parse_opening_plies(d.pop("opening_plies", UNSET))


        openings = cast(list[str], d.pop("openings", UNSET))


        _players = d.pop("players", UNSET)
        players: list[PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5] | Unset = UNSET
        if _players is not UNSET:
            players = []
            for players_item_data in _players:
                def _parse_players_item(data: object) -> PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_player_type_0 = PlayerType0.from_dict(data)



                        return componentsschemas_player_type_0
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_player_type_1 = PlayerType1.from_dict(data)



                        return componentsschemas_player_type_1
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_player_type_2 = PlayerType2.from_dict(data)



                        return componentsschemas_player_type_2
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_player_type_3 = PlayerType3.from_dict(data)



                        return componentsschemas_player_type_3
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    try:
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_player_type_4 = PlayerType4.from_dict(data)



                        return componentsschemas_player_type_4
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_player_type_5 = PlayerType5.from_dict(data)



                    return componentsschemas_player_type_5

                players_item = _parse_players_item(players_item_data)

                players.append(players_item)


        rated = d.pop("rated", UNSET)

        def _parse_rounds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        rounds = _parse_rounds(d.pop("rounds", UNSET))


        def _parse_season(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        season = _parse_season(d.pop("season", UNSET))


        def _parse_starts_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        starts_ms = _parse_starts_ms(d.pop("starts_ms", UNSET))


        def _parse_waits(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        waits = _parse_waits(d.pop("waits", UNSET))


        begin_tournament = cls(
            format_=format_,
            game=game,
            name=name,
            clock=clock,
            entrance=entrance,
            games_per_pair=games_per_pair,
            lasts_ms=lasts_ms,
            no_show_ms=no_show_ms,
            opening_plies=opening_plies,
            openings=openings,
            players=players,
            rated=rated,
            rounds=rounds,
            season=season,
            starts_ms=starts_ms,
            waits=waits,
        )

        return begin_tournament

