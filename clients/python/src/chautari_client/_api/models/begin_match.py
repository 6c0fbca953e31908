from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.begin_match_seats import BeginMatchSeats
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1





T = TypeVar("T", bound="BeginMatch")



@_attrs_define
class BeginMatch:
    """ A match to be begun.

        Attributes:
            game (str): The game, perhaps with rules changed: `baghchal:captures=3`. Example: baghchal.
            clock (ControlType0 | ControlType1 | None | Unset):
            moves (list[str] | Unset): Moves to be played before the sides begin.
            position (None | str | Unset): Where to begin [default: the start of the game].
            rated (bool | Unset): Whether the result counts for the rating of the person who plays an engine: from the usual
                start, by a clock,
                and without taking back [default: it does not].
            seats (BeginMatchSeats | Unset): Who plays which side, by the names of the sides [default: humans].
            unlisted (bool | Unset): Whether the match is in no list: whoever has its name finds it, and nobody else
                [default: it is listed].
     """

    game: str
    clock: ControlType0 | ControlType1 | None | Unset = UNSET
    moves: list[str] | Unset = UNSET
    position: None | str | Unset = UNSET
    rated: bool | Unset = UNSET
    seats: BeginMatchSeats | Unset = UNSET
    unlisted: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.begin_match_seats import BeginMatchSeats # noqa: PLC0415
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        game = self.game

        clock: dict[str, Any] | None | Unset
        if isinstance(self.clock, Unset):
            clock = UNSET
        elif isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        moves: list[str] | Unset = UNSET
        if not isinstance(self.moves, Unset):
            moves = self.moves



        position: None | str | Unset
        if isinstance(self.position, Unset):
            position = UNSET
        else:
            position = self.position

        rated = self.rated

        seats: dict[str, Any] | Unset = UNSET
        if not isinstance(self.seats, Unset):
            seats = self.seats.to_dict()

        unlisted = self.unlisted


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "game": game,
        })
        if clock is not UNSET:
            field_dict["clock"] = clock
        if moves is not UNSET:
            field_dict["moves"] = moves
        if position is not UNSET:
            field_dict["position"] = position
        if rated is not UNSET:
            field_dict["rated"] = rated
        if seats is not UNSET:
            field_dict["seats"] = seats
        if unlisted is not UNSET:
            field_dict["unlisted"] = unlisted

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.begin_match_seats import BeginMatchSeats # noqa: PLC0415
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        d = dict(src_dict)
        game = d.pop("game")

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


        moves = cast(list[str], d.pop("moves", UNSET))


        def _parse_position(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        position = _parse_position(d.pop("position", UNSET))


        rated = d.pop("rated", UNSET)

        _seats = d.pop("seats", UNSET)
        seats: BeginMatchSeats | Unset
        if isinstance(_seats,  Unset):
            seats = UNSET
        else:
            seats = BeginMatchSeats.from_dict(_seats)




        unlisted = d.pop("unlisted", UNSET)

        begin_match = cls(
            game=game,
            clock=clock,
            moves=moves,
            position=position,
            rated=rated,
            seats=seats,
            unlisted=unlisted,
        )

        return begin_match

