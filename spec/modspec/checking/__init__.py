"""The checker: holds an implementation, in any language, against a specification.

:mod:`.implementation` says what an implementation is to the checker; :mod:`.in_process` and :mod:`.pipe`
reach one; :mod:`.examine` plays with it and compares each reply with what the specification says;
:mod:`.diagnose` finds the rule that a deviation breaks.
"""
