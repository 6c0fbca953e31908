from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.obx_result import ObxResult





T = TypeVar("T", bound="ObxAnswer")



@_attrs_define
class ObxAnswer:
    """ The answer to a request.

        Attributes:
            input_ (str): The position as it was asked about.
            move (None | str): The move; none where the game was over.
            obx (str): The position after the move; the same as before where the game was over.
            result (ObxResult | Unset): How a game has ended.
     """

    input_: str
    move: None | str
    obx: str
    result: ObxResult | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.obx_result import ObxResult # noqa: PLC0415
        input_ = self.input_

        move: None | str
        move = self.move

        obx = self.obx

        result: dict[str, Any] | Unset = UNSET
        if not isinstance(self.result, Unset):
            result = self.result.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "input": input_,
            "move": move,
            "obx": obx,
        })
        if result is not UNSET:
            field_dict["result"] = result

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.obx_result import ObxResult # noqa: PLC0415
        d = dict(src_dict)
        input_ = d.pop("input")

        def _parse_move(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        move = _parse_move(d.pop("move"))


        obx = d.pop("obx")

        _result = d.pop("result", UNSET)
        result: ObxResult | Unset
        if isinstance(_result,  Unset):
            result = UNSET
        else:
            result = ObxResult.from_dict(_result)




        obx_answer = cls(
            input_=input_,
            move=move,
            obx=obx,
            result=result,
        )


        obx_answer.additional_properties = d
        return obx_answer

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
