"""Trees and arcs over sentences: 11, 12."""
