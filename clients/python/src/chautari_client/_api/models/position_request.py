from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.value_source import check_value_source
from ..models.value_source import ValueSource
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="PositionRequest")



@_attrs_define
class PositionRequest:
    """ Which position, and what to tell about it.

        Attributes:
            dialect (None | str | Unset): The dialect `position` and `moves` are written in [default: the canonical one].
            moves (list[str] | Unset): What to play from there.
            position (None | str | Unset): Where to begin [default: the start of the game].
            typed (None | str | Unset): What somebody typed, to be played last: a move in any notation people use.
            value (None | Unset | ValueSource):
            write (list[str] | Unset): Dialects to write the result in.
     """

    dialect: None | str | Unset = UNSET
    moves: list[str] | Unset = UNSET
    position: None | str | Unset = UNSET
    typed: None | str | Unset = UNSET
    value: None | Unset | ValueSource = UNSET
    write: list[str] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        dialect: None | str | Unset
        if isinstance(self.dialect, Unset):
            dialect = UNSET
        else:
            dialect = self.dialect

        moves: list[str] | Unset = UNSET
        if not isinstance(self.moves, Unset):
            moves = self.moves



        position: None | str | Unset
        if isinstance(self.position, Unset):
            position = UNSET
        else:
            position = self.position

        typed: None | str | Unset
        if isinstance(self.typed, Unset):
            typed = UNSET
        else:
            typed = self.typed

        value: None | str | Unset
        if isinstance(self.value, Unset):
            value = UNSET
        elif isinstance(self.value, str):
            value = self.value
        else:
            value = self.value

        write: list[str] | Unset = UNSET
        if not isinstance(self.write, Unset):
            write = self.write




        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if dialect is not UNSET:
            field_dict["dialect"] = dialect
        if moves is not UNSET:
            field_dict["moves"] = moves
        if position is not UNSET:
            field_dict["position"] = position
        if typed is not UNSET:
            field_dict["typed"] = typed
        if value is not UNSET:
            field_dict["value"] = value
        if write is not UNSET:
            field_dict["write"] = write

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_dialect(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        dialect = _parse_dialect(d.pop("dialect", UNSET))


        moves = cast(list[str], d.pop("moves", UNSET))


        def _parse_position(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        position = _parse_position(d.pop("position", UNSET))


        def _parse_typed(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        typed = _parse_typed(d.pop("typed", UNSET))


        def _parse_value(data: object) -> None | Unset | ValueSource:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                value_type_0 = check_value_source(data)



                return value_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | ValueSource, data)

        value = _parse_value(d.pop("value", UNSET))


        write = cast(list[str], d.pop("write", UNSET))


        position_request = cls(
            dialect=dialect,
            moves=moves,
            position=position,
            typed=typed,
            value=value,
            write=write,
        )

        return position_request

