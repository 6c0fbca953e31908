from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.player_type_3_kind import check_player_type_3_kind
from ..models.player_type_3_kind import PlayerType3Kind
from typing import cast






T = TypeVar("T", bound="PlayerType3")



@_attrs_define
class PlayerType3:
    """ A bot, by its own token.

        Attributes:
            kind (PlayerType3Kind):
            name (str): Its name.
     """

    kind: PlayerType3Kind
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        name = self.name


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "kind": kind,
            "name": name,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_player_type_3_kind(d.pop("kind"))




        name = d.pop("name")

        player_type_3 = cls(
            kind=kind,
            name=name,
        )


        player_type_3.additional_properties = d
        return player_type_3

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
