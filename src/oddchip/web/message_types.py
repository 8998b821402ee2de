"""The wire's messages for the screen: TypeScript types, and the defaults a frame leaves out, both from protocol.py.

`python -m oddchip.web.message_types` writes static/messages.d.ts and static/messages.js anew; a test holds them to it.
"""

from __future__ import annotations

import json
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from oddchip.room import protocol

STATIC = Path(__file__).parent / "static"
FIRST = "// Made by oddchip.web.message_types out of room/protocol.py; change that and run it again.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
ALIASES = {"Span": protocol.Span, "Line": protocol.Line, "Decision": protocol.Decision}

READER = """
/**
 * The message as if nothing had been left out.
 * @param {any} raw what JSON.parse made of a frame
 * @returns {import("./messages.js").Answer | null} null: no message this screen knows
 */
export function filled(raw) {
  const name = raw && TAGS[raw.t];
  return name ? fill(name, raw) : null;
}

/** @param {string} name @param {any} raw @returns {any} */
function fill(name, raw) {
  const [defaults, inner] = SHAPES[name];
  const whole = { ...structuredClone(defaults), ...raw };
  for (const field in inner) {
    const value = whole[field];
    const each = (/** @type {any} */ one) => fill(inner[field], one);
    if (Array.isArray(value)) whole[field] = value.map(each);
    else if (value) whole[field] = each(value);
  }
  return whole;
}
"""


def structs(union: Any) -> list[type[Struct]]:
    """The structs of a union and all that are used in them, each once, the used before the user."""
    found: list[type[Struct]] = []

    def visit(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, Struct):
            if kind not in found:
                for field in fields(kind):
                    visit(field.type)
                found.append(kind)
            return
        for inner in get_args(kind):
            visit(inner)

    visit(union)
    return found


def tag(struct: type[Struct]) -> str | None:
    return typing.cast("str | None", struct.__struct_config__.tag)


def is_row(struct: type[Struct]) -> bool:
    return struct.__struct_config__.array_like


def typed(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    for name, alias in ALIASES.items():
        if kind == alias:
            return name
    return spelled(kind)


def spelled(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return typed(inner[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(typed(one) for one in inner)
    if origin is list:
        one = typed(inner[0])
        return f"({one})[]" if " | " in one else f"{one}[]"
    if origin is tuple:
        return "[" + ", ".join(typed(one) for one in inner) + "]"
    if origin is dict:
        return f"Record<{typed(inner[0])}, {typed(inner[1])}>"
    return PLAIN[kind] if kind in PLAIN else str(kind.__name__)


def default_of(field: FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT


def declared(struct: type[Struct], may_leave_out: bool) -> str:
    if is_row(struct):
        row = ", ".join(f"{field.name}: {typed(field.type)}" for field in fields(struct))
        return f"export type {struct.__name__} = [{row}];"
    lines = [f'  t: "{tag(struct)}";'] if tag(struct) else []
    for field in fields(struct):
        mark = "?" if may_leave_out and default_of(field) is not msgspec.NODEFAULT else ""
        lines.append(f"  {field.name}{mark}: {typed(field.type)};")
    return f"export interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}"


def declarations() -> str:
    """messages.d.ts: what the screen says may leave defaults out; what it hears has been `filled`."""
    parts = [f"export type {name} = {spelled(alias)};" for name, alias in ALIASES.items()]
    parts += [declared(struct, may_leave_out=True) for struct in structs(protocol.Request)]
    parts += [declared(struct, may_leave_out=False) for struct in structs(protocol.Answer)]
    for name in ("Request", "Answer"):
        parts.append(f"export type {name} = {' | '.join(one.__name__ for one in get_args(getattr(protocol, name)))};")
    parts.append(f"export const PROTOCOL: {protocol.PROTOCOL};")
    parts.append("export function filled(raw: any): Answer | null;")
    return FIRST + "\n" + "\n".join(parts) + "\n"


def shape(struct: type[Struct]) -> list[dict[str, Any]]:
    """[what a frame may leave out, which fields hold structs of which name]; null is a field like any other."""
    defaults = {f.name: value for f in fields(struct) if (value := default_of(f)) is not msgspec.NODEFAULT}
    inner = {}
    for field in fields(struct):
        used = [one for one in structs(field.type) if not is_row(one)]
        if used:
            inner[field.name] = used[-1].__name__
    return [defaults, inner]


def reader() -> str:
    """messages.js: `filled(raw)` puts back what a frame left out."""
    known = [struct for struct in structs(protocol.Answer) if not is_row(struct)]
    tags = {tag(struct): struct.__name__ for struct in known if tag(struct)}
    shapes = ",\n".join(f"  {struct.__name__}: {json.dumps(shape(struct))}" for struct in known)
    any_record = "/** @type {Record<string, any>} */\n"
    return (
        f"{FIRST}\nexport const PROTOCOL = {protocol.PROTOCOL};\n\n"
        f"{any_record}const TAGS = {json.dumps(tags)};\n\n{any_record}const SHAPES = {{\n{shapes},\n}};\n{READER}"
    )


def files() -> dict[Path, str]:
    return {STATIC / "messages.d.ts": declarations(), STATIC / "messages.js": reader()}


def main() -> None:
    for path, text in files().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
