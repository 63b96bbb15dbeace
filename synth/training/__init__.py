"""Trainings of layers with their records."""
