from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.action_type_0 import ActionType0
  from ..models.action_type_1 import ActionType1
  from ..models.action_type_10 import ActionType10
  from ..models.action_type_11 import ActionType11
  from ..models.action_type_12 import ActionType12
  from ..models.action_type_2 import ActionType2
  from ..models.action_type_3 import ActionType3
  from ..models.action_type_4 import ActionType4
  from ..models.action_type_5 import ActionType5
  from ..models.action_type_6 import ActionType6
  from ..models.action_type_7 import ActionType7
  from ..models.action_type_8 import ActionType8
  from ..models.action_type_9 import ActionType9





T = TypeVar("T", bound="Act")



@_attrs_define
class Act:
    """ An action of a player.

        Attributes:
            action (ActionType0 | ActionType1 | ActionType10 | ActionType11 | ActionType12 | ActionType2 | ActionType3 |
                ActionType4 | ActionType5 | ActionType6 | ActionType7 | ActionType8 | ActionType9): What a side asks for.
            command (str): A name of your choice for this action, such as a UUID. Sent again, it is answered as it was
                the first time and not carried out again.
            version (int | None | Unset): The version you have seen. If another position stands on the board since, nothing
                happens and
                the answer is 409.
     """

    action: ActionType0 | ActionType1 | ActionType10 | ActionType11 | ActionType12 | ActionType2 | ActionType3 | ActionType4 | ActionType5 | ActionType6 | ActionType7 | ActionType8 | ActionType9
    command: str
    version: int | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.action_type_0 import ActionType0 # noqa: PLC0415
        from ..models.action_type_1 import ActionType1 # noqa: PLC0415
        from ..models.action_type_10 import ActionType10 # noqa: PLC0415
        from ..models.action_type_11 import ActionType11 # noqa: PLC0415
        from ..models.action_type_12 import ActionType12 # noqa: PLC0415
        from ..models.action_type_2 import ActionType2 # noqa: PLC0415
        from ..models.action_type_3 import ActionType3 # noqa: PLC0415
        from ..models.action_type_4 import ActionType4 # noqa: PLC0415
        from ..models.action_type_5 import ActionType5 # noqa: PLC0415
        from ..models.action_type_6 import ActionType6 # noqa: PLC0415
        from ..models.action_type_7 import ActionType7 # noqa: PLC0415
        from ..models.action_type_8 import ActionType8 # noqa: PLC0415
        from ..models.action_type_9 import ActionType9 # noqa: PLC0415
        action: dict[str, Any]
        if isinstance(self.action, ActionType0):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType1):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType2):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType3):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType4):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType5):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType6):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType7):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType8):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType9):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType10):
            action = self.action.to_dict()
        elif isinstance(self.action, ActionType11):
            action = self.action.to_dict()
        else:
            action = self.action.to_dict()


        command = self.command

        version: int | None | Unset
        if isinstance(self.version, Unset):
            version = UNSET
        else:
            version = self.version


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "action": action,
            "command": command,
        })
        if version is not UNSET:
            field_dict["version"] = version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.action_type_0 import ActionType0 # noqa: PLC0415
        from ..models.action_type_1 import ActionType1 # noqa: PLC0415
        from ..models.action_type_10 import ActionType10 # noqa: PLC0415
        from ..models.action_type_11 import ActionType11 # noqa: PLC0415
        from ..models.action_type_12 import ActionType12 # noqa: PLC0415
        from ..models.action_type_2 import ActionType2 # noqa: PLC0415
        from ..models.action_type_3 import ActionType3 # noqa: PLC0415
        from ..models.action_type_4 import ActionType4 # noqa: PLC0415
        from ..models.action_type_5 import ActionType5 # noqa: PLC0415
        from ..models.action_type_6 import ActionType6 # noqa: PLC0415
        from ..models.action_type_7 import ActionType7 # noqa: PLC0415
        from ..models.action_type_8 import ActionType8 # noqa: PLC0415
        from ..models.action_type_9 import ActionType9 # noqa: PLC0415
        d = dict(src_dict)
        def _parse_action(data: object) -> ActionType0 | ActionType1 | ActionType10 | ActionType11 | ActionType12 | ActionType2 | ActionType3 | ActionType4 | ActionType5 | ActionType6 | ActionType7 | ActionType8 | ActionType9:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_0 = ActionType0.from_dict(data)



                return componentsschemas_action_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_1 = ActionType1.from_dict(data)



                return componentsschemas_action_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_2 = ActionType2.from_dict(data)



                return componentsschemas_action_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_3 = ActionType3.from_dict(data)



                return componentsschemas_action_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_4 = ActionType4.from_dict(data)



                return componentsschemas_action_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_5 = ActionType5.from_dict(data)



                return componentsschemas_action_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_6 = ActionType6.from_dict(data)



                return componentsschemas_action_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_7 = ActionType7.from_dict(data)



                return componentsschemas_action_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_8 = ActionType8.from_dict(data)



                return componentsschemas_action_type_8
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_9 = ActionType9.from_dict(data)



                return componentsschemas_action_type_9
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_10 = ActionType10.from_dict(data)



                return componentsschemas_action_type_10
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_action_type_11 = ActionType11.from_dict(data)



                return componentsschemas_action_type_11
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_action_type_12 = ActionType12.from_dict(data)



            return componentsschemas_action_type_12

        action = _parse_action(d.pop("action"))


        command = d.pop("command")

        def _parse_version(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        version = _parse_version(d.pop("version", UNSET))


        act = cls(
            action=action,
            command=command,
            version=version,
        )

        return act

