"""Compiled inner loops of the layers on CPU (`scan`) and CUDA (`fused_scan`)."""
