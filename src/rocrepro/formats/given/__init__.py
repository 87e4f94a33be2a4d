"""A user's file of labels and scores: which files are meant, their cells, and what is noted about them."""

from rocrepro.formats.given.reading import Columns, Given, read_given

__all__ = ["Columns", "Given", "read_given"]
