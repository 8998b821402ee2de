"""What SQLite and PostgreSQL call by different names."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class holds(FunctionElement[bool]):
    """``holds(column, part)``: whether a text has this text in it, or bytes have these; upper and lower case differ."""

    type = Boolean()
    inherit_cache = True
    name = "holds"


@compiles(holds)
def _by_instr(element: holds, compiler: SQLCompiler, **options: Any) -> str:
    return f"(instr({compiler.process(element.clauses, **options)}) > 0)"


@compiles(holds, "postgresql")
def _by_position(element: holds, compiler: SQLCompiler, **options: Any) -> str:
    whole, part = (compiler.process(each, **options) for each in element.clauses)
    return f"(position({part} IN {whole}) > 0)"
