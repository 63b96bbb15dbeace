"""Mixtures: values of several formats told apart, and each format described."""
