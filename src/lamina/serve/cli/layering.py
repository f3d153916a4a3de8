"""The words about layers: what an agent gets to know, and what completing its work leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serve.cli.command import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from lamina.memory import Memory


def _layers_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--agent", required=True, help="who is going to read it")
    parser.add_argument("--sprint", default="", help="the current sprint (default: what holds in every sprint)")
    parser.add_argument("--stage", default="", help="the current stage (default: what holds in every stage)")
    parser.add_argument("--budget", type=int, help="tokens at most (default: 50,000)")
    parser.add_argument("--role", default="", help="whose shares of .memory/config.yaml hold (default: the agent's)")
    _folder_argument(parser)


def _prompt_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("task", help="what the agent is to do; - reads standard input")
    _layers_arguments(parser)


def _stage_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stage", help="the stage that is done")
    parser.add_argument("file", help="its artifacts as one JSON object: name and content; - reads standard input")
    parser.add_argument("--replace", action="store_true", help="also write over files that somebody else wrote")
    _folder_argument(parser)


def _sprint_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("sprint", help="the sprint that is done")
    parser.add_argument("file", nargs="?", help="its results as one JSON object; - reads standard input")
    parser.add_argument("--learning", action="append", default=[], dest="learnings", help="may be given several times")
    _folder_argument(parser)


def _folder_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--folder", help="the project's folder (default: the one you are in)")


def _layers(memory: Memory, given: Namespace) -> Any:
    return memory.layers(given.agent, given.sprint, given.stage, given.budget, role=given.role, folder=given.folder)


def _prompt(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.cli.asking import text_or_stdin

    place = (given.agent, given.sprint, given.stage, given.budget)
    return memory.agent_prompt(text_or_stdin(given.task), *place, role=given.role, folder=given.folder)


def _complete_stage(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.files import object_in

    return memory.complete_stage(given.stage, object_in(given.file), replace=given.replace, folder=given.folder)


def _complete_sprint(memory: Memory, given: Namespace) -> Any:
    from lamina.serve.files import object_in

    results = object_in(given.file) if given.file else {}
    return memory.complete_sprint(given.sprint, results, given.learnings, folder=given.folder)


COMMANDS: dict[str, Command] = {
    "layers": Command(
        "What an agent should know: project, sprint, stage and agent, within a budget.",
        _layers_arguments,
        _layers,
        "layers",
    ),
    "agent-prompt": Command(
        "The same as a prompt, with the task at its end.", _prompt_arguments, _prompt, "agent_prompt"
    ),
    "complete-stage": Command(
        "Store a stage's artifacts, and a summary for the next one.", _stage_arguments, _complete_stage, "completed"
    ),
    "complete-sprint": Command(
        "Store a sprint's results, and what was learned.", _sprint_arguments, _complete_sprint, "completed"
    ),
}
