"""Write an assessment: tables, figures and one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.control import Drawn, control_data
from rocrepro.assess.figures import drawings, words_of
from rocrepro.assess.helper import Helper
from rocrepro.assess.json_summary import Assessed
from rocrepro.assess.weighted_tables import has_weights
from rocrepro.display.house import save_figure
from rocrepro.formats.files import write_text
from rocrepro.formats.schema import schema_path
from rocrepro.formats.table import Table
from rocrepro.report.answers import Facts
from rocrepro.report.assessed import page
from rocrepro.report.layout import PAGE, figure_paths, markdown_place, table_place


def save(assessment: Assessment, folder: str | Path, helper: Helper | None = None) -> list[Path]:
    """Write everything into a folder; the same scores give the same bytes.

    The page is ``index.html``, and beside it lies ``summary.csv``; all other tables are in ``tables/``, and
    figures in ``figures/``.

    Parameters
    ----------
    assessment : Assessment
    folder : str or Path
        Made if it is not there. Files of the same names are replaced, others stay;
        `rocrepro.assess.folder.replacing` heeds what is there.
    helper : rocrepro.assess.helper.Helper, optional
        A second process that has begun to draw the figures.

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
    words, made = words_of(assessment), drawings(assessment)
    for name in reversed(words):  # the helper starts at the other end
        if helper is None or not helper.gave(name, Path(folder)):
            save_figure(made[name](), figure_paths(Path(folder), name))
    return write(folder, assessment, words, shown, assessment.plotted)


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
    figures: Mapping[str, str],
    models: Iterable[Drawn],
    plotted: Mapping[str, Table] | None = None,
) -> list[Path]:
    """Write tables, and the page that shows them and the figures.

    Parameters
    ----------
    folder : str or Path
        It has the figures already.
    assessment : Assessment or LargeAssessment
        Each of its tables becomes a CSV file with its schema, a Markdown file, and a place on the page.
    figures : mapping of str to str
        What each shows in words, by name, in the order of the page.
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
    given, tables, choices = assessment.given, assessment.tables, assessment.choices
    for name, table in {**tables, **(plotted or {})}.items():
        csv = folder / table_place(name)
        markdown = folder / markdown_place(name) if name in tables else None
        table.save(csv, markdown)
        written += filter(None, [csv, schema_path(csv), markdown])
    for name in figures:
        written += figure_paths(folder, name)
    index, models = folder / PAGE, list(models)
    facts = facts_of(assessment, models)
    control = control_data(models, tables, choices)
    write_text(index, page(f"Assessment of {given.name}", facts, folder, tables, figures, control))
    return [index, *written]
