"""Data sets: where their raw files come from, and how they become tidy tables.

`sources.fetch` brings the raw files and checks them, `registry.load_entries` reads
``config/datasets.yaml``, `registry.build_dataset` turns raw files into a
`rocrepro.formats.tidy.Dataset`.
"""
