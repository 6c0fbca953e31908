from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.by_clock import ByClock
  from ..models.by_opening import ByOpening
  from ..models.by_opponent import ByOpponent
  from ..models.by_side import BySide
  from ..models.own_results import OwnResults





T = TypeVar("T", bound="Insights")



@_attrs_define
class Insights:
    """ What one's own games show, of the latest 500.

        Attributes:
            all_ (OwnResults): How games ended for a person.
            clocks (list[ByClock]): The most used first.
            openings (list[ByOpening]): The most played first; only of games from the usual start.
            opponents (list[ByOpponent]): The most met first.
            sides (list[BySide]):
     """

    all_: OwnResults
    clocks: list[ByClock]
    openings: list[ByOpening]
    opponents: list[ByOpponent]
    sides: list[BySide]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.by_clock import ByClock # noqa: PLC0415
        from ..models.by_opening import ByOpening # noqa: PLC0415
        from ..models.by_opponent import ByOpponent # noqa: PLC0415
        from ..models.by_side import BySide # noqa: PLC0415
        from ..models.own_results import OwnResults # noqa: PLC0415
        all_ = self.all_.to_dict()

        clocks = []
        for clocks_item_data in self.clocks:
            clocks_item = clocks_item_data.to_dict()
            clocks.append(clocks_item)



        openings = []
        for openings_item_data in self.openings:
            openings_item = openings_item_data.to_dict()
            openings.append(openings_item)



        opponents = []
        for opponents_item_data in self.opponents:
            opponents_item = opponents_item_data.to_dict()
            opponents.append(opponents_item)



        sides = []
        for sides_item_data in self.sides:
            sides_item = sides_item_data.to_dict()
            sides.append(sides_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "all": all_,
            "clocks": clocks,
            "openings": openings,
            "opponents": opponents,
            "sides": sides,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.by_clock import ByClock # noqa: PLC0415
        from ..models.by_opening import ByOpening # noqa: PLC0415
        from ..models.by_opponent import ByOpponent # noqa: PLC0415
        from ..models.by_side import BySide # noqa: PLC0415
        from ..models.own_results import OwnResults # noqa: PLC0415
        d = dict(src_dict)
        all_ = OwnResults.from_dict(d.pop("all"))




        clocks = []
        _clocks = d.pop("clocks")
        for clocks_item_data in (_clocks):
            clocks_item = ByClock.from_dict(clocks_item_data)



            clocks.append(clocks_item)


        openings = []
        _openings = d.pop("openings")
        for openings_item_data in (_openings):
            openings_item = ByOpening.from_dict(openings_item_data)



            openings.append(openings_item)


        opponents = []
        _opponents = d.pop("opponents")
        for opponents_item_data in (_opponents):
            opponents_item = ByOpponent.from_dict(opponents_item_data)



            opponents.append(opponents_item)


        sides = []
        _sides = d.pop("sides")
        for sides_item_data in (_sides):
            sides_item = BySide.from_dict(sides_item_data)



            sides.append(sides_item)


        insights = cls(
            all_=all_,
            clocks=clocks,
            openings=openings,
            opponents=opponents,
            sides=sides,
        )


        insights.additional_properties = d
        return insights

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
