"""A page on this machine where examples become a pattern before one's eyes: `synth serve`."""
