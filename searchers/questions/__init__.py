"""Questions that a person can answer: which string tells most about what was meant."""
