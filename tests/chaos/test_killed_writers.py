"""kill -9, again and again, while several processes write: whatever was acknowledged is there, exactly once."""

from __future__ import annotations

from collections.abc import Callable

from bench import chaos
from bench.claims import Row


def _broken(rows: list[Row]) -> list[str]:
    # How fast the next writer is depends on who else uses the machine: the benchmark judges that.
    return [" ".join(row.cells()) for row in rows if row.reached is False and row.unit != "ms"]


def _value(rows: list[Row], name: str) -> float:
    return next(row.value for row in rows if name in row.name)


def test_eight_writers_killed_forty_times_lose_and_double_nothing() -> None:
    rows = chaos.run(kills=40, seed=7)
    assert _broken(rows) == []
    assert _value(rows, "killed while writing") >= 40
    assert _value(rows, "acknowledged") > 40, "hardly anything was written: the killing proves nothing"
    assert _value(rows, "opens and writes") < 6000, "a lock was left behind"


def test_four_writers_on_postgresql_killed_fifteen_times_lose_and_double_nothing(
    postgres_database: Callable[[str], str], postgres_template: str
) -> None:
    rows = chaos.run(kills=15, seed=11, writers=4, store=postgres_database(postgres_template))
    assert _broken(rows) == []
    assert _value(rows, "killed while writing") >= 15
    assert _value(rows, "acknowledged") > 15, "hardly anything was written: the killing proves nothing"
    assert _value(rows, "opens and writes") < 6000, "a lock was left behind"
