from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="NewBanChess")



@_attrs_define
class NewBanChess:
    """ A game that has begun.

        Attributes:
            fen (str): The position in extended FEN.
            move_number (int): The full move to be played, as chess counts them.
            ply (int): The ply to be played.
            black (str): The token of Black's seat.
            id (str): Its name.
            white (str): The token of White's seat.
            last_action (str | Unset): The action that led there in BCN, if one is known.
     """

    fen: str
    move_number: int
    ply: int
    black: str
    id: str
    white: str
    last_action: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        fen = self.fen

        move_number = self.move_number

        ply = self.ply

        black = self.black

        id = self.id

        white = self.white

        last_action = self.last_action


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "fen": fen,
            "moveNumber": move_number,
            "ply": ply,
            "black": black,
            "id": id,
            "white": white,
        })
        if last_action is not UNSET:
            field_dict["lastAction"] = last_action

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fen = d.pop("fen")

        move_number = d.pop("moveNumber")

        ply = d.pop("ply")

        black = d.pop("black")

        id = d.pop("id")

        white = d.pop("white")

        last_action = d.pop("lastAction", UNSET)

        new_ban_chess = cls(
            fen=fen,
            move_number=move_number,
            ply=ply,
            black=black,
            id=id,
            white=white,
            last_action=last_action,
        )


        new_ban_chess.additional_properties = d
        return new_ban_chess

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
