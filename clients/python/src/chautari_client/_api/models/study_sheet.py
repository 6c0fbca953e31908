from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.study_node import StudyNode





T = TypeVar("T", bound="StudySheet")



@_attrs_define
class StudySheet:
    """ What a study says.

        Attributes:
            game (str): The game, perhaps with rules changed. Example: baghchal.
            nodes (list[StudyNode]): The positions, up to 1,000, each after the one it comes from. The first is where it
                begins.
            title (str): What it is called: 1 to 100 bytes. Example: Shutting in the first tiger.
            start (str | Unset): Where it begins [default: the start of the game].
     """

    game: str
    nodes: list[StudyNode]
    title: str
    start: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.study_node import StudyNode # noqa: PLC0415
        game = self.game

        nodes = []
        for nodes_item_data in self.nodes:
            nodes_item = nodes_item_data.to_dict()
            nodes.append(nodes_item)



        title = self.title

        start = self.start


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "game": game,
            "nodes": nodes,
            "title": title,
        })
        if start is not UNSET:
            field_dict["start"] = start

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.study_node import StudyNode # noqa: PLC0415
        d = dict(src_dict)
        game = d.pop("game")

        nodes = []
        _nodes = d.pop("nodes")
        for nodes_item_data in (_nodes):
            nodes_item = StudyNode.from_dict(nodes_item_data)



            nodes.append(nodes_item)


        title = d.pop("title")

        start = d.pop("start", UNSET)

        study_sheet = cls(
            game=game,
            nodes=nodes,
            title=title,
            start=start,
        )

        return study_sheet

