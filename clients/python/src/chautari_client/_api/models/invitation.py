from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.invitation_state import check_invitation_state
from ..models.invitation_state import InvitationState
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.control_type_0 import ControlType0
  from ..models.control_type_1 import ControlType1
  from ..models.player_type_0 import PlayerType0
  from ..models.player_type_1 import PlayerType1
  from ..models.player_type_2 import PlayerType2
  from ..models.player_type_3 import PlayerType3
  from ..models.player_type_4 import PlayerType4
  from ..models.player_type_5 import PlayerType5





T = TypeVar("T", bound="Invitation")



@_attrs_define
class Invitation:
    """ An invitation.

        Attributes:
            clock (ControlType0 | ControlType1 | None):
            game (str): The game, with its rules.
            rated (bool): Whether the result counts for ratings.
            side (None | str): The side of whoever offers this; `null` leaves it to chance.
            from_ (PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5): A player, in a match
                and in a tournament alike.
            id (str): Its name.
            made_ms (int): When it was made, in milliseconds since 1970.
            state (InvitationState): How an invitation stands.
            to (None | PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5):
            match (str | Unset): The match, once they play.
     """

    clock: ControlType0 | ControlType1 | None
    game: str
    rated: bool
    side: None | str
    from_: PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5
    id: str
    made_ms: int
    state: InvitationState
    to: None | PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5
    match: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        clock: dict[str, Any] | None
        if isinstance(self.clock, ControlType0):
            clock = self.clock.to_dict()
        elif isinstance(self.clock, ControlType1):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        game = self.game

        rated = self.rated

        side: None | str
        side = self.side

        from_: dict[str, Any]
        if isinstance(self.from_, PlayerType0):
            from_ = self.from_.to_dict()
        elif isinstance(self.from_, PlayerType1):
            from_ = self.from_.to_dict()
        elif isinstance(self.from_, PlayerType2):
            from_ = self.from_.to_dict()
        elif isinstance(self.from_, PlayerType3):
            from_ = self.from_.to_dict()
        elif isinstance(self.from_, PlayerType4):
            from_ = self.from_.to_dict()
        else:
            from_ = self.from_.to_dict()


        id = self.id

        made_ms = self.made_ms

        state: str = self.state

        to: dict[str, Any] | None
        if isinstance(self.to, PlayerType0):
            to = self.to.to_dict()
        elif isinstance(self.to, PlayerType1):
            to = self.to.to_dict()
        elif isinstance(self.to, PlayerType2):
            to = self.to.to_dict()
        elif isinstance(self.to, PlayerType3):
            to = self.to.to_dict()
        elif isinstance(self.to, PlayerType4):
            to = self.to.to_dict()
        elif isinstance(self.to, PlayerType5):
            to = self.to.to_dict()
        else:
            to = self.to

        match = self.match


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "clock": clock,
            "game": game,
            "rated": rated,
            "side": side,
            "from": from_,
            "id": id,
            "made_ms": made_ms,
            "state": state,
            "to": to,
        })
        if match is not UNSET:
            field_dict["match"] = match

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.control_type_0 import ControlType0 # noqa: PLC0415
        from ..models.control_type_1 import ControlType1 # noqa: PLC0415
        from ..models.player_type_0 import PlayerType0 # noqa: PLC0415
        from ..models.player_type_1 import PlayerType1 # noqa: PLC0415
        from ..models.player_type_2 import PlayerType2 # noqa: PLC0415
        from ..models.player_type_3 import PlayerType3 # noqa: PLC0415
        from ..models.player_type_4 import PlayerType4 # noqa: PLC0415
        from ..models.player_type_5 import PlayerType5 # noqa: PLC0415
        d = dict(src_dict)
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


        game = d.pop("game")

        rated = d.pop("rated")

        def _parse_side(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        side = _parse_side(d.pop("side"))


        def _parse_from_(data: object) -> PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_0 = PlayerType0.from_dict(data)



                return componentsschemas_player_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_1 = PlayerType1.from_dict(data)



                return componentsschemas_player_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_2 = PlayerType2.from_dict(data)



                return componentsschemas_player_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_3 = PlayerType3.from_dict(data)



                return componentsschemas_player_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_4 = PlayerType4.from_dict(data)



                return componentsschemas_player_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_player_type_5 = PlayerType5.from_dict(data)



            return componentsschemas_player_type_5

        from_ = _parse_from_(d.pop("from"))


        id = d.pop("id")

        made_ms = d.pop("made_ms")

        state = check_invitation_state(d.pop("state"))




        def _parse_to(data: object) -> None | PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_0 = PlayerType0.from_dict(data)



                return componentsschemas_player_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_1 = PlayerType1.from_dict(data)



                return componentsschemas_player_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_2 = PlayerType2.from_dict(data)



                return componentsschemas_player_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_3 = PlayerType3.from_dict(data)



                return componentsschemas_player_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_4 = PlayerType4.from_dict(data)



                return componentsschemas_player_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_player_type_5 = PlayerType5.from_dict(data)



                return componentsschemas_player_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlayerType0 | PlayerType1 | PlayerType2 | PlayerType3 | PlayerType4 | PlayerType5, data)

        to = _parse_to(d.pop("to"))


        match = d.pop("match", UNSET)

        invitation = cls(
            clock=clock,
            game=game,
            rated=rated,
            side=side,
            from_=from_,
            id=id,
            made_ms=made_ms,
            state=state,
            to=to,
            match=match,
        )


        invitation.additional_properties = d
        return invitation

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
