from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.exact_value import ExactValue





T = TypeVar("T", bound="Prospect")



@_attrs_define
class Prospect:
    """ 
        Attributes:
            holding (int): How many of them hold what the position is worth.
            move (str): The move, in the canonical notation.
            replies (int): How many answers there are.
            deepest (int | None | Unset): The most plies a wrong answer takes to lose, where that is known.
            value (ExactValue | None | Unset):
     """

    holding: int
    move: str
    replies: int
    deepest: int | None | Unset = UNSET
    value: ExactValue | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.exact_value import ExactValue # noqa: PLC0415
        holding = self.holding

        move = self.move

        replies = self.replies

        deepest: int | None | Unset
        if isinstance(self.deepest, Unset):
            deepest = UNSET
        else:
            deepest = self.deepest

        value: dict[str, Any] | None | Unset
        if isinstance(self.value, Unset):
            value = UNSET
        elif isinstance(self.value, ExactValue):
            value = self.value.to_dict()
        else:
            value = self.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "holding": holding,
            "move": move,
            "replies": replies,
        })
        if deepest is not UNSET:
            field_dict["deepest"] = deepest
        if value is not UNSET:
            field_dict["value"] = value

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.exact_value import ExactValue # noqa: PLC0415
        d = dict(src_dict)
        holding = d.pop("holding")

        move = d.pop("move")

        replies = d.pop("replies")

        def _parse_deepest(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        deepest = _parse_deepest(d.pop("deepest", UNSET))


        def _parse_value(data: object) -> ExactValue | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                value_type_0 = ExactValue.from_dict(data)



                return value_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExactValue | None | Unset, data)

        value = _parse_value(d.pop("value", UNSET))


        prospect = cls(
            holding=holding,
            move=move,
            replies=replies,
            deepest=deepest,
            value=value,
        )


        prospect.additional_properties = d
        return prospect

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
