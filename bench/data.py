"""The public data sets, cut into what is recorded and what is asked."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import sysconfig
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bench.claims import data_folder

HAYSTACK = 48


class Unit(NamedTuple):
    """One exchange as peers see it; `label` is what a hit is counted as."""

    label: str
    asked: str
    whole: str


class Question(NamedTuple):
    """A question and the labels that answer it."""

    text: str
    gold: frozenset[str]
    sort: str = ""


class Corpus(NamedTuple):
    """What is recorded in one project."""

    name: str
    sessions: list[dict[str, Any]]
    units: list[Unit]
    questions: list[Question]


def longmemeval() -> Corpus:
    """All sessions of the file in one haystack; questions without an answer are left out."""
    sessions: dict[str, dict[str, Any]] = {}
    units: list[Unit] = []
    questions = []
    for one in _json("longmemeval", "oracle_dev.json"):
        if not one["question_id"].endswith("_abs"):
            questions.append(Question(one["question"], frozenset(one["answer_session_ids"]), one["question_type"]))
        for id_, date, said in zip(
            one["haystack_session_ids"], one["haystack_dates"], one["haystack_sessions"], strict=True
        ):
            if id_ in sessions:
                continue
            turns = [{"role": turn["role"], "text": turn["content"]} for turn in said]
            started = datetime.strptime(re.sub(r" \(\w+\)", "", date), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
            sessions[id_] = {"id": id_, "started_at": started.isoformat(), "turns": turns}
            units += _exchanges(id_, turns)
    return Corpus("longmemeval", list(sessions.values()), units, questions)


def haystacks(pool: Corpus) -> Iterator[Corpus]:
    """Per question its evidence and random other sessions, 48 in all (seed 0)."""
    chosen = random.Random(0)
    ids = [one["id"] for one in pool.sessions]
    for number, question in enumerate(pool.questions):
        others = [one for one in ids if one not in question.gold]
        kept = question.gold | set(chosen.sample(others, HAYSTACK - len(question.gold)))
        yield Corpus(
            f"haystack {number}",
            [one for one in pool.sessions if one["id"] in kept],
            [one for one in pool.units if one.label in kept],
            [question],
        )


def locomo() -> Iterator[Corpus]:
    """Per conversation one corpus: every turn is an exchange, labelled by its dialogue id; category 5 is left out."""
    for number, one in enumerate(_json("locomo", "locomo_dev.json")):
        talk, sessions, units = one["conversation"], [], []
        for key in sorted((k for k in talk if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:])):
            started = datetime.strptime(talk[f"{key}_date_time"].upper(), "%I:%M %p ON %d %B, %Y").replace(tzinfo=UTC)
            texts = [_line(turn) for turn in talk[key]]
            units += [Unit(turn["dia_id"], text, text) for turn, text in zip(talk[key], texts, strict=True)]
            turns = [{"role": "user", "text": text} for text in texts]
            labels = [turn["dia_id"] for turn in talk[key]]
            sessions.append({"id": key, "started_at": started.isoformat(), "turns": turns, "labels": labels})
        known = {unit.label for unit in units}
        questions = []
        for asked in one["qa"]:
            gold = frozenset(re.findall(r"D\d+:\d+", " ".join(asked.get("evidence") or []))) & known
            if asked["category"] != 5 and gold:
                questions.append(Question(asked["question"], gold, str(asked["category"])))
        yield Corpus(f"conversation {number}", sessions, units, questions)


def library_functions() -> Corpus:
    """The standard library's functions without docstrings, each asked for by the first sentence of its own."""
    functions: list[tuple[str, str, str]] = []
    root = sysconfig.get_paths()["stdlib"]
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(one for one in inner if one not in _NOT_LIBRARY)
        for name in sorted(one for one in files if one.endswith(".py")):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as opened:
                source = opened.read()
            module = os.path.relpath(path, root)[:-3].replace(os.sep, ".")
            functions += _functions(ast.parse(source), source.splitlines(), module)
    chosen = random.Random(0)
    chosen.shuffle(functions)
    kept = [one for one in functions if len(_sentence(one[2]).split()) >= 4][:10_000]
    units = [Unit(name, f"{name}\n{body}", f"{name}\n{body}") for name, body, _ in kept]
    asked = chosen.sample(kept, 1000)
    return Corpus("library", [], units, [Question(_sentence(doc), frozenset([name])) for name, _, doc in asked])


def exchange_texts(seed: int = 0) -> Iterator[tuple[str, str]]:
    """Requests and answers without end, about 1,400 characters together, made of sentences from LongMemEval."""
    said = " ".join(unit.whole for unit in longmemeval().units)
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|\n+", said) if 30 <= len(one) <= 300]
    chosen = random.Random(seed)
    while True:
        yield _filled(chosen, sentences, 200), _filled(chosen, sentences, 1200)


_NOT_LIBRARY = {"site-packages", "dist-packages", "test", "tests", "idle_test", "__pycache__", "lib2to3"}


def _json(*parts: str) -> Any:
    with open(os.path.join(data_folder(), *parts), encoding="utf-8") as opened:
        return json.load(opened)


def _exchanges(label: str, turns: list[dict[str, str]]) -> list[Unit]:
    cut: list[Unit] = []
    for turn in turns:
        if turn["role"] == "user" or not cut:
            asked = turn["text"] if turn["role"] == "user" else ""
            cut.append(Unit(label, asked, turn["text"]))
        else:
            cut[-1] = cut[-1]._replace(whole=f"{cut[-1].whole}\n\n{turn['text']}")
    return cut


def _line(turn: dict[str, str]) -> str:
    caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{caption}"


def _functions(node: ast.AST, lines: list[str], prefix: str) -> Iterator[tuple[str, str, str]]:
    for child in ast.iter_child_nodes(node):
        name = f"{prefix}.{child.name}" if isinstance(child, _NAMED) else prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(child)
            if doc:
                said, end = child.body[0], child.end_lineno
                body = lines[child.lineno - 1 : said.lineno - 1] + lines[said.end_lineno or 0 : end]
                yield name, "\n".join(body), doc
        yield from _functions(child, lines, name)


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _sentence(doc: str) -> str:
    return doc.strip().split("\n")[0].strip().split(". ")[0]


def _filled(chosen: random.Random, sentences: list[str], characters: int) -> str:
    text = chosen.choice(sentences)
    while len(text) < characters - 60:
        text += " " + chosen.choice(sentences)
    return text
