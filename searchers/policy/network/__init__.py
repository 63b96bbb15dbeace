"""The network of the policy: layers, Adam, devices, weights."""
