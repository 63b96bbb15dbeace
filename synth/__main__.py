"""`python -m synth` is the command `synth`."""

from synth.cli import main

main()
