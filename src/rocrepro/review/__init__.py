"""Review of a paper that the project does not know: a folder of files in, verdicts and a page out."""

from rocrepro.review.manuscript import Manuscript, read_manuscript
from rocrepro.review.judging import review

__all__ = ["Manuscript", "read_manuscript", "review"]
