"""Steps a vector of games with actions from a PyTorch policy. The tensors share memory with the games.

    python examples/torch_vector.py
"""

import chautari
import torch

games = chautari.vec("creeper", n=1024, max_plies=200)
# The tensors share the arrays' memory without a copy, so every step updates them.
observation = torch.from_dlpack(games.observation)
mask, reward, done = (torch.from_numpy(a) for a in (games.mask, games.reward, games.done))
device = "cuda" if torch.cuda.is_available() else "cpu"
planes = games.game.observation_shape
policy = torch.nn.Sequential(
    torch.nn.Flatten(), torch.nn.Linear(planes[0] * planes[1] * planes[2], 128), torch.nn.ReLU(),
    torch.nn.Linear(128, games.game.action_count),
).to(device)  # fmt: skip

ended = won = 0
for _ in range(100):
    with torch.inference_mode():
        logits = policy(observation.to(device)).masked_fill(~mask.to(device), -torch.inf)
        actions = torch.distributions.Categorical(logits=logits).sample().cpu()
    games.step(actions.numpy())
    ended += int(done.sum())
    won += int((reward[:, 0] == 1).sum())
assert observation.data_ptr() == games.observation.ctypes.data
print(f"{ended} games ended on {device}, {won} of them won by {games.game.sides[0]}")
