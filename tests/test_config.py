"""One line for everything that can be wrong in config/."""

import json
import shutil
from pathlib import Path

import pytest

from rocrepro.config import load_yaml, validate
from rocrepro.errors import InputError

ROOT = Path(__file__).resolve().parents[1]


def config():
    return load_yaml(ROOT / "config/config.yaml")


def check(value):
    validate(value, ROOT / "config/schemas/config.schema.json", "config/config.yaml")


def test_the_shipped_config_is_valid():
    check(config())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alhpa": 0.05}, ["top level", "unknown key 'alhpa'", "alpha"]),
        ({"alpha": 1}, ["alpha", "found 1", "less than 1"]),
        ({"alpha": float("nan")}, ["alpha", "NaN"]),
        ({"alpha": "0.05"}, ["alpha", '"0.05"', "number"]),
        ({"seeds": 0}, ["seeds", "found 0", "at least 1"]),
        ({"seeds": 2.5}, ["seeds", "2.5", "integer"]),
        ({"engines": []}, ["engines", "[]", "at least one item"]),
        ({"engines": ["weka2"]}, ["engines.0", '"weka2"', "one of weka, sklearn"]),
        ({"offline": "yes"}, ["offline", '"yes"', "boolean"]),
        ({"mirror": True}, ["mirror", "only in quotes"]),
        ({"mirror": ""}, ["mirror", '""']),
        ({"confidence_test": "chi2"}, ["confidence_test", '"chi2"', "tango"]),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(change, words):
    with pytest.raises(InputError) as caught:
        check(config() | change)
    message = str(caught.value)
    assert message.startswith("config/config.yaml: ")
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_missing_key_is_named():
    value = config()
    del value["seeds"]
    with pytest.raises(InputError, match=r"config/config.yaml: top level: the key 'seeds' is missing"):
        check(value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\na: 2\n", "line 2: found the key 'a' twice"),
        ("a: [1, 2\n", "line 2"),
        ("a: !!python/object/apply:os.system ['true']\n", "line 1"),
        ("? [1, 2]\n: 3\n", "line 1"),
    ],
)
def test_broken_yaml_is_one_line_with_the_place(tmp_path, text, words):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_yaml(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_text_or_not_there_is_named(tmp_path):
    path = tmp_path / "x.yaml"
    with pytest.raises(InputError, match="expected a readable UTF-8 file"):
        load_yaml(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="expected a readable UTF-8 file"):
        load_yaml(path)


def test_every_schema_forbids_unknown_keys():
    """Every object of every schema, but for those that are open on purpose and say so."""
    open_on_purpose = 0
    for path in sorted((ROOT / "config/schemas").glob("*.json")):
        stack = [json.loads(path.read_text())]
        while stack:
            node = stack.pop()
            if isinstance(node, dict):
                if node.get("type") == "object" and isinstance(node.get("properties"), dict):
                    assert "additionalProperties" in node, f"{path.name}: {node}"
                    open_on_purpose += node["additionalProperties"] is True
                stack.extend(node.values())
            elif isinstance(node, list):
                stack.extend(node)
    assert open_on_purpose == 1  # the parameters of a measure, which checks them itself


def test_shipped_configuration_loads_as_a_whole(tmp_path):
    from rocrepro.pipeline.settings import load_settings

    shutil.copytree(ROOT / "config", tmp_path / "config")
    settings = load_settings(config(), tmp_path)
    assert list(settings.datasets)[:4] == ["dis", "dis_cv2800", "dis_cv3772", "sick"]
    assert settings.models("dis") == [
        (engine, learner)
        for engine in ("weka", "sklearn")
        for learner in ("stump", "tree", "forest", "naive_bayes")
    ]


def test_sets_that_no_paper_shows_are_known_to_tables_that_name_them_alone(tmp_path):
    from rocrepro.papers import CATALOG
    from rocrepro.pipeline.settings import load_settings

    shutil.copytree(ROOT / "config", tmp_path / "config")
    settings = load_settings(config(), tmp_path)
    named = ["dis_cv2800", "dis_cv3772"]
    assert not any(set(named) & set(settings.datasets_of(paper)) for paper in CATALOG)
    assert {paper for paper in CATALOG if settings.beside(paper) == named} == {"elazmeh2006"}
    shown = settings.shown("elazmeh2006", ["spect"], settings.beside("elazmeh2006"))
    assert (shown["datasets"], shown["beside"], list(shown["models"])) == (
        ["spect"],
        named,
        ["spect", *named],
    )
    assert "beside" not in settings.shown(
        "elazmeh2006", settings.simulation_data("elazmeh2006", "same_folds")
    )
    assert settings.absent() == {}
    assert shown["printed"]["table3.dis.tree"] == 0.541
    # What reads no printed value does not run again for one, least of all in the large size.
    assert "printed" in settings.shown_to("elazmeh2006", "same_folds")
    assert "printed" not in settings.shown_to("elazmeh2006", "band_coverage")

    path = tmp_path / "config/datasets.yaml"
    text = path.read_text()
    path.write_text(text.replace("  papers: []\n", "", 1))  # then the paper shows the first of them
    assert load_settings(config(), tmp_path).beside("elazmeh2006") == named[1:]
    start, end = text.index("dis_cv2800:"), text.index("dis_cv3772:")
    path.write_text(text[:start] + text[end:])
    fewer = load_settings(config(), tmp_path)
    assert fewer.beside("elazmeh2006") == named[1:]
    assert fewer.absent() == {"dis_cv2800": "not in config/datasets.yaml"}
    # It is about one claim or another, and not about all that the paper shows.
    assert fewer.shown("elazmeh2006", fewer.datasets_of("elazmeh2006"))["absent"] == []


def test_what_is_released_does_not_depend_on_where_data_came_from():
    from rocrepro.pipeline.settings import load_settings

    here = load_settings(config(), ROOT).released()
    there = load_settings(config() | {"mirror": "/elsewhere", "offline": True, "require_all": True}, ROOT)
    assert there.released() == here
    assert load_settings(config() | {"alpha": 0.1}, ROOT).released() != here


def test_words_of_the_command_line_are_values():
    from rocrepro.pipeline.settings import load_settings

    value = config() | {"require_all": "true", "offline": "false", "mirror": "null"}
    load_settings(value, ROOT)
    assert (value["require_all"], value["offline"], value["mirror"]) == (True, False, None)


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("{name: cel, table: t, column: c}", "measure: found 'cel'; expected one of cell, "),
        ("{name: cell, table: t, colum: c}", "measure cell: found or missing 'colum'; expected column, "),
        ("{name: cell, table: t}", "measure cell: found or missing 'column'"),
    ],
)
def test_a_measure_that_there_is_not_is_found_before_anything_runs(tmp_path, measure, words):
    from rocrepro.pipeline.settings import load_settings

    shutil.copytree(ROOT / "config", tmp_path / "config")
    path = tmp_path / "config/claims/hamel2008/claims.yaml"
    entry = f"- {{id: new, where: w, says: s, kind: count, basis: run, printed: 1, measure: {measure}}}\n"
    path.write_text(path.read_text().rstrip() + "\n" + entry)
    with pytest.raises(InputError) as caught:
        load_settings(config(), tmp_path)
    assert str(caught.value).startswith(f"{path.as_posix()}: new: {words}")


def test_two_learners_with_one_letter_are_refused(tmp_path):
    from rocrepro.pipeline.settings import load_settings

    shutil.copytree(ROOT / "config", tmp_path / "config")
    path = tmp_path / "config/learners.yaml"
    path.write_text(path.read_text().replace("letter: T", "letter: S"))
    with pytest.raises(InputError, match=r"learners\.yaml: tree\.letter: found 'S', as for stump"):
        load_settings(config(), tmp_path)


HOSTILE = {
    "anchors that explode": (
        "a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
        + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)),
        "found more than 1000000 values",
    ),
    "an anchor that holds itself": ("a: &a [*a]\n", "found unconstructable recursive node"),
    "deep nesting": ("a: " + "[" * 5000 + "]" * 5000 + "\n", "nested too deeply"),
    "an object": (
        "a: !!python/object/apply:os.system [echo ran]\n",
        "line 1, column 4: found could not determine",
    ),
    "a name": ("a: !!python/name:os.system\n", "could not determine a constructor"),
    "no text": ("\x00\x01", "expected valid YAML"),
    "a tab": ("a:\n\t- 1\n", "line 2, column 1"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_yaml_is_refused_in_one_line(tmp_path, kind, capfd):
    text, words = HOSTILE[kind]
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_yaml(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "ran" not in capfd.readouterr().out


@pytest.mark.parametrize(
    ("written", "value"),
    [("010", 8), ("0x10", 16), ("1_0", 10), ("0b11", 3), ("12:30", 750), ("1_0.5", 10.5), ("1:30.5", 90.5)],
)
def test_a_number_that_yaml_reads_otherwise_is_refused(tmp_path, written, value):
    path = tmp_path / "a.yaml"
    path.write_text(f"a: 1\npositive: {written}\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"line 2: found {written}, which YAML reads as {value}; expected"):
        load_yaml(path)
    path.write_text(f'positive: "{written}"\n', encoding="utf-8")
    assert load_yaml(path) == {"positive": written}


def test_plain_numbers_are_read(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("[0, 10, -3, +1, 0.05, .5, 1.0e+3, -.inf, 08.5, 2e3]", encoding="utf-8")
    assert load_yaml(path) == [0, 10, -3, 1, 0.05, 0.5, 1000.0, float("-inf"), 8.5, "2e3"]
