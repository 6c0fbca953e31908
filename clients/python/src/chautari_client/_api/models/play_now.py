from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.invitation import Invitation





T = TypeVar("T", bound="PlayNow")



@_attrs_define
class PlayNow:
    """ What came of wanting to play.

        Attributes:
            invitation (Invitation | None):
            match (None | str): The match, where somebody wanted the same.
     """

    invitation: Invitation | None
    match: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.invitation import Invitation # noqa: PLC0415
        invitation: dict[str, Any] | None
        if isinstance(self.invitation, Invitation):
            invitation = self.invitation.to_dict()
        else:
            invitation = self.invitation

        match: None | str
        match = self.match


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "invitation": invitation,
            "match": match,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invitation import Invitation # noqa: PLC0415
        d = dict(src_dict)
        def _parse_invitation(data: object) -> Invitation | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                invitation_type_0 = Invitation.from_dict(data)



                return invitation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Invitation | None, data)

        invitation = _parse_invitation(d.pop("invitation"))


        def _parse_match(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        match = _parse_match(d.pop("match"))


        play_now = cls(
            invitation=invitation,
            match=match,
        )


        play_now.additional_properties = d
        return play_now

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
