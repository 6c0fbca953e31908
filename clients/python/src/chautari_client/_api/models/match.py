from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.match_clock import MatchClock
  from ..models.match_outcome import MatchOutcome
  from ..models.match_rematch_type_0 import MatchRematchType0
  from ..models.match_rematch_type_1 import MatchRematchType1
  from ..models.match_seats import MatchSeats
  from ..models.match_word import MatchWord
  from ..models.offer import Offer
  from ..models.scene import Scene





T = TypeVar("T", bound="Match")



@_attrs_define
class Match:
    """ A match and everything needed to show it and to play on.

        Attributes:
            began_ms (int): When it began, in milliseconds since 1970.
            check (bool | None): Whether that side is in check, in games that know check.
            clock (MatchClock | None):
            draw_offer (None | str): The side that offers a draw.
            game (str): The game, with its rules: `baghchal:captures=3`.
            id (str): Its name.
            moves (list[str]): The moves played, in the canonical notation.
            offers (list[Offer]): The legal moves, with the points a hand touches; none while it is paused and once it is
                over.
            outcome (MatchOutcome | None):
            pause_offer (None | str): The side that asks for a pause.
            position (str): The position, in the canonical notation.
            rematch (MatchRematchType0 | MatchRematchType1 | None):
            resume_offer (None | str): The side that is back from a pause, and waits for the other.
            scene (Scene): Everything needed to draw a position.
            seats (MatchSeats): Who plays which side.
            takeback_offer (None | str): The side that would have its last move back.
            turn (None | str): The side to move; `null` once it is over.
            version (int): How many events it has had.
            opening (int | Unset): How many of them were played for the sides before they began.
            paused (bool | Unset): Whether it is paused: nobody moves, and no clock runs.
            rated (bool | Unset): Whether its result counts for the ratings of its players.
            start (str | Unset): Where it began, if not at the usual start.
            tournament (str | Unset): The tournament it belongs to.
            words (list[MatchWord] | Unset): What the players said, the first first; the last twenty.
     """

    began_ms: int
    check: bool | None
    clock: MatchClock | None
    draw_offer: None | str
    game: str
    id: str
    moves: list[str]
    offers: list[Offer]
    outcome: MatchOutcome | None
    pause_offer: None | str
    position: str
    rematch: MatchRematchType0 | MatchRematchType1 | None
    resume_offer: None | str
    scene: Scene
    seats: MatchSeats
    takeback_offer: None | str
    turn: None | str
    version: int
    opening: int | Unset = UNSET
    paused: bool | Unset = UNSET
    rated: bool | Unset = UNSET
    start: str | Unset = UNSET
    tournament: str | Unset = UNSET
    words: list[MatchWord] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.match_clock import MatchClock # noqa: PLC0415
        from ..models.match_outcome import MatchOutcome # noqa: PLC0415
        from ..models.match_rematch_type_0 import MatchRematchType0 # noqa: PLC0415
        from ..models.match_rematch_type_1 import MatchRematchType1 # noqa: PLC0415
        from ..models.match_seats import MatchSeats # noqa: PLC0415
        from ..models.match_word import MatchWord # noqa: PLC0415
        from ..models.offer import Offer # noqa: PLC0415
        from ..models.scene import Scene # noqa: PLC0415
        began_ms = self.began_ms

        check: bool | None
        check = self.check

        clock: dict[str, Any] | None
        if isinstance(self.clock, MatchClock):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        draw_offer: None | str
        draw_offer = self.draw_offer

        game = self.game

        id = self.id

        moves = self.moves



        offers = []
        for offers_item_data in self.offers:
            offers_item = offers_item_data.to_dict()
            offers.append(offers_item)



        outcome: dict[str, Any] | None
        if isinstance(self.outcome, MatchOutcome):
            outcome = self.outcome.to_dict()
        else:
            outcome = self.outcome

        pause_offer: None | str
        pause_offer = self.pause_offer

        position = self.position

        rematch: dict[str, Any] | None
        if isinstance(self.rematch, MatchRematchType0):
            rematch = self.rematch.to_dict()
        elif isinstance(self.rematch, MatchRematchType1):
            rematch = self.rematch.to_dict()
        else:
            rematch = self.rematch

        resume_offer: None | str
        resume_offer = self.resume_offer

        scene = self.scene.to_dict()

        seats = self.seats.to_dict()

        takeback_offer: None | str
        takeback_offer = self.takeback_offer

        turn: None | str
        turn = self.turn

        version = self.version

        opening = self.opening

        paused = self.paused

        rated = self.rated

        start = self.start

        tournament = self.tournament

        words: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.words, Unset):
            words = []
            for words_item_data in self.words:
                words_item = words_item_data.to_dict()
                words.append(words_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "began_ms": began_ms,
            "check": check,
            "clock": clock,
            "draw_offer": draw_offer,
            "game": game,
            "id": id,
            "moves": moves,
            "offers": offers,
            "outcome": outcome,
            "pause_offer": pause_offer,
            "position": position,
            "rematch": rematch,
            "resume_offer": resume_offer,
            "scene": scene,
            "seats": seats,
            "takeback_offer": takeback_offer,
            "turn": turn,
            "version": version,
        })
        if opening is not UNSET:
            field_dict["opening"] = opening
        if paused is not UNSET:
            field_dict["paused"] = paused
        if rated is not UNSET:
            field_dict["rated"] = rated
        if start is not UNSET:
            field_dict["start"] = start
        if tournament is not UNSET:
            field_dict["tournament"] = tournament
        if words is not UNSET:
            field_dict["words"] = words

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.match_clock import MatchClock # noqa: PLC0415
        from ..models.match_outcome import MatchOutcome # noqa: PLC0415
        from ..models.match_rematch_type_0 import MatchRematchType0 # noqa: PLC0415
        from ..models.match_rematch_type_1 import MatchRematchType1 # noqa: PLC0415
        from ..models.match_seats import MatchSeats # noqa: PLC0415
        from ..models.match_word import MatchWord # noqa: PLC0415
        from ..models.offer import Offer # noqa: PLC0415
        from ..models.scene import Scene # noqa: PLC0415
        d = dict(src_dict)
        began_ms = d.pop("began_ms")

        def _parse_check(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        check = _parse_check(d.pop("check"))


        def _parse_clock(data: object) -> MatchClock | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                clock_type_0 = MatchClock.from_dict(data)



                return clock_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MatchClock | None, data)

        clock = _parse_clock(d.pop("clock"))


        def _parse_draw_offer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        draw_offer = _parse_draw_offer(d.pop("draw_offer"))


        game = d.pop("game")

        id = d.pop("id")

        moves = cast(list[str], d.pop("moves"))


        offers = []
        _offers = d.pop("offers")
        for offers_item_data in (_offers):
            offers_item = Offer.from_dict(offers_item_data)



            offers.append(offers_item)


        def _parse_outcome(data: object) -> MatchOutcome | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                outcome_type_0 = MatchOutcome.from_dict(data)



                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MatchOutcome | None, data)

        outcome = _parse_outcome(d.pop("outcome"))


        def _parse_pause_offer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        pause_offer = _parse_pause_offer(d.pop("pause_offer"))


        position = d.pop("position")

        def _parse_rematch(data: object) -> MatchRematchType0 | MatchRematchType1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_rematch_type_0 = MatchRematchType0.from_dict(data)



                return componentsschemas_match_rematch_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_match_rematch_type_1 = MatchRematchType1.from_dict(data)



                return componentsschemas_match_rematch_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MatchRematchType0 | MatchRematchType1 | None, data)

        rematch = _parse_rematch(d.pop("rematch"))


        def _parse_resume_offer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        resume_offer = _parse_resume_offer(d.pop("resume_offer"))


        scene = Scene.from_dict(d.pop("scene"))




        seats = MatchSeats.from_dict(d.pop("seats"))




        def _parse_takeback_offer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        takeback_offer = _parse_takeback_offer(d.pop("takeback_offer"))


        def _parse_turn(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        turn = _parse_turn(d.pop("turn"))


        version = d.pop("version")

        opening = d.pop("opening", UNSET)

        paused = d.pop("paused", UNSET)

        rated = d.pop("rated", UNSET)

        start = d.pop("start", UNSET)

        tournament = d.pop("tournament", UNSET)

        _words = d.pop("words", UNSET)
        words: list[MatchWord] | Unset = UNSET
        if _words is not UNSET:
            words = []
            for words_item_data in _words:
                words_item = MatchWord.from_dict(words_item_data)



                words.append(words_item)


        match = cls(
            began_ms=began_ms,
            check=check,
            clock=clock,
            draw_offer=draw_offer,
            game=game,
            id=id,
            moves=moves,
            offers=offers,
            outcome=outcome,
            pause_offer=pause_offer,
            position=position,
            rematch=rematch,
            resume_offer=resume_offer,
            scene=scene,
            seats=seats,
            takeback_offer=takeback_offer,
            turn=turn,
            version=version,
            opening=opening,
            paused=paused,
            rated=rated,
            start=start,
            tournament=tournament,
            words=words,
        )


        match.additional_properties = d
        return match

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
