"""The notebooks of the tutorial: they run, and a type checker accepts them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parent.parent / "tutorial"
NOTEBOOKS = sorted(TUTORIAL.glob("*.ipynb"))


def cells(notebook: Path) -> list[str]:
    """The code of a notebook, cell by cell."""
    data = json.loads(notebook.read_text())
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "tutorial"}
    pictures = 0
    for cell in cells(notebook):
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(notebook), "exec"), names)
        if isinstance(last, ast.Expr):
            # What a cell ends with is shown.
            shown = eval(compile(ast.Expression(last.value), str(notebook), "eval"), names)
            if hasattr(shown, "_repr_svg_"):
                pictures += shown._repr_svg_().startswith("<svg")
    assert pictures > 0 and capsys.readouterr().out


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_type_checker_accepts_a_notebook(notebook: Path, tmp_path: Path) -> None:
    script = tmp_path / f"{notebook.stem.replace('-', '_')}.py"
    script.write_text("\n\n".join(cells(notebook)))
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir=/dev/null", str(script)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
