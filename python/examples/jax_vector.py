"""Steps a vector of games with actions from a JAX policy.

    python examples/jax_vector.py
"""

import chautari
import jax
import jax.numpy as jnp

games = chautari.vec("gomoku", n=512)
inputs = games.game.observation_shape
size = inputs[0] * inputs[1] * inputs[2]
weights = jax.random.normal(jax.random.key(0), (size, games.game.action_count)) / size**0.5


@jax.jit
def act(weights: jax.Array, observation: jax.Array, mask: jax.Array, key: jax.Array) -> jax.Array:
    """Samples one legal action per game."""
    logits = observation.reshape(len(observation), -1) @ weights
    return jax.random.categorical(key, jnp.where(mask, logits, -jnp.inf))


ended, (observation, mask) = 0, games.reset()
for ply in range(60):
    # Copy, because the next step overwrites the arrays while JAX may still be reading them.
    actions = act(weights, jnp.array(observation), jnp.array(mask), jax.random.key(ply))
    observation, mask, reward, done = games.step(actions)
    ended += int(done.sum())
print(f"{ended} games ended on {jax.devices()[0].platform}")
