from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.softserve_tally_players_additional_property import SoftserveTallyPlayersAdditionalProperty





T = TypeVar("T", bound="SoftserveTallyPlayers")



@_attrs_define
class SoftserveTallyPlayers:
    """ The counters of each player; only those that are not 0.

     """

    additional_properties: dict[str, SoftserveTallyPlayersAdditionalProperty] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.softserve_tally_players_additional_property import SoftserveTallyPlayersAdditionalProperty # noqa: PLC0415
        
        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop.to_dict()


        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.softserve_tally_players_additional_property import SoftserveTallyPlayersAdditionalProperty # noqa: PLC0415
        d = dict(src_dict)
        softserve_tally_players = cls(
        )


        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = SoftserveTallyPlayersAdditionalProperty.from_dict(prop_dict)



            additional_properties[prop_name] = additional_property

        softserve_tally_players.additional_properties = additional_properties
        return softserve_tally_players

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> SoftserveTallyPlayersAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: SoftserveTallyPlayersAdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
