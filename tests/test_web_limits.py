"""Token buckets and counts."""

from hypothesis import given
from hypothesis import strategies as st

from oddchip.room.limits import Bucket, Buckets, Counts, Rate

TIMES = st.lists(st.floats(0, 100), max_size=200)


@given(st.floats(0.1, 20), st.integers(1, 30), TIMES)
def test_in_no_stretch_of_time_is_more_done_than_the_rate_and_the_burst_allow(per_second, burst, times):
    bucket = Bucket(Rate(per_second, burst), 0)
    done = [at for at in sorted(times) if bucket.take(at)]
    for first, start in enumerate(done):
        for last, end in enumerate(done[first:], start=1):
            assert last <= burst + per_second * (end - start) + 1e-6


@given(st.integers(1, 30), st.floats(0.1, 20))
def test_a_full_bucket_gives_its_burst_and_then_one_when_one_has_grown(burst, per_second):
    bucket = Bucket(Rate(per_second, burst), 7)
    assert all(bucket.take(7) for _ in range(burst))
    assert not bucket.take(7)
    assert bucket.take(7 + 1.001 / per_second)


@given(TIMES)
def test_a_clock_that_jumps_gives_nothing_and_stops_nobody_for_long(times):
    bucket = Bucket(Rate(1, 2), 50)
    given_out = sum(bucket.take(at) for at in times)
    forward = sum(max(0, b - a) for a, b in zip([50, *times], times, strict=False))
    assert given_out <= 2 + forward + 1e-6
    assert bucket.take((times or [50])[-1] + 1.001)


def test_keys_have_buckets_of_their_own_and_the_quietest_is_forgotten():
    buckets = Buckets(Rate(1, 1), most=2)
    assert [buckets.take(key, 0) for key in "aab"] == [True, False, True]
    assert buckets.take("c", 0)
    assert len(buckets) == 2
    assert not buckets.take("b", 0)  # still known
    assert buckets.take("a", 0)  # forgotten, and so new


def test_counts_stop_at_their_most_and_forget_who_left():
    counts = Counts(2)
    assert [counts.enter("a"), counts.enter("a"), counts.enter("a"), counts.enter("b")] == [True, True, False, True]
    counts.leave("a")
    assert counts.enter("a")
    for key in "aabb":
        counts.leave(key)
    assert len(counts) == 0
