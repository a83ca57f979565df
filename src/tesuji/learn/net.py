"""Fits a network over the slots of patterns with PyTorch, which only this module imports.

The network is rounded while it is trained, as it will be in its file: what training sees is what
the core computes, up to the rounding of the last shift. ``core/tesuji/learned/net.hpp`` has the
formula.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.agents.nets import DIRECT_UNIT, LANE_UNIT, MOST_OUTPUT, OUTPUT_UNIT, NetNumbers
from tesuji.errors import TesujiError
from tesuji.learn.examples import Examples, Split
from tesuji.learn.training import Epoch, TrainingOptions, check_finite, targets_of

__all__ = ["FittedNet", "fit_net", "require_torch"]

SPREAD = 0.05
"""Standard deviation of the first rows of the network."""
CHUNK = 1 << 16
"""Positions that are evaluated at once."""


@dataclass(frozen=True)
class FittedNet:
    """A network in 16 bits, and the losses that led to it."""

    numbers: NetNumbers
    epochs: tuple[Epoch, ...]


def fit_net(
    split: Split,
    coarse: NDArray[np.int32],
    coarse_count: int,
    width: int,
    options: TrainingOptions,
    progress: Callable[[Epoch], None] = lambda epoch: None,
) -> FittedNet:
    """The network with the lowest loss in validation."""
    torch = require_torch()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # on shared cores, more threads are slower
    try:
        fitted = _fit(torch, split, coarse, coarse_count, width, options, progress)
    finally:
        torch.set_num_threads(threads)
    for each in (split.training, split.validation, split.test):
        _check_sums(fitted.numbers, each)
    return fitted


def _check_sums(numbers: NetNumbers, examples: Examples) -> None:
    """Raises TesujiError if an accumulator does not fit into 16 bits."""
    most = int(np.abs(numbers.sums(examples.used, examples.starts)).max())
    if most > np.iinfo(np.int16).max:
        raise TesujiError(
            f"a sum of the network, {most}, does not fit into 16 bits; use a larger penalty",
            where="decay",
            given=most,
            expected="sums up to 32767",
        )


def _fit(
    torch: Any,
    split: Split,
    coarse: NDArray[np.int32],
    coarse_count: int,
    width: int,
    options: TrainingOptions,
    progress: Callable[[Epoch], None],
) -> FittedNet:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    random = torch.Generator(device).manual_seed(options.seed)
    training, validation = (
        _Data(torch, each, device) for each in (split.training, split.validation)
    )
    targets = torch.tensor(targets_of(split.training, options.result_share), device=device).float()
    decay = options.decay / split.training.weights.sum()
    model = _Model(torch, coarse, coarse_count, width, decay, random)
    optimiser = torch.optim.Adam(model.parameters, lr=options.rate)
    epochs: list[Epoch] = []
    best = model.numbers()
    for number in range(1, options.epochs + 1):
        for rows in torch.randperm(len(training), generator=random, device=device).split(
            options.batch
        ):
            optimiser.zero_grad()
            model.loss(training, rows, targets[rows]).backward()
            optimiser.step()
        epoch = Epoch(number, *(model.test(each) for each in (training, validation)))
        check_finite(epoch)
        epochs.append(epoch)
        progress(epoch)
        lowest = min(range(len(epochs)), key=lambda index: epochs[index].validation)
        if lowest == len(epochs) - 1:
            best = model.numbers()
            continue
        for group in optimiser.param_groups:
            group["lr"] /= 2
        if len(epochs) - 1 - lowest >= options.patience:
            break
    return FittedNet(best, tuple(epochs))


def require_torch() -> Any:
    """PyTorch; raises TesujiError if it is not installed."""
    try:
        import torch
    except ModuleNotFoundError:
        raise TesujiError(
            "training a network needs PyTorch, which is not installed: pip install 'tesuji[learn]';"
            " the family patterns needs nothing more than Tesuji",
            where="family",
            given="net",
            expected="an environment with PyTorch",
        ) from None
    return torch


class _Data:
    """Examples on the device."""

    def __init__(self, torch: Any, examples: Examples, device: str) -> None:
        self._torch = torch
        self._used = torch.tensor(examples.used, dtype=torch.int32, device=device)
        self._counts = torch.tensor(examples.counts, device=device)
        self._starts = torch.tensor(examples.starts, device=device)
        self.results = torch.tensor(examples.results, device=device).float()
        self.weights = torch.tensor(examples.weights, device=device).float()

    def __len__(self) -> int:
        return len(self._counts)

    def bags(self, rows: Any) -> tuple[Any, Any]:
        """The entries of some positions, and where those of each begin."""
        torch = self._torch
        counts = self._counts[rows]
        offsets = counts.cumsum(0) - counts
        shift = torch.repeat_interleave(self._starts[rows] - offsets, counts)
        return self._used[shift + torch.arange(len(shift), device=shift.device)], offsets


class _Model:
    """The network while it is trained. Each row is the sum of its own part and that of a coarser
    pattern, so that rare patterns learn from their relatives."""

    def __init__(
        self,
        torch: Any,
        coarse: NDArray[np.int32],
        count: int,
        width: int,
        decay: float,
        random: Any,
    ) -> None:
        on = random.device
        self._torch = torch
        self._decay = decay
        # Weights without a coarser pattern share a row at the end that stays 0.
        found = np.where(coarse < 0, count, coarse).astype(np.int64)
        self._coarse = torch.tensor(found, device=on)
        self._known = torch.ones(count + 1, 1, device=on)
        self._known[-1] = 0
        lanes = torch.ones(width, device=on)
        lanes[0] = 0  # plain weights begin with nothing
        self._own = torch.zeros(len(coarse), width, device=on)
        self._shared = SPREAD * torch.randn(count + 1, width, generator=random, device=on) * lanes
        self._empty = (0.25 + SPREAD * torch.randn(width, generator=random, device=on)) * lanes
        self._output = 0.5 * torch.randn(width, generator=random, device=on) * lanes
        self._hidden = lanes
        self._units = LANE_UNIT * lanes + DIRECT_UNIT * (1 - lanes)
        self.parameters = [self._own, self._shared, self._empty, self._output]
        for each in self.parameters:
            each.requires_grad_(True)

    def loss(self, data: _Data, rows: Any, targets: Any) -> Any:
        """The mean log loss of some positions, with the penalty."""
        functional = self._torch.nn.functional
        seen = data.weights[rows]
        losses = functional.binary_cross_entropy_with_logits(
            self._log_odds(*data.bags(rows), self._rows()), targets, reduction="none"
        )
        return (losses * seen).sum() / seen.sum() + self._decay * (self._own**2).sum()

    def test(self, data: _Data) -> float:
        """The mean log loss of results."""
        functional = self._torch.nn.functional
        with self._torch.no_grad():
            table, total = self._rows(), 0.0
            for rows in self._torch.arange(len(data), device=data.weights.device).split(CHUNK):
                losses = functional.binary_cross_entropy_with_logits(
                    self._log_odds(*data.bags(rows), table), data.results[rows], reduction="none"
                )
                total += float((losses * data.weights[rows]).sum())
            return total / float(data.weights.sum())

    def numbers(self) -> NetNumbers:
        """The network in whole numbers."""
        with self._torch.no_grad():
            rows = self._rows() * self._units
            empty = self._rounded(self._empty) * self._units
            output = self._rounded_output() * OUTPUT_UNIT
            return NetNumbers(*(_whole(each) for each in (rows, empty, output)))

    def _rows(self) -> Any:
        shared = (self._shared * self._known)[self._coarse]
        return self._rounded(self._own + shared)

    def _log_odds(self, used: Any, offsets: Any, table: Any) -> Any:
        functional = self._torch.nn.functional
        sums = functional.embedding_bag(used, table, offsets.to(used.dtype), mode="sum")
        sums = sums + self._rounded(self._empty)
        hidden = sums.clamp(0, (LANE_UNIT - 1) / LANE_UNIT) ** 2
        return sums[:, 0] + hidden @ self._rounded_output()

    def _rounded(self, values: Any) -> Any:
        """Multiples of the unit of each lane. The gradient passes through."""
        return values + ((values * self._units).round() / self._units - values).detach()

    def _rounded_output(self) -> Any:
        most = MOST_OUTPUT / OUTPUT_UNIT
        values = self._output.clamp(-most, most) * self._hidden
        return values + ((values * OUTPUT_UNIT).round() / OUTPUT_UNIT - values).detach()


def _whole(values: Any) -> NDArray[np.int16]:
    limit = np.iinfo(np.int16)
    rounded: NDArray[np.float64] = np.rint(values.cpu().numpy())
    return np.clip(rounded, limit.min, limit.max).astype(np.int16)
