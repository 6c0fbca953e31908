from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.exact_position_value import ExactPositionValue
  from ..models.move_value import MoveValue
  from ..models.offer import Offer
  from ..models.outcome import Outcome
  from ..models.ply import Ply
  from ..models.position_texts import PositionTexts
  from ..models.scene import Scene
  from ..models.score import Score





T = TypeVar("T", bound="Position")



@_attrs_define
class Position:
    """ A position and what can be done in it.

        Attributes:
            check (bool | None): Whether the side to move is in check, in games that know check.
            offers (list[Offer]): The legal moves, with the points a hand touches.
            outcome (None | Outcome):
            ply (int | None): How many plies have been played, where that is known.
            position (str): The position, in the canonical notation.
            scene (Scene): Everything needed to draw a position.
            turn (str): The side to move.
            history (list[Ply] | Unset): Every ply since it began.
            move_values (list[MoveValue] | Unset): What each move is worth, where tables know.
            texts (PositionTexts | Unset): The result in other dialects; `null` where one cannot express it.
            value (ExactPositionValue | None | Score | Unset):
     """

    check: bool | None
    offers: list[Offer]
    outcome: None | Outcome
    ply: int | None
    position: str
    scene: Scene
    turn: str
    history: list[Ply] | Unset = UNSET
    move_values: list[MoveValue] | Unset = UNSET
    texts: PositionTexts | Unset = UNSET
    value: ExactPositionValue | None | Score | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.exact_position_value import ExactPositionValue # noqa: PLC0415
        from ..models.move_value import MoveValue # noqa: PLC0415
        from ..models.offer import Offer # noqa: PLC0415
        from ..models.outcome import Outcome # noqa: PLC0415
        from ..models.ply import Ply # noqa: PLC0415
        from ..models.position_texts import PositionTexts # noqa: PLC0415
        from ..models.scene import Scene # noqa: PLC0415
        from ..models.score import Score # noqa: PLC0415
        check: bool | None
        check = self.check

        offers = []
        for offers_item_data in self.offers:
            offers_item = offers_item_data.to_dict()
            offers.append(offers_item)



        outcome: dict[str, Any] | None
        if isinstance(self.outcome, Outcome):
            outcome = self.outcome.to_dict()
        else:
            outcome = self.outcome

        ply: int | None
        ply = self.ply

        position = self.position

        scene = self.scene.to_dict()

        turn = self.turn

        history: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.history, Unset):
            history = []
            for history_item_data in self.history:
                history_item = history_item_data.to_dict()
                history.append(history_item)



        move_values: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.move_values, Unset):
            move_values = []
            for move_values_item_data in self.move_values:
                move_values_item = move_values_item_data.to_dict()
                move_values.append(move_values_item)



        texts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.texts, Unset):
            texts = self.texts.to_dict()

        value: dict[str, Any] | None | Unset
        if isinstance(self.value, Unset):
            value = UNSET
        elif isinstance(self.value, ExactPositionValue):
            value = self.value.to_dict()
        elif isinstance(self.value, Score):
            value = self.value.to_dict()
        else:
            value = self.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "check": check,
            "offers": offers,
            "outcome": outcome,
            "ply": ply,
            "position": position,
            "scene": scene,
            "turn": turn,
        })
        if history is not UNSET:
            field_dict["history"] = history
        if move_values is not UNSET:
            field_dict["move_values"] = move_values
        if texts is not UNSET:
            field_dict["texts"] = texts
        if value is not UNSET:
            field_dict["value"] = value

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.exact_position_value import ExactPositionValue # noqa: PLC0415
        from ..models.move_value import MoveValue # noqa: PLC0415
        from ..models.offer import Offer # noqa: PLC0415
        from ..models.outcome import Outcome # noqa: PLC0415
        from ..models.ply import Ply # noqa: PLC0415
        from ..models.position_texts import PositionTexts # noqa: PLC0415
        from ..models.scene import Scene # noqa: PLC0415
        from ..models.score import Score # noqa: PLC0415
        d = dict(src_dict)
        def _parse_check(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        check = _parse_check(d.pop("check"))


        offers = []
        _offers = d.pop("offers")
        for offers_item_data in (_offers):
            offers_item = Offer.from_dict(offers_item_data)



            offers.append(offers_item)


        def _parse_outcome(data: object) -> None | Outcome:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                outcome_type_0 = Outcome.from_dict(data)



                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Outcome, data)

        outcome = _parse_outcome(d.pop("outcome"))


        def _parse_ply(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        ply = _parse_ply(d.pop("ply"))


        position = d.pop("position")

        scene = Scene.from_dict(d.pop("scene"))




        turn = d.pop("turn")

        _history = d.pop("history", UNSET)
        history: list[Ply] | Unset = UNSET
        if _history is not UNSET:
            history = []
            for history_item_data in _history:
                history_item = Ply.from_dict(history_item_data)



                history.append(history_item)


        _move_values = d.pop("move_values", UNSET)
        move_values: list[MoveValue] | Unset = UNSET
        if _move_values is not UNSET:
            move_values = []
            for move_values_item_data in _move_values:
                move_values_item = MoveValue.from_dict(move_values_item_data)



                move_values.append(move_values_item)


        _texts = d.pop("texts", UNSET)
        texts: PositionTexts | Unset
        if isinstance(_texts,  Unset):
            texts = UNSET
        else:
            texts = PositionTexts.from_dict(_texts)




        def _parse_value(data: object) -> ExactPositionValue | None | Score | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_position_value_type_0 = ExactPositionValue.from_dict(data)



                return componentsschemas_position_value_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_position_value_type_1 = Score.from_dict(data)



                return componentsschemas_position_value_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExactPositionValue | None | Score | Unset, data)

        value = _parse_value(d.pop("value", UNSET))


        position = cls(
            check=check,
            offers=offers,
            outcome=outcome,
            ply=ply,
            position=position,
            scene=scene,
            turn=turn,
            history=history,
            move_values=move_values,
            texts=texts,
            value=value,
        )


        position.additional_properties = d
        return position

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
