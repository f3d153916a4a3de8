"""How fast does `lamina serve --http` answer eight callers at once? With `--soak`: does it stay as it is for hours?"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import islice
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any, NamedTuple

from bench import data
from bench.claims import Row, data_folder, opened, percentile, scratch, table
from bench.prediction_speed import BATCH, asked_of, sessions_with_files
from bench.speed import SESSION

SIZE = 100_000
CONNECTIONS = 8
REQUESTS = 40
"""Of each connection."""
PROJECT = "http"


class Server(NamedTuple):
    """A server that is up, and a token for it."""

    host: str
    token: str
    pid: int


def run(size: int = SIZE) -> list[Row]:
    """`/context/assemble` and `/recall` from eight connections, beside so many memories."""
    data_folder()
    questions = [one.text for one in data.longmemeval().questions]
    with scratch() as folder:
        with opened(folder, PROJECT) as memory:
            sessions = sessions_with_files(data.exchange_texts(), random.Random(0))
            for first in range(0, size // SESSION, BATCH):
                with memory.batch():
                    for one in islice(sessions, min(BATCH, size // SESSION - first)):
                        memory.record(one)
            memory.predict({"prompt": questions[0]})  # learns
        with serving(folder) as server:
            _idle(server)
            contexts = [{"signals": _plain(one)} for one in asked_of(questions, random.Random(0))]
            recalls = [{"query": one} for one in questions]
            rows = _measured(server, size, "/context/assemble", contexts, "≤ 250")
            rows += _measured(server, size, "/recall", recalls, "")
            rows.append(Row(f"{size:,} memories: resident memory of the server", _resident(server.pid), unit="MiB"))
            return rows


def _idle(server: Server) -> None:
    """The first upkeep consolidates all that was just written; what is measured is the day, not that night."""
    connection = HTTPConnection(server.host, timeout=600)
    for _ in range(600):
        connection.request("GET", "/metrics", headers={"authorization": f"Bearer {server.token}"})
        if b'job="upkeep",outcome="done"' in connection.getresponse().read():
            return
        sleep(0.5)


def _measured(server: Server, size: int, path: str, bodies: Sequence[dict[str, Any]], limit: str) -> list[Row]:
    together(server, path, bodies, 10)  # every connection's first one loads what it needs
    start = perf_counter()
    times = together(server, path, bodies, REQUESTS)
    spent = perf_counter() - start
    name = f"{size:,} memories, {CONNECTIONS} connections: {path}"
    return [
        Row(f"{name} p50", percentile(times, 0.5), unit="ms"),
        Row(f"{name} p95", percentile(times, 0.95), limit, unit="ms"),
        Row(f"{name} requests per second", len(times) / spent),
    ]


def together(server: Server, path: str, bodies: Sequence[dict[str, Any]], each: int) -> list[float]:
    """Milliseconds of every request; each connection asks again as soon as it has its answer."""
    times: list[float] = []

    def ask(first: int) -> None:
        connection = HTTPConnection(server.host, timeout=60)
        for number in range(each):
            start = perf_counter()
            _post(connection, server, path, bodies[(first * each + number) % len(bodies)])
            times.append((perf_counter() - start) * 1000)
        connection.close()

    threads = [Thread(target=ask, args=(number,)) for number in range(CONNECTIONS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(times) == each * CONNECTIONS, "a request has failed"
    return times


def _post(connection: HTTPConnection, server: Server, path: str, body: dict[str, Any]) -> Any:
    headers = {"authorization": f"Bearer {server.token}", "content-type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    read = response.read()
    assert response.status == 200, read
    return json.loads(read)


@contextmanager
def serving(folder: str) -> Iterator[Server]:
    """`lamina serve --http` in a process of its own, on the store of a folder."""
    lamina = [sys.executable, "-m", "lamina.serve.cli"]
    here = ["--home", folder, "--store", os.path.join(folder, "memory.db"), "--project", PROJECT, "--user", "bench"]
    made = subprocess.run(
        [*lamina, "token", "add", "--scope", "admin", "--json", *here], capture_output=True, check=True
    )
    token = json.loads(made.stdout)[0]["token"]
    command = [*lamina, "serve", "--http", "0", "--rate", "100000", *here]
    environment = {**os.environ, "HOME": folder}
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment) as up:
        try:
            assert up.stderr is not None
            found = re.search(r"http://(\S+)", up.stderr.readline())
            assert found
            yield Server(found[1], token, up.pid)
            up.terminate()
            up.wait(30)
        finally:
            up.kill()


def _plain(signals: Any) -> dict[str, Any]:
    return {name: value for name, value in signals._asdict().items() if value}


def _resident(pid: int) -> float:
    with open(f"/proc/{pid}/status", encoding="ascii") as opened_file:
        return next(int(line.split()[1]) for line in opened_file if line.startswith("VmRSS")) / 1024


def soak(seconds: float = 600) -> list[Row]:
    """Writes, recalls and contexts from eight connections for so long; what a leak would show."""
    with scratch() as folder, serving(folder) as server:
        done, ends, half = 0, monotonic() + seconds, 0.0
        while monotonic() < ends:
            number = done
            together(server, "/remember", [{"text": f"Shelf {number + at} holds cup {at}"} for at in range(80)], 10)
            together(server, "/recall", [{"query": f"shelf {number}"}], 10)
            together(server, "/context/assemble", [{"signals": {"prompt": f"Where is cup {number}?"}}], 10)
            done += 3 * CONNECTIONS * 10
            half = half or (_resident(server.pid) if monotonic() > ends - seconds / 2 else 0.0)
        connection = HTTPConnection(server.host, timeout=60)
        connection.request("GET", "/doctor", headers={"authorization": f"Bearer {server.token}"})
        sound = all(one["ok"] for one in json.loads(connection.getresponse().read()))
        return [
            Row(f"soak of {seconds:.0f} s: requests, none of which failed", done, "≥ 1000"),
            Row(f"soak of {seconds:.0f} s: memories written", done // 3),
            Row(f"soak of {seconds:.0f} s: resident memory at the end", _resident(server.pid), unit="MiB"),
            Row(f"soak of {seconds:.0f} s: the same ÷ at half time", _resident(server.pid) / (half or 1.0), "≤ 1.1"),
            Row(f"soak of {seconds:.0f} s: the doctor finds nothing", float(sound), "≥ 1"),
        ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--soak", type=float, metavar="SECONDS")
    given = parser.parse_args()
    print(table(soak(given.soak) if given.soak else run(given.size)))
