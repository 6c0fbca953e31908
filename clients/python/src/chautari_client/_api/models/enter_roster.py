from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="EnterRoster")



@_attrs_define
class EnterRoster:
    """ Whom the host enters.

        Attributes:
            from_ (None | str | Unset): Or those who have cards from another tournament of this host, with the cards they
                have.
            names (list[str] | Unset): What they are called; one that is taken gets a number. Example: ['Asha', 'Bikash'].
     """

    from_: None | str | Unset = UNSET
    names: list[str] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from_: None | str | Unset
        if isinstance(self.from_, Unset):
            from_ = UNSET
        else:
            from_ = self.from_

        names: list[str] | Unset = UNSET
        if not isinstance(self.names, Unset):
            names = self.names




        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if from_ is not UNSET:
            field_dict["from"] = from_
        if names is not UNSET:
            field_dict["names"] = names

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_from_(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        from_ = _parse_from_(d.pop("from", UNSET))


        names = cast(list[str], d.pop("names", UNSET))


        enter_roster = cls(
            from_=from_,
            names=names,
        )

        return enter_roster

