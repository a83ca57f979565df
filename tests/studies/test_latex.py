"""LaTeX of a made-up study: escaped, with real minus signs, and narrow enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.studies.examples import study
from tesuji.studies.latex import escaped, latex_text

LATEX = r"""% Needs \usepackage{booktabs}.
\begin{table}
\centering\footnotesize\setlength{\tabcolsep}{4pt}
\caption{c\_1 \& 50\% (ewn)}
\begin{tabular}{@{}lllp{0.12\linewidth}llr@{}}
\toprule
setting & ours, 95\% & report & verdict & difference & detectable & games \\
\midrule
c = 1 & 62.5\% [56.2\%, 68.4\%] & 120 of 200 & agrees & +2.5\% [$-$6.6\%, +11.6\%] & 9.1\% & 200 \\
c = 2 & 100.0\% [72.2\%, 100.0\%] & about 50.0\% & differs & +50.0\% [+21.8\%, +55.0\%] & 16.6\% & 20 \\
c = 3 & 62.5\% [56.2\%, 68.4\%] & wins & agrees & +12.5\% [+6.2\%, +18.4\%] & 6.1\% & 200 \\
c = 4 & 12.5\% [7.1\%, 21.1\%] & --- & --- & --- & --- & 80 \\
c $<$5$>$ & --- & 60.0\% & cannot be compared & --- & --- & 0 \\
\bottomrule
\end{tabular}
\par then: 10 a move.
\par cannot be compared: nothing was measured.
\end{table}
"""  # noqa: E501


def test_a_table_word_for_word() -> None:
    assert latex_text([study()]) == LATEX


def test_a_stopped_experiment_says_so() -> None:
    whole = study()
    stopped = replace(whole, results=(replace(whole.results[0], complete=False),))
    assert "\\par Partial: 0 of 0 games were played" in latex_text([stopped])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-6.6% [-inf, +inf]", "$-$6.6\\% [$-\\infty$, $+\\infty$]"),
        ("colosseum-mcts - ewn-2", "colosseum-mcts -- ewn-2"),
        ("a_b{c}", "a\\_b\\{c\\}"),
        ("-", "---"),
    ],
)
def test_signs_and_names(text: str, shown: str) -> None:
    assert escaped(text) == shown
