"""What counts, linear models and trivial answers reach: rows beside the encoders."""
