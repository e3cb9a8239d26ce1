"""Gives a site of docc what it lacks: a page at its root, one navigator for all languages, and a search on every page.

    site-pages.py SITE FOLDER

FOLDER holds the page, the style and the programs. Fails if a search would not find an article, a function of C or a command.
"""

import html
import json
import re
import shutil
import sys
from pathlib import Path

site, folder = map(Path, sys.argv[1:])
data = site / "data"
kinds = {"module": "module", "func": "function", "macro": "macro", "init": "initializer", "op": "operator"}


def texts(node) -> list[str]:
    """All that a reader sees of a part of a page."""
    if isinstance(node, dict):
        found = [node[key] for key in ("text", "title") if isinstance(node.get(key), str)]
        code = node.get("code")
        found += [code] if isinstance(code, str) else code if isinstance(code, list) else []
        return found + [text for key, part in node.items() if key not in ("text", "title", "code") for text in texts(part)]
    return [text for part in node for text in texts(part)] if isinstance(node, list) else []


def words(text: str) -> str:
    """The different words of a text, in their order."""
    return " ".join(dict.fromkeys(re.findall(r"[\w°µ²-]*\w[\w°µ²-]*", text.lower())))


def entry(path: Path) -> dict | None:
    """What the search knows of a page; none of pages that only list conformances."""
    page = json.loads(path.read_text())
    metadata, place = page["metadata"], "/" + str(path.relative_to(data).with_suffix(""))
    if metadata.get("role") == "collectionGroup" and place.endswith("-implementations"):
        return None
    owner = metadata.get("modules", [{}])[0].get("name") or place.split("/")[2]
    summary = "".join(texts(page.get("abstract", [])))
    kind = metadata.get("symbolKind")
    kind = kinds.get(kind, kind) or ("command" if owner == "command" else "article")
    content = [] if page["kind"] == "symbol" and kind != "module" else texts(page.get("primaryContentSections", []))
    return {
        "path": place, "title": metadata["title"], "kind": kind, "owner": owner, "summary": summary,
        "words": words(" ".join([summary, *content])),
    }


entries = [found for path in sorted((data / "documentation").rglob("*.json")) if (found := entry(path))]
(site / "search.json").write_text(json.dumps(entries, ensure_ascii=False, separators=(",", ":")))

# Modules and the C API in one tree, whatever the language of a page.
index = site / "index" / "index.json"
navigator = json.loads(index.read_text())
trees = navigator["interfaceLanguages"]
roots = {}
for tree in trees.values():
    for root in tree:
        known = roots.setdefault(root["path"], {**root, "children": []})
        known["children"] += [child for child in root.get("children", []) if child not in known["children"]]
for root in roots.values():
    paths = [child.get("path") for child in root["children"]]
    root["children"] = [child for place, child in enumerate(root["children"]) if child.get("path") not in paths[:place]]
    root["children"].sort(key=lambda child: child["title"].lower())
navigator["interfaceLanguages"] = {language: list(roots.values()) for language in trees}
index.write_text(json.dumps(navigator, ensure_ascii=False, separators=(",", ":")))

# The search on every page.
head = '<link href="/site.css" rel="stylesheet"><script type="module" src="/site.js"></script></head>'
for path in (site / "documentation").rglob("index.html"):
    text = path.read_text()
    if head not in text:
        path.write_text(text.replace("</head>", head, 1))

# The page at the root, with the modules in their order.
modules = "\n".join(
    f'<li><a href="{html.escape(found["path"])}">{html.escape(found["title"])}</a> {html.escape(found["summary"])}</li>'
    for found in entries
    if found["kind"] == "module" or found["path"] in ("/documentation/command", "/documentation/python")
)
page = (folder / "index.html").read_text()
(site / "index.html").write_text(page.replace("{{modules}}", modules))
for name in ("site.css", "site.js", "search.js"):
    shutil.copyfile(folder / name, site / name)

known = {found["path"] for found in entries}
missing = [link for link in re.findall(r'href="(/documentation/[^"#]*)', page) if link not in known]
if missing:
    sys.exit(f"site-pages: the page links to {', '.join(missing)}, which is not there")
for title, kind in (("cardan_update", "function"), ("fuse", "command"), ("Answers", "article"), ("Quaternion", "struct")):
    if not any(title in found["title"] and kind == found["kind"] for found in entries):
        sys.exit(f"site-pages: no {kind} {title} for the search")
print(f"{len(entries)} pages in the search, {(site / 'search.json').stat().st_size // 1000} kB")
