"""Learned evaluations: positions from self-play, and weights fitted to them.

`selfplay` plays games, `shards` keeps their positions, `dataset` reads them for training, and
`training` fits the weights.
"""

from tesuji.learn.selfplay import selfplay
from tesuji.learn.shards import Shard, read_shard

__all__ = ["Shard", "read_shard", "selfplay"]
