"""From raw transcripts to memory: how small, what survives, how fast, and whether anything is doubled."""

from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from math import inf
from time import perf_counter
from typing import Any

import orjson

from bench.claims import Row, Skipped, data_folder, opened, percentile, scratch, table
from lamina.capture import claude_code
from lamina.capture.lines import BUFFER
from lamina.memory import Memory
from lamina.model.transcript import Turn
from lamina.model.wire import l1_line
from lamina.refine.clean import Refined, refined

MEGABYTES = (10, 100, 1000)
PROJECT = "ingest"
QUESTIONS = ("telemetry default", "midnight session id", "shadow branch cleanup", "gemini transcript", "trailer")


def run(megabytes: Sequence[int] = MEGABYTES) -> list[Row]:
    """Everything about reading the real Claude Code sessions."""
    files = transcripts()
    return [*size_and_survival(files), *refining(files), *ingesting(files), *growing(files, megabytes)]


def transcripts() -> list[str]:
    """The real sessions."""
    files = sorted(glob.glob(os.path.join(data_folder(), "transcripts", "claude_code", "*.jsonl")))
    if not files:
        raise Skipped("LAMINA_DATA has no transcripts/claude_code")
    return files


def turns_in(path: str) -> Iterator[Turn]:
    """The product's own reader and refiner over one file."""
    with open(path, "rb", buffering=BUFFER) as raw:
        for got in refined(claude_code.read(raw)):
            if isinstance(got, Refined) and got.event.sort != "title":
                yield got.turn


# What is kept of a transcript, against what an independent reading of the raw lines finds in it.


def size_and_survival(files: Sequence[str]) -> list[Row]:
    """Shares of raw bytes, human texts, touched files, shell commands and failing results."""
    raw = kept = 0
    found = {"human texts": [0, 0], "touched files": [0, 0], "shell commands": [0, 0], "failing results": [0, 0]}
    for path in files:
        turns = list(turns_in(path))
        raw += os.path.getsize(path)
        kept += sum(len(l1_line(turn)) for turn in turns)
        for name, there, total in _survived(path, turns):
            found[name][0] += there
            found[name][1] += total
    limits = {"human texts": "≥ 1", "touched files": "≥ 1", "shell commands": "≥ 0.99", "failing results": "≥ 0.99"}
    return [
        Row("refined ÷ raw bytes", kept / raw, "≤ 0.05"),
        *(Row(f"{name} kept, of {total:,}", there / total, limits[name]) for name, (there, total) in found.items()),
    ]


def _survived(path: str, turns: Sequence[Turn]) -> Iterator[tuple[str, int, int]]:
    said = "\n".join(_plain(turn.text) for turn in turns if turn.role in ("user", "system"))
    targets = {turn.target for turn in turns}
    commands = {_plain(turn.target) for turn in turns if turn.name.endswith("Bash")}
    failed = sum(1 for turn in turns if turn.role == "tool" and not turn.result.startswith("ok"))
    texts, paths, ran, errors = _raw_facts(path)
    yield "human texts", sum(1 for text in texts if _plain(text) in said), len(texts)
    yield (
        "touched files",
        sum(1 for one in paths if any(one.endswith(target) for target in targets if target)),
        len(paths),
    )
    yield "shell commands", sum(1 for one in ran if _plain(one)[:1990] in {c[:1990] for c in commands}), len(ran)
    yield "failing results", min(failed, errors), errors


def _raw_facts(path: str) -> tuple[list[str], set[str], list[str], int]:
    """Read with nothing but JSON: what people typed, which files tools named, which commands ran, how many failed."""
    texts: list[str] = []
    paths: set[str] = set()
    ran: list[str] = []
    calls: set[str] = set()
    errors = 0
    for line in _json_lines(path):
        inner = (line.get("data") or {}).get("message") if line.get("type") == "progress" else line
        message = (inner or {}).get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str) and line.get("type") == "user" and not _by_program(line, content):
            texts.append(content)
        for block in content if isinstance(content, list) else ():
            if block.get("type") == "tool_use" and block["id"] not in calls:
                calls.add(block["id"])
                paths |= {value for key in ("file_path", "notebook_path") if (value := block["input"].get(key))}
                ran += [block["input"]["command"]] if block["name"] == "Bash" and "command" in block["input"] else []
            elif block.get("type") == "tool_result" and block.get("is_error") and block["tool_use_id"] in calls:
                calls.discard(block["tool_use_id"])
                errors += 1
            elif block.get("type") == "text" and line.get("type") == "user" and not _by_program(line, block["text"]):
                texts.append(block["text"])
    return texts, paths, ran, errors


def _by_program(line: dict[str, Any], text: str) -> bool:
    flags = ("isMeta", "isCompactSummary", "isSidechain")
    return any(line.get(flag) for flag in flags) or text.lstrip().startswith(("<", "[Request interrupted"))


def _json_lines(path: str) -> Iterator[dict[str, Any]]:
    with open(path, "rb") as raw:
        for line in raw:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                yield value


def begins(path: str) -> str:
    """When the session in a file began."""
    with open(path, "rb") as opened:
        return next((stamp for line in opened if (stamp := _stamp(line))), "")


def _stamp(line: bytes) -> str:
    return line.partition(b'"timestamp":"')[2][:24].decode("ascii", "replace")


def _plain(text: str) -> str:
    return " ".join(text.split())


# How fast.


def refining(files: Sequence[str], rounds: int = 5) -> list[Row]:
    """Reading and refining, against parsing the same lines with orjson and doing nothing with them."""
    total = sum(os.path.getsize(path) for path in files)
    ours = theirs = inf
    for _ in range(rounds):  # in turns: a machine that others use has moods
        ours = min(ours, _timed(lambda: [sum(1 for _ in turns_in(path)) for path in files]))
        theirs = min(theirs, _timed(lambda: list(map(_parse, files))))
    return [
        Row("refine ÷ orjson.loads, speed", theirs / ours, "≥ 0.6"),
        Row("refine", total / ours / 1e6, peers={"orjson.loads": total / theirs / 1e6}, unit="MB/s"),
    ]


def _parse(path: str) -> None:
    with open(path, "rb") as raw:
        for line in raw:
            try:
                orjson.loads(line)
            except ValueError:
                pass  # the same broken lines that we report


def _timed(work: Any) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def ingesting(files: Sequence[str]) -> list[Row]:
    """The whole way into the store; again; a copy; one more exchange; and the answer against grep."""
    total = sum(os.path.getsize(path) for path in files)
    with scratch() as folder:
        for path in files:
            shutil.copy(path, os.path.join(folder, os.path.basename(path)))
        with opened(folder, PROJECT) as memory:
            spent = _timed(lambda: memory.ingest([folder]))
            before = _counted(memory)
            for _ in range(2):
                memory.ingest([folder])
            again = _counted(memory)
            copied = _copy_of_a_session(folder, files[0])
            memory.ingest([copied])
            after_copy = _counted(memory)
            steps = [_one_more(memory, os.path.join(folder, os.path.basename(files[-1])), n) for n in range(21)]
            grep, recall, evidence = _against_grep(memory, folder)
            permanent = memory.status().pending
    return [
        Row("ingest: refined, distilled, stored, indexed", total / spent / 1e6, "≥ 20", unit="MB/s"),
        Row("ingest: permanent memories learned", permanent, "≥ 100"),
        Row("ingest: items more after ingesting three times", again - before, "≤ 0"),
        Row("ingest: items more after a resumed copy of a session", after_copy - again, "≤ 0"),
        Row("ingest: one new exchange in a warm process, p50", percentile(steps[1:], 0.5), "≤ 50", unit="ms"),
        Row("recall, warm", recall, peers={"grep -r": grep}, unit="ms"),
        Row("grep -r ÷ recall, time", grep / recall, "≥ 10"),
        Row(f"of {len(QUESTIONS)} questions, answered by a hit that holds all words", evidence, f"≥ {len(QUESTIONS)}"),
    ]


def _counted(memory: Memory) -> int:
    status = memory.status()
    return status.exchanges + status.concepts + status.pending + status.sessions


def _copy_of_a_session(folder: str, path: str) -> str:
    """What resuming does: the same lines under a new id."""
    old = os.path.splitext(os.path.basename(path))[0]
    new = "00000000-0000-4000-8000-000000000000"
    target = os.path.join(folder, f"{new}.jsonl")
    with open(path, "rb") as raw, open(target, "wb") as out:
        out.write(raw.read().replace(old.encode(), new.encode()))
    return target


def _one_more(memory: Memory, path: str, number: int) -> float:
    at = f"2027-01-01T00:{number:02}:00.000Z"
    head = {"sessionId": "grown", "cwd": "", "timestamp": at}
    lines = [
        {**head, "type": "user", "uuid": f"u{number}", "message": {"content": f"Please rename helper number {number}"}},
        {
            **head,
            "type": "assistant",
            "uuid": f"a{number}",
            "message": {"content": [{"type": "text", "text": f"Renamed helper {number} in `src/helpers.go`."}]},
        },
    ]
    with open(path, "ab") as out:
        out.write(b"\n" + b"\n".join(json.dumps(line).encode() for line in lines) + b"\n")
    return _timed(lambda: memory.ingest([path])) * 1000


def _against_grep(memory: Memory, folder: str) -> tuple[float, float, int]:
    """Milliseconds for the five questions, by each at its best, and how many recall answers with one hit."""
    grep = recall = 0.0
    answered = 0
    for question in QUESTIONS:
        words = question.split()
        recall += _at_best(lambda question=question: memory.recall(question))
        command = ["grep", "-r", "-i", "-l", "--include=*.jsonl", words[0], folder]
        grep += _at_best(lambda command=command: subprocess.run(command, stdout=subprocess.DEVNULL, check=False))
        hits = memory.recall(question, limit=5)
        answered += any(all(word[:5].lower() in hit.text.lower() for word in words) for hit in hits)
    return grep, recall, answered


def _at_best(work: Any, rounds: int = 3) -> float:
    return min(_timed(work) for _ in range(rounds)) * 1000


def growing(files: Sequence[str], megabytes: Sequence[int]) -> list[Row]:
    """One file of growing size: seconds per megabyte, and the memory it takes, each in a process of its own."""
    rows = []
    with scratch() as folder:
        for size in megabytes:
            path = os.path.join(folder, f"{size}.jsonl")
            _long_transcript(files, path, size)
            answer = subprocess.run(
                [sys.executable, "-m", "bench.ingest", "--refine", path], capture_output=True, text=True, check=True
            )
            seconds, resident = map(float, answer.stdout.split())
            actual = os.path.getsize(path) / 1e6
            limit = "≤ 200" if size >= 1000 else ""
            rows.append(Row(f"refine one file of {size:,} MB", actual / seconds, unit="MB/s"))
            rows.append(Row(f"refine one file of {size:,} MB: resident memory", resident, limit, unit="MiB"))
            os.remove(path)
    return rows


def _long_transcript(files: Sequence[str], path: str, megabytes: int) -> None:
    with open(path, "wb") as out:
        while out.tell() < megabytes * 1_000_000:
            for one in files:
                with open(one, "rb") as raw:
                    shutil.copyfileobj(raw, out)
                out.write(b"\n")
                if out.tell() >= megabytes * 1_000_000:
                    break


def _refine_alone(path: str) -> None:
    seconds = _timed(lambda: sum(1 for _ in turns_in(path)))
    print(seconds, most_resident())


def most_resident() -> float:
    """MiB. Not ru_maxrss: that counts the process which started this one."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


def main(words: Sequence[str] | None = None) -> int:
    """Prints the table; with `--refine`, is one of the processes that are measured."""
    parser = argparse.ArgumentParser(prog="python -m bench.ingest")
    parser.add_argument("--megabytes", type=int, nargs="*", default=MEGABYTES)
    parser.add_argument("--refine", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.refine:
        _refine_alone(given.refine)
        return 0
    try:
        print(table(run(given.megabytes)))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
