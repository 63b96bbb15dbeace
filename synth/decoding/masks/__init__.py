"""Which tokens may come next: what tokens spell, a parser whose states are numbers, and a bitset for each state."""
