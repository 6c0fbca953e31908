from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.played_move import PlayedMove





T = TypeVar("T", bound="PlayedAnswer")



@_attrs_define
class PlayedAnswer:
    """ What was played at a position, however it came about.

        Attributes:
            moves (list[PlayedMove]): The most played first.
            opening (str | Unset): What the way the game began is called, in games whose openings have names; it is known
                after some moves.
     """

    moves: list[PlayedMove]
    opening: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.played_move import PlayedMove # noqa: PLC0415
        moves = []
        for moves_item_data in self.moves:
            moves_item = moves_item_data.to_dict()
            moves.append(moves_item)



        opening = self.opening


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "moves": moves,
        })
        if opening is not UNSET:
            field_dict["opening"] = opening

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.played_move import PlayedMove # noqa: PLC0415
        d = dict(src_dict)
        moves = []
        _moves = d.pop("moves")
        for moves_item_data in (_moves):
            moves_item = PlayedMove.from_dict(moves_item_data)



            moves.append(moves_item)


        opening = d.pop("opening", UNSET)

        played_answer = cls(
            moves=moves,
            opening=opening,
        )


        played_answer.additional_properties = d
        return played_answer

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
