"""Renderers: each a pure function of a Result."""
