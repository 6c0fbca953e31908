from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.game_words_endings import GameWordsEndings
  from ..models.game_words_refusals import GameWordsRefusals
  from ..models.game_words_texts import GameWordsTexts





T = TypeVar("T", bound="GameWords")



@_attrs_define
class GameWords:
    """ The words of a game in one language.

        Attributes:
            endings (GameWordsEndings): How a game ended, by the `reason` of its outcome.
            refusals (GameWordsRefusals): Sentences by the code of a refusal or a remark. `{0}`, `{1}` … stand for its
                points, `{*}` for all of them.
            texts (GameWordsTexts): Names and labels by their English: of sides, pieces, tallies, rules and actions. Where
                one game was asked
                for, the words of its lesson, too.
            rules_text (str | Unset): The whole rules in Markdown, where one game was asked for.
     """

    endings: GameWordsEndings
    refusals: GameWordsRefusals
    texts: GameWordsTexts
    rules_text: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.game_words_endings import GameWordsEndings # noqa: PLC0415
        from ..models.game_words_refusals import GameWordsRefusals # noqa: PLC0415
        from ..models.game_words_texts import GameWordsTexts # noqa: PLC0415
        endings = self.endings.to_dict()

        refusals = self.refusals.to_dict()

        texts = self.texts.to_dict()

        rules_text = self.rules_text


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "endings": endings,
            "refusals": refusals,
            "texts": texts,
        })
        if rules_text is not UNSET:
            field_dict["rules_text"] = rules_text

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.game_words_endings import GameWordsEndings # noqa: PLC0415
        from ..models.game_words_refusals import GameWordsRefusals # noqa: PLC0415
        from ..models.game_words_texts import GameWordsTexts # noqa: PLC0415
        d = dict(src_dict)
        endings = GameWordsEndings.from_dict(d.pop("endings"))




        refusals = GameWordsRefusals.from_dict(d.pop("refusals"))




        texts = GameWordsTexts.from_dict(d.pop("texts"))




        rules_text = d.pop("rules_text", UNSET)

        game_words = cls(
            endings=endings,
            refusals=refusals,
            texts=texts,
            rules_text=rules_text,
        )


        game_words.additional_properties = d
        return game_words

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
