"""Boards of 64 bits as two words of 32, since JAX has no 64-bit integers by default: eight bits per row."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from .env import WORD

__all__ = ["Board", "board", "both", "either", "mix", "population", "shifted", "some", "without"]

Board = tuple[jax.Array, jax.Array]
"""Rows 0 to 3 in the first word, the others in the second."""


def board(bits: int) -> Board:
    """Returns a constant board."""
    return WORD(bits & 0xFFFFFFFF), WORD(bits >> 32)


def both(one: Board, other: Board) -> Board:
    return one[0] & other[0], one[1] & other[1]


def either(one: Board, other: Board) -> Board:
    return one[0] | other[0], one[1] | other[1]


def without(one: Board, other: Board) -> Board:
    return one[0] & ~other[0], one[1] & ~other[1]


def some(one: Board) -> jax.Array:
    return (one[0] | one[1]) != 0


def shifted(one: Board, by: int) -> Board:
    """Returns the board with every bit moved up by ``by``, across the ends of rows."""
    low, high = one
    if by > 0:
        return low << by, high << by | low >> (32 - by)
    return low >> -by | high << (32 + by), high >> -by


def population(one: Board) -> jax.Array:
    """Returns the number of bits."""
    return jax.lax.population_count(one[0]).astype(jnp.int32) + jax.lax.population_count(one[1]).astype(jnp.int32)


def mix(words: list[jax.Array], seed: int, one: int, other: int) -> jax.Array:
    """Hashes words to one, in the manner of MurmurHash3."""
    h: jax.Array = WORD(seed)
    for word in words:
        word = word * WORD(one)
        word = (word << 15 | word >> 17) * WORD(other)
        h = h ^ word
        h = (h << 13 | h >> 19) * WORD(5) + WORD(0xE6546B64)
    h = (h ^ (h >> 16)) * WORD(0x85EBCA6B)
    h = (h ^ (h >> 13)) * WORD(0xC2B2AE35)
    return h ^ (h >> 16)
