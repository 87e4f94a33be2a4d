"""The ledger: what the papers state, measured on artifacts and judged by rule.

``config/claims/<paper>/`` has a paper's conclusions, statements and cases. A measure reads artifacts and
never runs code of the papers; a rule compares what it finds with what the paper states. The truth tables lead
from there to the verdicts of cases, statements and conclusions.
"""

import rocrepro.claims.takes  # noqa: F401  (registers the measures)
