"""What a candidate is judged by: objectives, the two-part code, and their compiled side."""
