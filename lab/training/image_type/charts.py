"""Charts and diagrams drawn by libraries: matplotlib, Vega-Lite and Graphviz."""

from __future__ import annotations

import io
import random
import subprocess
from collections.abc import Iterator

import numpy as np
from PIL import Image

Named = Iterator[tuple[str, Image.Image]]

WORDS = [
    "alpha",
    "north",
    "revenue",
    "users",
    "latency",
    "margin",
    "Q1",
    "Q2",
    "Q3",
    "Q4",
    "baseline",
    "cost",
    "sales",
    "red",
    "green",
    "north-east",
    "error",
    "load",
    "traffic",
    "share",
    "index",
    "growth",
    "mean",
    "total",
    "orders",
    "visits",
    "stock",
    "delay",
    "yield",
    "rate",
]


def words(rng: random.Random, least: int, most: int) -> str:
    """A random phrase of `least` to `most` words."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(least, most)))


def _draw_axes(axes, rng: random.Random, kind: str) -> None:
    """Draw one random chart of the given kind on matplotlib axes."""
    data = np.random.default_rng(rng.randrange(1 << 30))
    if kind == "line":
        for _ in range(rng.randint(1, 6)):
            axes.plot(
                np.cumsum(data.normal(size=rng.randint(8, 200))),
                lw=rng.uniform(0.8, 3),
                marker=rng.choice(["", "", "o", "s", "^"]),
                label=words(rng, 1, 2),
            )
    elif kind == "bar":
        n = rng.randint(3, 14)
        for layer in range(rng.randint(1, 3)):
            axes.bar(np.arange(n) + layer * 0.25, data.gamma(2, size=n), rng.uniform(0.2, 0.8), label=words(rng, 1, 1))
    elif kind == "scatter":
        n = rng.randint(20, 600)
        axes.scatter(
            data.normal(size=n),
            data.normal(size=n),
            s=data.uniform(2, 90, n),
            c=data.uniform(size=n),
            cmap=rng.choice(["viridis", "plasma", "jet", "Set1"]),
            alpha=rng.uniform(0.3, 1),
        )
    elif kind == "pie":
        axes.pie(data.uniform(1, 5, rng.randint(2, 8)), labels=None, autopct="%1.0f%%" if rng.random() < 0.5 else None)
    elif kind == "heat":
        field = data.normal(size=(rng.randint(4, 40), rng.randint(4, 40)))
        if rng.random() < 0.5:
            field = np.cumsum(np.cumsum(field, 0), 1)
        axes.imshow(
            field,
            cmap=rng.choice(["viridis", "magma", "RdBu", "gray", "hot", "Blues"]),
            aspect="auto",
            interpolation=rng.choice(["nearest", "bilinear"]),
        )
    elif kind == "area":
        axes.stackplot(range(30), *(data.gamma(2, size=30) for _ in range(rng.randint(2, 6))))
    elif kind == "contour":
        field = np.cumsum(np.cumsum(data.normal(size=(40, 40)), 0), 1)
        (axes.contourf if rng.random() < 0.6 else axes.contour)(
            field, rng.randint(4, 14), cmap=rng.choice(["terrain", "viridis", "coolwarm"])
        )
    elif kind == "table":
        axes.axis("off")
        rows, columns = rng.randint(3, 12), rng.randint(2, 7)
        axes.table(
            [[f"{data.normal():.2f}" if c else words(rng, 1, 1) for c in range(columns)] for _ in range(rows)],
            loc="center",
        )
    else:
        axes.hist(data.normal(size=400), bins=rng.randint(8, 60), histtype=rng.choice(["bar", "step", "stepfilled"]))


def matplotlib_charts(limit: int, rng: random.Random) -> Named:
    """Charts of nine kinds in the library's own styles, one to four panels."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    styles = [
        "default",
        "classic",
        "ggplot",
        "dark_background",
        "bmh",
        "fivethirtyeight",
        "grayscale",
        "seaborn-v0_8",
        "Solarize_Light2",
    ]
    kinds = ["line", "bar", "scatter", "pie", "heat", "area", "contour", "table", "hist"]
    for number in range(limit):
        with plt.style.context(rng.choice(styles)):
            panels = rng.choice([1, 1, 1, 2, 4])
            figure, axes = plt.subplots(
                max(1, panels // 2),
                min(2, panels),
                figsize=(rng.uniform(3, 8), rng.uniform(3, 6)),
                dpi=80,
                squeeze=False,
            )
            for cell in axes.ravel():
                _draw_axes(cell, rng, rng.choice(kinds))
                if rng.random() < 0.7:
                    cell.set_title(words(rng, 1, 4))
                    cell.set_xlabel(words(rng, 1, 2))
                if rng.random() < 0.3:
                    cell.grid(True)
            buffer = io.BytesIO()
            figure.savefig(buffer, format="png", transparent=rng.random() < 0.1)
            plt.close(figure)
        yield f"matplotlib {number}", Image.open(buffer)


def vega_specification(rng: random.Random) -> dict:
    """A random Vega-Lite chart."""
    n = rng.randint(5, 60)
    rows = [
        {
            "x": i if rng.random() < 2 else 0,
            "y": rng.gauss(10, 4) + i * 0.1,
            "k": rng.choice(WORDS[:6]),
            "c": rng.choice(WORDS[6:14]),
        }
        for i in range(n)
    ]
    mark = rng.choice(["bar", "line", "point", "area", "tick", "rect", "arc", "circle", "boxplot"])
    y = {"field": "y", "type": "quantitative"}
    encoding: dict = {"x": {"field": "x", "type": "quantitative"}, "y": y, "color": {"field": "k", "type": "nominal"}}
    if mark in ("bar", "boxplot"):
        encoding["x"] = {"field": "c", "type": "nominal"}
    if mark == "rect":
        encoding = {
            "x": {"field": "c", "type": "nominal"},
            "y": {"field": "k", "type": "nominal"},
            "color": {"aggregate": "mean", "field": "y"},
        }
    if mark == "arc":
        encoding = {"theta": y, "color": {"field": "k", "type": "nominal"}}
    theme = {"background": rng.choice(["white", "white", "#222", "#f6f2e8"])}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": rows},
        "mark": mark,
        "encoding": encoding,
        "width": rng.randint(200, 460),
        "height": rng.randint(150, 360),
        "title": words(rng, 1, 4),
        **theme,
    }


def vega_charts(limit: int, rng: random.Random) -> Named:
    """Vega-Lite charts rendered by vl-convert."""
    import vl_convert

    for number in range(limit):
        png = vl_convert.vegalite_to_png(
            vega_specification(rng),
            scale=rng.choice([1, 1.5]),
            theme=rng.choice([None, "dark", "ggplot2", "quartz", "latimes"]),
        )
        yield f"vega-lite {number}", Image.open(io.BytesIO(png))


def graphviz_diagrams(limit: int, rng: random.Random) -> Named:
    """Random graphs and flow charts laid out by Graphviz."""
    for number in range(limit):
        nodes = rng.randint(3, 24)
        shape = rng.choice(["box", "ellipse", "diamond", "record", "circle", "box3d", "cylinder"])
        lines = [
            f'n{i} [label="{words(rng, 1, 2)}" style="{rng.choice(["filled", "rounded,filled", "solid"])}" fillcolor="{rng.random():.2f} {rng.uniform(0, 0.7):.2f} {rng.uniform(0.7, 1):.2f}"]'
            for i in range(nodes)
        ]
        lines += [
            f"n{rng.randrange(nodes)} -> n{rng.randrange(nodes)}"
            + (f' [label="{words(rng, 1, 1)}"]' if rng.random() < 0.3 else "")
            for _ in range(int(nodes * rng.uniform(0.8, 1.8)))
        ]
        source = f'digraph {{ rankdir={rng.choice(["TB", "LR"])}; bgcolor="{rng.choice(["white", "white", "transparent", "#20242c"])}"; node [shape={shape} fontname="{rng.choice(["Helvetica", "Times", "Courier"])}"]; {"; ".join(lines)} }}'
        done = subprocess.run(
            [rng.choice(["dot", "dot", "neato", "circo"]), "-Tpng", "-Gdpi=60"],
            input=source.encode(),
            capture_output=True,
            timeout=30,
            check=False,
        )
        if done.stdout:
            yield f"graphviz {number}", Image.open(io.BytesIO(done.stdout))
