from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="AnalysisRequest")



@_attrs_define
class AnalysisRequest:
    """ What to think about, and how long.

        Attributes:
            depth (int | None | Unset): How deep, in plies.
            dialect (None | str | Unset): The dialect `position` and `moves` are written in [default: the canonical one].
            level (int | None | Unset): How strong to think, 1 to 10 [default: 10].
            lines (int | None | Unset): How many of the best moves to tell, each with its score and line, up to 20 [default:
                1].
            moves (list[str] | Unset): What to play from there.
            nodes (int | None | Unset): How many positions to visit.
            position (None | str | Unset): Where to begin [default: the start of the game].
            seed (int | Unset): The random seed, where the level leaves something to chance. Default: 0.
            time_ms (int | None | Unset): How long, in milliseconds.
     """

    depth: int | None | Unset = UNSET
    dialect: None | str | Unset = UNSET
    level: int | None | Unset = UNSET
    lines: int | None | Unset = UNSET
    moves: list[str] | Unset = UNSET
    nodes: int | None | Unset = UNSET
    position: None | str | Unset = UNSET
    seed: int | Unset = 0
    time_ms: int | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        depth: int | None | Unset
        if isinstance(self.depth, Unset):
            depth = UNSET
        else:
            depth = self.depth

        dialect: None | str | Unset
        if isinstance(self.dialect, Unset):
            dialect = UNSET
        else:
            dialect = self.dialect

        level: int | None | Unset
        if isinstance(self.level, Unset):
            level = UNSET
        else:
            level = self.level

        lines: int | None | Unset
        if isinstance(self.lines, Unset):
            lines = UNSET
        else:
            lines = self.lines

        moves: list[str] | Unset = UNSET
        if not isinstance(self.moves, Unset):
            moves = self.moves



        nodes: int | None | Unset
        if isinstance(self.nodes, Unset):
            nodes = UNSET
        else:
            nodes = self.nodes

        position: None | str | Unset
        if isinstance(self.position, Unset):
            position = UNSET
        else:
            position = self.position

        seed = self.seed

        time_ms: int | None | Unset
        if isinstance(self.time_ms, Unset):
            time_ms = UNSET
        else:
            time_ms = self.time_ms


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if depth is not UNSET:
            field_dict["depth"] = depth
        if dialect is not UNSET:
            field_dict["dialect"] = dialect
        if level is not UNSET:
            field_dict["level"] = level
        if lines is not UNSET:
            field_dict["lines"] = lines
        if moves is not UNSET:
            field_dict["moves"] = moves
        if nodes is not UNSET:
            field_dict["nodes"] = nodes
        if position is not UNSET:
            field_dict["position"] = position
        if seed is not UNSET:
            field_dict["seed"] = seed
        if time_ms is not UNSET:
            field_dict["time_ms"] = time_ms

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_depth(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        depth = _parse_depth(d.pop("depth", UNSET))


        def _parse_dialect(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        dialect = _parse_dialect(d.pop("dialect", UNSET))


        def _parse_level(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        level = _parse_level(d.pop("level", UNSET))


        def _parse_lines(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        lines = _parse_lines(d.pop("lines", UNSET))


        moves = cast(list[str], d.pop("moves", UNSET))


        def _parse_nodes(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        nodes = _parse_nodes(d.pop("nodes", UNSET))


        def _parse_position(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        position = _parse_position(d.pop("position", UNSET))


        seed = d.pop("seed", UNSET)

        def _parse_time_ms(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        time_ms = _parse_time_ms(d.pop("time_ms", UNSET))


        analysis_request = cls(
            depth=depth,
            dialect=dialect,
            level=level,
            lines=lines,
            moves=moves,
            nodes=nodes,
            position=position,
            seed=seed,
            time_ms=time_ms,
        )

        return analysis_request

