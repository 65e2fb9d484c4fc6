"""The explorer: a page on which a learner plays with a specification.

The page asks; :class:`.explorer.Explorer` answers from the specification, as JSON. The answers are
the same whether Python runs beside the page's server or in the browser. Nothing here knows a
module: cells, buttons and marks come from the types of a module's access programs.
"""
