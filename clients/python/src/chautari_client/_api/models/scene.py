from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.board import Board
  from ..models.mark import Mark
  from ..models.piece import Piece
  from ..models.tally import Tally





T = TypeVar("T", bound="Scene")



@_attrs_define
class Scene:
    """ Everything needed to draw a position.

        Attributes:
            action (str): What it is to do, as a verb: `move`, `place`, `ban`.
            board (Board): An empty board.

                Points lie on a half-unit grid, so that neighbours on a 5×5 board are 2 apart and a point
                between four others has odd coordinates. `y` grows downward.
            marks (list[Mark]): What is remarkable about it.
            pieces (list[Piece]): What stands on it.
            prompt (str): The same said to somebody, without its full stop: `Ban one of White's moves`.
            tallies (list[Tally]): What is counted beside it.
            turn (str): The side to move, as the game names it.
     """

    action: str
    board: Board
    marks: list[Mark]
    pieces: list[Piece]
    prompt: str
    tallies: list[Tally]
    turn: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.board import Board # noqa: PLC0415
        from ..models.mark import Mark # noqa: PLC0415
        from ..models.piece import Piece # noqa: PLC0415
        from ..models.tally import Tally # noqa: PLC0415
        action = self.action

        board = self.board.to_dict()

        marks = []
        for marks_item_data in self.marks:
            marks_item = marks_item_data.to_dict()
            marks.append(marks_item)



        pieces = []
        for pieces_item_data in self.pieces:
            pieces_item = pieces_item_data.to_dict()
            pieces.append(pieces_item)



        prompt = self.prompt

        tallies = []
        for tallies_item_data in self.tallies:
            tallies_item = tallies_item_data.to_dict()
            tallies.append(tallies_item)



        turn = self.turn


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "action": action,
            "board": board,
            "marks": marks,
            "pieces": pieces,
            "prompt": prompt,
            "tallies": tallies,
            "turn": turn,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.board import Board # noqa: PLC0415
        from ..models.mark import Mark # noqa: PLC0415
        from ..models.piece import Piece # noqa: PLC0415
        from ..models.tally import Tally # noqa: PLC0415
        d = dict(src_dict)
        action = d.pop("action")

        board = Board.from_dict(d.pop("board"))




        marks = []
        _marks = d.pop("marks")
        for marks_item_data in (_marks):
            marks_item = Mark.from_dict(marks_item_data)



            marks.append(marks_item)


        pieces = []
        _pieces = d.pop("pieces")
        for pieces_item_data in (_pieces):
            pieces_item = Piece.from_dict(pieces_item_data)



            pieces.append(pieces_item)


        prompt = d.pop("prompt")

        tallies = []
        _tallies = d.pop("tallies")
        for tallies_item_data in (_tallies):
            tallies_item = Tally.from_dict(tallies_item_data)



            tallies.append(tallies_item)


        turn = d.pop("turn")

        scene = cls(
            action=action,
            board=board,
            marks=marks,
            pieces=pieces,
            prompt=prompt,
            tallies=tallies,
            turn=turn,
        )


        scene.additional_properties = d
        return scene

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
