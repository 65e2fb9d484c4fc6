"""Directives that show parts of a module twice: as Python, and as they are printed."""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from modspec.print.formula import formula
from modspec.print.template import local_function, routine
from modspec.sphinx import formulas
from modspec.sphinx.entries import Entries
from modspec.sphinx.sources import declared_modules
from modspec.syntax.expressions import Span
from modspec.syntax.module import Function, Module

_WIDTH = 38
"""Where formulas are broken that stand beside their Python."""


class _TwiceDirective(SphinxDirective):
    """A directive that takes the Python name of a module, then the names of some of its functions.

    References lead to the page of the module, not to what is shown here.
    """

    required_arguments = 2
    final_argument_whitespace = True
    has_content: ClassVar[bool] = False

    def functions(self) -> tuple[Module, list[Function]]:
        """The module and the functions that the arguments name."""
        (module,) = declared_modules(self, [self.arguments[0]])
        names = self.arguments[1].split()
        known = {function.name for function in module.functions}
        for name in names:
            if name not in known:
                raise self.error(f"{module.python_name} has no function {name!r}")
        return module, [module[name] for name in names]


class ExcerptDirective(_TwiceDirective):
    """``mis:excerpt``: whole functions, each as it is written and below that as it is printed."""

    def run(self) -> list[nodes.Node]:
        """A container for each function, with its two readings."""
        module, functions = self.functions()
        return [self._both(module, function) for function in functions]

    def _both(self, module: Module, function: Function) -> nodes.container:
        entry = routine(function) if function.exported else local_function(function)
        entries = Entries(module, linked=bool(self.config.mis_rulebook))
        printed = entries.description(entry, target=False)
        code = _python(module, function.at)
        return nodes.container("", code, printed, classes=["mis-excerpt"])


class ExpressionsDirective(_TwiceDirective):
    """``mis:expressions``: what some functions yield, as Python beside how it is printed."""

    def run(self) -> list[nodes.Node]:
        """A definition list: of each function its docstring, its expression and its formula."""
        module, functions = self.functions()
        result = nodes.definition_list(classes=["mis-expressions"])
        for function in functions:
            if function.output is None:
                raise self.error(f"{function.name} yields no output")
            value = function.output.value
            printed = formulas.block(formula(value), _WIDTH, module.python_name, linked=False)
            term = nodes.term("", function.text)
            both = nodes.definition("", _python(module, value.at), printed)
            result += nodes.definition_list_item("", term, both)
        return [result]


def _python(module: Module, at: Span) -> nodes.literal_block:
    """A part of the module's source, moved to the left margin."""
    lines = module.source.splitlines()[at.line - 1 : at.end_line]
    lines[-1] = lines[-1][: at.end_column]
    code = "\n".join(
        line[at.column :] if not line[: at.column].strip() or number == 0 else line.lstrip()
        for number, line in enumerate(lines)
    )
    return nodes.literal_block(code, code, language="python")
