"""Which columns of a file are used: several scores, several classes, spaces in names, odd neighbours."""

import datetime
import decimal
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rocrepro.assess.assessment import study_of
from rocrepro.errors import InputError
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, columns_of, read_given
from rocrepro.study import KINDS, Choices

pytestmark = pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")


@pytest.fixture
def wide():
    """Scores of two models in a wide file."""
    rng = np.random.default_rng(5)
    label = rng.integers(0, 2, 80)
    scores = {name: rng.normal(size=80) + label for name in ("s1", "s2")}
    return pd.DataFrame({"id": [f"pt{i:03}" for i in range(80)], "y": label, **scores})


def save(table, path):
    table.to_csv(path, index=False) if path.suffix == ".csv" else table.to_parquet(path)
    return path


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("score", [("s1", "s2"), "s1,s2", "s1, s2", ("s1", " s2")])
def test_a_wide_file_is_as_good_as_a_long_one(tmp_path, wide, suffix, score):
    long = wide.melt(["id", "y"], var_name="m", value_name="s")
    one = read_given(save(wide, tmp_path / f"wide.{suffix}"), Columns("y", score))
    columns = Columns("y", "s", model="m", row="id")
    other = read_given(save(long, tmp_path / f"long.{suffix}"), columns)
    assert one.paired
    assert (one.wide, one.named) == (True, False)
    assert (other.wide, other.named) == (False, True)
    assert list(one.models) == list(other.models) == ["s1", "s2"]
    for mine, theirs in zip(one.models.values(), other.models.values(), strict=True):
        pd.testing.assert_frame_equal(mine.reset_index(drop=True), theirs.reset_index(drop=True))
    for kind in ("comparisons", "summary", "operating_points"):
        frames = [study_of(each, Choices(n_resamples=20)).get(KINDS[kind]) for each in (one, other)]
        values = [frame.select_dtypes("number") for frame in frames]
        pd.testing.assert_frame_equal(*values, check_exact=True)


def test_a_wide_file_has_no_note_on_its_order(tmp_path, wide):
    given = read_given(save(wide.sort_values("y"), tmp_path / "wide.csv"), Columns("y", "s1,s2"))
    assert given.notes == ()


def test_a_column_whose_name_has_a_comma_can_be_used(tmp_path, wide):
    table = wide.rename(columns={"s1": "s, one"})
    path = save(table, tmp_path / "wide.csv")
    assert list(read_given(path, Columns("y", "s, one")).models) == ["scores"]
    for score in ('"s, one",s2', 's2,"s, one"', ("s, one", "s2")):
        assert sorted(read_given(path, Columns("y", score)).models) == ["s, one", "s2"]
    # The name as it is goes before names in a list.
    path = save(wide.assign(**{"s1,s2": wide["s1"] + 1}), tmp_path / "wide.csv")
    found = read_given(path, Columns("y", "s1,s2")).models["scores"]["score"]
    np.testing.assert_allclose(found, wide["s1"] + 1)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"score": "s1,s1"}, "score: found the column 's1' twice; expected each once"),
        ({"score": "s1,y"}, "score: found 'y', which is the label too"),
        ({"score": "s1,,s2"}, "score: found 's1,,s2', with an empty name"),
        ({"score": "s1,s3"}, "score: found no column 's3'; expected one of id, y, s1, s2"),
        ({"score": "s1,s2", "model": "id"}, "model: found 'id' beside 2 columns of scores"),
        ({"score": ("s1", "s2"), "class_scores": {"0": "s1", "1": "s2"}}, "class_scores: found score too"),
    ],
)
def test_scores_that_cannot_be_meant_are_refused(tmp_path, wide, columns, message):
    with pytest.raises(InputError) as error:
        read_given(save(wide, tmp_path / "wide.csv"), Columns("y", **columns))
    assert message in str(error.value)


def test_a_list_of_scores_in_an_entry_is_that_of_the_command():
    assert columns_of({"label": "y", "score": ["a", "b"], "file": "x"}) == Columns("y", ("a", "b"))
    assert columns_of({"score": ["a"]}) == Columns(score="a")
    with pytest.raises(InputError, match="class_scores: found score too; expected one of the two"):
        columns_of({"score": "a", "class_scores": {"x": "a"}})


@pytest.fixture
def irises():
    """Scores of three classes by two models, and folds."""
    rng = np.random.default_rng(7)
    label = rng.choice(["setosa", "versicolor", "virginica"], 90)
    frames = []
    for model, noise in {"forest": 1, "tree": 2}.items():
        logit = noise * rng.normal(size=(90, 3)) + 2 * (label[:, None] == np.unique(label))
        scores = np.exp(logit) / np.exp(logit).sum(axis=1, keepdims=True)
        frames.append(pd.DataFrame(scores, columns=["p=se", "p_ve", "p_vi"]).assign(species=label, m=model))
    return pd.concat(frames, ignore_index=True)


BY_CLASS = {"setosa": "p=se", "virginica": "p_vi", "versicolor": "p_ve"}


@pytest.mark.parametrize("named", [BY_CLASS, "setosa=p=se, virginica=p_vi,versicolor=p_ve"])
def test_scores_of_every_class_are_curves_of_one_class_against_the_rest(tmp_path, irises, named):
    path = save(irises, tmp_path / "irises.csv")
    given = read_given(path, Columns("species", class_scores=named, model="m"))
    assert list(given.models)[:2] == ["forest: setosa vs rest", "forest: virginica vs rest"]
    assert len(given.models) == 6
    assert not given.paired
    assert "one class against the rest" in given.unpaired
    assert given.multiclass.classes == tuple(BY_CLASS)
    forest = irises[irises["m"] == "forest"]
    assert given.multiclass.labels["forest"].tolist() == forest["species"].tolist()
    np.testing.assert_allclose(given.multiclass.scores["forest"], forest[list(BY_CLASS.values())])
    frame = given.models["forest: virginica vs rest"]
    assert frame["label"].tolist() == (forest["species"] == "virginica").astype(int).tolist()
    np.testing.assert_allclose(frame["score"], forest["p_vi"])
    one = read_given(save(forest, tmp_path / "forest.csv"), Columns("species", class_scores=named))
    assert list(one.models) == ["setosa vs rest", "virginica vs rest", "versicolor vs rest"]
    assert list(one.multiclass.labels) == ["scores"]


def test_scores_of_classes_are_those_of_the_shown_seed_in_the_order_of_the_rows(tmp_path, irises):
    forest = irises[irises["m"] == "forest"].reset_index(drop=True)
    table = pd.concat([forest.assign(rep=rep, i=forest.index) for rep in (2, 1)]).iloc[::-1]
    given = read_given(
        save(table, tmp_path / "x.csv"), Columns("species", class_scores=BY_CLASS, seed="rep", row="i")
    )
    assert given.multiclass.scores["scores"].shape == (90, 3)
    order = given.models["setosa vs rest"].query("seed == 1").sort_values("row")["score"]
    np.testing.assert_array_equal(given.multiclass.scores["scores"][:, 0], order)


@pytest.mark.parametrize(
    ("named", "pos_label", "message"),
    [
        ("setosa=p=se,virginica=p_vi", None, "class_scores: found no column for the class 'versicolor'"),
        (
            BY_CLASS | {"tulip": "m"},
            None,
            "class_scores: found 'tulip'; expected a class of species: 'setosa'",
        ),
        ("setosa", None, "class_scores: found 'setosa'; expected CLASS=COLUMN,..."),
        ("setosa=p=se,setosa=p_vi", None, "class_scores: found the class 'setosa' twice"),
        (BY_CLASS | {"setosa": "p_vi"}, None, "class_scores: found the column 'p_vi' twice"),
        (BY_CLASS | {"setosa": "gone"}, None, "class_scores: found no column 'gone'"),
        (BY_CLASS, "setosa", "class_scores: found a positive class too; expected one of the two"),
    ],
)
def test_scores_of_classes_that_do_not_fit_are_refused(tmp_path, irises, named, pos_label, message):
    path = save(irises, tmp_path / "irises.csv")
    with pytest.raises(InputError) as error:
        read_given(path, Columns("species", class_scores=named), pos_label=pos_label)
    assert message in str(error.value)


def test_three_classes_are_told_how(tmp_path, irises):
    with pytest.raises(InputError, match=r"found 3 classes .*or a column of scores for each: --class-scores"):
        read_given(save(irises, tmp_path / "irises.csv"), Columns("species", "p_ve"))


@pytest.mark.parametrize("header", ["y, p", "y,p ", " y ,\tp", '"y"," p "'])
def test_spaces_around_names_do_not_count(tmp_path, header):
    (tmp_path / "scores.csv").write_text(f"{header}\n1, 0.91\n0, 0.12\n")
    for columns in (Columns("y", "p"), Columns(" y", "p ")):
        given = read_given(tmp_path / "scores.csv", columns)
        assert given.models["scores"]["score"].tolist() == [0.91, 0.12]


def test_names_that_spaces_tell_apart_are_noted_and_two_that_fit_are_refused(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("y,p, p\n1,0.9,3\n0,0.1,4\n")
    given = read_given(path, Columns("y", "p"))
    assert given.models["scores"]["score"].tolist() == [0.9, 0.1]
    assert given.notes == (f"{path}: score: found the column ' p' beside 'p'; 'p' was used",)
    assert read_given(path, Columns("y", " p")).models["scores"]["score"].tolist() == [3, 4]
    path.write_text("y,p , p\n1,0.9,3\n0,0.1,4\n")
    with pytest.raises(InputError, match="score: found 2 columns 'p'; expected one"):
        read_given(path, Columns("y", "p"))


ODD = {
    "lists": pa.array([[1], [2, 3]]), "structs": pa.array([{"p": 1}, {"p": 2}]),
    "dates": pa.array([datetime.date(2020, 1, 1)] * 2),
    "decimals": pa.array([decimal.Decimal("1.5"), decimal.Decimal("2.5")]),
    "nothing": pa.array([None, None]), "bytes": pa.array([b"\xff", b"\x00"]),
    "categories": pa.array(["a", "b"]).dictionary_encode(),
    "times": pa.array([datetime.timedelta(days=1)] * 2),
    "maps": pa.array([[("a", 1)], []], pa.map_("str", "i4")),
}  # fmt: skip


@pytest.mark.parametrize("name", ["extra", "id", "s.p", "", "__index_level_0__", "Unnamed: 0", "structs"])
@pytest.mark.parametrize("kind", ODD)
def test_a_column_that_is_not_named_is_never_read(tmp_path, kind, name):
    pq.write_table(pa.table([[1, 0], [0.9, 0.1], ODD[kind]], names=["y", "p", name]), tmp_path / "x.parquet")
    given = read_given(tmp_path / "x.parquet", Columns("y", "p"))
    assert given.models["scores"]["score"].tolist() == [0.9, 0.1]


@pytest.mark.parametrize("kind", ODD)
def test_odd_columns_are_not_read_when_models_are_compared_either(tmp_path, kind):
    odd = pa.concat_arrays(
        [ODD[kind].combine_chunks() if hasattr(ODD[kind], "combine_chunks") else ODD[kind]] * 2
    )
    table = pa.table([[1, 0, 1, 0], [0.9, 0.1, 0.8, 0.3], [*"aabb"], odd], names=["y", "p", "m", "odd"])
    pq.write_table(table, tmp_path / "x.parquet")
    assert read_given(tmp_path / "x.parquet", Columns("y", "p", model="m")).paired


@pytest.mark.parametrize(
    "text",
    [
        ",y,p\n0,1,0.9\n1,0,0.1\n", "Unnamed: 0,y,p\n0,1,0.9\n1,0,0.1\n", "y,p,\n1,0.9,\n0,0.1,\n",
        "y,p,x,x\n1,0.9,a,b\n0,0.1,c\n", 'y,p,x\n1,0.9,"[1, 2]"\n0,0.1,\n', "y,,,p\n1,a,,0.9\n0,,,0.1\n",
        "x.1,x,y,x,p\n1,1,1,1,0.9\n1,1,0,1,0.1\n", "y,p,when\n1,0.9,2020-01-01\n0,0.1,never\n",
    ],
)  # fmt: skip
def test_odd_columns_of_a_csv_do_no_harm(tmp_path, text):
    (tmp_path / "x.csv").write_text(text)
    given = read_given(tmp_path / "x.csv", Columns("y", "p"))
    assert given.models["scores"]["score"].tolist() == [0.9, 0.1]


def test_parquet_columns_of_one_name_do_no_harm_unless_they_are_named(tmp_path):
    names = ["y", "p", "x", "x"]
    pq.write_table(pa.table([[1, 0], [0.9, 0.1], [1, 2], [3, 4]], names=names), tmp_path / "x.parquet")
    assert read_given(tmp_path / "x.parquet", Columns("y", "p")).positive == "1"
    with pytest.raises(InputError, match="score: found 2 columns 'x'; expected one"):
        read_given(tmp_path / "x.parquet", Columns("y", "x"))


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_folds_and_replicates_have_any_names(tmp_path, suffix):
    n = 40
    table = pd.DataFrame(
        {"y": np.arange(n) % 2, "p": np.linspace(0, 1, n), "k": [f"Fold{i % 4}.Rep1" for i in range(n)]}
    ).assign(rep=np.where(np.arange(n) < 20, "b", "a"))
    path = save(table, tmp_path / f"x.{suffix}")
    given = read_given(path, Columns("y", "p", fold="k", seed="rep"))
    assert given.fold_names == {i: f"Fold{i}.Rep1" for i in range(4)}
    assert given.seed_names == {1: "b", 2: "a"}
    assert given.models["scores"]["fold"].tolist() == [i % 4 for i in range(n)]
    assert given.models["scores"]["seed"].tolist() == [1] * 20 + [2] * 20


@pytest.mark.parametrize("folds", [np.arange(70_000), np.array([f"f{i}" for i in range(70_000)])])
def test_there_may_be_any_number_of_folds(tmp_path, folds):
    table = pd.DataFrame({"y": np.arange(70_000) % 2, "p": np.arange(70_000) / 7, "k": folds})
    given = read_given(save(table, tmp_path / "x.parquet"), Columns("y", "p", fold="k"))
    assert given.models["scores"]["fold"].tolist() == list(range(70_000))


@pytest.mark.parametrize(
    ("role", "cell", "limits"),
    [
        ("fold", "-1", "0 to 2147483647"), ("fold", "2147483648", "0 to 2147483647"),
        ("seed", "0", "1 to 2147483647"), ("fold", "1.5", "0 to 2147483647"),
    ],
)  # fmt: skip
def test_numbers_of_folds_have_limits_that_are_named(tmp_path, role, cell, limits):
    (tmp_path / "x.csv").write_text(f"y,p,k\n1,0.9,1\n0,0.1,{cell}\n")
    with pytest.raises(InputError) as error:
        read_given(tmp_path / "x.csv", Columns("y", "p", **{role: "k"}))
    assert f"row 2: k: found '{cell}'; expected a whole number from {limits}, or names" in str(error.value)


def test_clusters_groups_and_weights_reach_the_models_of_a_study(tmp_path):
    text = "y,p,who,sex,w,i\n1,0.9,7,f,1.5,b\n0,0.1,7,m,0,a\n1,0.5,x,f,2,c\n0,0.2,x,m,1,d\n"
    (tmp_path / "x.csv").write_text(text)
    columns = Columns("y", "p", row="i", cluster="who", group="sex", weight="w")
    with warnings.catch_warnings():
        warnings.simplefilter("error", AssessmentNote)
        given = read_given(tmp_path / "x.csv", columns)
    frame = given.models["scores"]
    assert list(frame) == ["seed", "fold", "row", "label", "score", "cluster", "group", "weight"]
    (model,) = study_of(given, Choices()).models
    assert (model.cluster.tolist(), model.group.tolist(), model.weight.tolist()) == (
        ["7", "7", "x", "x"], ["f", "m", "f", "m"], [1.5, 0, 2, 1],
    )  # fmt: skip
    (plain,) = study_of(read_given(tmp_path / "x.csv", Columns("y", "p")), Choices()).models
    assert plain.cluster is plain.group is plain.weight is None


@pytest.mark.parametrize(
    ("cells", "role", "message"),
    [
        ("-1", "weight", "row 2: x: found -1; expected a weight of at least 0"),
        ("0", "weight", "x: found a class without weight; expected some in both classes"),
        ("inf", "weight", "row 2: x: found 'inf'; expected a finite number"),
        ("", "cluster", "row 2: x: found nothing; expected a value"),
        ("", "group", "row 2: x: found nothing; expected a value"),
    ],
)
def test_what_is_no_weight_cluster_or_group_is_refused(tmp_path, cells, role, message):
    (tmp_path / "x.csv").write_text(f"y,p,x\n1,0.9,1\n0,0.1,{cells}\n")
    with pytest.raises(InputError) as error:
        read_given(tmp_path / "x.csv", Columns("y", "p", **{role: "x"}))
    assert message in str(error.value)


def test_models_with_other_clusters_of_their_rows_are_not_compared(tmp_path):
    (tmp_path / "x.csv").write_text("y,p,m,c\n1,0.9,a,1\n0,0.1,a,2\n1,0.9,b,1\n0,0.2,b,1\n")
    given = read_given(tmp_path / "x.csv", Columns("y", "p", model="m", cluster="c"))
    assert (
        given.unpaired
        == "models 'a' and 'b' differ in the clusters of their rows: models are not compared row by row"
    )
