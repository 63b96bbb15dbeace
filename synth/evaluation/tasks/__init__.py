"""Tasks, a folder for each kind; `registry.py` finds them by number and name."""
