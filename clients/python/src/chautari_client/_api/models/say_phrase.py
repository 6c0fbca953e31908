from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.phrase import check_phrase
from ..models.phrase import Phrase
from typing import cast






T = TypeVar("T", bound="SayPhrase")



@_attrs_define
class SayPhrase:
    """ Something to say.

        Attributes:
            phrase (Phrase): What can be said.
     """

    phrase: Phrase





    def to_dict(self) -> dict[str, Any]:
        phrase: str = self.phrase


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "phrase": phrase,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        phrase = check_phrase(d.pop("phrase"))




        say_phrase = cls(
            phrase=phrase,
        )

        return say_phrase

