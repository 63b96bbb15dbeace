"""The command line. The result alone goes to stdout; errors, tables and progress go to stderr.

Exit codes: 0 done, 1 a negative answer, 2 usage, configuration or data, 3 internal, 130 interrupted,
143 and 129 ended by SIGTERM and SIGHUP.
"""

from synth.cli.application import Application
from synth.cli.commands import (
    check,
    convert,
    evaluate,
    explain,
    export,
    generate,
    induce,
    jobs,
    parse,
    profile,
    report,
    resume,
    sample,
    score,
    serve,
    train,
)

main = Application(
    "synth",
    about="Induce regular expressions and grammars from example strings.",
    commands=[
        induce.command,
        resume.command,
        score.command,
        explain.command,
        sample.command,
        parse.command,
        export.command,
        convert.command,
        profile.command,
        check.command,
        generate.command,
        report.command,
        serve.command,
        train.command,
        evaluate.command,
        jobs.command,
    ],
)
