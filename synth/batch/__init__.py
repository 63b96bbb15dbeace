"""Many tasks at once: one queue, results as they finish, a record that goes on after anything that stops it."""
