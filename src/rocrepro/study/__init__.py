"""Everything that is evaluated on a set of scores, wherever they come from, once, as typed frames by kind.

`Study` takes scores; each function of `KINDS` takes a study and gives a tidy frame. Rule ``evaluate`` writes
frames of trained models for the papers' artifacts, and ``rocrepro evaluate`` shows those of a user's file.
"""

from rocrepro.study.choices import Choices
from rocrepro.study.kinds import KINDS
from rocrepro.study.model import Model
from rocrepro.study.steps import Step, Steps
from rocrepro.study.study import Study

__all__ = ["KINDS", "Choices", "Model", "Step", "Steps", "Study"]
