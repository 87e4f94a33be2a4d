"""Claims files: families, and one line for whatever is wrong."""

import pytest

from rocrepro.errors import InputError

FAMILY = """
    - id: "cell.{dataset}.{learner}"
      where: Table 3, {dataset}
      says: The AUC of {learner} on {dataset} is {value}.
      kind: number
      basis: run
      printed: "{value}"
      measure: {name: cell, table: t, where: {dataset: "{dataset}"}, column: auc}
      rule: {decimals: 3}
      cases:
        columns: [dataset, learner, value]
        rows:
          - [dis, stump, 0.752]
          - [sick, tree, 1]
"""


def test_a_family_is_written_out_and_cells_keep_their_type(claims):
    first, second = claims(FAMILY)
    assert first.id == "p2000.cell.dis.stump"
    assert first.says == "The AUC of stump on dis is 0.752."
    assert first.printed == 0.752
    assert first.measure["where"] == {"dataset": "dis"}
    assert second.printed == 1


ENTRY = """
    - id: {id}
      where: here
      says: something
      kind: {kind}
      basis: run
      measure: {measure}
      {more}
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "Bad-Id"}, "expected letters a to z"),
        ({"kind": "guess"}, 'found "guess"; expected one of number'),
        ({"measure": "none"}, "expected a reason exactly where the measure is none"),
        ({"more": "reason: because"}, "expected a reason exactly where the measure is none"),
        ({"more": ""}, "printed: found None; expected a number"),
        ({"more": "printed: true"}, "printed: found True; expected a number"),
        ({"more": "printed: 1"}, "rule: found {}; expected decimals or relative or tolerance"),
        ({"kind": "presence", "more": "printed: 3"}, "expected true or false"),
        ({"kind": "range", "more": "printed: 3"}, "expected [low, high]"),
        ({"kind": "ordering", "more": "printed: 3"}, "expected none"),
        ({"kind": "ordering"}, "expected direction"),
        ({"more": "verdict: reproduced"}, "found the unknown key 'verdict'"),
        ({"more": "says: '{gone}'"}, "twice"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(claims, change, message):
    entry = {"id": "c", "kind": "number", "measure": "{name: cell, table: t, column: x}", "more": ""} | change
    text = ENTRY
    for key, value in entry.items():
        text = text.replace("{" + key + "}", value)
    with pytest.raises(InputError) as error:
        claims(text)
    assert message in str(error.value)
    assert "p2000.yaml" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_same_id_twice_is_refused(claims):
    with pytest.raises(InputError, match=r"cell\.dis\.stump: found this id twice"):
        claims(FAMILY.replace("[sick, tree, 1]", "[dis, stump, 1]"))


def test_a_placeholder_without_a_column_is_refused(claims):
    with pytest.raises(
        InputError, match=r"found the placeholder \{learner\}; expected one of dataset, value"
    ):
        claims(
            FAMILY.replace("[dataset, learner, value]", "[dataset, value]")
            .replace(", stump", "")
            .replace(", tree", "")
        )


def test_a_row_of_another_length_is_refused(claims):
    with pytest.raises(InputError, match=r"rows\.1: found 2 values; expected 3"):
        claims(FAMILY.replace("[sick, tree, 1]", "[sick, tree]"))
