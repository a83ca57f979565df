"""The table of messages in docs/page-protocol.md, made from the JSON schemas of the models.

``python -m tests.web.message_table`` prints it, to be pasted after a change of the models.
"""

from __future__ import annotations

from typing import Any

from tesuji.web.messages import MESSAGES

HEAD = ("| type | fields | what happens |", "|---|---|---|")


def message_table() -> str:
    """All messages, then the objects that their fields hold."""
    rows: list[str] = []
    parts: dict[str, Any] = {}
    for kind, model in MESSAGES.items():
        schema = model.model_json_schema()
        rows.append(_row(f"`{kind}`", schema))
        parts |= schema.get("$defs", {})
    rows += [_row(f"*{_name(title)}*", schema) for title, schema in parts.items()]
    return "\n".join((*HEAD, *rows))


def _name(title: str) -> str:
    """The name of a part: "SeatChoice" is a seat."""
    return title.removesuffix("Choice").lower()


def _row(first: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    fields = "; ".join(
        f"`{name}`{'' if name in required else '?'} {_value(field)}"
        for name, field in schema.get("properties", {}).items()
    )
    text = " ".join(schema["description"].split())
    return f"| {first} | {fields} | {text} |"


def _value(field: dict[str, Any]) -> str:
    """What a field holds, in words."""
    field = field.get("anyOf", [field])[0]
    if "$ref" in field:
        return f"*{_name(field['$ref'].rpartition('/')[2])}*"
    if "enum" in field:
        return " \\| ".join(f'"{choice}"' for choice in field["enum"])
    if field["type"] == "array":
        least, most = field.get("minItems", 0), field["maxItems"]
        count = str(most) if least == most else f"0 to {most}"
        return f"[{count} x {_value(field['items'])}]"
    if field["type"] == "string":
        most = field.get("maxLength")
        return f"text({most})" if most else "text"
    if field["type"] == "boolean":
        return "boolean"
    return f"{field['type']}({field['minimum']:g} to {field['maximum']:.16g})"


if __name__ == "__main__":
    print(message_table())
