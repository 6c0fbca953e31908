from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.tone import check_tone
from ..models.tone import Tone
from typing import cast






T = TypeVar("T", bound="SideLook")



@_attrs_define
class SideLook:
    """ How a side looks.

        Attributes:
            name (str): The side, as the game names it.
            pieces (list[str]): The kinds of piece it can have on the board.
            sign (str): The kind of piece that stands for it beside the board: `king`.
            tone (Tone): The colours of a side's pieces; which they are is for a theme to say.
     """

    name: str
    pieces: list[str]
    sign: str
    tone: Tone
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        pieces = self.pieces



        sign = self.sign

        tone: str = self.tone


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "name": name,
            "pieces": pieces,
            "sign": sign,
            "tone": tone,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        pieces = cast(list[str], d.pop("pieces"))


        sign = d.pop("sign")

        tone = check_tone(d.pop("tone"))




        side_look = cls(
            name=name,
            pieces=pieces,
            sign=sign,
            tone=tone,
        )


        side_look.additional_properties = d
        return side_look

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
