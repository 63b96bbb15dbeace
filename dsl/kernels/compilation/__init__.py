"""How kernels are compiled: decorators, the disk cache, compilation in the background, interruption."""
