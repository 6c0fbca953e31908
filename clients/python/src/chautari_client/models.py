"""Typed results of the API: games, positions, matches, invitations and tournaments.

``from_dict`` builds each class from the server's JSON. Fields that this version does not know are ignored, so that a
newer server does not break an older client; optional fields that the server leaves out are ``None``.

The contract is docs/protocols/openapi.json in the repository. tests/test_models.py compares it with this module.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

M = TypeVar("M", bound="Model")


class Model:
    """Base of all models. A trailing underscore in a field's name (``from_``) is not part of the JSON name."""

    @classmethod
    def from_dict(cls: type[M], data: Mapping[str, Any]) -> M:
        """Builds the model from decoded JSON. Raises ``TypeError`` if a required field is missing."""
        hints = _hints(cls)  # type: ignore[arg-type]
        names = {name: name.rstrip("_") for name in hints}
        return cls(**{name: _decode(hints[name], data[key]) for name, key in names.items() if key in data})


@functools.cache
def _hints(model: type[Model]) -> dict[str, Any]:
    """Returns the resolved type of each field."""
    return typing.get_type_hints(model)


def _decode(hint: Any, value: Any) -> Any:
    """Converts decoded JSON to the type of a field. Plain values pass unchecked."""
    if value is None:
        return None
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType:  # the only unions here are `T | None`
        return _decode(arguments[0], value)
    if origin is list:
        return [_decode(arguments[0], item) for item in value]
    if origin is tuple:
        return tuple(value)
    if origin is dict:
        return {key: _decode(arguments[1], item) for key, item in value.items()}
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.from_dict(value)
    return value


# --- games -------------------------------------------------------------------


@dataclass(kw_only=True)
class Dialect(Model):
    """A notation for positions or whole games."""

    id: str
    """The name used in requests: ``obx``."""
    about: str
    """A one-line description."""
    holds: Literal["position", "game"]
    """Whether a text describes one position or a whole game."""


@dataclass(kw_only=True)
class Rule(Model):
    """A number in the rules that players may change, as in ``baghchal:captures=3``."""

    name: str
    about: str
    """A one-line description."""
    value: int
    """The current value."""
    min: int
    max: int


@dataclass(kw_only=True)
class Level(Model):
    """A strength of the server's engine."""

    level: int
    """The number, 1 to 10."""
    name: str
    about: str
    """A one-line description of the opponent."""


@dataclass(kw_only=True)
class LessonStep(Model):
    """One idea, shown by one move."""

    task: str
    """The instruction to the player."""
    moves: list[str]
    """The moves that solve it, in the canonical notation."""
    otherwise: str
    """The response to a legal move that does not solve it."""
    replies: list[str]
    """The moves of the other side after the solution."""
    learned: str
    """The explanation shown afterwards."""
    position: str | None = None
    """The starting position; ``None`` if it is the end of the step before."""


@dataclass(kw_only=True)
class Lesson(Model):
    """A first lesson of about two minutes."""

    steps: list[LessonStep]
    side: str
    """The recommended side for a first game."""


@dataclass(kw_only=True)
class GameWords(Model):
    """A translation of a game's texts."""

    texts: dict[str, str]
    """Names and labels by their English text."""
    refusals: dict[str, str]
    """Sentences by refusal code; ``{0}``, ``{1}`` stand for points and ``{*}`` for all of them."""
    endings: dict[str, str]
    """Sentences by the ``reason`` of an outcome."""
    rules_text: str | None = None
    """The full rules in Markdown; only in the answer for a single game."""


@dataclass(kw_only=True)
class Game(Model):
    """A game under one rule profile."""

    id: str
    """The name used in requests: ``baghchal``."""
    name: str
    """The display name."""
    about: str
    """A one-line description."""
    sides: list[str]
    """The names of the two sides."""
    called: list[str]
    """Other names of the game."""
    rule_version: int
    """Raised whenever a rule change could alter the course of a recorded game."""
    repetition: str | None
    """The repetition rule in words; ``None`` if the game has none."""
    rules: list[Rule]
    dialects: list[Dialect]
    """All notations, the canonical one first."""
    start: str
    """The starting position."""
    levels: list[Level]
    translations: dict[str, GameWords]
    """Translations by ISO 639-1 code."""
    rules_text: str | None = None
    """The full rules in Markdown; only in the answer for a single game."""
    lesson: Lesson | None = None
    """A first lesson; only in the answer for a single game."""


# --- positions ---------------------------------------------------------------


@dataclass(kw_only=True)
class Offer(Model):
    """A legal move."""

    move: str
    """The move in the canonical notation."""
    human: str
    """The move in the notation people use."""
    points: list[int]
    """The points to touch on the board, in order."""
    label: str | None = None
    """Distinguishes this move from others with the same points."""


@dataclass(kw_only=True)
class Outcome(Model):
    """The result of a finished game."""

    winner: str | None
    """The winning side; ``None`` for a draw."""
    reason: str
    """A stable code."""
    text: str
    """The reason in words."""


@dataclass(kw_only=True)
class Point(Model):
    """A point of a board."""

    label: str
    """Its name: ``C3``."""
    x: int
    """The distance from the left, in half units."""
    y: int
    """The distance from the top, in half units."""
    shape: str
    """The drawing of an empty point, such as ``crossing`` or ``light``."""


@dataclass(kw_only=True)
class SideLook(Model):
    """The appearance of a side."""

    name: str
    tone: str
    """The theme colour of its pieces, such as ``light``."""
    pieces: list[str]
    """The kinds of piece it can have on the board."""
    sign: str
    """The kind of piece used as its symbol."""


@dataclass(kw_only=True)
class Board(Model):
    """An empty board. Coordinates count half units, so that neighbours on a 5 × 5 board are 2 apart."""

    look: str
    """The style: ``lines``, ``squares`` or ``octagons``."""
    fit: str
    """Whether pieces lie ``inside`` their points or are ``covering`` them."""
    width: int
    """One more than the largest ``x``."""
    height: int
    """One more than the largest ``y``."""
    points: list[Point]
    """The points in the order of their numbers."""
    lines: list[tuple[int, int]]
    """Pairs of points that a line connects."""
    columns: list[tuple[int, str]]
    """Column labels with their ``x``."""
    rows: list[tuple[int, str]]
    """Row labels with their ``y``."""
    sides: list[SideLook]


@dataclass(kw_only=True)
class Piece(Model):
    """A piece on the board."""

    at: int
    """The number of its point."""
    kind: str
    """The kind of piece, such as ``tiger``."""
    side: str
    """The side it belongs to."""
    glyph: str
    """A letter for text displays."""


@dataclass(kw_only=True)
class Mark(Model):
    """Highlighted points."""

    kind: str
    """The reason, such as ``last-move`` or ``check``."""
    points: list[int]


@dataclass(kw_only=True)
class Tally(Model):
    """A counter shown beside the board."""

    side: str
    """The side it belongs to."""
    label: str
    """The thing counted: ``goats in hand``."""
    count: int
    of: int
    """The maximum."""
    counted: str
    """``on-board`` if the board shows it, ``in-play`` if only the course of the game does."""


@dataclass(kw_only=True)
class Scene(Model):
    """Everything needed to draw a position."""

    board: Board
    pieces: list[Piece]
    marks: list[Mark]
    tallies: list[Tally]
    turn: str
    """The side to move."""
    action: str
    """The kind of action due: ``move``, ``place``, ``ban``."""
    prompt: str
    """The action as an instruction: ``Ban one of White's moves``."""


@dataclass(kw_only=True)
class Ply(Model):
    """One ply of a game."""

    move: str
    """The move in the canonical notation."""
    human: str
    """The move in the notation people use."""
    side: str
    """The side that made it; turns need not alternate."""
    action: str
    """The kind of action: ``move``, ``place``, ``ban``."""
    position: str
    """The position after it."""
    san: str | None = None
    """The move in a second notation for programs, such as SAN, if the game has one."""


@dataclass(kw_only=True)
class MoveValue(Model):
    """The exact value of a move."""

    move: str
    """The move in the canonical notation."""
    winner: str | None
    """The side that wins after it; ``None`` for a draw."""
    plies: int | None
    """The number of plies to the win, counted after the move; ``None`` if unknown."""


@dataclass(kw_only=True)
class PositionValue(Model):
    """The value of a position: exact (from tables), or an engine's score for the side to move."""

    kind: Literal["exact", "win", "loss", "draw", "guess"]
    """``exact`` sets ``winner`` and ``plies``; every other kind sets ``value``. Only ``guess`` is not proven."""
    winner: str | None = None
    """The side that wins; ``None`` for a draw."""
    plies: int | None = None
    """The number of plies to the win; ``None`` if unknown."""
    value: int | None = None
    """Plies to a proven win or loss (``None`` if unknown), or an estimate in hundredths of the game's unit."""


@dataclass(kw_only=True)
class Position(Model):
    """A position and its legal moves."""

    position: str
    """The position in the canonical notation."""
    turn: str
    """The side to move."""
    ply: int | None
    """The number of plies played; ``None`` if unknown."""
    outcome: Outcome | None
    """The result; ``None`` while the game is in progress."""
    check: bool | None
    """Whether the side to move is in check; ``None`` in games without check."""
    offers: list[Offer]
    """The legal moves."""
    scene: Scene
    history: list[Ply] | None = None
    """All plies; only if the request had ``moves`` or a whole game."""
    texts: dict[str, str | None] | None = None
    """The position or game in the notations requested with ``write``; ``None`` if a notation cannot express it."""
    value: PositionValue | None = None
    """The value, if requested with ``value`` and known."""
    move_values: list[MoveValue] | None = None
    """The exact value of each move, if requested with ``value`` and known."""


# --- players and clocks ------------------------------------------------------


@dataclass(kw_only=True)
class Player(Model):
    """A player in a match or tournament."""

    kind: Literal["human", "engine", "random", "bot", "person", "open"]
    """``human`` holds the seat's token; ``open`` is a seat that is still free."""
    name: str | None = None
    """The name of a bot or person."""
    id: str | None = None
    """The stable id of a person."""
    level: int | None = None
    """The level of an engine, 1 to 10."""
    time_ms: int | None = None
    """The engine's time per move; ``None`` means its level's usual time."""
    resigns: bool | None = None
    """Whether the engine resigns when it sees a certain loss."""


@dataclass(kw_only=True)
class Control(Model):
    """A time control: ``initial_ms`` (with increment and delay), ``per_move_ms``, or ``sides`` at time odds."""

    initial_ms: int | None = None
    """The time of each side for the whole game."""
    increment_ms: int | None = None
    """The time added after each turn."""
    delay_ms: int | None = None
    """The time before the clock starts in each turn."""
    per_move_ms: int | None = None
    """The time for each turn."""
    sides: dict[str, Control] | None = None
    """The time control of each side, if they differ; the other fields are ``None`` then."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Control:
        """Builds the control from JSON that has either its fields, or one control per side."""
        if "initial_ms" in data or "per_move_ms" in data:
            return super().from_dict(data)
        return cls(sides={side: super(Control, cls).from_dict(control) for side, control in data.items()})


@dataclass(kw_only=True)
class MatchClock(Model):
    """The clocks of a match. ``clock[side]`` is the time left in milliseconds."""

    control: Control
    """The time control."""
    running: str | None
    """The side whose clock is running."""
    left_ms: dict[str, int]
    """The time left for each side, in milliseconds."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MatchClock:
        """Builds the clock from JSON that mixes the sides' times with the other fields."""
        left = {side: time for side, time in data.items() if side not in ("control", "running")}
        return cls(control=Control.from_dict(data["control"]), running=data["running"], left_ms=left)

    def __getitem__(self, side: str) -> int:
        return self.left_ms[side]


# --- matches and invitations -------------------------------------------------


@dataclass(kw_only=True)
class MatchRematch(Model):
    """The state of a rematch: either it is ``offered``, or the new ``match`` has begun."""

    offered: str | None = None
    """The side that offers it."""
    match: str | None = None
    """The id of the new match."""


@dataclass(kw_only=True)
class MatchWord(Model):
    """A chat message; players choose from fixed phrases."""

    side: str
    phrase: str
    """The phrase, such as ``good_luck``."""
    at_ms: int
    """The time it was sent, in milliseconds since 1970."""


@dataclass(kw_only=True)
class Match(Model):
    """The state of a match."""

    id: str
    version: int
    """The number of events so far."""
    game: str
    """The game with its rules: ``baghchal:captures=3``."""
    position: str
    """The position in the canonical notation."""
    moves: list[str]
    """All moves in the canonical notation."""
    turn: str | None
    """The side to move; ``None`` once the match is over."""
    check: bool | None
    """Whether the side to move is in check; ``None`` in games without check."""
    offers: list[Offer]
    """The legal moves; empty while the match is paused and once it is over."""
    scene: Scene
    outcome: Outcome | None
    """The result; ``None`` while the match is in progress."""
    seats: dict[str, Player]
    """The player of each side."""
    clock: MatchClock | None
    """The clocks; ``None`` if there is no time limit."""
    draw_offer: str | None
    """The side that offers a draw."""
    takeback_offer: str | None
    """The side that asks to take back its last move."""
    pause_offer: str | None
    """The side that asks for a pause."""
    resume_offer: str | None
    """The side that is ready to end a pause."""
    rematch: MatchRematch | None
    """The state of a rematch; ``None`` if neither side has offered one."""
    began_ms: int
    """The time it began, in milliseconds since 1970."""
    start: str | None = None
    """The starting position, if it is not the usual one."""
    opening: int | None = None
    """The number of opening moves that were played for the sides."""
    paused: bool | None = None
    rated: bool | None = None
    tournament: str | None = None
    """The id of the tournament it belongs to."""
    words: list[MatchWord] | None = None
    """The last twenty chat messages, oldest first."""


@dataclass(kw_only=True)
class Invitation(Model):
    """An invitation to a match."""

    id: str
    game: str
    """The game with its rules."""
    clock: Control | None
    """The time control; ``None`` if there is no time limit."""
    rated: bool
    side: str | None
    """The side of the player who invites; ``None`` if it is drawn at random."""
    from_: Player
    """The player who invites."""
    to: Player | None
    """The invited player; ``None`` if the invitation is open to all."""
    state: Literal["open", "accepted", "declined", "withdrawn"]
    made_ms: int
    """The time it was created, in milliseconds since 1970."""
    match: str | None = None
    """The id of the match, once it has been accepted."""


# --- tournaments -------------------------------------------------------------


@dataclass(kw_only=True)
class TournamentPlayer(Model):
    """A player of a tournament."""

    name: str
    """The display name, unique in the tournament."""
    player: Player
    withdrawn: bool
    """Whether the player has left or was removed."""
    absent: bool | None = None
    """Whether the player was removed for not appearing."""


@dataclass(kw_only=True)
class TournamentPlace(Model):
    """A row of the standings."""

    rank: int
    """The rank, from 1; players that no criterion separates share one."""
    player: str
    points: float
    wins: int
    draws: int
    losses: int
    free: int
    """The number of byes."""
    buchholz: float
    """The first tie-break: the sum of the opponents' points."""
    sonneborn_berger: float
    """The second tie-break: points of beaten opponents plus half the points of drawn ones."""
    rating: float
    """The Glicko-2 rating after these games."""
    deviation: float
    """The standard deviation of the rating."""
    survived: int | None = None
    """The number of knockout pairings won."""


@dataclass(kw_only=True)
class TournamentGame(Model):
    """A game of a tournament."""

    game: int
    """The number within the pairing, from 1."""
    sides: dict[str, str]
    """The player of each side."""
    match: str | None
    """The match id; ``None`` if it was decided without play."""
    winner: str | None
    """The player who won; ``None`` for a draw or while the game is in progress."""
    reason: str | None
    """The reason for the result; ``None`` while the game is in progress."""
    counts: bool
    """Whether the game counts; not if it was abandoned or neither player came."""


@dataclass(kw_only=True)
class TournamentMeeting(Model):
    """A pairing of two players."""

    board: int
    """The board number, from 1."""
    players: list[str]
    """Both players; the first has the first side in the first game."""
    games: list[TournamentGame]
    """The games that have begun or are decided."""


@dataclass(kw_only=True)
class TournamentRound(Model):
    """A round of a tournament."""

    round: int
    """The round number, from 1."""
    meetings: list[TournamentMeeting]
    free: list[str]
    """The players with a bye."""


@dataclass(kw_only=True)
class TournamentRules(Model):
    """The rules of a tournament format."""

    title: str
    """The English name of the format."""
    paired_by: Literal["rounds", "clock"]
    """Whether players are paired in rounds or as soon as they are free."""
    sets_rounds: bool
    """Whether the number of rounds is a setting."""
    takes_late_entries: bool
    """Whether players may enter after the first round was paired."""
    can_change_pairings: bool
    """Whether the host may change pairings of the current round."""
    min_present: int
    """The number of players needed to start."""
    ranked_by: list[str]
    """The ranking criteria, most important first."""


@dataclass(kw_only=True)
class Tournament(Model):
    """A tournament with players, standings and rounds."""

    id: str
    version: int
    """The number of events so far."""
    name: str
    game: str
    """The game with its rules."""
    format: str
    rules: TournamentRules
    """The rules of the format."""
    state: Literal["open", "running", "paused", "ended"]
    round: int
    """The current round, from 1; 0 before the first."""
    of_rounds: int
    """The number of rounds."""
    entrants: int
    """The number of players."""
    leader: str | None
    """The leading player or the winner; ``None`` before the first result."""
    entrance: Literal["closed", "code", "anybody"]
    """The players who may join."""
    began_ms: int
    """The time it was created, in milliseconds since 1970."""
    changed_ms: int
    """The time of the last event, in milliseconds since 1970."""
    clock: Control | None
    """The time control; ``None`` if there is no time limit."""
    games_per_pair: int
    rated: bool
    awaits_host: bool
    """Whether the next round waits for the host."""
    next_round: Literal["when_done", "by_host", "after_break"]
    """When the rounds after the first begin."""
    players: list[TournamentPlayer]
    """The players in the order of entry."""
    standings: list[TournamentPlace]
    """The standings, best first."""
    crosstable: list[list[list[float]]]
    """``crosstable[a][b]`` are the points of player ``a`` against ``b``, game by game."""
    rounds: list[TournamentRound]
    host: str | None = None
    """The person who organises it."""
    season: str | None = None
    """The id of the season it belongs to."""
    starts_ms: int | None = None
    """The scheduled start, in milliseconds since 1970."""
    started_ms: int | None = None
    """The actual start, in milliseconds since 1970."""
    ends_ms: int | None = None
    """The end of an arena, in milliseconds since 1970."""
    code: str | None = None
    """The entry code, if it is public."""
    no_show_ms: int | None = None
    """Players without a first move for this long are removed."""
    next_round_ms: int | None = None
    """The time at which the next round begins, during a break."""


@dataclass(kw_only=True)
class NewTournament(Model):
    """A tournament just created."""

    tournament: str
    """The id."""
    token: str
    """The token to manage it with; returned only here."""
    state: Tournament
    code: str | None = None
    """The entry code, if there is one."""
