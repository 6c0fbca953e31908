from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.phrase import check_phrase
from ..models.phrase import Phrase
from typing import cast






T = TypeVar("T", bound="MatchWord")



@_attrs_define
class MatchWord:
    """ Something a player said.

        Attributes:
            at_ms (int): When, in milliseconds since 1970.
            phrase (Phrase): What can be said.
            side (str):
     """

    at_ms: int
    phrase: Phrase
    side: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        at_ms = self.at_ms

        phrase: str = self.phrase

        side = self.side


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "at_ms": at_ms,
            "phrase": phrase,
            "side": side,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at_ms = d.pop("at_ms")

        phrase = check_phrase(d.pop("phrase"))




        side = d.pop("side")

        match_word = cls(
            at_ms=at_ms,
            phrase=phrase,
            side=side,
        )


        match_word.additional_properties = d
        return match_word

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
