from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.fit import check_fit
from ..models.fit import Fit
from ..models.look import check_look
from ..models.look import Look
from typing import cast

if TYPE_CHECKING:
  from ..models.point import Point
  from ..models.side_look import SideLook





T = TypeVar("T", bound="Board")



@_attrs_define
class Board:
    """ An empty board.

    Points lie on a half-unit grid, so that neighbours on a 5×5 board are 2 apart and a point
    between four others has odd coordinates. `y` grows downward.

        Attributes:
            columns (list[list[Any | int | str]]):
            fit (Fit): How pieces lie on their points.
            height (int): One more than the largest `y` of a point.
            lines (list[list[Any | int]]):
            look (Look): How a board looks.
            points (list[Point]): The points, in the order of their numbers.
            rows (list[list[Any | int | str]]):
            sides (list[SideLook]): How the two sides look here, in their order.
            width (int): One more than the largest `x` of a point.
     """

    columns: list[list[Any | int | str]]
    fit: Fit
    height: int
    lines: list[list[Any | int]]
    look: Look
    points: list[Point]
    rows: list[list[Any | int | str]]
    sides: list[SideLook]
    width: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.point import Point # noqa: PLC0415
        from ..models.side_look import SideLook # noqa: PLC0415
        columns = []
        for columns_item_data in self.columns:
            columns_item = []
            for columns_item_item_data in columns_item_data:
                columns_item_item: Any | int | str
                columns_item_item = columns_item_item_data
                columns_item.append(columns_item_item)


            columns.append(columns_item)



        fit: str = self.fit

        height = self.height

        lines = []
        for lines_item_data in self.lines:
            lines_item = []
            for lines_item_item_data in lines_item_data:
                lines_item_item: Any | int
                lines_item_item = lines_item_item_data
                lines_item.append(lines_item_item)


            lines.append(lines_item)



        look: str = self.look

        points = []
        for points_item_data in self.points:
            points_item = points_item_data.to_dict()
            points.append(points_item)



        rows = []
        for rows_item_data in self.rows:
            rows_item = []
            for rows_item_item_data in rows_item_data:
                rows_item_item: Any | int | str
                rows_item_item = rows_item_item_data
                rows_item.append(rows_item_item)


            rows.append(rows_item)



        sides = []
        for sides_item_data in self.sides:
            sides_item = sides_item_data.to_dict()
            sides.append(sides_item)



        width = self.width


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "columns": columns,
            "fit": fit,
            "height": height,
            "lines": lines,
            "look": look,
            "points": points,
            "rows": rows,
            "sides": sides,
            "width": width,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.point import Point # noqa: PLC0415
        from ..models.side_look import SideLook # noqa: PLC0415
        d = dict(src_dict)
        columns = []
        _columns = d.pop("columns")
        for columns_item_data in (_columns):
            columns_item = []
            _columns_item = columns_item_data
            for columns_item_item_data in (_columns_item):
                def _parse_columns_item_item(data: object) -> Any | int | str:
                    return cast(Any | int | str, data)

                columns_item_item = _parse_columns_item_item(columns_item_item_data)

                columns_item.append(columns_item_item)

            columns.append(columns_item)


        fit = check_fit(d.pop("fit"))




        height = d.pop("height")

        lines = []
        _lines = d.pop("lines")
        for lines_item_data in (_lines):
            lines_item = []
            _lines_item = lines_item_data
            for lines_item_item_data in (_lines_item):
                def _parse_lines_item_item(data: object) -> Any | int:
                    return cast(Any | int, data)

                lines_item_item = _parse_lines_item_item(lines_item_item_data)

                lines_item.append(lines_item_item)

            lines.append(lines_item)


        look = check_look(d.pop("look"))




        points = []
        _points = d.pop("points")
        for points_item_data in (_points):
            points_item = Point.from_dict(points_item_data)



            points.append(points_item)


        rows = []
        _rows = d.pop("rows")
        for rows_item_data in (_rows):
            rows_item = []
            _rows_item = rows_item_data
            for rows_item_item_data in (_rows_item):
                def _parse_rows_item_item(data: object) -> Any | int | str:
                    return cast(Any | int | str, data)

                rows_item_item = _parse_rows_item_item(rows_item_item_data)

                rows_item.append(rows_item_item)

            rows.append(rows_item)


        sides = []
        _sides = d.pop("sides")
        for sides_item_data in (_sides):
            sides_item = SideLook.from_dict(sides_item_data)



            sides.append(sides_item)


        width = d.pop("width")

        board = cls(
            columns=columns,
            fit=fit,
            height=height,
            lines=lines,
            look=look,
            points=points,
            rows=rows,
            sides=sides,
            width=width,
        )


        board.additional_properties = d
        return board

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
