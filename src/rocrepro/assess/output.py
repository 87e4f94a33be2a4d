"""Write an assessment: tables, figures and one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.control import Drawn, control_data
from rocrepro.assess.figures import figures
from rocrepro.assess.json_summary import Assessed
from rocrepro.assess.weighted_tables import has_weights
from rocrepro.display.house import save_figure
from rocrepro.formats.files import write_text
from rocrepro.formats.schema import schema_path
from rocrepro.formats.table import Table
from rocrepro.report.answers import Facts
from rocrepro.report.assessed import page
from rocrepro.report.layout import FIGURE_SUFFIXES, PAGE, figure_place, markdown_place, table_place

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save(assessment: Assessment, folder: str | Path) -> list[Path]:
    """Write everything into a folder; the same scores give the same bytes.

    The page is ``index.html``, and beside it lies ``summary.csv``; all other tables are in ``tables/``, and
    figures in ``figures/``.

    Parameters
    ----------
    assessment : Assessment
    folder : str or Path
        Made if it is not there. Files of the same names are replaced, others stay;
        `rocrepro.assess.folder.replacing` heeds what is there.

    Returns
    -------
    list of Path
        What was written, the page first.

    See Also
    --------
    rocrepro.report.layout : where each file lies.
    """
    # The control counts rows, which weights are not.
    shown = [] if has_weights(assessment.study) else drawn(assessment)
    return write(folder, assessment, figures(assessment), shown, assessment.plotted)


def drawn(assessment: Assessment) -> list[Drawn]:
    """Return every model with its whole curve."""
    models = assessment.study.models
    return [Drawn(model.label_text, model.curve, len(model.curve)) for model in models]


def facts_of(assessment: Assessed, models: Iterable[Drawn]) -> Facts:
    """Return what the sentences of the page are about.

    Parameters
    ----------
    assessment : Assessment or LargeAssessment
    models : iterable of Drawn
        Their thresholds tell how many digits it takes to show one.
    """
    given = assessment.given
    return Facts(
        *(given.name, given.positive, given.negative, list(given.models), given.unpaired),
        *(assessment.notes, assessment.choices, {model.name: model.curve.threshold for model in models}),
        by_order=not (given.named or given.wide),
    )


def write(
    folder: str | Path,
    assessment: Assessed,
    figures: Iterable[tuple[str, str, Figure]],
    models: Iterable[Drawn],
    plotted: Mapping[str, Table] | None = None,
) -> list[Path]:
    """Write tables, figures and the page that shows them.

    Parameters
    ----------
    folder : str or Path
        Made if it is not there.
    assessment : Assessment or LargeAssessment
        Each of its tables becomes a CSV file with its schema, a Markdown file, and a place on the page.
    figures : iterable of (name, alternative text, Figure)
        Drawn one after another, so that they need not all be in memory.
    models : iterable of Drawn
        The curves of the page's threshold control.
    plotted : mapping of str to Table, optional
        By name: a CSV file with its schema, to which notes may refer.

    Returns
    -------
    list of Path
        What was written, the page first.
    """
    folder = Path(folder)
    written: list[Path] = []
    words: dict[str, str] = {}
    given, tables, choices = assessment.given, assessment.tables, assessment.choices
    for name, table in {**tables, **(plotted or {})}.items():
        csv = folder / table_place(name)
        markdown = folder / markdown_place(name) if name in tables else None
        table.save(csv, markdown)
        written += filter(None, [csv, schema_path(csv), markdown])
    for name, alt, figure in figures:
        paths = [folder / figure_place(name, suffix) for suffix in FIGURE_SUFFIXES]
        save_figure(figure, paths)
        written += paths
        words[name] = alt
    index, models = folder / PAGE, list(models)
    facts = facts_of(assessment, models)
    control = control_data(models, tables, choices)
    write_text(index, page(f"Assessment of {given.name}", facts, folder, tables, words, control))
    return [index, *written]
