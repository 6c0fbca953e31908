from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.tournament_cost import TournamentCost





T = TypeVar("T", bound="TournamentLimits")



@_attrs_define
class TournamentLimits:
    """ What a tournament may have.

        Attributes:
            asked (None | TournamentCost):
            cost (int): What all games may cost together: one each, and four more where the house plays in it.
            players (int): The most players.
     """

    asked: None | TournamentCost
    cost: int
    players: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.tournament_cost import TournamentCost # noqa: PLC0415
        asked: dict[str, Any] | None
        if isinstance(self.asked, TournamentCost):
            asked = self.asked.to_dict()
        else:
            asked = self.asked

        cost = self.cost

        players = self.players


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "asked": asked,
            "cost": cost,
            "players": players,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tournament_cost import TournamentCost # noqa: PLC0415
        d = dict(src_dict)
        def _parse_asked(data: object) -> None | TournamentCost:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                asked_type_0 = TournamentCost.from_dict(data)



                return asked_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TournamentCost, data)

        asked = _parse_asked(d.pop("asked"))


        cost = d.pop("cost")

        players = d.pop("players")

        tournament_limits = cls(
            asked=asked,
            cost=cost,
            players=players,
        )


        tournament_limits.additional_properties = d
        return tournament_limits

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
