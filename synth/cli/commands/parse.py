"""synth parse: parse trees of examples, and what is wrong with those that have none."""

from __future__ import annotations

import click

from synth.cli import parameters
from synth.cli.output import show


@parameters.command("parse", short_help="Parse trees of examples, and mended mistakes.")
@click.argument("grammar", type=parameters.path)
@click.argument("file", type=parameters.path)
@parameters.null
@parameters.keep_empty
@click.option("--json", is_flag=True, help="Print one JSON object a line.")
@click.pass_context
def command(context: click.Context, /, grammar: str, file: str, null: bool, keep_empty: bool, json: bool) -> None:
    """Print a parse tree of each string in FILE, by the grammar in the file GRAMMAR.

    A string that is not accepted gets its distance and the edits that mend it; the exit code is then 1.
    """
    from synth.explain.trees import Parse
    from synth.inputs.examples import read_examples
    from synth.inputs.languages import read_grammar

    language = read_grammar(grammar)
    accepted = True
    for text in read_examples(file, null=null, keep_empty=keep_empty):
        parse = Parse.of(language, text)
        accepted &= parse.tree is not None
        if json:
            click.echo(parse.to_json())
        else:
            show("\n".join(parse.lines()))
    context.exit(0 if accepted else 1)
