"""Turns the OpenAPI document into what the documentation page shows: operations by resource, fields, and examples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

Schema = Mapping[str, Any]
DEEPEST = 5
ONLY_JSON = "application/json"


@dataclass(frozen=True)
class DocumentedField:
    """A field, such as `results[].points`. `needed`: it is required."""

    name: str
    kind: str
    words: str
    needed: bool = False


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    words: tuple[str, ...]
    parameters: tuple[DocumentedField, ...]
    sends: tuple[DocumentedField, ...]
    gets: tuple[DocumentedField, ...]
    answers: tuple[tuple[str, str], ...]
    example: str


@dataclass(frozen=True)
class Group:
    name: str
    operations: tuple[Operation, ...]

    @property
    def title(self) -> str:
        return capfirst(self.name.replace("-", " "))


def groups_of(document: Schema, base: str) -> list[Group]:
    """Return the operations by resource, in the document's order. `base`: this installation's URL, for examples."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            documented = _operation(document, method, path, operation, base)
            groups.setdefault(operation["tags"][0], []).append(documented)
    return [Group(name, tuple(operations)) for name, operations in groups.items()]


def _operation(document: Schema, method: str, path: str, operation: Schema, base: str) -> Operation:
    sent = operation.get("requestBody", {}).get("content", {}).get(ONLY_JSON, {})
    examples = [each["value"] for each in sent.get("examples", {}).values()]
    good: Schema = next((answer for status, answer in operation["responses"].items() if status[0] == "2"), {})
    answers = sorted(operation["responses"].items())
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        words=tuple(operation.get("description", "").split("\n\n")),
        parameters=tuple(_parameter(each) for each in operation.get("parameters", [])),
        sends=tuple(fields_of(document, sent.get("schema", {}))),
        gets=tuple(fields_of(document, good.get("content", {}).get(ONLY_JSON, {}).get("schema", {}))),
        answers=tuple((status, each.get("description") or "Done.") for status, each in answers),
        example=_curl(method.upper(), base + path, examples[0] if examples else None),
    )


def _parameter(parameter: Schema) -> DocumentedField:
    words = " ".join(filter(None, [parameter.get("description", ""), f"In the {parameter['in']}."]))
    return DocumentedField(
        parameter["name"], _kind(parameter.get("schema", {})), words, parameter.get("required", False)
    )


def fields_of(document: Schema, schema: Schema, prefix: str = "", depth: int = 0) -> Iterator[DocumentedField]:
    """Yield every field with its path from the top; `[]` follows an array."""
    schema = _resolved(document, schema)
    if schema.get("type") == "array":
        yield from fields_of(document, schema["items"], f"{prefix}[]", depth)
        return
    for name, each in schema.get("properties", {}).items():
        inner = _resolved(document, each)
        path = f"{prefix}.{name}" if prefix else name
        yield DocumentedField(path, _kind(inner), each.get("description", ""), name in schema.get("required", ()))
        if depth < DEEPEST:
            yield from fields_of(document, inner, path, depth + 1)


def _resolved(document: Schema, schema: Schema) -> Schema:
    several: list[Schema] = schema.get("allOf") or schema.get("oneOf") or []
    if "$ref" in schema or len(several) == 1:
        name = (schema.get("$ref") or several[0]["$ref"]).rpartition("/")[2]
        component: Schema = document["components"]["schemas"][name]
        return component
    return schema


def _kind(schema: Schema) -> str:
    kind = "one of several" if "oneOf" in schema else schema.get("format") or schema.get("type", "object")
    choices = [str(each) or "nothing" for each in schema.get("enum", ()) if each is not None]
    if choices:
        kind = ", ".join(choices)
    if schema.get("type") == "array":
        kind = "list"
    return f"{kind}, or null" if schema.get("nullable") else kind


def _curl(method: str, address: str, body: Any) -> str:
    lines = [f"curl {address}", '-H "Authorization: Bearer $TOKEN"']
    if method != "GET":
        lines[0] = f"curl -X {method} {address}"
        lines.append('-H "Idempotency-Key: $(uuidgen)"')
    if body is not None:
        lines += ['-H "Content-Type: application/json"', f"-d '{json.dumps(body)}'"]
    return " \\\n  ".join(lines)
