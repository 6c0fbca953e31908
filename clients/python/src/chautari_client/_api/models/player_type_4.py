from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.player_type_4_kind import check_player_type_4_kind
from ..models.player_type_4_kind import PlayerType4Kind
from typing import cast






T = TypeVar("T", bound="PlayerType4")



@_attrs_define
class PlayerType4:
    """ A person, by any key of theirs.

        Attributes:
            id (str): Who it is, whatever they are called.
            kind (PlayerType4Kind):
            name (str): What they are called.
     """

    id: str
    kind: PlayerType4Kind
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind: str = self.kind

        name = self.name


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "id": id,
            "kind": kind,
            "name": name,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = check_player_type_4_kind(d.pop("kind"))




        name = d.pop("name")

        player_type_4 = cls(
            id=id,
            kind=kind,
            name=name,
        )


        player_type_4.additional_properties = d
        return player_type_4

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
