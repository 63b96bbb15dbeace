"""Formats of computers, networks and sources."""

from benchmarks.corpus.practice.machines.builds import BUILDS
from benchmarks.corpus.practice.machines.headers import HEADERS
from benchmarks.corpus.practice.machines.markup import MARKUP
from benchmarks.corpus.practice.machines.networks import NETWORKS
from benchmarks.corpus.practice.machines.programs import PROGRAMS
from benchmarks.corpus.practice.machines.services import SERVICES
from benchmarks.corpus.practice.machines.sources import SOURCES
from benchmarks.corpus.practice.machines.systems import SYSTEMS

MACHINES = (
    *BUILDS,
    *HEADERS,
    *MARKUP,
    *NETWORKS,
    *PROGRAMS,
    *SERVICES,
    *SOURCES,
    *SYSTEMS,
)
