"""The table of docs/reliability.md counts what the suites recorded, losses and failures included."""

from tests import reliability


def test_the_table_adds_up_what_was_recorded(tmp_path, monkeypatch):
    path = tmp_path / "record.jsonl"
    monkeypatch.setenv("ROCREPRO_RECORD", str(path))
    reliability.record("killed", 5, lost=0)
    reliability.record("killed", 2, survived=1, lost=7)
    reliability.record("read")
    assert reliability.table(path.read_text().splitlines()).splitlines()[2:] == [
        "| killed | 7 | 6 | 7 |",
        "| read | 1 | 1 | – |",
    ]


def test_nothing_is_recorded_unasked(tmp_path, monkeypatch):
    monkeypatch.delenv("ROCREPRO_RECORD", raising=False)
    monkeypatch.chdir(tmp_path)
    reliability.record("killed")
    assert list(tmp_path.iterdir()) == []


def test_the_page_keeps_its_text_around_the_table(tmp_path, monkeypatch):
    page, path = tmp_path / "page.md", tmp_path / "record.jsonl"
    page.write_text(f"before\n{reliability.BEGIN}\nold\n{reliability.END}after\n")
    path.write_text('["killed", 1, 1, 0]\n')
    monkeypatch.setattr(reliability, "PAGE", page)
    monkeypatch.setattr("sys.argv", ["reliability", str(path)])
    for _ in range(2):
        reliability.main()
    text = page.read_text()
    assert text.startswith(f"before\n{reliability.BEGIN}")
    assert text.endswith(f"{reliability.END}after\n")
    assert "| killed | 1 | 1 | 0 |" in text
    assert "old" not in text
