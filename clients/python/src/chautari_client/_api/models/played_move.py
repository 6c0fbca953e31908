from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.game_results import GameResults





T = TypeVar("T", bound="PlayedMove")



@_attrs_define
class PlayedMove:
    """ A move that was played.

        Attributes:
            human (str): The same as people write it.
            move (str): The move, in the canonical notation.
            people (GameResults): How games ended in which a move was played.
            programs (GameResults): How games ended in which a move was played.
     """

    human: str
    move: str
    people: GameResults
    programs: GameResults
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.game_results import GameResults # noqa: PLC0415
        human = self.human

        move = self.move

        people = self.people.to_dict()

        programs = self.programs.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "human": human,
            "move": move,
            "people": people,
            "programs": programs,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.game_results import GameResults # noqa: PLC0415
        d = dict(src_dict)
        human = d.pop("human")

        move = d.pop("move")

        people = GameResults.from_dict(d.pop("people"))




        programs = GameResults.from_dict(d.pop("programs"))




        played_move = cls(
            human=human,
            move=move,
            people=people,
            programs=programs,
        )


        played_move.additional_properties = d
        return played_move

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
