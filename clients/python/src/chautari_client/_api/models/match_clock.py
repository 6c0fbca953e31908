from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1





T = TypeVar("T", bound="MatchClock")



@_attrs_define
class MatchClock:
    """ The clocks: what each side has left in milliseconds, under its name, and which one runs.

        Attributes:
            control (ControlType0 | ControlType1): How much time the sides have.
            running (None | str): The side whose clock runs.
     """

    control: ControlType0 | ControlType1
    running: None | str
    additional_properties: dict[str, int] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        control: dict[str, Any]
        if isinstance(self.control, ControlType0):
            control = self.control.to_dict()
        else:
            control = self.control.to_dict()


        running: None | str
        running = self.running


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "control": control,
            "running": running,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        d = dict(src_dict)
        def _parse_control(data: object) -> ControlType0 | ControlType1:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_control_type_0 = ControlType0.from_dict(data)



                return componentsschemas_control_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_control_type_1 = ControlType1.from_dict(data)



            return componentsschemas_control_type_1

        control = _parse_control(d.pop("control"))


        def _parse_running(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        running = _parse_running(d.pop("running"))


        match_clock = cls(
            control=control,
            running=running,
        )


        match_clock.additional_properties = d
        return match_clock

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> int:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: int) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
