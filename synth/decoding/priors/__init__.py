"""Distributions over strings, such as those of layers, as models over tokens; and mixtures of models."""
