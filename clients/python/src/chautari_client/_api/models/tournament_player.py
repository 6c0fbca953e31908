from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.player_type_0 import PlayerType0
  from ..models.player_type_1 import PlayerType1
  from ..models.player_type_2 import PlayerType2
  from ..models.player_type_3 import PlayerType3
  from ..models.player_type_4 import PlayerType4
  from ..models.player_type_5 import PlayerType5





T = TypeVar("T", bound="TournamentPlayer")



@_attrs_define
class TournamentPlayer:
    """ A player of a tournament.

        Attributes:
            name (str): What it is called here: unlike the others.
            player (PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5): A player, in a match
                and in a tournament alike.
            withdrawn (bool): It has left, or was dropped.
            absent (bool | Unset): It was dropped because it did not come.
     """

    name: str
    player: PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5
    withdrawn: bool
    absent: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        name = self.name

        player: dict[str, Any]
        if isinstance(self.player, PlayerType0):
            player = self.player.to_dict()
        elif isinstance(self.player, PlayerType1):
            player = self.player.to_dict()
        elif isinstance(self.player, PlayerType2):
            player = self.player.to_dict()
        elif isinstance(self.player, PlayerType3):
            player = self.player.to_dict()
        elif isinstance(self.player, PlayerType4):
            player = self.player.to_dict()
        else:
            player = self.player.to_dict()


        withdrawn = self.withdrawn

        absent = self.absent


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "name": name,
            "player": player,
            "withdrawn": withdrawn,
        })
        if absent is not UNSET:
            field_dict["absent"] = absent

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
        name = d.pop("name")

        def _parse_player(data: object) -> PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
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

        player = _parse_player(d.pop("player"))


        withdrawn = d.pop("withdrawn")

        absent = d.pop("absent", UNSET)

        tournament_player = cls(
            name=name,
            player=player,
            withdrawn=withdrawn,
            absent=absent,
        )


        tournament_player.additional_properties = d
        return tournament_player

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
