from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.player_type_0 import PlayerType0
  from ..models.player_type_1 import PlayerType1
  from ..models.player_type_2 import PlayerType2
  from ..models.player_type_3 import PlayerType3
  from ..models.player_type_4 import PlayerType4
  from ..models.player_type_5 import PlayerType5





T = TypeVar("T", bound="BeginMatchSeats")



@_attrs_define
class BeginMatchSeats:
    """ Who plays which side, by the names of the sides [default: humans].

     """

    additional_properties: dict[str, PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        
        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            
            if isinstance(prop, PlayerType0):
                field_dict[prop_name] = prop.to_dict()
            elif isinstance(prop, PlayerType1):
                field_dict[prop_name] = prop.to_dict()
            elif isinstance(prop, PlayerType2):
                field_dict[prop_name] = prop.to_dict()
            elif isinstance(prop, PlayerType3):
                field_dict[prop_name] = prop.to_dict()
            elif isinstance(prop, PlayerType4):
                field_dict[prop_name] = prop.to_dict()
            else:
                field_dict[prop_name] = prop.to_dict()



        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        d = dict(src_dict)
        begin_match_seats = cls(
        )


        additional_properties = {}
        for prop_name, prop_dict in d.items():
            def _parse_additional_property(data: object) -> PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
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

            additional_property = _parse_additional_property(prop_dict)

            additional_properties[prop_name] = additional_property

        begin_match_seats.additional_properties = additional_properties
        return begin_match_seats

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
