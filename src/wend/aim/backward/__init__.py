"""Aiming backward, from a line to the entry of its function. [004], docs/how/backward.md"""
