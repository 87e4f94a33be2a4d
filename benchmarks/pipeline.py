"""Where the time of a run went, from Snakemake's own records of the last one."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path


def jobs(records: str | Path = ".snakemake/metadata") -> list[tuple[str, float, float]]:
    """Rule, start and end of every job whose outputs are there."""
    found = {}
    for path in Path(records).rglob("*"):
        if path.is_file():
            record = json.loads(path.read_text(encoding="utf-8"))
            if record.get("starttime") and record.get("endtime"):
                job = (record["rule"], *record["log"])  # one record an output, one log a job
                found[job] = (record["rule"], record["starttime"], record["endtime"])
    return sorted(found.values(), key=lambda job: job[1])


def report() -> str:
    """Seconds by rule, their sum, and the wall time from the first start to the last end."""
    known = jobs()
    if not known:
        return "no records of a run: run `make reproduce` first"
    by_rule: dict[str, list[float]] = defaultdict(list)
    for rule, start, end in known:
        by_rule[rule].append(end - start)
    lines = ["| rule | jobs | seconds | longest |", "|---|---:|---:|---:|"]
    for rule, times in sorted(by_rule.items(), key=lambda item: -sum(item[1])):
        lines.append(f"| {rule} | {len(times)} | {sum(times):.1f} | {max(times):.1f} |")
    total = sum(sum(times) for times in by_rule.values())
    wall = max(end for _, _, end in known) - min(start for _, start, _ in known)
    lines.append(f"| all | {len(known)} | {total:.1f} | |")
    return "\n".join([*lines, "", f"From the first start to the last end: {wall:.1f} s."])


if __name__ == "__main__":
    print(report())
