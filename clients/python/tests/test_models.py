"""The hand-written models compared with docs/protocols/openapi.json. Needs no server."""

import json
import types
import typing
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from chautari_client import models

DOCUMENT = json.loads((Path(__file__).parents[3] / "docs/protocols/openapi.json").read_text("utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}
RESULTS = [models.Game, models.Invitation, models.Match, models.NewTournament, models.Position, models.Tournament]


def resolve(schema):
    """Follows references."""
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    return schema


def variants(schema):
    """Returns the alternatives of a schema without `null`, and whether `null` is allowed."""
    schema = resolve(schema)
    if "oneOf" in schema:
        found, nullable = [], False
        for one in schema["oneOf"]:
            inner, inner_nullable = variants(one)
            found, nullable = found + inner, nullable or inner_nullable
        return found, nullable
    if schema.get("type") == "null":
        return [], True
    kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type")]
    return [{**schema, "type": kind} for kind in kinds if kind != "null"], "null" in kinds


def object_of(schema):
    """Returns properties, required names and the schema of further properties of one variant, `allOf` merged."""
    properties, required, further = {}, set(), None
    for part in map(resolve, schema.get("allOf", [schema])):
        inner = object_of(part) if "allOf" in part else (
            part.get("properties", {}), set(part.get("required", ())), part.get("additionalProperties")
        )  # fmt: skip
        properties, required, further = properties | inner[0], required | inner[1], inner[2] or further
    return properties, required, further


def check_type(hint, schema, where):
    found, nullable = variants(schema)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:
        return check_type(arguments[0], schema, where)
    assert found, where
    if isinstance(hint, type) and issubclass(hint, models.Model):
        return check_model(hint, found, where)
    if origin is typing.Literal:
        allowed = [value for one in found for value in values_of(one)]
        assert set(arguments) == set(allowed), where
        return None
    if hint in PLAIN:
        assert {one["type"] for one in found} == {PLAIN[hint]}, where
        return None
    (schema,) = found
    if origin is list:
        assert schema["type"] == "array", where
        return check_type(arguments[0], schema["items"], where)
    if origin is tuple:
        assert schema["type"] == "array", where
        assert [PLAIN[kind] for kind in arguments] == [item["type"] for item in schema["prefixItems"]], where
        return None
    assert (origin, schema["type"]) == (dict, "object"), where
    return check_type(arguments[1], schema["additionalProperties"], where)


def values_of(schema):
    """Returns the values of an enum; a constant is documented as ``Always `exact`.``"""
    return schema.get("enum") or [schema["description"].split("`")[1]]


def check_model(model, found, where):
    """Compares a model with the variants of an object, which it holds side by side."""
    parts = [object_of(one) for one in found]
    properties: dict[str, list] = {}
    for part, _, _ in parts:
        for name, schema in part.items():
            properties.setdefault(name, []).append(schema)
    required = set.intersection(*(required for _, required, _ in parts))
    hints = typing.get_type_hints(model)
    known = set()
    for field in fields(model):
        name, hint = field.name.rstrip("_"), hints[field.name]
        if model is models.MatchClock and name == "left_ms":
            check_type(int, parts[0][2], f"{where}[side]")
            continue
        if model is models.Control and name == "sides":
            for further in [part[2] for part in parts if part[2]]:
                check_type(models.Control, further, f"{where}[side]")
            continue
        known.add(name)
        assert name in properties, f"{where}.{name} is not in the document"
        assert (field.default is MISSING) == (name in required), f"{where}.{name}: required or not"
        schemas = properties[name]
        nullable = any(variants(schema)[1] for schema in schemas) or name not in required
        assert (typing.get_origin(hint) is types.UnionType) == nullable, f"{where}.{name}: `None` or not"
        check_type(hint, schemas[0] if len(schemas) == 1 else {"oneOf": schemas}, f"{where}.{name}")
    assert required <= known, f"{where} lacks {required - known}"


@pytest.mark.parametrize("model", RESULTS, ids=lambda model: model.__name__)
def test_model_matches_the_document(model):
    check_model(model, variants(SCHEMAS[model.__name__])[0], model.__name__)


def test_every_model_is_part_of_a_result():
    reached = set()

    def reach(hint):
        for inner in typing.get_args(hint):
            reach(inner)
        if isinstance(hint, type) and issubclass(hint, models.Model) and hint not in reached:
            reached.add(hint)
            for inner in typing.get_type_hints(hint).values():
                reach(inner)

    for model in RESULTS:
        reach(model)
    assert reached == set(models.Model.__subclasses__())


INVITATION = {
    "id": "i1", "game": "gomoku", "clock": {"initial_ms": 60_000}, "rated": False, "side": None, "state": "open",
    "from": {"kind": "bot", "name": "host"}, "to": None, "made_ms": 1,
}  # fmt: skip


def test_unknown_fields_are_ignored():
    newer = {**INVITATION, "colour": "red", "from": {**INVITATION["from"], "colour": "red"}}
    assert models.Invitation.from_dict(newer) == models.Invitation.from_dict(INVITATION)


def test_fields_are_decoded():
    invitation = models.Invitation.from_dict(INVITATION)
    assert invitation.from_ == models.Player(kind="bot", name="host")
    assert invitation.clock == models.Control(initial_ms=60_000)
    assert invitation.match is None


def test_time_odds_have_a_control_per_side():
    odds = {"black": {"initial_ms": 60_000}, "white": {"per_move_ms": 5000}}
    control = models.Invitation.from_dict({**INVITATION, "clock": odds}).clock
    assert control.sides == {"black": models.Control(initial_ms=60_000), "white": models.Control(per_move_ms=5000)}
    assert control.initial_ms is None


def test_missing_required_field_raises():
    with pytest.raises(TypeError, match="made_ms"):
        models.Invitation.from_dict({key: value for key, value in INVITATION.items() if key != "made_ms"})


def test_clock_is_indexed_by_side():
    clock = models.MatchClock.from_dict(
        {"control": {"per_move_ms": 5000}, "running": "goats", "goats": 5000, "tigers": 4000}
    )
    assert (clock["tigers"], clock.running, clock.control.per_move_ms) == (4000, "goats", 5000)
