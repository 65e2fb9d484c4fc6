"""A starter kit in JavaScript with the names of the program beside it."""

from __future__ import annotations

import re

from othello_mis.own_names.program import Program
from othello_mis.own_names.state import Change


def changes(program: Program) -> list[Change]:
    """Return the changes of the lines before the routines."""
    text = program.names.text
    place = program.place() if program.place().startswith(".") else f"./{program.place()}"
    if re.search(r"^export default|\bmodule\.exports\s*=\s*\w", text, re.M):
        return [
            (
                r"\{ Othello \} = await import.*",
                f'{{ default: Othello }} = await import("{place}");',
            )
        ]
    if not re.search(r"^export\b|\bmodule\.exports\b|^exports\.", text, re.M):
        source = f'page("{program.place()}")'
        before = text.partition(f" {program.own_first}(")[0]
        literal = re.findall(r"^(?:const|let|var) (\w+) = \{$", before, re.M)
        if literal and not program.class_name:
            source += f".{literal[-1]}"
        if program.class_name:
            return [(r"= await import.*", f"= {source};"), (r"\bOthello\b", program.class_name)]
        return [(r"^// const \{ Othello \}.*\n", ""), (r"= new Othello\(\);.*", f"= {source};")]
    if program.class_name is None:
        return [
            (r"^// const \{ Othello \}.*\n", ""),
            (r"= new Othello\(\);.*", f'= await import("{place}");'),
        ]
    return [(r'"\./othello\.mjs"', f'"{place}"'), (r"\bOthello\b", program.class_name)]
