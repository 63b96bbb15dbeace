"""synth jobs: searches on a Ray cluster that go on without this machine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from dsl.errors import ConfigurationError
from dsl.visibility import visible
from synth.cli import parameters
from synth.cli.commands import induce
from synth.cli.output import give, say, show

if TYPE_CHECKING:
    from ray.job_submission import JobDetails

HERE: Final = ("out", "tensorboard")  # parameters of induce that are about this machine
ASKED: Final = [one for one in induce.command.params if one.expose_value and one.name not in HERE]
NOT_INSTALLED: Final = "No module named"

address = click.option("--address", metavar="URL", help="The cluster's dashboard, such as http://HOST:8265.")
job = click.argument("job")


@click.group("jobs", no_args_is_help=True, short_help="Searches as jobs of a Ray cluster.")
def command() -> None:
    """Searches as jobs of a Ray cluster: they go on when this machine is gone."""


@click.pass_context
def _submit(context: click.Context, /, address: str | None, name: str | None, **given: Any) -> None:  # noqa: ANN401
    """Submit `synth induce` as a job, with the files that it names, and print the job's name.

    Without --ray the job spreads over its own cluster.
    """
    import tempfile

    from synth.jobs.package import JobPackage, packed_words
    from synth.jobs.runs import check_name
    from synth.jobs.server import JobServer

    if given["file"] is None and given["batch"] is None:
        raise click.MissingParameter(ctx=context, param_hint="'FILE'", param_type="argument")
    if name is not None:
        check_name(name)
    _check_storage(given["storage"])
    said = [one for one in ASKED if context.get_parameter_source(one.name or "") != ParameterSource.DEFAULT]
    with tempfile.TemporaryDirectory() as folder:
        words = packed_words(said, given, JobPackage(Path(folder)))
        give(JobServer(address).submit(name, words, Path(folder)))


submit = click.Command(
    "submit", params=list(ASKED), callback=_submit, help=_submit.__doc__, context_settings=parameters.SETTINGS
)
click.option("--name", metavar="JOB", help="What to call the job.")(submit)
parameters.common(address(submit))


@parameters.command("list")
@address
def list_jobs(address: str | None) -> None:
    """Show the jobs of synth: name, state, beginning, command."""
    from synth.jobs.server import JobServer, command_of

    for details in JobServer(address).list():
        begun = time.strftime("%Y-%m-%d %H:%M", time.localtime((details.start_time or 0) / 1000))
        show(f"{details.submission_id}  {_state(details):9}  {begun}  {visible(command_of(details))}")


@parameters.command("status")
@job
@address
@click.pass_context
def status(context: click.Context, job: str, address: str | None) -> None:
    """Print the state of JOB. Exit code 1 when it failed."""
    from synth.jobs.server import JobServer

    details = JobServer(address).details(job)
    show(_state(details))
    _conclude(context, details)


@parameters.command("logs")
@job
@click.option("--follow", "-f", is_flag=True, help="Go on until the job ends. Ctrl-C does not stop the job.")
@address
@click.pass_context
def logs(context: click.Context, job: str, follow: bool, address: str | None) -> None:
    """Print what JOB has printed. Exit code 1 when it failed."""
    from synth.jobs.server import JobServer

    server = JobServer(address)
    for text in server.follow(job) if follow else [server.logs(job)]:
        click.echo(visible(text, keep="\n"), nl=False)
    _conclude(context, server.details(job))


@parameters.command("stop")
@job
@address
def stop(job: str, address: str | None) -> None:
    """Stop JOB, which keeps the best so far."""
    from synth.jobs.server import JobServer

    server = JobServer(address)
    told = "stopping" if server.stop(job) else f"had ended: {_state(server.details(job))}"
    say(f"{job} {told}")


@parameters.command("fetch")
@job
@click.argument("run", type=parameters.path, required=False)
@address
def fetch(job: str, run: str | None, address: str | None) -> None:
    """Copy what JOB has recorded so far into the new directory RUN, by default one of its name, and print that.

    It is a run directory, for `synth report` and `synth resume`.
    """
    from synth.jobs.server import JobServer

    JobServer(address).fetch(job, Path(run or job))
    give(run or job)


for one in (submit, list_jobs, status, logs, stop, fetch):
    command.add_command(one)


def _state(details: JobDetails) -> str:
    return str(details.status.value).lower()


def _conclude(context: click.Context, details: JobDetails) -> None:
    """Leave with 1 after a failure, and say what to do about it."""
    if _state(details) != "failed":
        return
    message = details.message or ""
    if NOT_INSTALLED in message:
        click.echo("hint: on every node of the cluster: pip install 'synth[ray]'", err=True)
    elif context.info_name == "status":
        reason = message.partition(",")[0]  # what follows are its logs
        say(f"{reason}\nhint: synth jobs logs {details.submission_id}")
    context.exit(1)


def _check_storage(uri: str | None) -> None:
    if uri == "":
        raise ConfigurationError("the storage has no name", hint="name a whole path that all nodes see, or a URI")
    if uri is not None and "://" not in uri and not Path(uri).is_absolute():
        hint = "name a whole path that all nodes see, or a URI"
        raise ConfigurationError(f"{uri} would be a directory of the job, which goes with it", hint=hint)
