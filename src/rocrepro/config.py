"""Read the files in ``config/`` and say in one line what is wrong with them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError

LARGEST = 1_000_000  # values in a file; the largest of ours has some 20,000
WHOLE = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
"""Whole numbers that mean in YAML what they mean elsewhere."""


def load_yaml(path: str | Path) -> Any:
    """Read a YAML file.

    Raises
    ------
    InputError
        If the file is absent, is not UTF-8 YAML, gives a key twice, or is too large when its anchors are
        filled in.
    """
    import yaml

    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: found {error}; expected a readable UTF-8 file") from None
    try:
        value = _parsed(text, path)
    except RecursionError:
        raise InputError(
            f"{path}: found lists or mappings nested too deeply; expected a few levels"
        ) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else "somewhere"
        raise InputError(
            f"{path}: {place}: found {str(error.problem).removeprefix('found ')}; expected valid YAML"
        ) from None
    except yaml.YAMLError as error:
        raise InputError(f"{path}: found {error}; expected valid YAML") from None
    _check_size(value, path)
    return value


def _parsed(text: str, path: Path) -> Any:
    """Parse with libyaml where it is there, which is much faster; what is wrong, PyYAML itself says."""
    import yaml

    try:
        return yaml.load(text, Loader=_unique_key_loader(path, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.YAMLError:
        return yaml.load(text, Loader=_unique_key_loader(path, yaml.SafeLoader))


def _check_size(value: Any, path: Path) -> None:
    """Refuse what a few anchors blow up, or an anchor that holds itself: nothing could check it in time."""
    waiting, count = [value], 0
    while waiting:
        part = waiting.pop()
        count += 1
        if count > LARGEST:
            raise InputError(
                f"{path}: found more than {LARGEST} values with anchors filled in; expected fewer"
            )
        waiting.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list) else ())


def _unique_key_loader(path: Path, safe: Any) -> type:
    """Return a safe loader that refuses a key given twice (YAML itself lets the last one win)."""
    import yaml

    class Loader(safe):  # type: ignore[misc]
        def construct_object(self, node: Any, deep: bool = False) -> Any:
            try:
                value = super().construct_object(node, deep)
            except (ValueError, KeyError, AttributeError, TypeError, OverflowError):
                # A 13th month, a number of 5000 digits, a tag that does not fit.
                line, found = node.start_mark.line + 1, repr(node.value)[:40]
                expected = "expected a value that YAML can hold"
                raise InputError(f"{path}: line {line}: found {found}; {expected}") from None
            whole, other = type(value) is int, type(value) is float
            if (whole and not WHOLE.fullmatch(node.value)) or (other and re.search("[_:]", node.value)):
                # 010 is 8 in YAML, 1_0 is 10, 0x10 is 16 and 1:30 is 90: it might name another class.
                read = f"{value:.15g}" if abs(value) < 1e300 else "another number"
                line, found = node.start_mark.line + 1, f"{node.value[:40]}, which YAML reads as {read}"
                expected = "expected a plain number, or text in quotes"
                raise InputError(f"{path}: line {line}: found {found}; {expected}")
            return value

    def mapping(loader: Any, node: Any) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = loader.construct_object(key_node, deep=True)
            line = key_node.start_mark.line + 1
            if not isinstance(key, (str, int, float, bool, type(None))):
                raise InputError(f"{path}: line {line}: found a key that is a collection; expected a name")
            if key in seen:
                raise InputError(f"{path}: line {line}: found the key {key!r} twice; expected it once")
            seen.add(key)
        loader.flatten_mapping(node)
        return dict(loader.construct_pairs(node, deep=True))

    Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)
    return Loader


def validate(
    value: Any,
    schema: str | Path,
    file: str | Path,
    *,
    name: Callable[[Any, str | int], str] = lambda value, key: str(key),
    part: str = "",
) -> None:
    """Check `value`, read from `file`, against a JSON schema (draft 2020-12).

    `name` says how an error calls an entry at the top: by its key, unless that tells a reader little. `part`
    names the definition of the schema that `value` is checked against, where it is not the whole.

    Raises
    ------
    InputError
        With the best match among the schema's errors: file, key, what was found, what was expected.
    """
    import jsonschema

    place = _nan(value)
    if place:
        raise InputError(f"{file}: {place}: found NaN; expected a number")
    rules = json.loads(Path(schema).read_text(encoding="utf-8"))
    if part:
        rules["$ref"] = f"#/$defs/{part}"
    validator = jsonschema.Draft202012Validator(rules)
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    # What a reader may write stands at the choice; its branches speak of one way to write it.
    while error is not None and error.parent is not None and "description" in error.parent.schema:
        error = error.parent
    if error is not None:
        where = list(error.absolute_path)
        place = ".".join([name(value, where[0]), *map(str, where[1:])]) if where else "top level"
        raise InputError(f"{file}: {place}: {_describe(error)}")


def _nan(value: Any, place: str = "") -> str:
    """Return where a NaN stands, which a schema's limits let pass; empty if nowhere."""
    if isinstance(value, float) and math.isnan(value):
        return place.lstrip(".") or "top level"
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next((found for key, part in parts if (found := _nan(part, f"{place}.{key}"))), "")


def _describe(error: Any) -> str:
    """Say what was found and what was expected."""
    if error.validator == "additionalProperties":
        known = sorted(error.schema.get("properties", {}))
        unknown = sorted(set(map(str, error.instance)) - set(known))
        return f"found the unknown key {unknown[0]!r}; expected one of {', '.join(known)}"
    if error.validator == "required":
        lacking = [key for key in error.validator_value if key not in error.instance]
        return f"the key {lacking[0]!r} is missing; expected {', '.join(error.validator_value)}"
    expected = {
        "type": lambda v: f"a value of type {v if isinstance(v, str) else ' or '.join(v)}",
        "enum": lambda v: "one of " + ", ".join(map(str, v)),
        "const": lambda v: str(v),
        "minimum": lambda v: f"at least {v}",
        "maximum": lambda v: f"at most {v}",
        "exclusiveMinimum": lambda v: f"more than {v}",
        "exclusiveMaximum": lambda v: f"less than {v}",
        "pattern": lambda v: f"text that matches {v}",
        "minItems": lambda v: "at least one item" if v == 1 else f"at least {v} items",
        "minLength": lambda v: f"at least {v} characters",
    }.get(error.validator)
    found = json.dumps(error.instance, ensure_ascii=False, default=str)
    found = found if len(found) <= 80 else found[:77] + "..."
    if isinstance(error.instance, bool) and error.validator == "type":
        # YAML reads yes, no, on and off as truth values.
        found += " (yes, no, on, off, true and false are words only in quotes)"
    wanted = error.schema.get("description", error.message)
    described = error.validator in {"pattern", "type"} and "description" in error.schema
    if expected is not None and not described:
        wanted = expected(error.validator_value)
    return f"found {found}; expected {wanted}"
