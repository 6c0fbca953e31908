from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="ObxRequest")



@_attrs_define
class ObxRequest:
    """ A request: where the game stands, and what is wanted.

        Attributes:
            level (int | None | Unset): How strong the engine plays, 1 to 10 [default: 10].
            move (None | str | Unset): The move to play; without one, the engine chooses.
            obx (None | str | Unset): The position.
            rules (None | str | Unset): Whether a tiger that can capture must: `optional` [default] or `compulsory`.
            time_ms (int | None | Unset): How long it thinks at most, in milliseconds.
     """

    level: int | None | Unset = UNSET
    move: None | str | Unset = UNSET
    obx: None | str | Unset = UNSET
    rules: None | str | Unset = UNSET
    time_ms: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        level: int | None | Unset
        if isinstance(self.level, Unset):
            level = UNSET
        else:
            level = self.level

        move: None | str | Unset
        if isinstance(self.move, Unset):
            move = UNSET
        else:
            move = self.move

        obx: None | str | Unset
        if isinstance(self.obx, Unset):
            obx = UNSET
        else:
            obx = self.obx

        rules: None | str | Unset
        if isinstance(self.rules, Unset):
            rules = UNSET
        else:
            rules = self.rules

        time_ms: int | None | Unset
        if isinstance(self.time_ms, Unset):
            time_ms = UNSET
        else:
            time_ms = self.time_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if level is not UNSET:
            field_dict["level"] = level
        if move is not UNSET:
            field_dict["move"] = move
        if obx is not UNSET:
            field_dict["obx"] = obx
        if rules is not UNSET:
            field_dict["rules"] = rules
        if time_ms is not UNSET:
            field_dict["time_ms"] = time_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_level(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        level = _parse_level(d.pop("level", UNSET))


        def _parse_move(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        move = _parse_move(d.pop("move", UNSET))


        def _parse_obx(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        obx = _parse_obx(d.pop("obx", UNSET))


        def _parse_rules(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        rules = _parse_rules(d.pop("rules", UNSET))


        def _parse_time_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        time_ms = _parse_time_ms(d.pop("time_ms", UNSET))


        obx_request = cls(
            level=level,
            move=move,
            obx=obx,
            rules=rules,
            time_ms=time_ms,
        )


        obx_request.additional_properties = d
        return obx_request

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
