"""Data sets behind addresses of their own: files, packed or in archives."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

from synth.evaluation.data import DataError

SECONDS: Final = 60.0  # without an answer


class Download(NamedTuple):
    """One address, and what becomes of what is there.

    files    our names, and the members of the archive, or "" for all of what the address gives
    sha256   of what the address gives, where it is known
    cut      which of the bytes each of our names has, where all of them are one file there
    """

    address: str
    files: Mapping[str, str]
    sha256: str | None = None
    cut: Mapping[str, slice] | None = None

    def fetched(self, data_set: str, folder: Path) -> dict[str, bytes]:
        """The content of each of our files. Raises DataError, which names the address and the folder."""
        hint = f"check the network, or put {', '.join(self.files)} into {folder / data_set} yourself"
        try:
            with urlopen(Request(self.address, headers={"User-Agent": "synth"}), timeout=SECONDS) as answer:
                data = answer.read()
        except (URLError, OSError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise DataError(f"cannot fetch {self.address}: {reason}", hint=hint) from None
        if self.sha256 is not None and (got := sha256(data).hexdigest()) != self.sha256:
            raise DataError(f"{self.address} has another checksum: {got}, not {self.sha256}", hint=hint)
        try:
            read = _reader(self.address, data)
            found = {name: read(member) for name, member in self.files.items()}
        except (KeyError, OSError, EOFError, tarfile.TarError, zipfile.BadZipFile) as error:
            raise DataError(f"{self.address} is not what was expected: {error}", hint=hint) from None
        return {name: part[self.cut[name]] if self.cut else part for name, part in found.items()}


def _reader(address: str, data: bytes) -> Callable[[str], bytes]:
    """From the name of a member to its bytes."""
    if address.endswith(".zip"):
        return zipfile.ZipFile(io.BytesIO(data)).read
    if address.endswith((".tar.gz", ".tgz")):
        archive = tarfile.open(fileobj=io.BytesIO(data))  # noqa: SIM115 (of memory alone)

        def member(name: str) -> bytes:
            file = archive.extractfile(name)
            if file is None:
                raise KeyError(f"{name} is no file")
            return file.read()

        return member
    return lambda _: gzip.decompress(data) if address.endswith(".gz") else data


_GITHUB: Final = "https://raw.githubusercontent.com"
_SQUAD: Final = "https://rajpurkar.github.io/SQuAD-explorer/dataset"
_CONLL: Final = "https://www.clips.uantwerpen.be/conll2000/chunking"
_MULTI30K: Final = f"{_GITHUB}/multi30k/dataset/master/data/task1/raw"
_EWT: Final = f"{_GITHUB}/UniversalDependencies/UD_English-EWT/master/en_ewt-ud"
_WNUT: Final = f"{_GITHUB}/leondz/emerging_entities_17/master"
_MILLION: Final = 1_000_000

ARCHIVES: Final[dict[str, tuple[Download, ...]]] = {
    "enwik8": (
        Download(
            "http://mattmahoney.net/dc/enwik8.zip",
            dict.fromkeys(("train.txt.raw", "valid.txt.raw", "test.txt.raw"), "enwik8"),
            cut={
                "train.txt.raw": slice(90 * _MILLION), "valid.txt.raw": slice(90 * _MILLION, 95 * _MILLION),
                "test.txt.raw": slice(95 * _MILLION, None),
            },
        ),
    ),
    "lambada": (
        Download(
            "https://zenodo.org/records/2630551/files/lambada-dataset.tar.gz",
            {"valid.txt": "lambada_development_plain_text.txt", "test.txt": "lambada_test_plain_text.txt"},
        ),
    ),
    "cola": (
        Download(
            "https://nyu-mll.github.io/CoLA/cola_public_1.1.zip",
            {
                "train.tsv": "cola_public/raw/in_domain_train.tsv",
                "valid.tsv": "cola_public/raw/in_domain_dev.tsv",
                "valid_out_of_domain.tsv": "cola_public/raw/out_of_domain_dev.tsv",
            },
        ),
    ),
    "ud_english_ewt": tuple(
        Download(f"{_EWT}-{theirs}.conllu", {f"{ours}.conllu": ""})
        for ours, theirs in (("train", "train"), ("valid", "dev"), ("test", "test"))
    ),
    "ner_wnut17": (
        Download(
            f"{_WNUT}/wnut17train.conll", {"train.conll": ""},
            "731820e13f71af324c6b55a1575ec2ce59fbaa2a0806f8f0400b98d56cd6a7a5",
        ),
        Download(
            f"{_WNUT}/emerging.dev.conll", {"valid.conll": ""},
            "e053b752b8155113ca66e7db08af5f2f5f43ab993694e4774f1ec5bad42312d8",
        ),
        Download(
            f"{_WNUT}/emerging.test.annotated", {"test.conll": ""},
            "2aa79b764e56ec9264a1b30fdd9b70195bd00ff400b62edd8f399d5f13c178f0",
        ),
    ),
    "chunk_conll2000": tuple(Download(f"{_CONLL}/{name}.txt.gz", {f"{name}.txt": ""}) for name in ("train", "test")),
    "mt_multi30k_ende": tuple(
        Download(f"{_MULTI30K}/{theirs}.{language}.gz", {f"{ours}.{language}": ""})
        for ours, theirs in (("train", "train"), ("valid", "val"), ("test", "test_2016_flickr"))
        for language in ("en", "de")
    ),
    "atis_sql": (Download(f"{_GITHUB}/jkkummerfeld/text2sql-data/master/data/atis.json", {"atis.json": ""}),),
    "listops": (
        Download(
            f"{_GITHUB}/nyu-mll/spinn/master/python/spinn/data/listops/test_d20s.tsv", {"test.tsv": ""},
            "71335416e6896e8dd8dc69281c8ed9b37316382d05d3705d660461564e843840",
        ),
    ),
    "cfq": (
        Download(
            "https://storage.googleapis.com/cfq_dataset/cfq1.1.tar.gz",
            {"dataset.json": "cfq/dataset.json", "split.json": "cfq/splits/mcd1.json"},
        ),
    ),
    "squad1": tuple(
        Download(f"{_SQUAD}/{name}-v1.1.json", {f"{name}-v1.1.json": ""}) for name in ("train", "dev")
    ),
    "squad2": tuple(
        Download(f"{_SQUAD}/{name}-v2.0.json", {f"{name}-v2.0.json": ""}) for name in ("train", "dev")
    ),
}  # fmt: skip
