from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.tournament import Tournament





T = TypeVar("T", bound="NewTournament")



@_attrs_define
class NewTournament:
    """ A tournament that has begun.

        Attributes:
            state (Tournament): A tournament with everything about it.
            token (str): What it is steered by: started, paused, players entered and withdrawn. This is told once. Whoever
                has begun it
                by their key as a person steers it by that, too.
            tournament (str): Its name in URLs.
            code (str | Unset): What others enter by, where they may.
     """

    state: Tournament
    token: str
    tournament: str
    code: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament import Tournament # noqa: PLC0415
        state = self.state.to_dict()

        token = self.token

        tournament = self.tournament

        code = self.code


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "state": state,
            "token": token,
            "tournament": tournament,
        })
        if code is not UNSET:
            field_dict["code"] = code

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament import Tournament # noqa: PLC0415
        d = dict(src_dict)
        state = Tournament.from_dict(d.pop("state"))




        token = d.pop("token")

        tournament = d.pop("tournament")

        code = d.pop("code", UNSET)

        new_tournament = cls(
            state=state,
            token=token,
            tournament=tournament,
            code=code,
        )


        new_tournament.additional_properties = d
        return new_tournament

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
