from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="BanChessRefusal")



@_attrs_define
class BanChessRefusal:
    """ What a client is told whose action was not played. Where the game has moved on, with where it stands.

        Attributes:
            error (str): Why, in a sentence.
            success (bool): Always false.
            fen (str | Unset): With 409: the position in extended FEN.
            last_action (str | Unset): With 409: the action that led there in BCN, if one is known.
            move_number (int | Unset): With 409: the full move to be played, as chess counts them.
            ply (int | Unset): With 409: the ply to be played.
     """

    error: str
    success: bool
    fen: str | Unset = UNSET
    last_action: str | Unset = UNSET
    move_number: int | Unset = UNSET
    ply: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        error = self.error

        success = self.success

        fen = self.fen

        last_action = self.last_action

        move_number = self.move_number

        ply = self.ply


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "error": error,
            "success": success,
        })
        if fen is not UNSET:
            field_dict["fen"] = fen
        if last_action is not UNSET:
            field_dict["lastAction"] = last_action
        if move_number is not UNSET:
            field_dict["moveNumber"] = move_number
        if ply is not UNSET:
            field_dict["ply"] = ply

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        error = d.pop("error")

        success = d.pop("success")

        fen = d.pop("fen", UNSET)

        last_action = d.pop("lastAction", UNSET)

        move_number = d.pop("moveNumber", UNSET)

        ply = d.pop("ply", UNSET)

        ban_chess_refusal = cls(
            error=error,
            success=success,
            fen=fen,
            last_action=last_action,
            move_number=move_number,
            ply=ply,
        )


        ban_chess_refusal.additional_properties = d
        return ban_chess_refusal

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
