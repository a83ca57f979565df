"""Better parameters, proven by a match: ``tesuji.tune(agent, game=..., over=...)``.

`space` is what may vary, `optuna_search`, `spsa` and `texel` look for better values, `race` and
`model` handle the noise of matches, `judge` plays them, and `api` puts them together.
"""

from tesuji.callable_package import make_callable
from tesuji.tune.api import tune
from tesuji.tune.result import TuneResult
from tesuji.tune.space import Dimension, Space
from tesuji.tune.trials import Trial

__all__ = ["Dimension", "Space", "Trial", "TuneResult", "tune"]

make_callable(__name__, tune)
