from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1





T = TypeVar("T", bound="OfferTerms")



@_attrs_define
class OfferTerms:
    """ What somebody would play.

        Attributes:
            game (str): The game, perhaps with rules changed: `baghchal:captures=3`. Example: baghchal.
            clock (ControlType0 | ControlType1 | None | Unset):
            rated (bool | Unset): Whether the result counts for ratings; that needs a clock [default: it does not].
            side (None | str | Unset): Your side [default: chance decides].
     """

    game: str
    clock: ControlType0 | ControlType1 | None | Unset = UNSET
    rated: bool | Unset = UNSET
    side: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        game = self.game

        clock: dict[str, Any] | None | Unset
        if isinstance(self.clock, Unset):
            clock = UNSET
        elif isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        rated = self.rated

        side: None | str | Unset
        if isinstance(self.side, Unset):
            side = UNSET
        else:
            side = self.side


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "game": game,
        })
        if clock is not UNSET:
            field_dict["clock"] = clock
        if rated is not UNSET:
            field_dict["rated"] = rated
        if side is not UNSET:
            field_dict["side"] = side

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        d = dict(src_dict)
        game = d.pop("game")

        def _parse_clock(data: object) -> ControlType0 | ControlType1 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
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
            return cast(ControlType0 | ControlType1 | None | Unset, data)

        clock = _parse_clock(d.pop("clock", UNSET))


        rated = d.pop("rated", UNSET)

        def _parse_side(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        side = _parse_side(d.pop("side", UNSET))


        offer_terms = cls(
            game=game,
            clock=clock,
            rated=rated,
            side=side,
        )

        return offer_terms

