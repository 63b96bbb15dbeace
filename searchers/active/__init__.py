"""Learners that ask an oracle."""
