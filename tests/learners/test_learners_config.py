"""config/learners.yaml and its schema."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rocrepro.config import load_yaml, validate
from rocrepro.errors import InputError
from rocrepro.learners.sklearn_engine import FEATURES_PER_SPLIT, check_learner

ROOT = Path(__file__).parents[2] / "config"
SCHEMA = ROOT / "schemas" / "learners.schema.json"
LEARNERS = load_yaml(ROOT / "learners.yaml")


def test_the_papers_learners() -> None:
    validate(LEARNERS, SCHEMA, "config/learners.yaml")
    assert {name: entry["letter"] for name, entry in LEARNERS.items()} == {
        "stump": "S",
        "tree": "T",
        "forest": "F",
        "naive_bayes": "B",
        "linear": "L",
        "logistic": "R",
    }
    for name, entry in LEARNERS.items():
        check_learner(entry, name=name)


def test_schema_and_engine_know_the_same_rules() -> None:
    rules = load_yaml(SCHEMA)["$defs"]["sklearn"]["properties"]["features_per_split"]["enum"]
    assert rules == list(FEATURES_PER_SPLIT)


def change(edit: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    value = copy.deepcopy(LEARNERS)
    edit(value)
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (change(lambda v: v["tree"].update(colour="red")), "tree: found the unknown key 'colour'"),
        (change(lambda v: v["tree"].pop("letter")), "tree: the key 'letter' is missing"),
        (change(lambda v: [v["tree"].pop(engine) for engine in ("sklearn", "weka")]), "tree: found"),
        (change(lambda v: v["tree"]["sklearn"].pop("class")), "tree.sklearn: the key 'class' is missing"),
        (
            change(lambda v: v["tree"]["sklearn"].update(depth=3)),
            "tree.sklearn: found the unknown key 'depth'",
        ),
        (
            change(lambda v: v["tree"]["sklearn"].update({"class": "Tree"})),
            'tree.sklearn.class: found "Tree"',
        ),
        (
            change(lambda v: v["forest"]["sklearn"].update(features_per_split="all")),
            "expected one of log2_plus_1",
        ),
        (change(lambda v: v.update({"My Tree": v["tree"]})), '"My Tree"'),
        (change(lambda v: v.clear()), "top level: found {}"),
    ],
)
def test_mistakes_give_one_line(value: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        validate(value, SCHEMA, "config/learners.yaml")
    assert message in str(error.value)
    assert str(error.value).startswith("config/learners.yaml: ")
