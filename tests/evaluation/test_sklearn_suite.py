"""scikit-learn's own tests of curves and areas, as they are installed with it, run on our functions.

A fresh copy of its test module is loaded while our adapters stand in the place of its functions. Each test
that fails here is an entry of DEVIATIONS: the reason, and words of the failure. An entry is an error when its
test passes, when it fails in another way, and when there is no such test.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import re
from pathlib import Path
from types import CodeType

import pytest
import sklearn.metrics

from tests.evaluation.sklearn_adapters import ADAPTERS

ROOT = Path(__file__).resolve().parents[2]
ORDERED = "Parameter 'labels' must be ordered"
# For each reason: the tests, all parametrised ones of a name or a single one, and words of their failure.
DEVIATIONS = {
    "with one class we raise an error, scikit-learn warns and returns NaN or 0": {
        "test_roc_curve_one_label": "y_true: found 1 classes",
        "test_roc_curve_toydata": "y_true: found 1 classes",
        "test_auc_score_non_binary_class": "y_true: found 1 classes",
        "test_precision_recall_curve_toydata": "y_true: found 1 classes",
    },
    "every point is kept, as each has its own counts and may be confident": {
        "test_roc_curve_drop_intermediate": r"shapes \(7,\), \(4,\) mismatch",
        "test_precision_recall_curve[True]": r"shapes \(5,\), \(4,\) mismatch",
        "test_precision_recall_curve_drop_intermediate": r"shapes \(6,\), \(3,\) mismatch",
        "test_det_curve_drop_intermediate[y_true1-y_score1-expected_fpr1-expected_fnr1-True]": "mismatch",
        "test_det_curve_drop_intermediate[y_true3-y_score3-expected_fpr3-expected_fnr3-True]": "mismatch",
    },
    "pairs of classes are averaged alike (Hand and Till), not weighted by their rows": {
        "test_multiclass_ovo_roc_auc_toydata": "average weighted of ovo",
    },
    "we have no micro average over classes": {
        "test_perfect_imperfect_chance_multiclass_roc_auc[ovr-micro]": "average micro of ovr",
        "test_micro_averaged_ovr_roc_auc": "average micro of ovr",
    },
    "each class that is named must have a row": {
        "test_multiclass_ovo_roc_auc_toydata_binary": "found no row of class",
    },
    "classes may be named in any order, the order of the scores' columns": {
        f"test_roc_auc_score_multiclass_labels_error[{way}-{ORDERED}-y_true3-labels3]": "DID NOT RAISE"
        for way in ("ovo", "ovr")
    },
    "our functions have no parameters for what these combine": {
        "test_roc_auc_score_multiclass_error": "average samples|several classes, with|found 2 dimensions",
        "test_confusion_matrix_at_thresholds_positional_args_deprecation": "takes 2 positional arguments",
    },
    "bytes are labels like others": {
        "test_confusion_matrix_at_thresholds_implicit_bytes_pos_label": "found none for the classes b'a'",
    },
    "we have the average precision of weighted rows, and not the curve": {
        "test_confusion_matrix_at_thresholds_zero_sample_weight[precision_recall_curve]": "curve of weighted",
    },
    "average precision is for two classes": {
        "test_average_precision_score_multilabel_pos_label_errors": "y_true: found 2 dimensions",
        "test_average_precision_score_multiclass_pos_label_errors": "y_score: found 2 dimensions",
    },
}  # fmt: skip


def their_module():
    """A fresh copy of their test module that finds the adapters where it imports their functions."""
    spec = importlib.util.find_spec("sklearn.metrics.tests.test_ranking")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        for name, adapter in ADAPTERS.items():
            patch.setattr(sklearn.metrics, name, adapter)
        spec.loader.exec_module(module)
    return module


MODULE = their_module()


def names_in(code: CodeType) -> set[str]:
    """Names that a function of their module uses, by itself and through other functions of the module."""
    names, todo = set(), [code]
    while todo:
        code = todo.pop()
        todo += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for name in set(code.co_names) - names:
            names.add(name)
            of = vars(MODULE).get(name)
            if inspect.isfunction(of) and of.__module__ == MODULE.__name__:
                todo.append(of.__code__)
    return names


def calls_ours(test) -> bool:
    """Whether a test calls an adapter, by its name or as a parameter."""
    marked = [value for mark in getattr(test, "pytestmark", ()) for value in mark.args]
    given = {id(value) for values in marked if isinstance(values, list) for value in values}
    return bool(given & set(map(id, ADAPTERS.values())) or ADAPTERS.keys() & names_in(test.__code__))


def watched(test):
    """A test of theirs that is held against DEVIATIONS."""

    @functools.wraps(test)
    def run(request, **given):
        known = deviation(request.node)
        try:
            test(**given)
        except (Exception, pytest.fail.Exception) as error:
            if known is None or not re.search(known[1], chain(error)):
                raise
            pytest.xfail(known[0])
        assert known is None, "this test does not deviate any more: take its entry out of DEVIATIONS"

    signature = inspect.signature(test)
    request = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    run.__signature__ = signature.replace(parameters=[request, *signature.parameters.values()])
    return run


def deviation(item) -> tuple[str, str] | None:
    """Reason and words of the failure of a test that is known to deviate."""
    for reason, tests in DEVIATIONS.items():
        for name in (item.name, item.originalname):
            if name in tests:
                return reason, tests[name]
    return None


def chain(error: BaseException | None) -> str:
    """Texts of an error and of those that it followed from."""
    texts = []
    while error is not None:
        texts.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    return "\n".join(texts)


@pytest.fixture
def global_random_seed():
    """Their default."""
    return 42


THEIRS = {
    name: watched(test)
    for name, test in vars(MODULE).items()
    if name.startswith("test_") and calls_ours(test)
}
globals().update(THEIRS)


@pytest.fixture(scope="module")
def theirs(request):
    """All of their tests that run here, whichever were selected."""
    items = request.node.getparent(pytest.Module).collect()
    return [item for item in items if item.originalname in THEIRS]


def test_every_deviation_is_one_of_their_tests(theirs):
    names = {item.name for item in theirs} | {item.originalname for item in theirs}
    assert not {name for tests in DEVIATIONS.values() for name in tests} - names


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_there_are_tests_of_each_function_that_do_not_deviate(theirs, adapter):
    """None would mean that another version has renamed or moved them."""
    assert any(
        adapter in item.name or adapter in names_in(THEIRS[item.originalname].__wrapped__.__code__)
        for item in theirs
        if deviation(item) is None
    )


def test_the_page_counts_them(theirs):
    page = " ".join((ROOT / "docs/reliability.md").read_text().split())
    if f"scikit-learn {sklearn.__version__}'s" not in page:
        pytest.skip(f"docs/reliability.md counts the tests of another version than {sklearn.__version__}")
    deviating = sum(deviation(item) is not None for item in theirs)
    assert f"{len(theirs)} of scikit-learn {sklearn.__version__}'s own tests" in page
    assert f"{len(theirs) - deviating} pass" in page
