"""The files that a job has declared as its inputs, and a record of what it reads of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.formats.files import read_json
from rocrepro.formats.uses import USES, engine_use, joined

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.tidy import Dataset


class Inputs:
    """Files by their last two names, for example "data/dis.json", wherever a job finds them.

    What is read of data sets and engines is recorded, also where the answer is that there is nothing: whoever
    asks for a data set that is missing depends on it.

    Parameters
    ----------
    paths : iterable of str or Path
        Every file that may be read. Another one is not looked for: a job that sends its files to another
        machine has only these.
    """

    def __init__(self, paths: Iterable[str | Path] = ()) -> None:
        self._paths = {"/".join(Path(path).parts[-2:]): Path(path) for path in paths}
        self._open: list[set[str]] = [set()]  # the first takes what nobody records

    @classmethod
    def below(cls, folder: str | Path) -> Inputs:
        """Declare every file of a build folder."""
        return cls(path for path in sorted(Path(folder).glob("*/*")) if path.is_file())

    @contextmanager
    def reading(self) -> Iterator[set[str]]:
        """Record in a set of its own what is read inside; it counts for the places around it too."""
        read: set[str] = set()
        self._open.append(read)
        try:
            yield read
        finally:
            self._open.pop()
            self._open[-1].update(read)

    def traced(
        self, function: Callable[..., Iterable[Mapping[str, Any]]], *arguments: Any
    ) -> list[dict[str, Any]]:
        """Return the rows that a function gives, each with what it read, unless the row says so itself."""
        with self.reading() as read:
            rows = list(function(*arguments))
        return [{USES: joined(read), **row} for row in rows]

    def note(self, *names: str) -> None:
        """Record that data sets or engines were read."""
        self._open[-1].update(names)

    def path(self, name: str) -> Path:
        """Return where a declared file is.

        Raises
        ------
        LookupError
            If the job has not declared it.
        """
        if name not in self._paths:
            raise LookupError(f"{name} is read by a job that does not declare it as an input")
        return self._paths[name]

    def frame(self, name: str) -> pd.DataFrame:
        """Read a Parquet file."""
        from rocrepro.formats.parquet import read_frame

        return read_frame(self.path(name))

    def json(self, name: str) -> dict[str, Any]:
        """Read a JSON file that holds one object."""
        return read_json(self.path(name))

    def data(self, dataset: str) -> Dataset | None:
        """Read a tidy data set; None for one that no source served."""
        from rocrepro.formats import tidy

        self.note(dataset)
        return tidy.load(self.path(f"data/{dataset}.parquet"), self.path(f"data/{dataset}.json"))

    def scores(self, dataset: str, engine: str, learner: str) -> pd.DataFrame:
        """Read the scores of one model; without rows where the data set or the engine is missing."""
        from rocrepro.formats.scores import read_scores

        self.note(dataset, engine_use(engine))
        return read_scores(self.path(f"scores/{dataset}.{engine}.{learner}.parquet"))
