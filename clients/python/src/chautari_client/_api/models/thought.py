from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.score import Score
  from ..models.variation import Variation





T = TypeVar("T", bound="Thought")



@_attrs_define
class Thought:
    """ What thinking has come to so far.

        Attributes:
            depth (int): How deep the thinking went, in plies.
            final (bool): Whether this is the last word.
            human (list[str]): The same as people write it.
            line (list[str]): The play expected, the best move first.
            lines (list[Variation]): The best moves, best first, as many as were asked for and there are; the first says the
                same as above.
            move (None | str): The best move; `null` where the game is over.
            nodes (int): How many positions were visited.
            score (Score): `win` and `loss` are proven, their value in plies or, where nobody knows how many, `null`; `draw`
                is proven too;
                `guess` is in hundredths.
            seconds (float): How long it took.
     """

    depth: int
    final: bool
    human: list[str]
    line: list[str]
    lines: list[Variation]
    move: None | str
    nodes: int
    score: Score
    seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.score import Score # noqa: PLC0415
        from ..models.variation import Variation # noqa: PLC0415
        depth = self.depth

        final = self.final

        human = self.human



        line = self.line



        lines = []
        for lines_item_data in self.lines:
            lines_item = lines_item_data.to_dict()
            lines.append(lines_item)



        move: None | str
        move = self.move

        nodes = self.nodes

        score = self.score.to_dict()

        seconds = self.seconds


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "depth": depth,
            "final": final,
            "human": human,
            "line": line,
            "lines": lines,
            "move": move,
            "nodes": nodes,
            "score": score,
            "seconds": seconds,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.score import Score # noqa: PLC0415
        from ..models.variation import Variation # noqa: PLC0415
        d = dict(src_dict)
        depth = d.pop("depth")

        final = d.pop("final")

        human = cast(list[str], d.pop("human"))


        line = cast(list[str], d.pop("line"))


        lines = []
        _lines = d.pop("lines")
        for lines_item_data in (_lines):
            lines_item = Variation.from_dict(lines_item_data)



            lines.append(lines_item)


        def _parse_move(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        move = _parse_move(d.pop("move"))


        nodes = d.pop("nodes")

        score = Score.from_dict(d.pop("score"))




        seconds = d.pop("seconds")

        thought = cls(
            depth=depth,
            final=final,
            human=human,
            line=line,
            lines=lines,
            move=move,
            nodes=nodes,
            score=score,
            seconds=seconds,
        )


        thought.additional_properties = d
        return thought

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
