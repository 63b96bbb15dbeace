"""The end of time and memory, and Ctrl-C."""
