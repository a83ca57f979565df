"""CSV of a made-up study."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from tests.studies.examples import study
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.studies.csv_table import csv_text


def test_csv_holds_every_number() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text([study(), study()]))))
    assert len(rows) == 10
    first = rows[0]
    assert (first["study"], first["experiment"], first["label"]) == ("study", "c", "c = 1")
    assert [float(first[name]) for name in ("ours", "reported", "games")] == [0.625, 0.6, 200]
    low, high = Pentanomial((10, 5, 40, 15, 30)).interval
    assert abs(float(first["low"]) - low) < 1e-12
    assert abs(float(first["high"]) - high) < 1e-12
    assert rows[3]["reported"] == rows[3]["difference"] == ""
    assert rows[4]["ours"] == ""


def test_csv_has_a_column_for_the_simulations_of_each_side() -> None:
    whole = study()
    made = replace(whole.results[0].findings[0], simulations=(179.16666666666666, 1.0))
    outcome = replace(whole.results[0], findings=(made, *whole.results[0].findings[1:]))
    first, second, *_ = csv.DictReader(io.StringIO(csv_text([replace(whole, results=(outcome,))])))
    assert (first["simulations"], first["opponent_simulations"]) == ("179.2", "1.0")
    assert (second["simulations"], second["opponent_simulations"]) == ("", "")
    assert list(first).index("opponent_simulations") == list(first).index("simulations") + 1
