"""What the standard of Table Schemas (Frictionless, versions 1 and 2) demands, as far as ours have it."""

from jsonschema import Draft202012Validator

OWN = {"patternProperties": {"^rocrepro:": {}}, "additionalProperties": False}
FIELD = {
    "type": "object",
    "required": ["name", "type"],
    "properties": {
        "name": {"type": "string"},
        "type": {"enum": ["string", "number", "integer", "boolean"]},
        "constraints": {"type": "object", "properties": {"required": {"type": "boolean"}}},
        "missingValues": {"type": "array", "items": {"type": "string"}},
    },
    **OWN,
}
SCHEMA = {
    "type": "object",
    "required": ["fields"],
    "properties": {
        "title": {"type": "string"},
        "fields": {"type": "array", "minItems": 1, "items": FIELD},
        "primaryKey": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "missingValues": {"type": "array", "items": {"type": "string"}},
    },
    **OWN,
}


def valid(schema):
    """List what is wrong with a schema."""
    wrong = [error.message for error in Draft202012Validator(SCHEMA).iter_errors(schema)]
    if wrong:
        return wrong
    names = [field["name"] for field in schema["fields"]]
    twice = ["a name is there twice"] if len(set(names)) < len(names) else []
    lost = set(schema.get("primaryKey", [])) - set(names)
    return twice + [f"the key has no column {name}" for name in sorted(lost)]
