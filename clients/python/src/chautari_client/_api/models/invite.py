from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.invited_type_0 import InvitedType0
  from ..models.invited_type_1 import InvitedType1
  from ..models.offer_terms import OfferTerms





T = TypeVar("T", bound="Invite")



@_attrs_define
class Invite:
    """ An invitation to be made.

        Attributes:
            terms (OfferTerms): What somebody would play.
            to (InvitedType0 | InvitedType1 | None | Unset):
     """

    terms: OfferTerms
    to: InvitedType0 | InvitedType1 | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.invited_type_0 import InvitedType0 # noqa: PLC0415
        from ..models.invited_type_1 import InvitedType1 # noqa: PLC0415
        from ..models.offer_terms import OfferTerms # noqa: PLC0415
        terms = self.terms.to_dict()

        to: dict[str, Any] | None | Unset
        if isinstance(self.to, Unset):
            to = UNSET
        elif isinstance(self.to, InvitedType0):
            to = self.to.to_dict()
        elif isinstance(self.to, InvitedType1):
            to = self.to.to_dict()
        else:
            to = self.to


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "terms": terms,
        })
        if to is not UNSET:
            field_dict["to"] = to

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invited_type_0 import InvitedType0 # noqa: PLC0415
        from ..models.invited_type_1 import InvitedType1 # noqa: PLC0415
        from ..models.offer_terms import OfferTerms # noqa: PLC0415
        d = dict(src_dict)
        terms = OfferTerms.from_dict(d.pop("terms"))




        def _parse_to(data: object) -> InvitedType0 | InvitedType1 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_invited_type_0 = InvitedType0.from_dict(data)



                return componentsschemas_invited_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_invited_type_1 = InvitedType1.from_dict(data)



                return componentsschemas_invited_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InvitedType0 | InvitedType1 | None | Unset, data)

        to = _parse_to(d.pop("to", UNSET))


        invite = cls(
            terms=terms,
            to=to,
        )

        return invite

