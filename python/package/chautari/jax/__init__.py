"""The games as pure JAX functions, for training that never leaves the accelerator. Needs JAX (``chautari[jax]``).

    import chautari.jax, jax

    env = chautari.jax.make("baghchal")
    state = jax.vmap(env.init)(jax.random.split(jax.random.key(0), 4096))
    step = jax.jit(jax.vmap(env.step_auto_reset))
    actions = chautari.jax.sample(jax.random.key(1), state.legal_action_mask)
    state = step(state, actions)

The interface follows pgx. Actions, planes, symmetries and rules are those of ``chautari.vec``.
"""

from __future__ import annotations

from typing import Any

from .baghchal import BaghChal
from .banchess import BanChess
from .creeper import Creeper
from .env import Env, State, sample
from .gomoku import Gomoku

__all__ = ["Env", "State", "make", "names", "sample"]

_GAMES: dict[str, Any] = {
    "baghchal": lambda **options: BaghChal(**options),
    "baghchal-compulsory": lambda **options: BaghChal(compulsory=True, **options),
    "banchess": BanChess,
    "creeper": Creeper,
    "gomoku": Gomoku,
}


def names() -> list[str]:
    """Returns the names of all games."""
    return list(_GAMES)


def make(name: str, **options: Any) -> Env:
    """Returns a game by name, with rules as in ``baghchal:captures=3``.

    ``max_plies`` truncates long games; ``history`` is the capacity for the detection of repetition, in games that
    need it. Other options are rules.
    """
    short, _, rules = name.partition(":")
    if short not in _GAMES:
        raise ValueError(f"Unknown game `{short}`; the games are {', '.join(_GAMES)}.")
    parsed = {rule: int(value) for rule, _, value in (part.partition("=") for part in rules.split(",") if part)}
    env: Env = _GAMES[short](**parsed, **options)
    return env
