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





T = TypeVar("T", bound="ByClock")



@_attrs_define
class ByClock:
    """ 
        Attributes:
            draws (int):
            losses (int):
            wins (int):
            clock (ControlType0 | ControlType1 | None):
     """

    draws: int
    losses: int
    wins: int
    clock: ControlType0 | ControlType1 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        draws = self.draws

        losses = self.losses

        wins = self.wins

        clock: dict[str, Any] | None
        if isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "draws": draws,
            "losses": losses,
            "wins": wins,
            "clock": clock,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        d = dict(src_dict)
        draws = d.pop("draws")

        losses = d.pop("losses")

        wins = d.pop("wins")

        def _parse_clock(data: object) -> ControlType0 | ControlType1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_control_type_0 = ControlType0.from_dict(data)



                return componentsschemas_control_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_control_type_1 = ControlType1.from_dict(data)



                return componentsschemas_control_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ControlType0 | ControlType1 | None, data)

        clock = _parse_clock(d.pop("clock"))


        by_clock = cls(
            draws=draws,
            losses=losses,
            wins=wins,
            clock=clock,
        )


        by_clock.additional_properties = d
        return by_clock

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
