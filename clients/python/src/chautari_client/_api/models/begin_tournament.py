from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

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
            players (list[PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5]): Who plays,
                the strongest first where that is known: bots, engines and random ones.
            clock (ControlType0 | ControlType1 | None | Unset):
            games_per_pair (int | None | Unset): How many games a meeting has; sides are exchanged after each [default: 1].
            opening_plies (int | None | Unset): Instead of openings: so many plies of random play.
            openings (list[str] | Unset): Where games begin: positions, or moves from the start. Each is played from both
                sides in turn
                [default: the start of the game].
            rounds (int | None | Unset): How many rounds a Swiss tournament has [default: enough to find one winner].
     """

    format_: TournamentFormat
    game: str
    name: str
    players: list[PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5]
    clock: ControlType0 | ControlType1 | None | Unset = UNSET
    games_per_pair: int | None | Unset = UNSET
    opening_plies: int | None | Unset = UNSET
    openings: list[str] | Unset = UNSET
    rounds: int | None | Unset = UNSET





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



        clock: dict[str, Any] | None | Unset
        if isinstance(self.clock, Unset):
            clock = UNSET
        elif isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        games_per_pair: int | None | Unset
        if isinstance(self.games_per_pair, Unset):
            games_per_pair = UNSET
        else:
            games_per_pair = self.games_per_pair

        opening_plies: int | None | Unset
        if isinstance(self.opening_plies, Unset):
            opening_plies = UNSET
        else:
            opening_plies = self.opening_plies

        openings: list[str] | Unset = UNSET
        if not isinstance(self.openings, Unset):
            openings = self.openings



        rounds: int | None | Unset
        if isinstance(self.rounds, Unset):
            rounds = UNSET
        else:
            rounds = self.rounds


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "format": format_,
            "game": game,
            "name": name,
            "players": players,
        })
        if clock is not UNSET:
            field_dict["clock"] = clock
        if games_per_pair is not UNSET:
            field_dict["games_per_pair"] = games_per_pair
        if opening_plies is not UNSET:
            field_dict["opening_plies"] = opening_plies
        if openings is not UNSET:
            field_dict["openings"] = openings
        if rounds is not UNSET:
            field_dict["rounds"] = rounds

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

        players = []
        _players = d.pop("players")
        for players_item_data in (_players):
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


        def _parse_games_per_pair(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        games_per_pair = _parse_games_per_pair(d.pop("games_per_pair", UNSET))


        def _parse_opening_plies(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        opening_plies = _parse_opening_plies(d.pop("opening_plies", UNSET))


        openings = cast(list[str], d.pop("openings", UNSET))


        def _parse_rounds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        rounds = _parse_rounds(d.pop("rounds", UNSET))


        begin_tournament = cls(
            format_=format_,
            game=game,
            name=name,
            players=players,
            clock=clock,
            games_per_pair=games_per_pair,
            opening_plies=opening_plies,
            openings=openings,
            rounds=rounds,
        )

        return begin_tournament

