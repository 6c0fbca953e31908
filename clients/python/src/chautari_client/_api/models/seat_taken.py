from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.match import Match





T = TypeVar("T", bound="SeatTaken")



@_attrs_define
class SeatTaken:
    """ A seat that is taken.

        Attributes:
            state (Match): A match and everything needed to show it and to play on.
            version (int): The version of the match with this action in it.
            side (str): The side that is yours now.
            token (str | Unset): What opens the seat, for somebody without a name; whoever has one plays by their own key.
                Told once.
     """

    state: Match
    version: int
    side: str
    token: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.match import Match # noqa: PLC0415
        state = self.state.to_dict()

        version = self.version

        side = self.side

        token = self.token


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "state": state,
            "version": version,
            "side": side,
        })
        if token is not UNSET:
            field_dict["token"] = token

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.match import Match # noqa: PLC0415
        d = dict(src_dict)
        state = Match.from_dict(d.pop("state"))




        version = d.pop("version")

        side = d.pop("side")

        token = d.pop("token", UNSET)

        seat_taken = cls(
            state=state,
            version=version,
            side=side,
            token=token,
        )


        seat_taken.additional_properties = d
        return seat_taken

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
