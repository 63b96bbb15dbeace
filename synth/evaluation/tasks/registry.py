"""Tasks by number and name: those of this package, and what others registered or installed."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from dsl.errors import ConfigurationError
from synth.evaluation.task import Task

GROUP: Final = "synth.tasks"  # the entry points of packages that bring tasks

# in the order of their numbers
_HOMES: Final = {
    "ptb": "language.words.PennTreebank",
    "wikitext2": "language.words.WikiText2",
    "wikitext103": "language.words.WikiText103",
    "enwik8": "language.characters.Enwik8",
    "lambada": "language.lambada.Lambada",
    "agreement": "classification.agreement.Agreement",
    "sst2": "classification.sst2.SST2",
    "imdb": "classification.imdb.IMDB",
    "agnews": "classification.agnews.AGNews",
    "dbpedia": "classification.dbpedia.DBPedia",
    "cola": "classification.cola.CoLA",
    "pos": "tagging.pos.POS",
    "pos-ptb": "tagging.pos.POSPenn",
    "wnut17": "tagging.ner.WNUT17",
    "conll2003": "tagging.ner.CoNLL2003",
    "ontonotes": "tagging.ner.OntoNotes",
    "chunking": "tagging.chunking.Chunking",
    "constituency": "parsing.constituency.Constituency",
    "constituency-grammar": "parsing.constituency.ConstituencyWithGrammar",
    "constituency-ptb": "parsing.constituency.ConstituencyPenn",
    "dependency": "parsing.dependency.Dependency",
    "multi30k": "sequence.translation.Multi30k",
    "wmt14": "sequence.translation.WMT14",
    "iwslt14": "sequence.translation.IWSLT14",
    "atis": "sequence.semantic.ATIS",
    "atis-templates": "sequence.semantic.ATISTemplates",
    "atis-slots": "sequence.semantic.ATISSlots",
    "atis-intents": "sequence.semantic.ATISIntents",
    "wikisql": "sequence.semantic.WikiSQL",
    "tomita": "formal.tomita.Tomita",
    "listops": "formal.listops.ListOps",
    "mathexpr": "formal.mathexpr.MathExpr",
    "mathexpr-spinn": "formal.mathexpr.MathExprOfSpinn",
    "scan": "sequence.compositional.SCAN",
    "mcwq": "sequence.compositional.MCWQ",
    "cfq": "sequence.compositional.CFQ",
    "snli": "classification.inference.SNLI",
    "multinli": "classification.inference.MultiNLI",
    "anli": "classification.inference.ANLI",
    "squad1": "sequence.questions.SQuAD1",
    "squad2": "sequence.questions.SQuAD2",
}
_registered: dict[str, type[Task]] = {}


def register(task: type[Task]) -> None:
    """Make a task known by its name. Raises ConfigurationError when the name is taken."""
    if task.name in names():
        raise ConfigurationError(f"a task {task.name!r} exists already", hint="choose another name")
    _registered[task.name] = task


def names() -> list[str]:
    """The names of all tasks, those of the suite first."""
    return list(dict.fromkeys([*_HOMES, *_registered, *(point.name for point in entry_points(group=GROUP))]))


def make(name: str) -> Task:
    """The task of a name. Raises ConfigurationError when there is none."""
    if name in _HOMES:
        module, _, attribute = _HOMES[name].rpartition(".")
        own: Task = getattr(import_module(f"synth.evaluation.tasks.{module}"), attribute)()
        return own
    if name in _registered:
        return _registered[name]()
    for point in entry_points(group=GROUP, name=name):
        loaded: Task = point.load()()
        return loaded
    near = get_close_matches(name, names(), 1)
    hint = (f"did you mean {near[0]}? " if near else "") + "synth evaluate tasks lists them"
    raise ConfigurationError(f"no task {name!r}", hint=hint)


def chosen(words: str) -> list[Task]:
    """The tasks of a list of numbers and names: 5 -> all of row 5; 1,5-7,tomita; all.

    Raises ConfigurationError on one that does not exist.
    """
    everything = [make(name) for name in names()]
    found: dict[str, Task] = {}
    for word in filter(None, (word.strip() for word in words.split(","))):
        first, dash, last = word.partition("-")
        if word == "all":
            some = everything
        elif first.isdecimal() and (last.isdecimal() or not dash):
            numbers = range(int(first), int(last or first) + 1)
            some = [task for task in everything if task.number in numbers]
            if not some:
                raise ConfigurationError(f"no task {word}", hint="synth evaluate tasks lists them")
        else:
            some = [make(word)]
        found |= {task.name: task for task in some}
    if not found:
        raise ConfigurationError("no tasks", hint="name some, as in --tasks 5,tomita, or all")
    return list(found.values())
