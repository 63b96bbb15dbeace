"""Profiles: the formats of a column or a log, with what belongs to none."""
