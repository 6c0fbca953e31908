from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.score import Score





T = TypeVar("T", bound="Variation")



@_attrs_define
class Variation:
    """ A move worth considering.

        Attributes:
            exact (bool): Whether the score is proven, by search or by tables.
            human (list[str]): The same as people write it.
            line (list[str]): The play expected, the move itself first.
            move (str): The move.
            score (Score): `win` and `loss` are proven, their value in plies or, where nobody knows how many, `null`; `draw`
                is proven too;
                `guess` is in hundredths.
     """

    exact: bool
    human: list[str]
    line: list[str]
    move: str
    score: Score
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.score import Score # noqa: PLC0415
        exact = self.exact

        human = self.human



        line = self.line



        move = self.move

        score = self.score.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "exact": exact,
            "human": human,
            "line": line,
            "move": move,
            "score": score,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.score import Score # noqa: PLC0415
        d = dict(src_dict)
        exact = d.pop("exact")

        human = cast(list[str], d.pop("human"))


        line = cast(list[str], d.pop("line"))


        move = d.pop("move")

        score = Score.from_dict(d.pop("score"))




        variation = cls(
            exact=exact,
            human=human,
            line=line,
            move=move,
            score=score,
        )


        variation.additional_properties = d
        return variation

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
