from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="RepairRound")



@_attrs_define
class RepairRound:
    """ Who meets whom in place of what was paired.

        Attributes:
            meetings (list[list[str]]): Who meets, by the names the tournament has for them; the first takes the first side.
            free (list[str] | Unset): Who gets the points without a game [default: nobody].
     """

    meetings: list[list[str]]
    free: list[str] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        meetings = []
        for meetings_item_data in self.meetings:
            meetings_item = meetings_item_data


            meetings.append(meetings_item)



        free: list[str] | Unset = UNSET
        if not isinstance(self.free, Unset):
            free = self.free




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "meetings": meetings,
        })
        if free is not UNSET:
            field_dict["free"] = free

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        meetings = []
        _meetings = d.pop("meetings")
        for meetings_item_data in (_meetings):
            meetings_item = cast(list[str], meetings_item_data)

            meetings.append(meetings_item)


        free = cast(list[str], d.pop("free", UNSET))


        repair_round = cls(
            meetings=meetings,
            free=free,
        )

        return repair_round

