"""Evaluation of any set of scores: each kind of result is computed once, as a typed frame.

`Study` takes scores; each function of `KINDS` takes a study and gives a tidy frame. Rule ``evaluate`` writes
frames of trained models for the papers' artifacts, and ``rocrepro evaluate`` shows those of a user's file.
"""

from rocrepro.study.choices import Choices
from rocrepro.study.kinds import KINDS
from rocrepro.study.model import Model
from rocrepro.study.steps import Step, Steps
from rocrepro.study.study import Study

__all__ = ["KINDS", "Choices", "Model", "Step", "Steps", "Study"]
