"""synth induce: from a file of strings to a regular expression or a grammar."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import click

from dsl.errors import ConfigurationError
from synth.cli import parameters
from synth.cli.commands.batch import show_batch
from synth.cli.output import say
from synth.cli.searching import show
from synth.options import asked

WHERE: Final = ("workers", "ray", "out", "storage")
ALONE: Final = ("reject", "ask", "to", "tensorboard")  # options for a search that is not one of many


@parameters.command("induce", short_help="From examples to a pattern or a grammar.")
@click.argument("file", type=parameters.path, required=False)
@click.option(
    "--batch", type=parameters.path, metavar="TASKS", help="Many tasks, a JSON object a line, instead of FILE."
)
@click.option("--reject", type=parameters.path, metavar="FILE", help="Strings the answer must not match.")
@click.option("--oracle", metavar="COMMAND", help="Says whether a string is one: 'check {}', exit code 0 yes, 1 no.")
@parameters.ask
@parameters.of("questions", "kind", "searcher", "objective", "effort", "timeout")
@parameters.memory
@parameters.of("steps", "warm_start", "seed", "workers", "ray", "constraints", "guesses", "policy", "device")
@parameters.of("out", "storage")
@parameters.trust
@click.option("--tensorboard", type=parameters.path, metavar="DIR", help="Write curves for TensorBoard into DIR.")
@parameters.to
@parameters.null
@parameters.keep_empty
@parameters.json
@parameters.quiet
@parameters.no_progress
@click.pass_context
def command(context: click.Context, /, **given: Any) -> None:  # noqa: ANN401 (parameters by their names)
    """Induce a regular expression or a grammar from the strings in FILE, one a line; - is standard input.

    The best one goes to stdout, the hall of fame to stderr.
    """
    from synth.inputs.languages import read_language

    search = {**asked(given), **{name: given[name] for name in WHERE}}
    search["guesses"] = tuple(str(read_language(one)) for one in given["guess"])
    if given["batch"] is not None:
        _many(context, search)
    else:
        _one(context, search)


def _one(context: click.Context, search: dict[str, Any]) -> None:
    from searchers.scoring.kernels import compiled_before
    from synth.api import induce
    from synth.inputs.command_oracle import CommandOracle
    from synth.inputs.doubts import doubts
    from synth.inputs.examples import read_both
    from synth.results.tensorboard import TensorBoard

    given = context.params
    if given["file"] is None:
        raise click.MissingParameter(ctx=context, param_hint="'FILE'", param_type="argument")
    if given["trust"]:
        raise ConfigurationError("--trust is for --batch", hint="leave it out: nothing names an oracle here")
    command = search.pop("oracle")
    if given["ask"] is not None:
        _refuse_to_ask(given)
    oracle = None if command is None else CommandOracle(command)
    positives, negatives = read_both(given["file"], given["reject"], null=given["null"], keep_empty=given["keep_empty"])
    for doubt in () if given["quiet"] else doubts(given["file"], positives):
        say(f"warning: {doubt}")
    if not given["quiet"] and not compiled_before():
        click.echo("compiling kernels, this happens once and takes some seconds", err=True)
    board = None if given["tensorboard"] is None else TensorBoard(given["tensorboard"])
    if given["ask"] is not None:
        from synth.cli.asking import converse
        from synth.sessions.session import Session

        del search["questions"]
        begin = partial(Session, positives, negatives=negatives, **search)
        converse(context, lambda hear: begin(on_event=hear), given["ask"], given["out"], board)
        return
    show(
        context,
        lambda on_event: induce(positives, reject=negatives, oracle=oracle, on_event=on_event, **search),
        (len(positives), len(set(negatives))),
        board=board,
    )


def _refuse_to_ask(given: dict[str, Any]) -> None:
    """Raise ConfigurationError where nobody could answer, or a program does."""
    from synth.cli.asking import require_terminal

    for name in ("oracle", "questions"):
        if given[name] is not None:
            raise ConfigurationError(f"--{name} is not for --ask", hint="either a program answers, or you do")
    require_terminal()


def _many(context: click.Context, search: dict[str, Any]) -> None:
    from synth.batch.search import induce_batch

    given = context.params
    for name, value in {"FILE": given["file"], **{f"--{name}": given[name] for name in ALONE}}.items():
        if value is not None:
            hint = "a task has positives, negatives and options of its own"
            raise ConfigurationError(f"{name} is not for --batch", hint=hint)
    show_batch(context, induce_batch(given["batch"], trust=given["trust"], **search), where=given["out"])
