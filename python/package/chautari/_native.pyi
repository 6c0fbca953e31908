"""Types of the native module; the full docstrings are in its Rust source."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "Engine", "Game", "Outcome", "Score", "State", "Tables", "Thought", "Value", "Variation", "VectorEnv", "games",
]  # fmt: skip

def games() -> list[str]:
    """Returns the names of all games."""

@final
class Game:
    """A game under one rule profile."""

    def __new__(cls, name: str) -> Game: ...
    @property
    def id(self) -> str:
        """The name that creates this game: ``baghchal:captures=3``."""
    @property
    def name(self) -> str:
        """The display name: ``Bagh Chal``."""
    @property
    def about(self) -> str:
        """A one-line description."""
    @property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides. The second may have the first turn."""
    @property
    def rule_version(self) -> int:
        """Raised whenever a rule change could alter the course of a recorded game."""
    @property
    def rulebook(self) -> str:
        """The full rules in Markdown."""
    @property
    def rules(self) -> dict[str, int]:
        """The adjustable rules by name, with their current values."""
    @property
    def dialects(self) -> dict[str, str]:
        """All notations by name, the default first, each with a one-line description."""
    @property
    def action_count(self) -> int:
        """The size of the action space."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
    @property
    def plane_names(self) -> list[str]:
        """The meaning of each plane of an observation."""
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
        """Returns a game at the starting position."""
    def read(self, text: str, dialect: str | None = None) -> State:
        """Reads a game from text: a position in the default notation, unless ``dialect`` names another."""

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> str | None:
        """The side that won, or ``None`` for a draw."""
    @property
    def code(self) -> str:
        """The reason as a stable code."""
    @property
    def text(self) -> str:
        """The reason in words."""

@final
class State:
    """A game in progress. ``play`` changes it in place; ``copy`` returns an independent copy."""

    @property
    def game(self) -> Game:
        """The game being played."""
    @property
    def turn(self) -> str:
        """The name of the side to act."""
    @property
    def turn_index(self) -> int:
        """The side to act, 0 or 1 in the order of ``game.sides``."""
    @property
    def action(self) -> str:
        """The kind of action due: ``move``, ``place``, ``ban``."""
    @property
    def outcome(self) -> Outcome | None:
        """The result, or ``None`` while the game is in progress."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def returns(self) -> tuple[float, float]:
        """The returns of the two sides: 1 for a win, −1 for a loss, else 0."""
    @property
    def moves(self) -> list[str]:
        """The moves since the start."""
    @property
    def key(self) -> int:
        """A hash of the position: everything that decides the course of play except repetition."""
    def legal_moves(self) -> list[str]:
        """Returns the legal moves; none once the game has ended."""
    def legal_actions(self) -> list[int]:
        """Returns the numbers of the legal moves in ascending order."""
    def mask(self) -> npt.NDArray[np.bool_]:
        """Returns an array that is true for each legal action."""
    def planes(self) -> npt.NDArray[np.float32]:
        """Returns the position as planes of numbers from 0 to 1."""
    def play(self, move: str | int, dialect: str | None = None) -> None:
        """Plays a move, given as text or as its number. An illegal move raises a ``Refusal`` and changes nothing."""
    def undo(self) -> str | None:
        """Takes back the last move and returns it; ``None`` at the start."""
    def copy(self) -> State:
        """Returns an independent copy."""
    def action_id(self, move: str) -> int:
        """Returns the number of a legal move."""
    def action_text(self, action: int) -> str:
        """Returns the legal move with the given number."""
    def text(self, dialect: str | None = None) -> str:
        """Returns the position or the whole game as text, in the default notation unless ``dialect`` names another."""
    def perft(self, depth: int) -> int:
        """Counts the move sequences of exactly ``depth`` plies from here."""
    def ansi(self, *, colours: bool = False) -> str:
        """Returns the board as text."""
    def svg(self) -> str:
        """Returns the board as SVG."""
    def png(self, width: int = 480) -> bytes:
        """Returns the board as a PNG file."""
    def rgb(self, width: int = 480) -> npt.NDArray[np.uint8]:
        """Returns the board as an array of height × width × 3 bytes."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object) -> State: ...

@final
class Score:
    """A score for the side to act: either proven or an estimate."""

    @property
    def kind(self) -> str:
        """``win``, ``loss`` and ``draw`` are proven, ``guess`` is an estimate."""
    @property
    def plies(self) -> int | None:
        """The length of a proven win or loss in plies, or ``None`` if it is unknown."""
    @property
    def points(self) -> float | None:
        """The estimate in the game's unit, such as a goat or a pawn."""
    @property
    def text(self) -> str:
        """The score in words."""

@final
class Variation:
    """A candidate move with its principal variation."""

    @property
    def score(self) -> Score:
        """The score of the position for the side to act if it plays this move."""
    @property
    def line(self) -> list[str]:
        """The principal variation, starting with this move."""

@final
class Thought:
    """The result of a search."""

    @property
    def best(self) -> str | None:
        """The best move; ``None`` only if the game is over."""
    @property
    def score(self) -> Score:
        """The score of the position for the side to act."""
    @property
    def depth(self) -> int:
        """The search depth in plies."""
    @property
    def nodes(self) -> int:
        """The number of positions visited."""
    @property
    def time(self) -> float:
        """The search time in seconds."""
    @property
    def line(self) -> list[str]:
        """The principal variation, starting with ``best``."""
    @property
    def lines(self) -> list[Variation]:
        """The best moves, best first."""

@final
class Engine:
    """An engine. Level 10 is full strength; ``mind`` is ``knowing`` or ``monte-carlo``."""

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
        """Searches the current position and returns the ``lines`` best moves. Limits given here replace all of the engine's own."""

@final
class Value:
    """The exact value of a position."""

    @property
    def winner(self) -> str | None:
        """The side that wins, or ``None`` for a draw."""
    @property
    def plies(self) -> int | None:
        """The length of the win in plies with best play by both sides, or ``None`` if it is unknown."""

@final
class Tables:
    """Exact tables in a folder."""

    def __new__(cls, dir: str | PathLike[str]) -> Tables: ...
    def probe(self, state: State) -> Value | None:
        """Returns the value of a position, or ``None`` if no table has it."""
    def probe_many(self, states: Sequence[State]) -> list[Value | None]:
        """Returns the values of many positions of one game, in parallel."""
    def moves(self, state: State) -> dict[str, Value | None]:
        """Returns the value of each legal move."""
    def solve(self, game: Game, phase: str = "all") -> None:
        """Builds the missing tables of a game: for Bagh Chal ``all`` or those of the ``sliding`` phase."""

@final
class VectorEnv:
    """The native part of ``chautari.Vector``."""

    def __new__(
        cls, game: Game, n: int, planes: bool, seed: int, max_plies: int | None, threads: int
    ) -> VectorEnv: ...
    def arrays(self) -> tuple[Any, Any, Any, Any, Any, Any]: ...
    def reset(self) -> None: ...
    def step(self, actions: npt.ArrayLike) -> None: ...
    def sample(self) -> npt.NDArray[np.int64]: ...
    def state(self, index: int) -> State: ...
