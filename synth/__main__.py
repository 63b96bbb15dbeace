"""The command `synth`, also `python -m synth`."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from synth.cli import main

        main()
    except KeyboardInterrupt:  # before the command line was loaded
        sys.exit(130)


if __name__ == "__main__":
    main()
