from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.report_reason import check_report_reason
from ..models.report_reason import ReportReason
from typing import cast






T = TypeVar("T", bound="ReportMatch")



@_attrs_define
class ReportMatch:
    """ What is reported.

        Attributes:
            why (ReportReason): What can be wrong.
     """

    why: ReportReason





    def to_dict(self) -> dict[str, Any]:
        why: str = self.why


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "why": why,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        why = check_report_reason(d.pop("why"))




        report_match = cls(
            why=why,
        )

        return report_match

