"""What users hand in: example files, guesses, languages, oracles."""
