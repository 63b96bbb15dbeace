"""The inside algorithm over semirings, and what a PCFG is made from and turned into."""
