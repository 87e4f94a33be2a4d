"""The folder of a manuscript: where its tables and scores are, and what is wrong with it in one line."""

import pytest

from rocrepro.errors import InputError
from rocrepro.review import read_manuscript


def test_tables_and_scores_are_the_files_of_their_folders(paper):
    found = read_manuscript(paper({"tables/note.txt": "", "tables/.x.csv": "", "scores/b.parquet": b""}))
    assert {name: path.name for name, path in found.tables.items()} == {"counts": "counts.csv"}
    assert {name: entry["file"].name for name, entry in found.scores.items()} == {
        "b": "b.parquet",
        "cases": "cases.csv",
    }
    assert found.ledger.paper == "study2026"


def test_names_in_the_paper_file_come_first(paper):
    text = "title: T\ntables: {counts: data/t.csv}\nscores: {cases: {label: ill}, more: {file: data/s.csv}}\n"
    found = read_manuscript(paper({"paper.yaml": text, "data/t.csv": "a\n1\n", "data/s.csv": ""}))
    assert found.tables["counts"].parts[-2:] == ("data", "t.csv")
    assert found.scores["cases"]["label"] == "ill"
    assert found.scores["cases"]["file"].parts[-2:] == ("scores", "cases.csv")
    assert found.scores["more"]["file"].parts[-2:] == ("data", "s.csv")


def test_the_folder_may_be_the_one_that_one_is_in(paper, monkeypatch):
    monkeypatch.chdir(paper() / "scores")
    assert read_manuscript("..").ledger.paper == "study2026"
    monkeypatch.chdir(paper())
    assert read_manuscript(".").ledger.paper == "study2026"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "tables: {t: ../other/secret.csv}",
            "tables.t: found '../other/secret.csv'; expected a file in the folder",
        ),
        ("tables: {t: /etc/hostname}", "tables.t: found '/etc/hostname'; expected a file in the folder"),
        ("tables: {t: link.csv}", "tables.t: found 'link.csv'; expected a file in the folder"),
        (
            "tables: {t: tables/none.csv}",
            "tables.t: found no file 'tables/none.csv'; expected one in the folder",
        ),
        ("tables: {t: tables}", "tables.t: found no file 'tables'; expected one in the folder"),
        (
            'tables: {"../x": tables/counts.csv}',
            "tables.../x: found the name '../x'; expected letters, digits",
        ),
        ("scores: {other: {label: y}}", "scores.other: found no file other.csv or other.parquet in "),
        (
            "scores: {cases: {colour: y}}",
            "scores.cases: found the unknown key 'colour'; expected one of alpha",
        ),
        ("scores: [cases.csv]", 'scores: found ["cases.csv"]; expected a value of type object'),
        ("terms: 7", "terms: found 7; expected a value of type string"),
        ("journal: X", "top level: found the unknown key 'journal'; expected one of about, authors"),
    ],
)
def test_what_is_wrong_in_the_paper_file_is_one_line(paper, tmp_path, text, found):
    (tmp_path / "other").mkdir()
    (tmp_path / "other/secret.csv").write_text("a\n1\n")
    folder = paper({"paper.yaml": f"title: T\n{text}\n"})
    (folder / "link.csv").symlink_to(tmp_path / "other/secret.csv")
    with pytest.raises(InputError) as caught:
        read_manuscript(folder)
    assert str(caught.value).startswith(f"{folder / 'paper.yaml'}: {found}")


def test_a_link_that_leads_out_of_the_folder_is_not_followed(paper, tmp_path):
    (tmp_path / "secret.csv").write_text("a\n1\n")
    folder = paper()
    (folder / "tables/link.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(
        InputError, match=r"tables\.link: found 'tables/link.csv'; expected a file in the folder"
    ):
        read_manuscript(folder)


@pytest.mark.parametrize("name", ["My Paper", "paper.v2", "päper"])
def test_the_folders_name_must_make_ids(paper, name):
    with pytest.raises(
        InputError, match="expected small letters, digits and underscores, because ids begin with it"
    ):
        read_manuscript(paper(name=name))


def test_a_name_that_no_measure_can_use_and_one_of_two_files_are_refused(paper):
    with pytest.raises(InputError, match="found the name 'Table 1'; expected letters, digits"):
        read_manuscript(paper({"tables/Table 1.csv": "a\n1\n"}, "one"))
    with pytest.raises(InputError, match="found the name 'cases' twice; expected one file of a name"):
        read_manuscript(paper({"scores/cases.parquet": b""}, "two"))


def test_no_folder_and_no_file_are_one_line(paper, tmp_path):
    with pytest.raises(
        InputError, match=r"found no such folder; expected one with paper\.yaml and claims\.yaml"
    ):
        read_manuscript(tmp_path / "none")
    for number, file in enumerate(("paper.yaml", "claims.yaml")):
        with pytest.raises(InputError, match=rf"{file}: found .*No such file"):
            read_manuscript(paper({file: None}, f"p{number}"))
