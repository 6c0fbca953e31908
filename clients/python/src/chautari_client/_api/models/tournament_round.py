from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.tournament_meeting import TournamentMeeting





T = TypeVar("T", bound="TournamentRound")



@_attrs_define
class TournamentRound:
    """ A round.

        Attributes:
            free (list[str]): Who gets the points without playing.
            meetings (list[TournamentMeeting]):
            round_ (int): From 1.
     """

    free: list[str]
    meetings: list[TournamentMeeting]
    round_: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament_meeting import TournamentMeeting # noqa: PLC0415
        free = self.free



        meetings = []
        for meetings_item_data in self.meetings:
            meetings_item = meetings_item_data.to_dict()
            meetings.append(meetings_item)



        round_ = self.round_


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "free": free,
            "meetings": meetings,
            "round": round_,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament_meeting import TournamentMeeting # noqa: PLC0415
        d = dict(src_dict)
        free = cast(list[str], d.pop("free"))


        meetings = []
        _meetings = d.pop("meetings")
        for meetings_item_data in (_meetings):
            meetings_item = TournamentMeeting.from_dict(meetings_item_data)



            meetings.append(meetings_item)


        round_ = d.pop("round")

        tournament_round = cls(
            free=free,
            meetings=meetings,
            round_=round_,
        )


        tournament_round.additional_properties = d
        return tournament_round

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
