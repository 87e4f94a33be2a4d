"""Assess a file of labels and scores from any source, as tables, figures and a page."""

from rocrepro.assess.assessment import Assessment, assess
from rocrepro.formats.given.reading import Given, read_given

__all__ = ["Assessment", "Given", "assess", "read_given"]
