"""Explorers: controls, a picture and a line of text that follow each other.

The easiest one is a function: see `helpers.explorer.from_function.explorer`.
"""
