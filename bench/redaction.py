"""Are secrets taken out, and nothing else? Made secrets, made negatives, real transcripts, and the speed."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.claims import Row, Skipped, data_folder, table
from bench.secret_corpus import KINDS, cases, survives
from bench.secret_negatives import negatives
from lamina.refine.redact import redact, redact_counted

SEEDS = 10
ROUNDS = 3
NAIVE = re.compile(
    r"(?i)\b(?:AKIA[A-Z0-9]{16}|gh[pousr]_\w{36}|sk-[\w-]{20,}|xox[abprs]-[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)"
    r"|(?:password|passwd|pwd|secret|token|api_?key)[\"']?\s*[:=]\s*[\"']?[^\s\"']{6,}|://[^\s:/]+:[^\s@/]+@"
)
"""What one writes in five minutes."""


def run() -> list[Row]:
    """Recall per part and of the worst kind, false hits on negatives and on real texts, and MB/s."""
    texts = list(dict.fromkeys(real_texts()))
    lines = list(negatives())
    return [
        *(row for part in ("build", "held-out") for row in _recall(part)),
        Row(f"secrets: changed lines of {len(lines)} without a secret", _changed(lines), "≤ 0", _naive_changed(lines)),
        Row("secrets: hits per 1,000 lines of real transcripts", _hits_per_1000(texts), "≤ 1", _naive_hits(texts)),
        Row("secrets: throughput on real transcripts", _speed(redact, texts), "≥ 100", _naive_speed(texts), "MB/s"),
    ]


def _recall(part: str) -> list[Row]:
    found: Counter[str] = Counter()
    naive = total = 0
    for seed in range(SEEDS):
        for case in cases(part, seed):
            total += 1
            found[case.kind] += not survives(case, redact(case.text))
            naive += not survives(case, NAIVE.sub("", case.text))
    kinds = Counter(case.kind for case in cases(part))
    worst = min(found[kind] / (count * SEEDS) for kind, count in kinds.items())
    return [
        Row(
            f"secrets: recall, {part}, {total:,} texts",
            found.total() / total,
            "≥ 0.99",
            {"plain re.sub": naive / total},
        ),
        Row(f"secrets: recall of the worst of {len(KINDS)} kinds, {part}", worst, "≥ 0.99"),
    ]


def _changed(lines: list[str]) -> int:
    return sum(redact(line) != line for line in lines)


def _naive_changed(lines: list[str]) -> dict[str, float]:
    return {"plain re.sub": sum(bool(NAIVE.search(line)) for line in lines)}


def _hits_per_1000(texts: list[str]) -> float:
    return 1000 * sum(redact_counted(text)[1].total() for text in texts) / _lines(texts)


def _naive_hits(texts: list[str]) -> dict[str, float]:
    return {"plain re.sub": 1000 * sum(len(NAIVE.findall(text)) for text in texts) / _lines(texts)}


def _lines(texts: list[str]) -> int:
    return sum(text.count("\n") + 1 for text in texts)


def _speed(clean: Any, texts: list[str]) -> float:
    size = sum(map(len, texts)) / 1e6
    return size / min(_seconds(clean, texts) for _ in range(ROUNDS))


def _naive_speed(texts: list[str]) -> dict[str, float]:
    return {"plain re.sub": _speed(lambda text: NAIVE.sub("", text), texts)}


def _seconds(clean: Any, texts: list[str]) -> float:
    start = perf_counter()
    for text in texts:
        clean(text)
    return perf_counter() - start


def real_texts() -> Iterator[str]:
    """What users, agents and tools said in the real sessions."""
    folder = Path(data_folder()) / "transcripts" / "claude_code"
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue  # a few lines are truly corrupt
            if event.get("type") == "progress":
                event = (event.get("data") or {}).get("message") or {}
            message = event.get("message") if isinstance(event, dict) else None
            yield from _texts(message.get("content") if isinstance(message, dict) else None)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            yield from _texts(block)
    elif isinstance(content, dict):
        for name in ("text", "content"):
            yield from _texts(content.get(name))
        for value in (content.get("input") or {}).values():
            yield value if isinstance(value, str) else json.dumps(value)


def main() -> int:
    """Prints the table, and every hit in the real texts, to be judged by eye."""
    try:
        print(table(run()))
    except Skipped as why:
        print(f"SKIPPED: {why}", file=sys.stderr)
        return 0
    for text in dict.fromkeys(real_texts()):
        clean, counts = redact_counted(text)
        for line in clean.splitlines() if counts else ():
            at = line.find("[redacted:")
            if at >= 0:
                print("hit:", line[max(0, at - 80) : at + 80].strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
