"""Writes the reference of the Python package as articles for docc, from its docstrings and signatures, without importing it.

    python-pages.py PACKAGE CATALOG
"""

import ast
import sys
from pathlib import Path

package, catalog = map(Path, sys.argv[1:])
start = ast.parse((package / "__init__.py").read_text())


def exported() -> list[str]:
    """The names of `__all__`."""
    for node in start.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return sorted(ast.literal_eval(node.value), key=str.lower)
    sys.exit("python-pages: the package has no __all__")


def signature(node: ast.FunctionDef) -> str:
    """The line that defines a function, without `self`."""
    arguments = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({arguments}){result}"


def page(node: ast.FunctionDef | ast.ClassDef) -> str:
    """The article of a function or class: its docstring, and for a class its public members."""
    text = ast.get_docstring(node) or ""
    summary, _, rest = text.partition("\n\n")
    parts = [f"# {node.name}", " ".join(summary.split())]
    if isinstance(node, ast.FunctionDef):
        parts.append(f"## Signature\n\n```python\ncardan.{signature(node)}\n```")
    if rest:
        parts.append(f"## Description\n\n```\n{rest}\n```")
    if isinstance(node, ast.ClassDef):
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and (not member.name.startswith("_") or member.name == "__init__"):
                is_property = any(getattr(mark, "id", "") == "property" for mark in member.decorator_list)
                line = member.name if is_property else signature(member)
                described = ast.get_docstring(member) or ""
                parts.append(f"## {member.name}\n\n```python\n{line}\n```" + (f"\n\n```\n{described}\n```" if described else ""))
    return "\n\n".join(parts) + "\n"


def definitions() -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """The functions and classes that the package imports from its modules."""
    found = {}
    for line in start.body:
        if isinstance(line, ast.ImportFrom) and line.level == 1 and line.module:
            module = ast.parse((package / f"{line.module}.py").read_text())
            found |= {node.name: node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return found


names, nodes = exported(), definitions()
missing = [name for name in names if name not in nodes]
if missing:
    sys.exit(f"python-pages: not defined as a function or class: {', '.join(missing)}")
for name in names:
    (catalog / f"{name}.md").write_text(page(nodes[name]))
title = (ast.get_docstring(start) or "").partition("\n\n")[0]
links = "\n".join(f"- <doc:{name}>" for name in names)
(catalog / "Python.md").write_text(
    f"# The Python package cardan\n\n@Metadata {{\n  @TechnologyRoot\n}}\n\n{' '.join(title.split())}\n\n## Topics\n\n### Reference\n\n{links}\n"
)
