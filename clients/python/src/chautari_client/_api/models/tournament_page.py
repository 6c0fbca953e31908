from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.tournament_summary import TournamentSummary





T = TypeVar("T", bound="TournamentPage")



@_attrs_define
class TournamentPage:
    """ A page of tournaments, the latest first.

        Attributes:
            next_ (int | None): What `before` is on the next page; `null` on the last.
            tournaments (list[TournamentSummary]):
     """

    next_: int | None
    tournaments: list[TournamentSummary]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament_summary import TournamentSummary # noqa: PLC0415
        next_: int | None
        next_ = self.next_

        tournaments = []
        for tournaments_item_data in self.tournaments:
            tournaments_item = tournaments_item_data.to_dict()
            tournaments.append(tournaments_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "next": next_,
            "tournaments": tournaments,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament_summary import TournamentSummary # noqa: PLC0415
        d = dict(src_dict)
        def _parse_next_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_ = _parse_next_(d.pop("next"))


        tournaments = []
        _tournaments = d.pop("tournaments")
        for tournaments_item_data in (_tournaments):
            tournaments_item = TournamentSummary.from_dict(tournaments_item_data)



            tournaments.append(tournaments_item)


        tournament_page = cls(
            next_=next_,
            tournaments=tournaments,
        )


        tournament_page.additional_properties = d
        return tournament_page

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
