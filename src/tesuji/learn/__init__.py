"""Learned evaluations: positions from self-play, and weights fitted to them.

`selfplay` plays games, `shards` keeps their positions, `examples` reads them, `training` fits the
weights, `train` writes them to a file, and `loop` repeats this and tests the result by a match.
"""

from tesuji.learn.loop import Generation, learn
from tesuji.learn.selfplay import selfplay
from tesuji.learn.shards import Shard, read_shard
from tesuji.learn.train import Trained, train

__all__ = ["Generation", "Shard", "Trained", "learn", "read_shard", "selfplay", "train"]
