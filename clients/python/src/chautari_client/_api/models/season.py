from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.season_place import SeasonPlace
  from ..models.tournament_summary import TournamentSummary





T = TypeVar("T", bound="Season")



@_attrs_define
class Season:
    """ A season with its table.

        Attributes:
            began_ms (int): When it was begun, in milliseconds since 1970.
            id (str): Its name in URLs.
            name (str): What it is called.
            host (str): Whose it is.
            table (list[SeasonPlace]): Where everybody stands, the best first: by points, then by tournaments won, then by
                games won.
            tournaments (list[TournamentSummary]): Its tournaments, the first first.
     """

    began_ms: int
    id: str
    name: str
    host: str
    table: list[SeasonPlace]
    tournaments: list[TournamentSummary]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.season_place import SeasonPlace # noqa: PLC0415
        from ..models.tournament_summary import TournamentSummary # noqa: PLC0415
        began_ms = self.began_ms

        id = self.id

        name = self.name

        host = self.host

        table = []
        for table_item_data in self.table:
            table_item = table_item_data.to_dict()
            table.append(table_item)



        tournaments = []
        for tournaments_item_data in self.tournaments:
            tournaments_item = tournaments_item_data.to_dict()
            tournaments.append(tournaments_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "id": id,
            "name": name,
            "host": host,
            "table": table,
            "tournaments": tournaments,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.season_place import SeasonPlace # noqa: PLC0415
        from ..models.tournament_summary import TournamentSummary # noqa: PLC0415
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        id = d.pop("id")

        name = d.pop("name")

        host = d.pop("host")

        table = []
        _table = d.pop("table")
        for table_item_data in (_table):
            table_item = SeasonPlace.from_dict(table_item_data)



            table.append(table_item)


        tournaments = []
        _tournaments = d.pop("tournaments")
        for tournaments_item_data in (_tournaments):
            tournaments_item = TournamentSummary.from_dict(tournaments_item_data)



            tournaments.append(tournaments_item)


        season = cls(
            began_ms=began_ms,
            id=id,
            name=name,
            host=host,
            table=table,
            tournaments=tournaments,
        )


        season.additional_properties = d
        return season

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
