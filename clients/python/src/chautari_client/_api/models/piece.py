from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="Piece")



@_attrs_define
class Piece:
    """ Something that stands on a point.

        Attributes:
            at (int): The number of the point.
            glyph (str): One letter for a terminal.
            kind (str): What it is; names its drawing and is read aloud: `tiger`.
            side (str): Whose it is, as the game names the side.
     """

    at: int
    glyph: str
    kind: str
    side: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        at = self.at

        glyph = self.glyph

        kind = self.kind

        side = self.side


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "at": at,
            "glyph": glyph,
            "kind": kind,
            "side": side,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = d.pop("at")

        glyph = d.pop("glyph")

        kind = d.pop("kind")

        side = d.pop("side")

        piece = cls(
            at=at,
            glyph=glyph,
            kind=kind,
            side=side,
        )


        piece.additional_properties = d
        return piece

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
