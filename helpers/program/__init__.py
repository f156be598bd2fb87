"""A typed program of a few assignments: parsed into steps, never evaluated as code.

>>> from helpers.program import parse
>>> program = parse("y = x*x; u = detach(y); z = x*u")
>>> program.inputs, program.output
(('x',), 'z')
"""

from helpers.program.model import Edge, Program, Step
from helpers.program.parser import ProgramError, parse

__all__ = ["Edge", "Program", "ProgramError", "Step", "parse"]
