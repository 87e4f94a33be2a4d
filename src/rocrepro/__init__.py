"""Replication of four papers on judging classifiers with ROC curves, and the library behind it."""

__version__ = "0.1.0"
