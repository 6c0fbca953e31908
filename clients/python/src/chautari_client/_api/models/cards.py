from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.card import Card





T = TypeVar("T", bound="Cards")



@_attrs_define
class Cards:
    """ What the host hands out.

        Attributes:
            again (int): How many are in by cards of another tournament.
            cards (list[Card]): One a new name. They are told once.
     """

    again: int
    cards: list[Card]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.card import Card # noqa: PLC0415
        again = self.again

        cards = []
        for cards_item_data in self.cards:
            cards_item = cards_item_data.to_dict()
            cards.append(cards_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "again": again,
            "cards": cards,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.card import Card # noqa: PLC0415
        d = dict(src_dict)
        again = d.pop("again")

        cards = []
        _cards = d.pop("cards")
        for cards_item_data in (_cards):
            cards_item = Card.from_dict(cards_item_data)



            cards.append(cards_item)


        cards = cls(
            again=again,
            cards=cards,
        )


        cards.additional_properties = d
        return cards

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
