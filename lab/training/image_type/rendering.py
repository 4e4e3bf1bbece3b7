"""Pictures of web pages by headless Chromium: own pages, pages of packages, ECharts and Mermaid sheets.

A browser start costs more than a page, so charts are drawn many to a sheet and long pages are cut into views.
"""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from .charts import words

Named = Iterator[tuple[str, Image.Image]]


def screenshot(page: Path, width: int, height: int) -> Image.Image | None:
    """RGB screenshot of a local page, or None where the browser gives none within a minute."""
    with tempfile.TemporaryDirectory() as scratch:
        shot = Path(scratch) / "page.png"
        command = [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--allow-file-access-from-files",
            "--virtual-time-budget=4000",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={scratch}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={shot}",
            page.resolve().as_uri(),
        ]
        try:
            subprocess.run(command, capture_output=True, timeout=60, check=False)
            return Image.open(shot).convert("RGB")
        except (OSError, subprocess.TimeoutExpired):
            return None


def has_content(image: Image.Image) -> bool:
    """False for a view of one even colour."""
    return bool(np.ptp(np.asarray(image), (0, 1)).max() > 24) and len(set(image.resize((24, 24)).getdata())) > 12


def views(image: Image.Image, count: int, rng: random.Random) -> Iterator[Image.Image]:
    """Cut a tall screenshot into window-like views of random size and place."""
    for _ in range(count):
        width = int(image.width * rng.choice([1, 1, 0.7, 0.5]))
        height = min(image.height, int(width * rng.choice([0.56, 0.62, 0.75, 1, 1.6])))
        left, top = rng.randint(0, image.width - width), rng.randint(0, image.height - height)
        view = image.crop((left, top, left + width, top + height))
        if has_content(view):
            yield view


def package_pages(files: list[Path], limit: int, rng: random.Random) -> Named:
    """Views of the pages that a package ships, in four window widths."""
    per_page = max(1, -(-limit // max(1, len(files))))
    made = 0
    for path in files:
        image = screenshot(path, rng.choice([1366, 1280, 1024, 480]), 1500)
        if image is None:
            continue
        for number, view in enumerate(views(image, per_page, rng)):
            if made >= limit:
                return
            made += 1
            yield f"{path.name}#{number}", view


def _block(rng: random.Random, photographs: list[Path]) -> str:
    """One random block of an own page: text, table, form, cards, list, code or a small photograph."""
    kind = rng.choice(["text", "text", "table", "form", "cards", "list", "code", "photo", "bar", "chat"])
    if kind == "text":
        return f"<h{(n := rng.randint(1, 4))}>{words(rng, 2, 6)}</h{n}>" + "".join(
            f"<p>{words(rng, 20, 70)}</p>" for _ in range(rng.randint(1, 3))
        )
    if kind == "table":
        rows = "".join(
            "<tr>"
            + "".join(f"<td>{words(rng, 1, 2) if c % 2 == 0 else rng.randint(0, 9999)}</td>" for c in range(5))
            + "</tr>"
            for _ in range(rng.randint(3, 14))
        )
        return f'<table class="table {rng.choice(["table-striped is-striped", "table-bordered is-bordered", "table-dark", "table-sm is-narrow"])}">{rows}</table>'
    if kind == "form":
        return (
            "".join(
                f'<label class="form-label label">{words(rng, 1, 3)}</label><input class="form-control input" value="{words(rng, 0, 3)}">'
                for _ in range(rng.randint(2, 5))
            )
            + f'<button class="btn btn-primary button is-primary">{words(rng, 1, 2)}</button> <button class="btn btn-secondary button">{words(rng, 1, 1)}</button>'
        )
    if kind == "cards":

        def picture() -> str:
            if rng.random() >= 0.4:
                return ""
            address = rng.choice(photographs).resolve().as_uri()
            return f'<img src="{address}" style="width:100%;height:90px;object-fit:cover">'

        return (
            '<div style="display:flex;gap:12px">'
            + "".join(
                f'<div class="card" style="flex:1">{picture()}<div class="card-body card-content"><h5>{words(rng, 1, 3)}</h5><p>{words(rng, 5, 20)}</p></div></div>'
                for _ in range(rng.randint(2, 4))
            )
            + "</div>"
        )
    if kind == "list":
        return (
            '<ul class="list-group menu-list">'
            + "".join(
                f'<li class="list-group-item">{words(rng, 2, 8)} <span class="badge bg-primary tag is-info">{rng.randint(1, 99)}</span></li>'
                for _ in range(rng.randint(3, 9))
            )
            + "</ul>"
        )
    if kind == "code":
        return (
            f'<pre style="background:{rng.choice(["#1e1e1e;color:#d4d4d4", "#f6f8fa", "#002b36;color:#93a1a1"])};padding:12px">'
            + "\n".join(
                "  " * rng.randint(0, 4)
                + f'<span style="color:hsl({rng.randrange(360)},60%,55%)">{words(rng, 1, 2)}</span> = {words(rng, 1, 4)}({rng.randint(0, 99)})'
                for _ in range(rng.randint(5, 20))
            )
            + "</pre>"
        )
    if kind == "photo":
        return (
            f'<figure style="margin:12px 0"><img src="{rng.choice(photographs).resolve().as_uri()}" style="width:{rng.randint(120, 330)}px"><figcaption>{words(rng, 3, 9)}</figcaption></figure>'
            + f"<p>{words(rng, 30, 60)}</p>"
        )
    if kind == "bar":
        return "".join(
            f'<div class="progress" style="margin:8px 0;height:14px;background:#ddd"><div style="width:{rng.randint(5, 95)}%;height:14px;background:hsl({rng.randrange(360)},65%,50%)"></div></div>'
            for _ in range(rng.randint(2, 6))
        )
    return "".join(
        f'<div style="margin:6px {rng.choice(["0 6px 30%", "30% 6px 0"])};padding:8px 14px;border-radius:14px;background:hsl({rng.randrange(360)},60%,88%);color:#222">{words(rng, 2, 18)}</div>'
        for _ in range(rng.randint(3, 7))
    )


def own_page(css: Path, photographs: list[Path], rng: random.Random) -> str:
    """HTML of a random page: coloured bar, optional side menu, blocks; a fifth of the pages are dark."""
    dark = rng.random() < 0.2
    background, ink = ("#15181e", "#dde") if dark else (rng.choice(["#fff", "#fff", "#f5f6f8", "#fbf7ef"]), "#222")
    menu = "".join(f'<div style="padding:9px 14px">{words(rng, 1, 2)}</div>' for _ in range(rng.randint(5, 14)))
    side = (
        f'<nav style="width:190px;background:hsl({rng.randrange(360)},{rng.randrange(0, 50)}%,{rng.randrange(12, 95)}%);color:#888">{menu}</nav>'
        if rng.random() < 0.5
        else ""
    )
    blocks = "".join(
        f'<section style="margin:14px 0">{_block(rng, photographs)}</section>' for _ in range(rng.randint(6, 12))
    )
    return f'<!doctype html><html data-bs-theme="{"dark" if dark else "light"}" data-theme="{"dark" if dark else "light"}"><meta charset="utf-8"><link rel="stylesheet" href="{css.resolve().as_uri()}"><body style="margin:0;background:{background};color:{ink};font-family:{rng.choice(["sans-serif", "serif", "monospace", "Arial"])}"><header style="padding:12px 20px;background:hsl({rng.randrange(360)},60%,{rng.choice([20, 40, 50, 96])}%)"><b>{words(rng, 1, 2)}</b> &nbsp; {words(rng, 3, 6)}</header><div style="display:flex">{side}<main style="flex:1;padding:10px 24px">{blocks}</main></div></body></html>'


def own_pages(css: Path, photographs: list[Path], limit: int, rng: random.Random) -> Named:
    """Views of random own pages; photographs never fill most of a page."""
    made = page = 0
    with tempfile.TemporaryDirectory() as scratch:
        while made < limit:
            page += 1
            html = Path(scratch) / "page.html"
            html.write_text(own_page(css, photographs, rng), encoding="utf-8")
            image = screenshot(html, rng.choice([1280, 1000, 800, 420]), 2200)
            if image is None:
                continue
            for number, view in enumerate(views(image, 8, rng)):
                if made >= limit:
                    return
                made += 1
                yield f"page {page}#{number}", view


def echart_option(rng: random.Random) -> dict:
    """A random ECharts option."""
    kind = rng.choice(["line", "bar", "pie", "scatter", "radar", "funnel", "gauge", "treemap"])
    n = rng.randint(3, 12)
    named = [{"name": words(rng, 1, 1), "value": rng.randint(1, 100)} for _ in range(n)]
    title = {
        "title": {"text": words(rng, 1, 3)},
        "legend": {"show": rng.random() < 0.4, "bottom": 0},
        "animation": False,
    }
    if kind in ("line", "bar", "scatter"):
        series = [
            {
                "type": kind,
                "name": words(rng, 1, 1),
                "smooth": rng.random() < 0.5,
                "data": [rng.gauss(20, 8) for _ in range(n)],
                **({"areaStyle": {}} if kind == "line" and rng.random() < 0.4 else {}),
            }
            for _ in range(rng.randint(1, 4))
        ]
        return {
            **title,
            "xAxis": {"type": "category", "data": [d["name"] for d in named]},
            "yAxis": {},
            "series": series,
        }
    if kind == "radar":
        return {
            **title,
            "radar": {"indicator": [{"name": d["name"], "max": 100} for d in named]},
            "series": [{"type": "radar", "data": [{"value": [d["value"] for d in named]}]}],
        }
    if kind == "gauge":
        return {**title, "series": [{"type": "gauge", "data": named[:1]}]}
    return {
        **title,
        "series": [
            {"type": kind, "data": named, **({"radius": rng.choice(["60%", ["35%", "60%"]])} if kind == "pie" else {})}
        ],
    }


def echarts(library: Path, limit: int, rng: random.Random) -> Named:
    """ECharts drawn twenty to a sheet of 400x300 px cells."""
    with tempfile.TemporaryDirectory() as scratch:
        for start in range(0, limit, 20):
            html = Path(scratch) / "sheet.html"
            options = [(echart_option(rng), rng.choice([None, None, "dark"])) for _ in range(20)]
            cells = "".join(
                f'<div id="c{i}" style="position:absolute;left:{i % 4 * 400}px;top:{i // 4 * 300}px;width:400px;height:300px"></div>'
                for i in range(20)
            )
            html.write_text(
                f'<meta charset="utf-8"><body style="margin:0">{cells}<script src="{library.resolve().as_uri()}"></script><script>{json.dumps(options)}.forEach(([o,t],i)=>echarts.init(document.getElementById("c"+i),t).setOption(o))</script>',
                encoding="utf-8",
            )
            sheet = screenshot(html, 1600, 1600)
            if sheet is None:
                continue
            for i in range(20):
                cell = sheet.crop((i % 4 * 400, i // 4 * 300, i % 4 * 400 + 400, i // 4 * 300 + 300))
                if has_content(cell) and start + i < limit:
                    yield f"echarts {start + i}", cell


def mermaid_source(rng: random.Random) -> str:
    """Text of a random Mermaid diagram."""
    names = [f"N{i}[{words(rng, 1, 2)}]" for i in range(rng.randint(3, 9))]
    kind = rng.choice(["flow", "flow", "sequence", "pie", "gantt", "state"])
    if kind == "flow":
        return f"flowchart {rng.choice(['TD', 'LR'])}\n" + "\n".join(
            f"{rng.choice(names)} --> {rng.choice(names)}" for _ in range(len(names) + 3)
        )
    if kind == "sequence":
        return "sequenceDiagram\n" + "\n".join(
            f"A{rng.randrange(3)}->>B{rng.randrange(3)}: {words(rng, 1, 3)}" for _ in range(rng.randint(3, 8))
        )
    if kind == "pie":
        return f"pie title {words(rng, 1, 3)}\n" + "\n".join(
            f'"{words(rng, 1, 1)} {i}" : {rng.randint(1, 50)}' for i in range(5)
        )
    if kind == "gantt":
        return "gantt\ndateFormat YYYY-MM-DD\nsection one\n" + "\n".join(
            f"task {i} :t{i}, 2024-01-{rng.randint(1, 20):02d}, {rng.randint(2, 20)}d" for i in range(6)
        )
    return "stateDiagram-v2\n" + "\n".join(f"S{rng.randrange(5)} --> S{rng.randrange(5)}" for _ in range(7))


def mermaid(library: Path, limit: int, rng: random.Random) -> Named:
    """Mermaid diagrams drawn eight to a page and cut out by their cells."""
    with tempfile.TemporaryDirectory() as scratch:
        for start in range(0, limit, 8):
            html = Path(scratch) / "sheet.html"
            theme = rng.choice(["default", "forest", "neutral", "dark"])
            cells = "".join(
                f'<div style="position:absolute;left:{i % 4 * 480}px;top:{i // 4 * 480}px;width:460px;height:460px;overflow:hidden;background:{"#222" if theme == "dark" else "#fff"}"><pre class="mermaid">{mermaid_source(rng)}</pre></div>'
                for i in range(8)
            )
            html.write_text(
                f'<meta charset="utf-8"><body style="margin:0">{cells}<script src="{library.resolve().as_uri()}"></script><script>mermaid.initialize({{startOnLoad:true,theme:"{theme}"}})</script>',
                encoding="utf-8",
            )
            sheet = screenshot(html, 1920, 960)
            if sheet is None:
                continue
            for i in range(8):
                cell = sheet.crop((i % 4 * 480, i // 4 * 480, i % 4 * 480 + 460, i // 4 * 480 + 460))
                if has_content(cell) and start + i < limit:
                    yield f"mermaid {start + i}", cell
