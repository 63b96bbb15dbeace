"""Run directories: what a search was asked, met and found, and copies of it elsewhere."""
