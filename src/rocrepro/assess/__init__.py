"""Assessment of scores from anywhere: a file of labels and scores in, tables, figures and a page out."""

from rocrepro.assess.assessment import Assessment, assess
from rocrepro.formats.given.reading import Given, read_given

__all__ = ["Assessment", "Given", "assess", "read_given"]
