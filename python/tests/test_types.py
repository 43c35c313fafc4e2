"""What a type checker says about the package."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_every_misuse_is_found_and_nothing_else() -> None:
    """The mistakes of `misuse.py` are found in the lines where they are."""
    source = (HERE / "misuse.py").read_text()
    expected = {
        (number, match[1])
        for number, line in enumerate(source.splitlines(), 1)
        if (match := re.search(r"# error: ([a-z-]+)$", line))
    }
    assert len(expected) > 30
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--show-error-codes", "misuse.py"]
    told = subprocess.run([*command, "--cache-dir=/dev/null"], cwd=HERE, capture_output=True, text=True, check=False)
    found = {
        (int(match[1]), match[2])
        for match in re.finditer(r"^misuse\.py:(\d+): error: .*\[([a-z-]+)\]$", told.stdout, re.MULTILINE)
    }
    assert found == expected, told.stdout + told.stderr


def test_everything_public_has_a_docstring() -> None:
    import inspect

    import plybook as pb

    missing = []
    for name in pb.__all__:
        thing = getattr(pb, name)
        if inspect.isclass(thing):
            if not thing.__doc__:
                missing.append(name)
            members = [
                member for member, value in vars(thing).items()
                if not member.startswith("_") and (callable(value) or isinstance(value, property)) and not value.__doc__
            ]
            missing.extend(f"{name}.{member}" for member in members)
        elif inspect.isfunction(thing) and not thing.__doc__:
            missing.append(name)
    assert missing == []
