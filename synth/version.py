"""The version of the package, which what it writes is marked with."""

__version__ = "0.1.0"
