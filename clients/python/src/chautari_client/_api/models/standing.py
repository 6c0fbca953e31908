from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.standing_holding import StandingHolding
  from ..models.standing_score import StandingScore





T = TypeVar("T", bound="Standing")



@_attrs_define
class Standing:
    """ What a position was worth.

        Attributes:
            exact (bool): Whether that is known from tables or from the rules; else a search says so.
            score (StandingScore): As a score of an engine is told.
            turn (str): The side to move.
            best (str | Unset): The best move, where there is one to make.
            holding (StandingHolding | Unset): How many moves keep what a position is worth, of how many.
     """

    exact: bool
    score: StandingScore
    turn: str
    best: str | Unset = UNSET
    holding: StandingHolding | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.standing_holding import StandingHolding # noqa: PLC0415
        from ..models.standing_score import StandingScore # noqa: PLC0415
        exact = self.exact

        score = self.score.to_dict()

        turn = self.turn

        best = self.best

        holding: dict[str, Any] | Unset = UNSET
        if not isinstance(self.holding, Unset):
            holding = self.holding.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "exact": exact,
            "score": score,
            "turn": turn,
        })
        if best is not UNSET:
            field_dict["best"] = best
        if holding is not UNSET:
            field_dict["holding"] = holding

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.standing_holding import StandingHolding # noqa: PLC0415
        from ..models.standing_score import StandingScore # noqa: PLC0415
        d = dict(src_dict)
        exact = d.pop("exact")

        score = StandingScore.from_dict(d.pop("score"))




        turn = d.pop("turn")

        best = d.pop("best", UNSET)

        _holding = d.pop("holding", UNSET)
        holding: StandingHolding | Unset
        if isinstance(_holding,  Unset):
            holding = UNSET
        else:
            holding = StandingHolding.from_dict(_holding)




        standing = cls(
            exact=exact,
            score=score,
            turn=turn,
            best=best,
            holding=holding,
        )


        standing.additional_properties = d
        return standing

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
