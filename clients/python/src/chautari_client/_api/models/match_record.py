from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1
  from ..models.match_clock import MatchClock
  from ..models.match_outcome import MatchOutcome
  from ..models.match_summary_seats import MatchSummarySeats





T = TypeVar("T", bound="MatchRecord")



@_attrs_define
class MatchRecord:
    """ A match with its moves, for whoever studies many.

        Attributes:
            began_ms (int): When it began, in milliseconds since 1970.
            changed_ms (int): When something last happened, in milliseconds since 1970.
            game (str): The game, with its rules.
            id (str): Its name.
            outcome (MatchOutcome | None):
            plies (int): How many moves have been played.
            position (str): The position, in the canonical notation.
            seats (MatchSummarySeats): Who plays which side.
            turn (None | str): The side to move; `null` once it is over.
            version (int): How many events it has had.
            clock (ControlType0 | ControlType1 | None):
            moves (list[str]): The moves played, in the canonical notation.
            opening (int): How many of them were played for the sides before they began.
            paused (bool | Unset): Whether it is paused.
            time_left (MatchClock | Unset): The clocks: what each side has left in milliseconds, under its name, and which
                one runs.
            tournament (str | Unset): The tournament it belongs to.
            start (str | Unset): Where it began, if not at the usual start.
     """

    began_ms: int
    changed_ms: int
    game: str
    id: str
    outcome: MatchOutcome | None
    plies: int
    position: str
    seats: MatchSummarySeats
    turn: None | str
    version: int
    clock: ControlType0 | ControlType1 | None
    moves: list[str]
    opening: int
    paused: bool | Unset = UNSET
    time_left: MatchClock | Unset = UNSET
    tournament: str | Unset = UNSET
    start: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.match_clock import MatchClock # noqa: PLC0415
        from ..models.match_outcome import MatchOutcome # noqa: PLC0415
        from ..models.match_summary_seats import MatchSummarySeats # noqa: PLC0415
        began_ms = self.began_ms

        changed_ms = self.changed_ms

        game = self.game

        id = self.id

        outcome: dict[str, Any] | None
        if isinstance(self.outcome, MatchOutcome):
            outcome = self.outcome.to_dict()
        else:
            outcome = self.outcome

        plies = self.plies

        position = self.position

        seats = self.seats.to_dict()

        turn: None | str
        turn = self.turn

        version = self.version

        clock: dict[str, Any] | None
        if isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        moves = self.moves



        opening = self.opening

        paused = self.paused

        time_left: dict[str, Any] | Unset = UNSET
        if not isinstance(self.time_left, Unset):
            time_left = self.time_left.to_dict()

        tournament = self.tournament

        start = self.start


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "changed_ms": changed_ms,
            "game": game,
            "id": id,
            "outcome": outcome,
            "plies": plies,
            "position": position,
            "seats": seats,
            "turn": turn,
            "version": version,
            "clock": clock,
            "moves": moves,
            "opening": opening,
        })
        if paused is not UNSET:
            field_dict["paused"] = paused
        if time_left is not UNSET:
            field_dict["time_left"] = time_left
        if tournament is not UNSET:
            field_dict["tournament"] = tournament
        if start is not UNSET:
            field_dict["start"] = start

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.match_clock import MatchClock # noqa: PLC0415
        from ..models.match_outcome import MatchOutcome # noqa: PLC0415
        from ..models.match_summary_seats import MatchSummarySeats # noqa: PLC0415
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        changed_ms = d.pop("changed_ms")

        game = d.pop("game")

        id = d.pop("id")

        def _parse_outcome(data: object) -> MatchOutcome | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                outcome_type_0 = MatchOutcome.from_dict(data)



                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MatchOutcome | None, data)

        outcome = _parse_outcome(d.pop("outcome"))


        plies = d.pop("plies")

        position = d.pop("position")

        seats = MatchSummarySeats.from_dict(d.pop("seats"))




        def _parse_turn(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        turn = _parse_turn(d.pop("turn"))


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


        moves = cast(list[str], d.pop("moves"))


        opening = d.pop("opening")

        paused = d.pop("paused", UNSET)

        _time_left = d.pop("time_left", UNSET)
        time_left: MatchClock | Unset
        if isinstance(_time_left,  Unset):
            time_left = UNSET
        else:
            time_left = MatchClock.from_dict(_time_left)




        tournament = d.pop("tournament", UNSET)

        start = d.pop("start", UNSET)

        match_record = cls(
            began_ms=began_ms,
            changed_ms=changed_ms,
            game=game,
            id=id,
            outcome=outcome,
            plies=plies,
            position=position,
            seats=seats,
            turn=turn,
            version=version,
            clock=clock,
            moves=moves,
            opening=opening,
            paused=paused,
            time_left=time_left,
            tournament=tournament,
            start=start,
        )


        match_record.additional_properties = d
        return match_record

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
