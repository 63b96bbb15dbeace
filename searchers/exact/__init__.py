"""Complete enumeration by cost."""
