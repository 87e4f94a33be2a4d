"""The ledger: what the papers state, measured on artifacts and judged by rule.

Claims are entries of ``config/claims/<paper>.yaml``. A measure reads artifacts and never runs code of the
papers; a rule compares what it finds with what the paper states; the verdict follows from both.
"""
