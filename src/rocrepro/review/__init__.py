"""Review of a paper that the project does not know: a folder of files in, verdicts and a page out."""

from rocrepro.review.judging import review
from rocrepro.review.manuscript import Manuscript, read_manuscript

__all__ = ["Manuscript", "read_manuscript", "review"]
