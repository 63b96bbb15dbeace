"""What a searcher must know of the trees that it searches: expressions, or grammars."""
