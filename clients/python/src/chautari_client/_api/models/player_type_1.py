from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.player_type_1_kind import check_player_type_1_kind
from ..models.player_type_1_kind import PlayerType1Kind
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="PlayerType1")



@_attrs_define
class PlayerType1:
    """ An engine of the server's.

        Attributes:
            kind (PlayerType1Kind):
            level (int): How strong it plays, 1 to 10.
            resigns (bool | Unset): Whether it resigns when it sees for certain that it loses [default: it plays to the
                end].
            time_ms (int | None | Unset): How long it may think over a move [default: what its level takes].
     """

    kind: PlayerType1Kind
    level: int
    resigns: bool | Unset = UNSET
    time_ms: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        level = self.level

        resigns = self.resigns

        time_ms: int | None | Unset
        if isinstance(self.time_ms, Unset):
            time_ms = UNSET
        else:
            time_ms = self.time_ms


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "kind": kind,
            "level": level,
        })
        if resigns is not UNSET:
            field_dict["resigns"] = resigns
        if time_ms is not UNSET:
            field_dict["time_ms"] = time_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_player_type_1_kind(d.pop("kind"))




        level = d.pop("level")

        resigns = d.pop("resigns", UNSET)

        def _parse_time_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        time_ms = _parse_time_ms(d.pop("time_ms", UNSET))


        player_type_1 = cls(
            kind=kind,
            level=level,
            resigns=resigns,
            time_ms=time_ms,
        )


        player_type_1.additional_properties = d
        return player_type_1

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
