"""The formats of data sets, each with a reader that names file and line of what it cannot read."""
