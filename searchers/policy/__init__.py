"""A policy that writes expressions token by token, and is trained by what they score (REINFORCE; Williams 1992)."""

from importlib.util import find_spec

from dsl.errors import ConfigurationError

if find_spec("torch") is None:
    raise ConfigurationError("the searcher 'reinforce' needs torch", hint="pip install 'synth[torch]'")
