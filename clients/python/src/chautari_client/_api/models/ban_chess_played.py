from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="BanChessPlayed")



@_attrs_define
class BanChessPlayed:
    """ What an action came to.

        Attributes:
            action (str): The action in BCN, with its indicator.
            checkmate (bool): Whether it mated.
            game_over (bool): Whether it ended the game.
            new_fen (str): The position after it.
            ply (int): The ply to be played next.
            san (str): The same in SAN.
            stalemate (bool): Whether it stalemated.
            success (bool): Always: what was refused is a [`Refusal`].
     """

    action: str
    checkmate: bool
    game_over: bool
    new_fen: str
    ply: int
    san: str
    stalemate: bool
    success: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        action = self.action

        checkmate = self.checkmate

        game_over = self.game_over

        new_fen = self.new_fen

        ply = self.ply

        san = self.san

        stalemate = self.stalemate

        success = self.success


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action": action,
            "checkmate": checkmate,
            "gameOver": game_over,
            "newFen": new_fen,
            "ply": ply,
            "san": san,
            "stalemate": stalemate,
            "success": success,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = d.pop("action")

        checkmate = d.pop("checkmate")

        game_over = d.pop("gameOver")

        new_fen = d.pop("newFen")

        ply = d.pop("ply")

        san = d.pop("san")

        stalemate = d.pop("stalemate")

        success = d.pop("success")

        ban_chess_played = cls(
            action=action,
            checkmate=checkmate,
            game_over=game_over,
            new_fen=new_fen,
            ply=ply,
            san=san,
            stalemate=stalemate,
            success=success,
        )


        ban_chess_played.additional_properties = d
        return ban_chess_played

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
