"""What the server has done, in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from threading import Lock

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Requests by method, route and status; seconds by route; what the jobs did."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._jobs: Counter[tuple[str, str]] = Counter()

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request."""
        known = method if method in ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH") else "other"
        with self._lock:
            self._requests[known, route, status] += 1
            self._buckets[route, next((one for one in BOUNDS if seconds <= one), float("inf"))] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]  # a counter of seconds

    def count_job(self, name: str, outcome: str) -> None:
        """One run of a job."""
        with self._lock:
            self._jobs[name, outcome] += 1

    def text(self) -> str:
        """All of it."""
        with self._lock:
            requests, buckets = sorted(self._requests.items()), dict(self._buckets)
            seconds, jobs = sorted(self._seconds.items()), sorted(self._jobs.items())
        lines = ["# HELP lamina_requests_total HTTP requests.", "# TYPE lamina_requests_total counter"]
        lines += [
            f'lamina_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
            for (method, route, status), count in requests
        ]
        lines += ["# HELP lamina_request_seconds Time to answer.", "# TYPE lamina_request_seconds histogram"]
        for route, total in seconds:
            lines += _histogram(route, total, buckets)
        lines += ["# HELP lamina_jobs_total Runs of scheduled jobs.", "# TYPE lamina_jobs_total counter"]
        lines += [f'lamina_jobs_total{{job="{name}",outcome="{outcome}"}} {count}' for (name, outcome), count in jobs]
        return "\n".join([*lines, ""])


def _histogram(route: str, total: float, buckets: dict[tuple[str, float], int]) -> list[str]:
    lines, count = [], 0
    for bound in (*BOUNDS, float("inf")):
        count += buckets.get((route, bound), 0)
        label = "+Inf" if bound == float("inf") else f"{bound:g}"
        lines.append(f'lamina_request_seconds_bucket{{route="{route}",le="{label}"}} {count}')
    lines.append(f'lamina_request_seconds_sum{{route="{route}"}} {total:.6f}')
    return [*lines, f'lamina_request_seconds_count{{route="{route}"}} {count}']
