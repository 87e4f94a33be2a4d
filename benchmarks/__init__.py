"""Timings against peers, measured in the same run: ``make bench`` writes them to results.md."""
