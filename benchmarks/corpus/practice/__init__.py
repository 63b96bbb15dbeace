"""Formats to fit on, none of which validates."""
