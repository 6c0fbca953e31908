from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.dialect import Dialect
  from ..models.game_translations import GameTranslations
  from ..models.lesson import Lesson
  from ..models.level import Level
  from ..models.rule import Rule





T = TypeVar("T", bound="Game")



@_attrs_define
class Game:
    """ A game under one rule profile.

        Attributes:
            about (str): One line about this profile.
            called (list[str]): What people call them.
            dialects (list[Dialect]): Ways of writing it down, the canonical one first.
            id (str): What one types. Example: baghchal.
            levels (list[Level]): How strong the engine can be asked to play.
            name (str): What one reads.
            repetition (None | str): The law of repetition in words, where there is one.
            rule_version (int): Raised whenever a game played before could go differently now.
            rules (list[Rule]): Numbers a player may change, behind a colon: `baghchal:captures=3`.
            sides (list[str]): The names of the two sides.
            start (str): The position where play begins.
            translations (GameTranslations): What the game says in other languages, by their ISO 639-1 codes. What is
                missing is said in English.
            lesson (Lesson | Unset): A lesson of about two minutes. Its words are English; a game's translations have them
                in other languages.
            rules_text (str | Unset): The whole rules in Markdown, where one game was asked for.
     """

    about: str
    called: list[str]
    dialects: list[Dialect]
    id: str
    levels: list[Level]
    name: str
    repetition: None | str
    rule_version: int
    rules: list[Rule]
    sides: list[str]
    start: str
    translations: GameTranslations
    lesson: Lesson | Unset = UNSET
    rules_text: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.dialect import Dialect # noqa: PLC0415
        from ..models.game_translations import GameTranslations # noqa: PLC0415
        from ..models.lesson import Lesson # noqa: PLC0415
        from ..models.level import Level # noqa: PLC0415
        from ..models.rule import Rule # noqa: PLC0415
        about = self.about

        called = self.called



        dialects = []
        for dialects_item_data in self.dialects:
            dialects_item = dialects_item_data.to_dict()
            dialects.append(dialects_item)



        id = self.id

        levels = []
        for levels_item_data in self.levels:
            levels_item = levels_item_data.to_dict()
            levels.append(levels_item)



        name = self.name

        repetition: None | str
        repetition = self.repetition

        rule_version = self.rule_version

        rules = []
        for rules_item_data in self.rules:
            rules_item = rules_item_data.to_dict()
            rules.append(rules_item)



        sides = self.sides



        start = self.start

        translations = self.translations.to_dict()

        lesson: dict[str, Any] | Unset = UNSET
        if not isinstance(self.lesson, Unset):
            lesson = self.lesson.to_dict()

        rules_text = self.rules_text


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "about": about,
            "called": called,
            "dialects": dialects,
            "id": id,
            "levels": levels,
            "name": name,
            "repetition": repetition,
            "rule_version": rule_version,
            "rules": rules,
            "sides": sides,
            "start": start,
            "translations": translations,
        })
        if lesson is not UNSET:
            field_dict["lesson"] = lesson
        if rules_text is not UNSET:
            field_dict["rules_text"] = rules_text

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.dialect import Dialect # noqa: PLC0415
        from ..models.game_translations import GameTranslations # noqa: PLC0415
        from ..models.lesson import Lesson # noqa: PLC0415
        from ..models.level import Level # noqa: PLC0415
        from ..models.rule import Rule # noqa: PLC0415
        d = dict(src_dict)
        about = d.pop("about")

        called = cast(list[str], d.pop("called"))


        dialects = []
        _dialects = d.pop("dialects")
        for dialects_item_data in (_dialects):
            dialects_item = Dialect.from_dict(dialects_item_data)



            dialects.append(dialects_item)


        id = d.pop("id")

        levels = []
        _levels = d.pop("levels")
        for levels_item_data in (_levels):
            levels_item = Level.from_dict(levels_item_data)



            levels.append(levels_item)


        name = d.pop("name")

        def _parse_repetition(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        repetition = _parse_repetition(d.pop("repetition"))


        rule_version = d.pop("rule_version")

        rules = []
        _rules = d.pop("rules")
        for rules_item_data in (_rules):
            rules_item = Rule.from_dict(rules_item_data)



            rules.append(rules_item)


        sides = cast(list[str], d.pop("sides"))


        start = d.pop("start")

        translations = GameTranslations.from_dict(d.pop("translations"))




        _lesson = d.pop("lesson", UNSET)
        lesson: Lesson | Unset
        if isinstance(_lesson,  Unset):
            lesson = UNSET
        else:
            lesson = Lesson.from_dict(_lesson)




        rules_text = d.pop("rules_text", UNSET)

        game = cls(
            about=about,
            called=called,
            dialects=dialects,
            id=id,
            levels=levels,
            name=name,
            repetition=repetition,
            rule_version=rule_version,
            rules=rules,
            sides=sides,
            start=start,
            translations=translations,
            lesson=lesson,
            rules_text=rules_text,
        )


        game.additional_properties = d
        return game

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
