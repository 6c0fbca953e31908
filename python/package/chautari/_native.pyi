"""What the package is made of, in Rust; docstrings are there."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "Engine", "Game", "Outcome", "Score", "State", "Tables", "Thought", "Value", "Variation", "VectorEnv", "games",
]  # fmt: skip

def games() -> list[str]:
    """The names of all games."""

@final
class Game:
    """A game under its rules."""

    def __new__(cls, name: str) -> Game: ...
    @property
    def id(self) -> str:
        """What one types to have this game: ``baghchal:captures=3``."""
    @property
    def name(self) -> str:
        """What one reads: ``Bagh Chal``."""
    @property
    def about(self) -> str:
        """One line about it."""
    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides. Their order is not that of play."""
    @property
    def rule_version(self) -> int:
        """Raised whenever a game played before could go differently now."""
    @property
    def rulebook(self) -> str:
        """The whole rules for people, in Markdown."""
    @property
    def rules(self) -> dict[str, int]:
        """The numbers one may change about the rules, as they stand."""
    @property
    def dialects(self) -> dict[str, str]:
        """Every way of writing it down, the usual one first, with a line about each."""
    @property
    def action_count(self) -> int:
        """Moves are numbered from 0 up to but not including this."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
    @property
    def plane_names(self) -> list[str]:
        """What each plane of an observation tells."""
    @property
    def action_symmetries(self) -> npt.NDArray[np.int64]:
        """``policy[game.action_symmetries[s]]`` is the policy of the image under symmetry ``s``."""
    @property
    def plane_symmetries(self) -> npt.NDArray[np.int64]:
        """``planes.ravel()[game.plane_symmetries[s]]`` are the planes of the image under symmetry ``s``."""
    @property
    def side_symmetries(self) -> list[bool]:
        """For each symmetry, whether it exchanges the sides."""
    def start(self) -> State:
        """A game from its usual start."""
    def read(self, text: str, dialect: str | None = None) -> State:
        """A game read from a text, a position of the usual dialect unless another is named."""

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> str | None:
        """The side that won, or ``None`` for a draw."""
    @property
    def code(self) -> str:
        """What ended it, for programs."""
    @property
    def text(self) -> str:
        """The same in words."""

@final
class State:
    """A game as it stands. ``play`` changes it; ``copy`` makes another that goes its own way."""

    @property
    def game(self) -> Game:
        """The game it is a game of."""
    @property
    def turn(self) -> str:
        """The side to act, by name."""
    @property
    def turn_index(self) -> int:
        """The side to act, 0 or 1 in the order of ``game.sides``."""
    @property
    def action(self) -> str:
        """What the side to act is to do, as a verb."""
    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or ``None`` while it goes on."""
    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
    @property
    def returns(self) -> tuple[float, float]:
        """What it brought the two sides: 1 for a win, −1 for a loss, else 0."""
    @property
    def moves(self) -> list[str]:
        """The moves played since it began."""
    @property
    def key(self) -> int:
        """A hash of everything that decides how play goes on from this position, repetition aside."""
    def legal_moves(self) -> list[str]:
        """The legal moves; none once it has ended."""
    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, in ascending order."""
    def mask(self) -> npt.NDArray[np.bool_]:
        """True for each action that is legal now."""
    def planes(self) -> npt.NDArray[np.float32]:
        """The position as planes of numbers from 0 to 1."""
    def play(self, move: str | int, dialect: str | None = None) -> None:
        """Plays a move, given as text or as its number, or raises a ``Refusal`` and changes nothing."""
    def undo(self) -> str | None:
        """Takes the last move back and returns it."""
    def copy(self) -> State:
        """A copy that goes its own way."""
    def action_id(self, move: str) -> int:
        """The number of a legal move."""
    def action_text(self, action: int) -> str:
        """The legal move that a number means here."""
    def text(self, dialect: str | None = None) -> str:
        """The position, or the whole game, as text in a dialect."""
    def perft(self, depth: int) -> int:
        """How many lines of play of exactly this many plies there are from here."""
    def ansi(self, *, colours: bool = False) -> str:
        """The board drawn in letters."""
    def svg(self) -> str:
        """The board drawn as SVG."""
    def png(self, width: int = 480) -> bytes:
        """The board painted as a PNG file."""
    def rgb(self, width: int = 480) -> npt.NDArray[np.uint8]:
        """The board painted as an array of height × width × 3 bytes."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object) -> State: ...

@final
class Score:
    """How good a position is for the side to act; what is proven and what is guessed never mix."""

    @property
    def kind(self) -> str:
        """``win``, ``loss`` and ``draw`` are proven, ``guess`` is an estimate."""
    @property
    def plies(self) -> int | None:
        """How many plies a proven win or loss takes, where it is known."""
    @property
    def points(self) -> float | None:
        """An estimate in the game's unit, such as a goat or a pawn."""
    @property
    def text(self) -> str:
        """The same in words."""

@final
class Variation:
    """A move worth considering."""

    @property
    def score(self) -> Score:
        """How good the position is for the side to act if it makes this move."""
    @property
    def line(self) -> list[str]:
        """The play expected, this move first."""

@final
class Thought:
    """What thinking came to."""

    @property
    def best(self) -> str | None:
        """The best move; ``None`` only where the game is over."""
    @property
    def score(self) -> Score:
        """How good the position is for the side to act."""
    @property
    def depth(self) -> int:
        """How deep the thinking went, in plies."""
    @property
    def nodes(self) -> int:
        """How many positions were visited."""
    @property
    def time(self) -> float:
        """How long it took, in seconds."""
    @property
    def line(self) -> list[str]:
        """The play expected, ``best`` first."""
    @property
    def lines(self) -> list[Variation]:
        """The best moves, best first: as many as were asked for, where there are that many."""

@final
class Engine:
    """An opponent. Level 10 plays as strongly as it can; ``mind`` is ``knowing`` or ``monte-carlo``."""

    def __new__(
        cls,
        game: str,
        *,
        level: int = 10,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mind: str = "knowing",
        threads: int = 1,
        hash: int = 64,
        seed: int = 0,
        tables: str | PathLike[str] | None = None,
    ) -> Engine: ...
    def think(
        self,
        state: State,
        *,
        lines: int = 1,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Thought:
        """Thinks about where a game stands; ``lines`` of the best moves are wanted. Limits given here replace all of the engine's own."""

@final
class Value:
    """What a position is worth when both sides play their best."""

    @property
    def winner(self) -> str | None:
        """The side that wins, or ``None`` for a draw."""
    @property
    def plies(self) -> int | None:
        """How many plies that takes, where it is known."""

@final
class Tables:
    """The tables in a folder, which know the exact value of positions."""

    def __new__(cls, dir: str | PathLike[str]) -> Tables: ...
    def probe(self, state: State) -> Value | None:
        """What a position is worth; ``None`` where the tables do not know."""
    def probe_many(self, states: Sequence[State]) -> list[Value | None]:
        """What many positions of one game are worth, looked up in parallel."""
    def moves(self, state: State) -> dict[str, Value | None]:
        """What a position is worth after each legal move."""
    def solve(self, game: Game, phase: str = "all") -> None:
        """Makes tables of a game: for Bagh Chal ``all`` or those of its ``sliding`` phase."""

@final
class VectorEnv:
    """What ``chautari.Vector`` is made of."""

    def __new__(
        cls, game: Game, n: int, planes: bool, seed: int, longest: int | None, threads: int
    ) -> VectorEnv: ...
    def arrays(self) -> tuple[Any, Any, Any, Any, Any, Any]: ...
    def reset(self) -> None: ...
    def step(self, actions: npt.ArrayLike) -> None: ...
    def sample(self) -> npt.NDArray[np.int64]: ...
    def state(self, index: int) -> State: ...
