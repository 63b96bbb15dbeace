"""What an induction returns, and what is said of it."""
