"""What is written down is read back as it was."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from lamina.model.memory import CATEGORIES, KINDS, MemoryItem, fields_type
from lamina.model.wire import item_from_plain, moment, stamp, to_plain
from lamina.store.rows import body_of, item_from, standing_row, turn_body, turn_from, usage_row
from tests.properties.strategies import items, moments, turns


def with_every_kind() -> list[tuple[str, str | None]]:
    return [(kind, category) for kind in KINDS for category in (None, *CATEGORIES)]


@given(items())
def test_an_item_survives_the_way_through_json(item: MemoryItem) -> None:
    back = item_from_plain(json.loads(json.dumps(to_plain(item))))
    assert back == item
    assert type(back.fields) is type(item.fields)


@given(items())
def test_the_offset_of_every_time_survives(item: MemoryItem) -> None:
    back = item_from_plain(json.loads(json.dumps(to_plain(item))))
    # Equal times compare equal in any zone: only the offset shows that the time of day was kept.
    assert back.first_seen.utcoffset() == item.first_seen.utcoffset()
    assert back.validity.valid_from.isoformat() == item.validity.valid_from.isoformat()


@given(items())
def test_an_item_survives_the_way_through_its_row(item: MemoryItem) -> None:
    beside = usage_row(item) | standing_row(item.standing)
    names = (*item.usage._fields, *item.standing._fields)
    assert item_from(body_of(item), [*(beside[name] for name in names), None]) == item


@given(items())
def test_equal_items_are_equal_bytes(item: MemoryItem) -> None:
    again = item_from_plain(json.loads(json.dumps(to_plain(item))))
    assert body_of(again) == body_of(item)


@given(turns)
def test_a_turn_survives_the_way_through_its_row(turn: object) -> None:
    assert turn_from(turn_body(turn)) == turn  # type: ignore[arg-type]


@given(st.lists(moments, min_size=2, max_size=6))
def test_stamps_sort_as_their_times(times: list[datetime]) -> None:
    assert [stamp(at) for at in sorted(times)] == sorted(stamp(at) for at in times)


@given(moments)
def test_a_stamp_is_the_same_moment_in_utc(at: datetime) -> None:
    back = moment(stamp(at))
    assert back == at
    assert back.utcoffset() == timedelta(0)


@given(st.datetimes())
def test_a_time_without_an_offset_is_utc(at: datetime) -> None:
    assert moment(at.isoformat()) == at.replace(tzinfo=UTC)


def test_every_kind_and_category_has_its_fields() -> None:
    for kind, category in with_every_kind():
        assert fields_type(kind, category)._fields  # type: ignore[arg-type]
